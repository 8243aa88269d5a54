//! Results of economic releases: the Bureau of Labor Statistics and the Federal Reserve, before and after an announced time.

use std::{sync::Arc, time::Duration};

use jiff::{Timestamp, civil::Date};
use marketdeck::{
    domain::{
        bar::Interval,
        economy::EconomicEvent,
        fixing::{Fixing, Series},
    },
    providers::{
        bls::{Bls, BlsCalendar},
        fed::Fed,
        settings,
    },
    source::{Context, MarketView, Source, TickerInfo, Update},
};
use serde_json::{Value, json};

use crate::{
    server::{Reply, Request, Server},
    world::{NOW, Updates, World},
};

/// A market whose calendar has these events and nothing else.
struct CalendarMarket(Vec<EconomicEvent>);

impl MarketView for CalendarMarket {
    fn tickers(&self) -> Vec<TickerInfo> {
        Vec::new()
    }

    fn last_bar(&self, _: &str, _: Interval) -> Option<i64> {
        None
    }

    fn price(&self, _: &str) -> Option<f64> {
        None
    }

    fn requests(&self, _: &str, _: &str) -> u64 {
        0
    }

    fn watched(&self) -> Vec<String> {
        Vec::new()
    }

    fn economic_events(&self) -> Vec<EconomicEvent> {
        self.0.clone()
    }
}

fn event(name: &str, period: &str, at: &str) -> EconomicEvent {
    let at: Timestamp = at.parse().unwrap();
    EconomicEvent {
        name: name.to_owned(),
        period: period.to_owned(),
        agency: String::new(),
        date: at.in_tz("America/New_York").unwrap().date(),
        at: Some(at),
        source: None,
        provider: String::new(),
    }
}

fn context(world: &World, source: &'static str, events: Vec<EconomicEvent>) -> Context {
    let health = world.board.record(source);
    Context {
        market: Arc::new(CalendarMarket(events)),
        ..world.context(source, health)
    }
}

fn bls(world: &World, server: &Server, events: Vec<EconomicEvent>, key: &str) -> (Bls, Context) {
    let settings = settings::Bls {
        base_url: server.base.clone(),
        min_gap_ms: 0,
        timeout_seconds: 1,
        api_key: key.to_owned(),
        ..settings::Bls::default()
    };
    let context = context(world, "bls", events);
    (Bls::new(&settings, context.health.clone()), context)
}

fn fed(world: &World, server: &Server, events: Vec<EconomicEvent>) -> (Fed, Context) {
    let settings = settings::Fed {
        base_url: server.base.clone(),
        min_gap_ms: 0,
        timeout_seconds: 1,
        ..settings::Fed::default()
    };
    let context = context(world, "fed", events);
    (Fed::new(&settings, context.health.clone()), context)
}

fn fixings(updates: &Updates) -> Vec<&Fixing> {
    let fixings = updates.0.iter().filter_map(|update| match update {
        Update::Fixings(fixings) => Some(fixings),
        _ => None,
    });
    fixings.flatten().collect()
}

/// Returns the values of a code with their dates, as in '2026-10-01 4.4'.
fn values(updates: &Updates, code: &str) -> Vec<String> {
    let all = fixings(updates).into_iter();
    let known = all.filter_map(|fixing| Some(format!("{} {}", fixing.date, fixing.value(code)?)));
    known.collect()
}

/// The unemployment rate of two months, the newer one with this value.
fn unemployment(newest: &Value) -> Reply {
    let row =
        |period: &str, value: &Value| json!({ "year": "2026", "period": period, "value": value });
    let rows = [row("M10", newest), row("M09", &json!("4.3"))];
    let series = [json!({ "seriesID": "LNS14000000", "data": rows })];
    let body =
        json!({ "status": "REQUEST_SUCCEEDED", "message": [], "Results": { "series": series } });
    Reply::ok(body.to_string())
}

