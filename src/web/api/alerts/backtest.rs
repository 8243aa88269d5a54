//! What an alert would have reported in the past year.

use std::cmp::Reverse;

use hyper::StatusCode;
use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::{NewAlert, described, over_list};
use crate::{
    alerts::{Backtest, ListBacktest},
    domain::bar::Interval,
    web::{
        AppState,
        http::{
            error::{ApiError, Result},
            reply::{self, Reply},
            request::{ApiRequest, whole},
        },
    },
};

/// What an alert would have reported in the past year, or since its ticker's bars begin.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BacktestAnswer {
    /// Whether the bars tell: not of news, of a volume at any moment, of a change within hours, of a distance from 52 weeks, of
    /// a gap, and not where there are too few of them.
    known: bool,
    /// Why they do not tell, in a sentence; null where they do.
    reason: Option<String>,
    /// The bars that were judged, the shorter ones where conditions need both: 1d or 1h; null where none were.
    #[schema(value_type = Option<String>)]
    interval: Option<Interval>,
    /// When it would have fired, in order of time; a moment within a bar is that bar's beginning.
    fired: Vec<Moment>,
    /// The close of every bar that was judged, in order of time.
    closes: Vec<Moment>,
    /// Of an alert over a list, its tickers that could be tried, those first that would have fired most often; `fired` and
    /// `closes` are empty then. Empty for an alert on one ticker.
    tickers: Vec<TriedTicker>,
    /// How many tickers of the list were not tried: of those too few bars are stored, or they stand behind the first 50.
    untried: usize,
}

/// What an alert over a list would have reported of a ticker.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TriedTicker {
    /// The ticker.
    symbol: String,
    /// How often it would have fired.
    times: usize,
    /// When the first bar begins that was judged.
    #[schema(value_type = String, format = DateTime)]
    since: Timestamp,
}

/// A price at a moment.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Moment {
    /// When.
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// In the ticker's currency; points of an index.
    price: Option<f64>,
}

/// What an alert would have reported in the past year, every time its condition came to be met; nothing is made or kept.
#[utoipa::path(get, path = "/api/alert-backtest",
    params(
        ("type" = String, Query, pattern = "^(price|volume|news|technical|event)$"),
        ("symbol" = Option<String>, Query, description = "the ticker, in any case"),
        ("list" = Option<u32>, Query, description = "the number of a list in place of a ticker"),
        ("condition" = Option<String>, Query, pattern = "^(above|below|crosses|percent_change)$"),
        ("value" = Option<f64>, Query, description = "as for a new alert"),
        ("windowHours" = Option<u32>, Query, minimum = 1, maximum = 168, description = "as for a new alert"),
        ("indicator" = Option<String>, Query, pattern = "^(rsi|sma_cross|year_high|year_low|gap|earnings|ex_date|stale)$", description = "as for a new alert"),
        ("interval" = Option<String>, Query, pattern = "^(1h|1d)$", description = "as for a new alert"),
        ("and" = Option<String>, Query, description = "further conditions, as JSON, as for a new alert")),
    responses((status = 200, description = "When the alert would have fired, or why that is unknown.", body = BacktestAnswer),
        (status = 404, description = "There is no such ticker or watchlist.", body = String),
        (status = 422, description = "The alert cannot be: a value out of its range, or conditions that contradict each other.", body = String)))]
pub(crate) async fn backtest(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let new = asked(request)?;
    let answer = if let Some(list) = new.list {
        let alert = over_list(state, &new, list).await?;
        let tried = state.alerts.backtest_list(alert, state.now()).await?;
        tried.map_or_else(BacktestAnswer::unknown, BacktestAnswer::of_list)
    } else {
        let alert = described(state, &new)?;
        let tried = state.alerts.backtest(alert, state.now()).await?;
        tried.map_or_else(BacktestAnswer::unknown, |tried| BacktestAnswer::of(&tried))
    };
    Ok(reply::json(StatusCode::OK, &answer))
}

/// The alert that the address describes.
fn asked(request: &ApiRequest) -> Result<NewAlert> {
    let mut alert = Map::new();
    for name in ["type", "symbol", "condition", "indicator", "interval"] {
        alert.extend(
            request
                .query(name)
                .map(|text| (name.to_owned(), text.into())),
        );
    }
    for name in ["value", "windowHours", "list"] {
        let Some(text) = request.query(name) else {
            continue;
        };
        let number: serde_json::Number = whole(&text)
            .parse()
            .map_err(|_| ApiError::bad_request(format!("'{text}' is no number.")))?;
        alert.insert(name.to_owned(), number.into());
    }
    let further = request.query("and").unwrap_or_else(|| "[]".to_owned());
    let further = serde_json::from_str(&further);
    let further = further
        .map_err(|_| ApiError::unprocessable("'and' is no list of conditions, written as JSON."))?;
    alert.insert("frequency".to_owned(), "always".into());
    let alert: NewAlert = serde_json::from_value(Value::Object(alert))
        .map_err(|error| ApiError::bad_request(format!("This describes no alert: {error}.")))?;
    Ok(NewAlert {
        and: further,
        ..alert
    })
}

impl BacktestAnswer {
    fn unknown(reason: String) -> Self {
        Self {
            known: false,
            reason: Some(reason),
            interval: None,
            fired: vec![],
            closes: vec![],
            tickers: vec![],
            untried: 0,
        }
    }

    fn of(tried: &Backtest) -> Self {
        let fired = tried.fired.iter().map(|report| Moment {
            at: report.at,
            price: report.price,
        });
        let closes = tried.bars.iter().filter_map(|bar| {
            Some(Moment {
                at: Timestamp::from_second(bar.start).ok()?,
                price: Some(bar.close),
            })
        });
        Self {
            known: true,
            reason: None,
            interval: Some(tried.interval),
            fired: fired.collect(),
            closes: closes.collect(),
            tickers: vec![],
            untried: 0,
        }
    }

    fn of_list(tried: ListBacktest) -> Self {
        let tickers = tried.tickers.into_iter().map(|ticker| TriedTicker {
            symbol: ticker.symbol,
            times: ticker.times,
            since: ticker.since,
        });
        let mut tickers: Vec<_> = tickers.collect();
        tickers.sort_by_key(|ticker| Reverse(ticker.times));
        Self {
            known: true,
            reason: None,
            interval: Some(tried.interval),
            fired: vec![],
            closes: vec![],
            tickers,
            untried: tried.skipped,
        }
    }
}
