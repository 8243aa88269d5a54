//! Cross-checks of daily closes and dividends: the program with a live market whose sources disagree, lack a session, or are wrong.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use jiff::civil::{Date, date};
use serde_json::{Value, json};

use crate::{
    enabled,
    program::{Program, Running, poll_or},
    server::{Reply, Request, Server},
    spark::yahoo_response,
};

/// The night after a Friday: New York has been closed for five hours.
const SATURDAY: &str = "2026-11-21T02:00:00Z";
/// The night after the next Monday.
const TUESDAY: &str = "2026-11-24T02:00:00Z";

/// Closes of Apple by day of November 2026; `None` for a session that the source lacks.
type Closes = Vec<(i8, Option<f64>)>;

/// Returns the closes of two weeks, with `changed` ones.
fn closes(changed: &[(i8, Option<f64>)]) -> Closes {
    let days = (9..=13).chain(16..=20);
    let close = |day: i8| {
        let changed = changed.iter().find(|(other, _)| *other == day);
        changed.map_or(Some(200.0 + f64::from(day)), |(_, close)| *close)
    };
    days.map(|day| (day, close(day))).collect()
}

fn known(closes: &Closes) -> impl Iterator<Item = (Date, f64)> {
    let closes = closes.iter();
    closes.filter_map(|(day, close)| Some((date(2026, 11, *day), (*close)?)))
}

/// Yahoo's chart, in which a missing session is null, with a dividend of 0.26.
fn yahoo(request: &Request, closes: &Closes) -> String {
    let opening = |day: i8| {
        let open = date(2026, 11, day)
            .at(9, 30, 0, 0)
            .in_tz("America/New_York");
        open.unwrap().timestamp().as_second()
    };
    let column: Vec<_> = closes.iter().map(|(_, close)| json!(close)).collect();
    let volumes: Vec<_> = closes
        .iter()
        .map(|(_, close)| close.map(|_| 5_000))
        .collect();
    let starts: Vec<_> = closes.iter().map(|(day, _)| opening(*day)).collect();
    let paid = opening(9);
    let chart = json!({ "chart": { "error": null, "result": [{
        "meta": {
            "currency": "USD", "symbol": "AAPL", "instrumentType": "EQUITY", "gmtoffset": -18_000,
            "exchangeTimezoneName": "America/New_York", "dataGranularity": "1d", "range": "5y",
            "regularMarketPrice": 220.0, "regularMarketTime": opening(20) + 23_400,
            "fiftyTwoWeekHigh": 400.0, "fiftyTwoWeekLow": 90.0,
        },
        "timestamp": starts,
        "events": { "dividends": { paid.to_string(): { "amount": 0.26, "date": paid } } },
        "indicators": { "quote": [{ "open": column, "high": column, "low": column, "close": column, "volume": volumes }] },
    }] } });
    yahoo_response(request, &chart.to_string())
}

fn cboe(closes: &Closes) -> String {
    let day = |(date, close): (Date, f64)| json!({ "date": date.to_string(), "open": close, "high": close, "low": close, "close": close, "volume": 900 });
    let days: Vec<_> = known(closes).map(day).collect();
    json!({ "symbol": "AAPL", "data": days }).to_string()
}

/// Nasdaq's history, or its dividends, of which the newest is 0.30.
fn nasdaq(request: &Request, closes: &Closes) -> String {
    let data = if request.path.contains("/historical?") {
        let day = |(date, close): (Date, f64)| {
            let close = format!("${close}");
            json!({ "date": date.strftime("%m/%d/%Y").to_string(), "open": close, "high": close, "low": close, "close": close, "volume": "900" })
        };
        let rows: Vec<_> = known(closes).map(day).collect();
        json!({ "tradesTable": { "rows": rows } })
    } else if request.path.contains("/dividends?") {
        json!({ "dividends": { "rows": [{ "exOrEffDate": "11/09/2026", "type": "Cash", "amount": "$0.30", "currency": "USD" }] } })
    } else {
        json!({ "rows": [] })
    };
    json!({ "data": data, "status": { "rCode": 200 } }).to_string()
}