/// Refreshes a source at the current time; returns false if nothing is due.
async fn refresh(source: &mut dyn Source, context: &Context) -> bool {
    let wait = Duration::from_millis(500);
    match tokio::time::timeout(wait, source.refresh(context)).await {
        Ok(outcome) => {
            outcome.unwrap();
            true
        }
        Err(_) => false,
    }
}

/// Sets the clock to `seconds` after [`NOW`].
fn set_clock_after_start(world: &World, seconds: i64) {
    let start: Timestamp = NOW.parse().unwrap();
    world
        .clock
        .set(start + jiff::SignedDuration::from_secs(seconds));
}

#[tokio::test]
async fn one_request_has_all_series_and_version_two_has_the_key() {
    for (key, path) in [
        ("", "/publicAPI/v1/timeseries/data/"),
        ("k3", "/publicAPI/v2/timeseries/data/"),
    ] {
        let server = Server::start(|_| Some(unemployment(&json!("4.4")))).await;
        let mut world = World::new();
        let (mut source, context) = bls(&world, &server, Vec::new(), key);
        assert!(refresh(&mut source, &context).await);
        assert!(
            !refresh(&mut source, &context).await,
            "the next request is due in hours"
        );
        let updates = world.updates();
        assert_eq!(
            values(&updates, "UNEM"),
            ["2026-09-01 4.3", "2026-10-01 4.4"]
        );
        let requests = server.requests();
        assert_eq!(requests.len(), 1);
        assert_eq!(requests[0].path, path);
        let body: Value = serde_json::from_str(&requests[0].body).unwrap();
        assert_eq!(body["seriesid"].as_array().unwrap().len(), 10);
        assert_eq!(body["startyear"], "2024");
        assert_eq!(body["registrationkey"].as_str().unwrap_or_default(), key);
        assert_eq!(world.health("bls").last_error, None);
    }
}

#[tokio::test]
async fn a_release_is_requested_until_the_figure_of_its_month_is_published() {
    let server = Server::start(|_| Some(unemployment(&json!("-")))).await;
    let mut world = World::new();
    // Released in a minute.
    let release = event(
        "Employment Situation",
        "September 2026",
        "2026-11-20T15:31:00Z",
    );
    let next = event(
        "Job Openings and Labor Turnover",
        "October 2026",
        "2026-11-20T15:31:00Z",
    );
    let (mut source, context) = bls(&world, &server, vec![release, next], "");
    assert!(refresh(&mut source, &context).await);
    set_clock_after_start(&world, 50);
    assert!(
        !refresh(&mut source, &context).await,
        "the release is not requested before its announced time"
    );
    set_clock_after_start(&world, 81);
    assert!(refresh(&mut source, &context).await);
    set_clock_after_start(&world, 90);
    assert!(!refresh(&mut source, &context).await);
    set_clock_after_start(&world, 121);
    assert!(
        refresh(&mut source, &context).await,
        "the figure is requested again, because job openings are missing"
    );
    assert_eq!(world.health("bls").last_error, None);
    set_clock_after_start(&world, 60 + 6 * 3_600 + 60);
    assert!(refresh(&mut source, &context).await);
    let error = world.health("bls").last_error.unwrap();
    assert!(error.contains("not published yet"), "{error}");
    assert_eq!(values(&world.updates(), "UNEM").len(), 4);
}

