//! Splits in a market without Yahoo, whose sources request only the newest bars of a history that they have stored.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use serde_json::json;

use crate::{
    enabled,
    program::{Program, Running, poll_or},
    server::{Reply, Request, Server},
};

/// Closes of Apple before a split of 10 for 1, oldest first.
const CLOSES: [(&str, f64); 6] = [
    ("10/01/2026", 2_000.0),
    ("11/13/2026", 2_310.0),
    ("11/16/2026", 2_300.0),
    ("11/17/2026", 2_280.0),
    ("11/18/2026", 2_330.0),
    ("11/19/2026", 2_315.0),
];

/// Returns Nasdaq's history between the requested dates. After the split, all closes are in new units, and there is one more.
fn nasdaq(request: &Request, is_split: bool) -> String {
    let date_of = |name: &str| {
        let (_, rest) = request.path.split_once(name)?;
        rest.split('&').next()?.parse::<jiff::civil::Date>().ok()
    };
    let after = is_split.then_some(("11/20/2026", 2_350.0));
    let rows: Vec<_> = CLOSES
        .into_iter()
        .chain(after)
        .filter(|(day, _)| {
            let day = jiff::civil::Date::strptime("%m/%d/%Y", day).unwrap();
            date_of("fromdate=").is_some_and(|from| from <= day)
                && date_of("todate=").is_some_and(|to| day <= to)
        })
        .map(|(day, close)| {
            let close = format!("${}", if is_split { close / 10.0 } else { close });
            json!({ "date": day, "open": close, "high": close, "low": close, "close": close, "volume": "900" })
        })
        .collect();
    let data = json!({ "tradesTable": { "rows": rows } });
    json!({ "data": data, "status": { "rCode": 200 } }).to_string()
}

/// Starts a live market whose only source is Nasdaq.
fn start(now: &str, server: &Server, data: &Path) -> Running {
    let mut program = Program::at(now, data);
    program.command.args(["--market", "live"]);
    enabled::enable_only_in_environment(&mut program.command, &server.base, &["nasdaq"]);
    program.serve()
}

/// Waits until Apple has `count` daily bars, and returns their closes.
fn closes(running: &Running, count: usize) -> Vec<f64> {
    poll_or("the bars of Apple", || {
        let bars = running.json("/api/tickers/AAPL/bars?timeframe=MAX&interval=1d");
        let closes: Vec<f64> = bars
            .as_array()
            .map(|bars| {
                bars.iter()
                    .filter_map(|bar| bar["close"].as_f64())
                    .collect()
            })
            .unwrap_or_default();
        if closes.len() == count {
            Ok(closes)
        } else {
            Err(bars.to_string())
        }
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_history_that_its_source_has_adjusted_is_requested_as_a_whole() {
    let is_split = Arc::new(AtomicBool::new(false));
    let split = Arc::clone(&is_split);
    let server = Server::start(move |request| {
        // Every stock has the history of Apple, so that Nasdaq knows them all.
        if request.path.contains("/historical?") {
            return Some(Reply::ok(nasdaq(request, split.load(Ordering::SeqCst))));
        }
        let empty = json!({ "data": { "rows": [] }, "status": { "rCode": 200 } });
        Some(Reply::ok(empty.to_string()))
    })
    .await;
    let folder = tempfile::tempdir().unwrap();
    let mut running = start("2026-11-19T22:00:00Z", &server, folder.path());
    assert_eq!(closes(&running, 6), CLOSES.map(|(_, close)| close));
    running.signal("TERM");
    running.wait();

    is_split.store(true, Ordering::SeqCst);
    let mut running = start("2026-11-20T22:00:00Z", &server, folder.path());
    let mut adjusted: Vec<f64> = CLOSES.map(|(_, close)| close / 10.0).into();
    adjusted.push(235.0);
    assert_eq!(closes(&running, 7), adjusted, "also the oldest bar");
    running.signal("TERM");
    running.wait();
}

/// Returns Nasdaq's dividends of Apple, which it does not adjust for splits.
fn dividends() -> String {
    let rows = ["02/09/2026", "05/11/2026", "08/10/2026", "11/09/2026"].map(|day| {
        json!({ "exOrEffDate": day, "type": "Cash", "amount": "$1.00", "currency": "USD", "paymentDate": day })
    });
    let data = json!({ "dividends": { "rows": rows } });
    json!({ "data": data, "status": { "rCode": 200 } }).to_string()
}

/// Waits until the dividends of Apple have these amounts, newest first.
fn wait_for_dividends(running: &Running, amounts: &[f64]) {
    poll_or("the dividends of Apple", || {
        let dividends = running.json("/api/tickers/AAPL/dividends");
        let shown: Option<Vec<f64>> = dividends.as_array().map(|dividends| {
            let amounts = dividends.iter().map(|dividend| dividend["amount"].as_f64());
            amounts.flatten().collect()
        });
        if shown.as_deref() == Some(amounts) {
            Ok(())
        } else {
            Err(dividends.to_string())
        }
    });
}

/// After a split of 10 for 1, the stored payments are in new units, once, although Nasdaq repeats the old ones.
#[tokio::test(flavor = "multi_thread")]
async fn dividends_are_adjusted_once_for_a_split_that_their_source_ignores() {
    let is_split = Arc::new(AtomicBool::new(false));
    let split = Arc::clone(&is_split);
    let server = Server::start(move |request| {
        let is_split = split.load(Ordering::SeqCst);
        Some(Reply::ok(if request.path.contains("/historical?") {
            nasdaq(request, is_split)
        } else if request.path.contains("/AAPL/dividends?") {
            dividends()
        } else {
            let announced =
                json!([{ "symbol": "AAPL", "ratio": "10 : 1", "executionDate": "11/20/2026" }]);
            let rows = if is_split && request.path.contains("/calendar/splits") {
                announced
            } else {
                json!([])
            };
            json!({ "data": { "rows": rows }, "status": { "rCode": 200 } }).to_string()
        }))
    })
    .await;
    let folder = tempfile::tempdir().unwrap();
    let mut running = start("2026-11-18T22:00:00Z", &server, folder.path());
    wait_for_dividends(&running, &[1.0; 4]);
    running.signal("TERM");
    running.wait();

    is_split.store(true, Ordering::SeqCst);
    for now in ["2026-11-20T22:00:00Z", "2026-11-23T22:00:00Z"] {
        let before = server.requests().len();
        let mut running = start(now, &server, folder.path());
        wait_for_dividends(&running, &[0.1; 4]);
        poll_or("another list of dividends", || {
            let requests = server.requests();
            let mut new = requests[before..].iter();
            let is_repeated = new.any(|request| request.path.contains("/AAPL/dividends?"));
            is_repeated.then_some(()).ok_or("no request".to_owned())
        });
        wait_for_dividends(&running, &[0.1; 4]);
        let ticker = running.json("/api/tickers/AAPL");
        assert_eq!(ticker["trailingDividends"]["regular"], 0.4, "{ticker}");
        running.signal("TERM");
        running.wait();
    }
}
