//! Yahoo's data of one stock around a Friday, and a simulation of Yahoo alone.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use marketdeck::{domain::ticker::TickerKind::Stock, providers::settings, web};
use serde_json::{Value, json};

use super::{Simulation, without_simulated_time};
use crate::{
    common::{TestServer, profile},
    enabled::enable_only,
    recorded::cases::bodies::Bodies,
};

pub(super) const STEP: Duration = Duration::from_secs(5);
pub(super) const MINUTE: Duration = Duration::from_secs(60);
/// Thursday 19 November 2026, an hour before the close in New York.
pub(super) const THURSDAY: &str = "2026-11-19T20:00:00Z";
/// Friday, half an hour after the open.
pub(super) const FRIDAY: &str = "2026-11-20T15:00:00Z";
/// The sessions before Friday.
const SESSIONS: [&str; 8] = [
    "2026-11-10",
    "2026-11-11",
    "2026-11-12",
    "2026-11-13",
    "2026-11-16",
    "2026-11-17",
    "2026-11-18",
    "2026-11-19",
];
const CLOSES: [f64; 8] = [240.0, 241.0, 243.0, 242.0, 244.0, 245.0, 243.0, 246.0];

/// Yahoo's data of a stock in New York.
#[derive(Debug, Clone)]
pub(super) struct Story {
    pub(super) price: f64,
    pub(super) as_of: Timestamp,
    /// Number of current shares per share of [`CLOSES`], as used in the bars.
    pub(super) restated: f64,
    /// Number of current shares per share of [`CLOSES`], as used in the stated previous close.
    pub(super) stated: f64,
    /// New and old shares of a split on Friday, if the response has it.
    pub(super) split: Option<(f64, f64)>,
    /// The lowest price of the intraday bar an hour before the price.
    pub(super) dip: Option<f64>,
    /// A different close for an earlier session.
    pub(super) corrected: Option<(usize, f64)>,
}

impl Story {
    pub(super) fn of(price: f64, as_of: &str) -> Self {
        Self {
            price,
            as_of: as_of.parse().unwrap(),
            restated: 1.0,
            stated: 1.0,
            split: None,
            dip: None,
            corrected: None,
        }
    }

    /// Creates the data after a split on Friday, with all prices adjusted.
    pub(super) fn split(price: f64, as_of: &str, (new, old): (f64, f64)) -> Self {
        Self {
            restated: new / old,
            stated: new / old,
            split: Some((new, old)),
            ..Self::of(price, as_of)
        }
    }

    pub(super) fn bodies(&self) -> Bodies {
        let wall = |at: Timestamp| {
            let at = at.to_zoned(TimeZone::get("America/New_York").unwrap());
            at.strftime("%Y-%m-%dT%H:%M:%S").to_string()
        };
        let (at, price) = (wall(self.as_of), self.price);
        let today = &at[..10];
        let before = SESSIONS.iter().position(|day| *day == today);
        let before = before.unwrap_or(SESSIONS.len());
        let close = |nth: usize| {
            let corrected = self
                .corrected
                .filter(|(corrected_nth, _)| *corrected_nth == nth);
            corrected.map_or(CLOSES[nth], |(_, close)| close) / self.restated
        };
        let row = |at: String, low: f64, close: f64| {
            let (open, high) = (close, close * 1.002);
            json!([at, open, high, low, close, 1e6])
        };
        let mut days: Vec<Value> = (0..before)
            .map(|nth| {
                row(
                    format!("{}T09:30", SESSIONS[nth]),
                    close(nth) * 0.998,
                    close(nth),
                )
            })
            .collect();
        days.push(row(format!("{today}T09:30"), price * 0.998, price));
        let hour_ago = wall(self.as_of - SignedDuration::from_hours(1));
        let short = |minutes: usize| {
            let begins = |at: &str| {
                format!(
                    "{}{:02}",
                    &at[..14],
                    at[14..16].parse::<usize>().unwrap() / minutes * minutes
                )
            };
            let last = before - 1;
            let mut rows = vec![row(
                format!("{}T15:55", SESSIONS[last]),
                close(last),
                close(last),
            )];
            if let Some(dip) = self.dip {
                rows.push(row(begins(&hour_ago), dip, price));
            }
            rows.push(row(begins(&at), price, price));
            rows
        };
        let period = |open: &str, close: &str| {
            json!([format!("{today}T{open}"), format!("{today}T{close}")])
        };
        let meta = json!({
            "currency": "USD", "exchangeName": "NYQ", "fullExchangeName": "NYSE", "instrumentType": "EQUITY",
            "exchangeTimezoneName": "America/New_York", "priceHint": 2, "regularMarketPrice": price,
            "regularMarketTime": at,
            "hours": {
                "pre": period("04:00", "09:30"), "regular": period("09:30", "16:00"), "post": period("16:00", "20:00"),
            },
        });
        let split = self
            .split
            .map(|(new, old)| json!([["2026-11-20T09:30", new, old]]));
        let previous = CLOSES[before - 1] / self.stated;
        Bodies::of_day(&json!({
            "charts": { "KO": { "meta": meta, "1d": days, "5m": short(5), "splits": split } },
            "spark": { "KO": { "previousClose": previous } },
        }))
    }
}