#[tokio::test]
async fn bad_responses_of_the_bureau_are_errors_and_lose_nothing() {
    let refused = r#"{"status":"REQUEST_NOT_PROCESSED","message":["Request could not be serviced, as the daily threshold for total number of requests allocated to the user with registration key  has been reached."],"Results":{}}"#;
    let bad_days: [(Option<Reply>, &str); 8] = [
        (Some(Reply::status(429, "")), "slow down"),
        (Some(Reply::status(500, "")), "HTTP 500"),
        (Some(Reply::status(403, "")), "HTTP 403"),
        (None, "did not respond"),
        (Some(Reply::ok("<html>Attention</html>")), "web page"),
        (Some(Reply::ok(refused)), "daily threshold"),
        (
            Some(Reply::ok(
                "{\"status\":\"REQUEST_SUCCEEDED\",\"results\":[]}",
            )),
            "no statistics",
        ),
        (Some(Reply::ok("{\"status\":\"REQUEST_SUCC")), ""),
    ];
    for (reply, message) in bad_days {
        let server = Server::start(move |_| reply.clone()).await;
        let mut world = World::new();
        let (mut source, context) = bls(&world, &server, Vec::new(), "");
        let error = source.refresh(&context).await.unwrap_err().to_string();
        assert!(error.contains(message), "{message}: {error}");
        assert!(fixings(&world.updates()).is_empty());
        set_clock_after_start(&world, 30);
        let early = tokio::time::timeout(Duration::from_millis(100), source.refresh(&context));
        assert!(early.await.is_err(), "the next attempt is a minute later");
        set_clock_after_start(&world, 61);
        assert!(source.refresh(&context).await.is_err());
        assert_eq!(server.requests().len(), 2);
    }
}

#[tokio::test]
async fn the_quota_of_a_day_is_never_exceeded() {
    let server = Server::start(|_| Some(unemployment(&json!("4.4")))).await;
    let world = World::new();
    let release = event(
        "Consumer Price Index",
        "October 2026",
        "2026-11-20T15:31:00Z",
    );
    let settings = settings::Bls {
        base_url: server.base.clone(),
        min_gap_ms: 0,
        requests_per_day: 2,
        ..settings::Bls::default()
    };
    let context = context(&world, "bls", vec![release]);
    let mut source = Bls::new(&settings, context.health.clone());
    for seconds in [0, 90] {
        set_clock_after_start(&world, seconds);
        assert!(refresh(&mut source, &context).await);
    }
    set_clock_after_start(&world, 130);
    let error = source.refresh(&context).await.unwrap_err().to_string();
    assert!(error.contains('2'), "{error}");
    assert_eq!(server.requests().len(), 2);
}

/// Rates of the New York Fed until the day before, and a statement.
fn fed_response(request: &Request) -> Reply {
    if request.path.starts_with("/api/rates/") {
        let day = |date: &str| json!({ "effectiveDate": date, "type": "EFFR", "percentRate": 3.88, "targetRateFrom": 3.75, "targetRateTo": 4.0 });
        return Reply::ok(
            json!({ "refRates": [day("2026-11-19"), day("2026-11-18")] }).to_string(),
        );
    }
    let statement = "<p>the Committee decided to lower the target range for the federal funds rate by 1/4 percentage point to \
        3\u{2011}1/2 to 3\u{2011}3/4 percent.</p>";
    Reply::ok(statement)
}

#[tokio::test]
async fn a_decision_is_read_from_its_statement_within_a_minute() {
    let server = Server::start(|request| Some(fed_response(request))).await;
    let mut world = World::new();
    let decision = event("FOMC rate decision", "", "2026-11-20T15:31:00Z");
    let (mut source, context) = fed(&world, &server, vec![decision.clone()]);
    assert!(refresh(&mut source, &context).await);
    let updates = world.updates();
    assert_eq!(values(&updates, "HIGH"), ["2026-11-18 4", "2026-11-19 4"]);
    set_clock_after_start(&world, 70);
    assert!(!refresh(&mut source, &context).await);
    set_clock_after_start(&world, 81);
    assert!(refresh(&mut source, &context).await);
    set_clock_after_start(&world, 200);
    assert!(
        !refresh(&mut source, &context).await,
        "the statement was read"
    );
    let mut all = marketdeck::domain::fixing::Fixings::default();
    let statement = world.updates();
    for fixing in fixings(&updates).into_iter().chain(fixings(&statement)) {
        all.merge(fixing.clone());
    }
    let results = decision.results(&all);
    let actual = results[0].actual.unwrap();
    let previous = results[0].previous.unwrap();
    assert_eq!((actual.value, actual.upper), (3.5, Some(3.75)));
    assert_eq!((previous.value, previous.upper), (3.75, Some(4.0)));
    assert_eq!(
        all.newest(Series::FederalFunds).unwrap().date,
        Date::constant(2026, 11, 21)
    );
    let paths: Vec<String> = server.requests().into_iter().map(|one| one.path).collect();
    assert_eq!(
        paths,
        [
            "/api/rates/unsecured/effr/search.json?startDate=2025-10-16&endDate=2026-11-20&type=rate",
            "/newsevents/pressreleases/monetary20261120a.htm",
        ]
    );
    assert_eq!(world.health("fed").last_error, None);
}