/// Starts a server that responds for Yahoo, Cboe and Nasdaq. Nasdaq has the closes of Cboe. Once `is_complete` is true, Yahoo has
/// them too.
async fn sources(yahoo_closes: Closes, right: Closes, is_complete: Arc<AtomicBool>) -> Server {
    Server::start(move |request| {
        let (_, rest) = request.path.split_at(1);
        let (provider, path) = rest.split_once('/').unwrap_or((rest, ""));
        let is_apple = path.contains("AAPL");
        let body = match provider {
            "yahoo" if is_complete.load(Ordering::SeqCst) => yahoo(request, &right),
            "yahoo" => yahoo(request, &yahoo_closes),
            "cboe" if is_apple && path.contains("historical") => cboe(&right),
            "nasdaq" => nasdaq(request, &right),
            _ => return Some(Reply::status(404, "")),
        };
        Some(Reply::ok(body))
    })
    .await
}

fn start(now: &str, server: &Server, data: &Path, with_nasdaq: bool) -> Running {
    let mut program = Program::at(now, data);
    let command = &mut program.command;
    command
        .args(["--market", "live"])
        .env("MARKETDECK_PROVIDERS_YAHOO_SYMBOLS", "AAPL")
        .env("MARKETDECK_PROVIDERS_YAHOO_FACTS", "false");
    let names: &[_] = if with_nasdaq {
        &["yahoo", "cboe", "nasdaq"]
    } else {
        &["yahoo", "cboe"]
    };
    enabled::enable_only_in_environment(command, &server.base, names);
    program.serve()
}

/// Waits until the status lists these kinds of disagreements of Apple, and returns the rows.
fn disagreements(running: &Running, kinds: &[&str]) -> Vec<Value> {
    poll_or(&format!("the disagreements {kinds:?}"), || {
        let status = running.json("/api/status");
        let rows = status["disagreements"]["rows"].as_array().cloned();
        let rows = rows.unwrap_or_default();
        let found: Vec<_> = rows.iter().filter_map(|row| row["kind"].as_str()).collect();
        if found == kinds && status["disagreements"]["comparedTickers"] == 1 {
            Ok(rows)
        } else {
            Err(status["disagreements"].to_string())
        }
    })
}

/// Returns the close and the source of the daily bar of a date of November.
fn bar(running: &Running, day: i8) -> (Value, Value) {
    let ticker = running.json("/api/tickers/AAPL");
    let path = format!(
        "/api/tickers/{}/bars?timeframe=1M&interval=1d",
        ticker["id"]
    );
    let bars = running.json(&path);
    let start = format!("2026-11-{day:02}T00:00:00Z");
    let mut bars = bars.as_array().unwrap().iter();
    let bar = bars.find(|bar| bar["timestamp"] == *start);
    bar.map_or((Value::Null, Value::Null), |bar| {
        (bar["close"].clone(), bar["source"].clone())
    })
}

fn never_complete() -> Arc<AtomicBool> {
    Arc::new(AtomicBool::new(false))
}