impl Simulation {
    /// Starts a simulation of Yahoo alone with one stock.
    pub(super) async fn start_yahoo(start: &str, story: &Story) -> Self {
        let start: Timestamp = start.parse().unwrap();
        let server = TestServer::at(start, web::Settings::default()).await;
        let tickers = vec![profile("KO", Stock, None)];
        Self::start_on(server, start, tickers, Some(story.bodies()), enable_yahoo).await
    }

    /// Starts a simulation of Yahoo and its stream with one stock.
    pub(super) async fn start_yahoo_with_stream(start: &str, story: &Story) -> Self {
        let start: Timestamp = start.parse().unwrap();
        let server = TestServer::at(start, web::Settings::default()).await;
        let tickers = vec![profile("KO", Stock, None)];
        let enable_both = |settings: &mut settings::Providers| {
            enable_yahoo(settings);
            settings.yahoo_stream.enabled = true;
        };
        Self::start_on(server, start, tickers, Some(story.bodies()), enable_both).await
    }

    /// Like [`Self::start_yahoo`], with an alert on the stock.
    pub(super) async fn start_with_alert(start: &str, story: &Story, alert: &Value) -> Self {
        let mut run = Self::start_yahoo(start, story).await;
        run.advance(2 * MINUTE, STEP).await;
        run.create_alert(alert).await;
        run
    }

    /// Creates an alert.
    pub(super) async fn create_alert(&self, alert: &Value) {
        let alert = alert.to_string();
        let created = without_simulated_time(self.server.send("POST", "/api/alerts", &alert));
        let created = created.await.json();
        assert_eq!(created["active"], true, "{created}");
    }

    /// Sets Yahoo's data, dated with the current time.
    pub(super) fn respond_with(&self, story: &Story) {
        let story = Story {
            as_of: self.world.now(),
            ..story.clone()
        };
        *self.world.bodies.lock().unwrap() = Some(story.bodies());
    }

    /// Advances the time to `until`; Yahoo repeats the last close.
    pub(super) async fn advance_to(&mut self, until: &str) {
        let until: Timestamp = until.parse().unwrap();
        while self.world.now() < until {
            let remaining = until.duration_since(self.world.now());
            let step = if remaining > SignedDuration::from_mins(5) {
                5 * MINUTE
            } else {
                STEP
            };
            self.step(step).await;
        }
    }

    /// Stops the program, and restarts it at `until`, when Yahoo has this data.
    pub(super) async fn restart_at(self, until: &str, story: &Story) -> Self {
        let until: Timestamp = until.parse().unwrap();
        self.running.send(true).unwrap();
        let server = without_simulated_time(self.server.restart(until)).await;
        Self::start_on(
            server,
            until,
            Vec::new(),
            Some(story.bodies()),
            enable_yahoo,
        )
        .await
    }

    /// Advances the time by `time` while Yahoo has this data, always dated with the current time.
    pub(super) async fn advance_with(&mut self, story: &Story, time: Duration) {
        let steps = time.as_secs() / STEP.as_secs();
        for _ in 0..steps {
            self.respond_with(story);
            self.step(STEP).await;
        }
    }

    /// Advances the time until the next request for quotes.
    pub(super) async fn advance_until_quotes_request(&mut self) {
        let count = |run: &Self| {
            let requests = run.http_server.requests();
            requests
                .iter()
                .filter(|request| request.path.contains("/spark?"))
                .count()
        };
        let before = count(self);
        while count(self) == before {
            self.step(STEP).await;
        }
    }

    /// Returns the reports of the alerts, newest first.
    pub(super) async fn reports(&self) -> Vec<String> {
        let history = self.json("/api/alerts/history").await;
        let rows = history.as_array().cloned().unwrap_or_default().into_iter();
        let text = |row: Value| row["sentence"].as_str().unwrap_or_default().to_owned();
        rows.map(text).collect()
    }

    /// Returns the reports of fired alerts, without entries that report only an adjusted target.
    pub(super) async fn fired(&self) -> Vec<String> {
        let mut reports = self.reports().await;
        reports.retain(|sentence| !sentence.contains("split"));
        reports
    }

    pub(super) async fn price(&self) -> Value {
        self.json("/api/tickers/KO").await["price"].clone()
    }
}

fn enable_yahoo(settings: &mut settings::Providers) {
    enable_only(settings, &["yahoo"]);
    settings.yahoo.symbols = vec!["KO".to_owned()];
}