#[tokio::test]
async fn a_missing_statement_is_requested_again_and_reported_after_hours() {
    let server = Server::start(|request| {
        let is_statement = request.path.contains("/pressreleases/");
        if is_statement {
            Some(Reply::status(404, ""))
        } else {
            Some(fed_response(request))
        }
    })
    .await;
    let world = World::new();
    let decision = event("FOMC rate decision", "", "2026-11-20T15:31:00Z");
    let (mut source, context) = fed(&world, &server, vec![decision]);
    assert!(refresh(&mut source, &context).await);
    for seconds in [81, 121, 190] {
        set_clock_after_start(&world, seconds);
        assert!(refresh(&mut source, &context).await, "{seconds}");
    }
    assert_eq!(server.requests().len(), 4);
    assert_eq!(world.health("fed").last_error, None);
}

#[tokio::test]
async fn bad_responses_of_the_new_york_fed_are_errors_and_lose_nothing() {
    let bad_days: [(Option<Reply>, &str); 7] = [
        (Some(Reply::status(429, "")), "slow down"),
        (Some(Reply::status(500, "")), "HTTP 500"),
        (Some(Reply::status(404, "")), "HTTP 404"),
        (None, "did not respond"),
        (Some(Reply::ok("<html>Attention</html>")), "web page"),
        (Some(Reply::ok("{\"rates\":[]}")), "refRates"),
        (Some(Reply::ok("{\"refRates\":[]}")), "no rates"),
    ];
    for (reply, message) in bad_days {
        let server = Server::start(move |_| reply.clone()).await;
        let mut world = World::new();
        let (mut source, context) = fed(&world, &server, Vec::new());
        let error = source.refresh(&context).await.unwrap_err().to_string();
        assert!(error.contains(message), "{message}: {error}");
        assert!(fixings(&world.updates()).is_empty());
    }
}

/// The release calendar of the Bureau of Labor Statistics: the agency's own name of the time zone, Windows line ends and a folded line.
/// The release of November moves by a week.
const CALENDAR: &str = "BEGIN:VCALENDAR\r
PRODID:-//Department of Labor//Bureau of Labor Statistics//EN\r
VERSION:2.0\r
BEGIN:VEVENT\r
SEQUENCE:1\r
UID:a1\r
DTSTART;TZID=US-Eastern:20261110T083000\r
DURATION:PT0M\r
SUMMARY:Consumer Price Index\r
LOCATION:Washington\\, DC\r
END:VEVENT\r
BEGIN:VEVENT\r
SEQUENCE:2\r
UID:a2\r
DTSTART;TZID=US-Eastern:20261217T083000\r
SUMMARY:Consumer Price In\r
 dex\r
END:VEVENT\r
BEGIN:VEVENT\r
UID:a3\r
DTSTART;TZID=US-Eastern:20270113T083000\r
SUMMARY:Consumer Price Index\r
END:VEVENT\r
BEGIN:VEVENT\r
UID:b1\r
DTSTART;TZID=US-Eastern:20261204T083000\r
SUMMARY:Employment Situation\r
STATUS:CANCELLED\r
END:VEVENT\r
END:VCALENDAR\r
";