#[tokio::test(flavor = "multi_thread")]
async fn two_sources_that_differ_are_listed_with_both_closes() {
    let server = sources(closes(&[(18, Some(230.0))]), closes(&[]), never_complete()).await;
    let data = tempfile::tempdir().unwrap();
    let running = start(SATURDAY, &server, data.path(), false);
    let rows = disagreements(&running, &["close"]);
    let row = &rows[0];
    assert_eq!(row["symbol"], "AAPL");
    assert_eq!(row["date"], "2026-11-18");
    assert_eq!(row["used"], "yahoo");
    let figure = |at: usize| (&row["figures"][at]["source"], &row["figures"][at]["value"]);
    assert_eq!(figure(0), (&json!("yahoo"), &json!(230.0)), "{row}");
    assert_eq!(figure(1), (&json!("cboe"), &json!(218.0)), "{row}");
    let ticker = running.json("/api/tickers/AAPL");
    assert_eq!(ticker["disagreements"][0]["kind"], "close", "{ticker}");
    assert_eq!(
        bar(&running, 18),
        (json!(230.0), Value::Null),
        "the preferred source is shown"
    );
    let cboe_requests = server
        .requests()
        .into_iter()
        .filter(|request| request.path.starts_with("/cboe"));
    assert_eq!(cboe_requests.count(), 1, "Cboe is requested once per night");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_session_is_filled_and_replaced_when_yahoo_supplies_it_later() {
    let is_complete = Arc::new(AtomicBool::new(false));
    let yahoo_closes = closes(&[(17, None)]);
    let right = closes(&[(17, Some(217.5))]);
    let server = sources(yahoo_closes, right, Arc::clone(&is_complete)).await;
    let data = tempfile::tempdir().unwrap();
    let mut running = start(SATURDAY, &server, data.path(), false);
    let rows = disagreements(&running, &["missing-session"]);
    assert_eq!(rows[0]["date"], "2026-11-17");
    assert_eq!(rows[0]["figures"][0]["value"], Value::Null, "{}", rows[0]);
    assert_eq!(bar(&running, 17), (json!(217.5), json!("cboe")));
    assert_eq!(bar(&running, 18), (json!(218.0), Value::Null));
    let ticker = running.json("/api/tickers/AAPL");
    let path = format!("/api/tickers/{}/price-history?timeframe=1M", ticker["id"]);
    let points = running.json(&path);
    let mut filled = points
        .as_array()
        .unwrap()
        .iter()
        .filter(|point| point["source"] == "cboe");
    assert_eq!(filled.next().unwrap()["timestamp"], "2026-11-17T00:00:00Z");
    let csv = running.get(&format!(
        "/api/tickers/{}/bars?timeframe=1M&interval=1d&format=csv",
        ticker["id"]
    ));
    assert!(csv.1.contains("2026-11-17"), "{csv:?}");
    running.signal("TERM");
    running.wait();
    is_complete.store(true, Ordering::SeqCst);
    let earlier_count = server.requests().len();
    let running = start(TUESDAY, &server, data.path(), false);
    poll_or("the session from Yahoo", || match bar(&running, 17) {
        (close, Value::Null) if close == 217.5 => Ok(()),
        other => Err(format!("{other:?}")),
    });
    disagreements(&running, &[]);
    let requests = server.requests();
    let daily = requests[earlier_count..].iter().find(|request| {
        request.path.contains("/v8/finance/chart/") && request.path.contains("interval=1d")
    });
    let path = &daily.unwrap().path;
    assert!(
        path.contains("range=1mo"),
        "the range includes the session: {path}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_close_that_two_others_outvote_is_set_aside_and_dividends_are_compared() {
    let server = sources(closes(&[(18, Some(230.0))]), closes(&[]), never_complete()).await;
    let data = tempfile::tempdir().unwrap();
    let mut running = start(SATURDAY, &server, data.path(), true);
    let rows = disagreements(&running, &["outvoted-close", "dividend-amount"]);
    let sources: Vec<_> = rows[0]["figures"]
        .as_array()
        .unwrap()
        .iter()
        .map(|figure| &figure["source"])
        .collect();
    assert_eq!(sources, ["yahoo", "cboe", "nasdaq_history"]);
    assert_eq!(rows[0]["used"], "cboe", "{}", rows[0]);
    assert_eq!(bar(&running, 18), (json!(218.0), json!("cboe")));
    assert_eq!(rows[1]["figures"][1]["value"], 0.3, "{}", rows[1]);
    assert_eq!(rows[1]["used"], "yahoo");
    running.signal("TERM");
    running.wait();
    // The wrong close is sent again and stays set aside.
    let running = start(TUESDAY, &server, data.path(), true);
    disagreements(&running, &["outvoted-close", "dividend-amount"]);
    assert_eq!(bar(&running, 18), (json!(218.0), json!("cboe")));
}