fn announced() -> Vec<EconomicEvent> {
    let cpi = |period, at| event("Consumer Price Index", period, at);
    vec![
        cpi("October 2026", "2026-11-10T13:30:00Z"),
        cpi("November 2026", "2026-12-10T13:30:00Z"),
        event(
            "Employment Situation",
            "November 2026",
            "2026-12-04T13:30:00Z",
        ),
    ]
}

fn calendar(world: &World, server: &Server) -> (BlsCalendar, Context) {
    let settings = settings::Bls {
        base_url: server.base.clone(),
        min_gap_ms: 0,
        timeout_seconds: 1,
        ..settings::Bls::default()
    };
    let context = context(world, "bls_calendar", announced());
    (BlsCalendar::new(&settings, context.health.clone()), context)
}

#[tokio::test]
async fn the_release_calendar_moves_adds_and_cancels_releases() {
    let server = Server::start(|_| Some(Reply::ok(CALENDAR))).await;
    let mut world = World::new();
    let (mut source, context) = calendar(&world, &server);
    assert!(refresh(&mut source, &context).await);
    let updates = world.updates();
    let events = updates.0.iter().find_map(|update| match update {
        Update::Economy(events) => Some(events),
        _ => None,
    });
    let shown = |event: &EconomicEvent| {
        let (name, period) = (&event.name, &event.period);
        format!("{name}, {period}: {} {}", event.date, event.at.unwrap())
    };
    let events: Vec<String> = events.unwrap().iter().map(shown).collect();
    assert_eq!(
        events,
        [
            "Consumer Price Index, November 2026: 2026-12-17 2026-12-17T13:30:00Z",
            "Consumer Price Index, December 2026: 2027-01-13 2027-01-13T13:30:00Z",
        ]
    );
    let cancelled = updates.0.iter().find_map(|update| match update {
        Update::CancelledEvents(keys) => Some(keys.clone()),
        _ => None,
    });
    assert_eq!(
        cancelled.unwrap(),
        [(
            "Employment Situation".to_owned(),
            "November 2026".to_owned()
        )]
    );
    let requests = server.requests();
    assert_eq!(requests[0].path, "/schedule/news_release/bls.ics");
    assert_eq!(world.health("bls_calendar").last_error, None);
    set_clock_after_start(&world, 7 * 86_400 - 60);
    assert!(!refresh(&mut source, &context).await, "once a week");
    set_clock_after_start(&world, 7 * 86_400);
    assert!(refresh(&mut source, &context).await);
}

#[tokio::test]
async fn bad_responses_of_the_release_calendar_are_errors_and_change_nothing() {
    let bad_days: [(Option<Reply>, &str); 8] = [
        (Some(Reply::status(429, "")), "slow down"),
        (Some(Reply::status(500, "")), "HTTP 500"),
        (Some(Reply::status(403, "")), "denies access"),
        (None, "did not respond"),
        (Some(Reply::ok("<html>Attention</html>")), "web page"),
        (Some(Reply::ok("")), "is empty"),
        (
            Some(Reply::ok(&CALENDAR[..CALENDAR.len() / 2])),
            "is truncated",
        ),
        (
            Some(Reply::ok("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")),
            "no releases",
        ),
    ];
    for (reply, message) in bad_days {
        let server = Server::start(move |_| reply.clone()).await;
        let mut world = World::new();
        let (mut source, context) = calendar(&world, &server);
        let error = source.refresh(&context).await.unwrap_err().to_string();
        assert!(error.contains(message), "{message}: {error}");
        assert!(world.updates().0.is_empty(), "{message}");
        set_clock_after_start(&world, 30);
        assert!(
            !refresh(&mut source, &context).await,
            "the next attempt is a minute later"
        );
    }
}
