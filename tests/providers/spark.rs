//! Quotes of many symbols in one response (Yahoo's "spark"), and the fallback to charts when those requests fail.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use marketdeck::{
    domain::bar::Interval,
    source::{Context, Source as _, SourceError, Update},
};

use crate::{
    server::{Reply, Request, Server},
    world::{WatchedSymbols, World},
    yahoo::{CHART, yahoo},
};

const SPARK: &str = include_str!("../fixtures/providers/spark.json");
const NOT_FOUND: &str = r#"{"chart":{"result":null,"error":{"code":"Not Found","description":"No data found, symbol may be delisted"}}}"#;

pub(crate) fn is_spark(request: &Request) -> bool {
    request.path.contains("/v7/finance/spark?")
}

/// Yahoo's response if every symbol has this chart: the chart itself, or the charts of all
/// requested symbols in another order.
pub(crate) fn yahoo_response(request: &Request, chart: &str) -> String {
    if !is_spark(request) {
        return chart.to_owned();
    }
    let chart: serde_json::Value = serde_json::from_str(chart).unwrap();
    let entry = |symbol: String| {
        let mut result = chart["chart"]["result"][0].clone();
        result["meta"]["symbol"] = symbol.clone().into();
        serde_json::json!({ "symbol": symbol, "response": [result] })
    };
    let mut entries: Vec<_> = symbols(request).into_iter().map(entry).collect();
    entries.reverse();
    serde_json::json!({ "spark": { "result": entries, "error": null } }).to_string()
}

/// The symbols of a quotes request.
fn symbols(request: &Request) -> Vec<String> {
    let (_, rest) = request.path.split_once("symbols=").unwrap_or_default();
    let list = rest.split('&').next().unwrap_or_default();
    list.split(',')
        .map(|symbol| symbol.replace("%5E", "^"))
        .collect()
}

/// The requests for quotes so far.
fn quote_requests(server: &Server) -> Vec<Request> {
    server.requests().into_iter().filter(is_spark).collect()
}

#[tokio::test]
async fn one_request_returns_the_quotes_of_all_symbols_with_all_fields() {
    let server =
        Server::start(|request| Some(Reply::ok(if is_spark(request) { SPARK } else { CHART })))
            .await;
    let mut world = World::new();
    let mut yahoo = yahoo(&world, &server, &["AAPL", "MSFT", "NVDA", "GC=F", "TSLA"]);
    let context = world.context("yahoo", world.board.record("second"));
    yahoo.refresh(&context).await.unwrap();
    assert_eq!(server.requests().len(), 1);
    let updates = world.updates();
    let apple = updates.quote("AAPL").unwrap();
    assert_eq!((apple.price, apple.previous_close), (270.5, Some(268.0)));
    assert_eq!((apple.day_high, apple.day_low), (Some(271.25), Some(267.5)));
    assert_eq!(
        (apple.year_high, apple.year_low),
        (Some(280.0), Some(201.5))
    );
    assert_eq!(apple.volume_24h, Some(45_246_885.0));
    assert_eq!(apple.as_of.to_string(), "2026-11-20T15:00:00Z");
    // Its high is not a number and its previous close is missing; all other fields are used.
    let microsoft = updates.quote("MSFT").unwrap();
    assert_eq!((microsoft.price, microsoft.day_low), (389.1, Some(387.99)));
    assert_eq!((microsoft.day_high, microsoft.previous_close), (None, None));
    let gold = updates.quote("GC=F").unwrap().price;
    assert!((gold - 29.525).abs() < 1e-9, "cents: {gold}");
    for absent in ["NVDA", "TSLA"] {
        assert!(updates.quote(absent).is_none(), "{absent}");
    }
}

#[tokio::test]
async fn quotes_equal_those_of_a_chart_at_the_same_time() {
    let server = Server::start(|request| Some(Reply::ok(yahoo_response(request, CHART)))).await;
    let mut world = World::new();
    let mut yahoo = yahoo(&world, &server, &["AAPL"]);
    let context = world.context("yahoo", world.board.record("second"));
    yahoo.refresh(&context).await.unwrap();
    let quoted = world.updates();
    yahoo.refresh(&context).await.unwrap();
    let charted = world.updates();
    assert!(!charted.bars("AAPL", Interval::Day).is_empty());
    assert_eq!(
        quoted.quote("AAPL").unwrap(),
        charted.quote("AAPL").unwrap()
    );
}

#[tokio::test]
async fn watched_symbols_are_requested_first() {
    let server = Server::start(|request| Some(Reply::ok(yahoo_response(request, CHART)))).await;
    let world = World::new();
    let mut yahoo = yahoo(&world, &server, &[]);
    let watched = WatchedSymbols::default();
    *watched.0.lock().unwrap() = vec!["WMT".to_owned(), "CL=F".to_owned()];
    let context = Context {
        market: Arc::new(watched),
        ..world.context("yahoo", world.board.record("second"))
    };
    for _ in 0..13 {
        yahoo.refresh(&context).await.unwrap();
    }
    let requests = quote_requests(&server);
    assert!(
        symbols(&requests[0])[..2]
            .iter()
            .all(|one| ["WMT", "CL=F"].contains(&one.as_str()))
    );
    assert!(requests.iter().all(|one| symbols(one).len() <= 20));
    let mut requested: Vec<String> = requests.iter().flat_map(symbols).collect();
    let count = requested.len();
    requested.sort();
    requested.dedup();
    assert_eq!(requested.len(), count, "no symbol is requested twice");
    assert!(count > 250, "{count}");
}

/// Returns a response; `None` if the server hangs.
type Response = fn() -> Option<Reply>;

const FAULTS: [(Response, &str); 8] = [
    (
        || Some(Reply::status(429, "Too Many Requests").with("Retry-After", "120")),
        "slow down",
    ),
    (|| Some(Reply::status(500, "")), "HTTP 500"),
    (|| Some(Reply::status(404, "")), "HTTP 404"),
    (|| None, "did not respond"),
    (|| Some(Reply::ok("<html>Attention</html>")), "a web page"),
    (
        || Some(Reply::ok(r#"{"spark":{"result":[{"symb"#)),
        "is truncated",
    ),
    (
        || Some(Reply::ok(r#"{"spark":{"result":null,"error":null}}"#)),
        "any of 2 symbols",
    ),
    (
        || {
            Some(Reply::ok(
                r#"{"spark":{"result":[{"symbol":"AAPL","response":null},{"symbol":"MSFT","response":null}]}}"#,
            ))
        },
        "any of 2 symbols",
    ),
];

#[tokio::test]
async fn charts_supply_prices_while_spark_fails_and_spark_is_used_again_later() {
    for (response, message) in FAULTS {
        let is_working = Arc::new(AtomicBool::new(false));
        let spark_is_working = Arc::clone(&is_working);
        let server = Server::start(move |request| {
            if is_spark(request) && !spark_is_working.load(Ordering::SeqCst) {
                return response();
            }
            Some(Reply::ok(yahoo_response(request, CHART)))
        })
        .await;
        let mut world = World::new();
        let mut yahoo = yahoo(&world, &server, &["AAPL", "MSFT"]);
        let context = world.context("yahoo", world.board.record("second"));
        let error = yahoo.refresh(&context).await.unwrap_err();
        assert!(error.to_string().contains(message), "{message}: {error}");
        if message == "slow down" {
            let is_throttled_with_delay = matches!(error, SourceError::Throttled { retry_after, .. }
                if retry_after == Some(Duration::from_secs(120)));
            assert!(is_throttled_with_delay, "{error:?}");
        }
        // History continues to be requested, and supplies the prices too.
        for _ in 0..6 {
            yahoo.refresh(&context).await.unwrap();
        }
        let updates = world.updates();
        for symbol in ["AAPL", "MSFT"] {
            assert_eq!(updates.quote(symbol).unwrap().price, 12.5, "{message}");
            assert!(!updates.bars(symbol, Interval::Day).is_empty(), "{message}");
        }
        assert_eq!(
            quote_requests(&server).len(),
            1,
            "{message}: spark was requested during the pause"
        );
        // A second failure: from now on charts are requested at the interval of prices.
        world.clock.advance(61);
        let _ = yahoo.refresh(&context).await;
        for _ in 0..2 {
            yahoo.refresh(&context).await.unwrap();
        }
        let prices = world.updates();
        assert!(
            prices.quote("AAPL").is_some() && prices.quote("MSFT").is_some(),
            "{message}"
        );
        is_working.store(true, Ordering::SeqCst);
        world.clock.advance(121);
        let before = quote_requests(&server).len();
        yahoo.refresh(&context).await.unwrap();
        assert_eq!(
            quote_requests(&server).len(),
            before + 1,
            "{message}: spark is requested again"
        );
        assert!(world.updates().quote("AAPL").is_some(), "{message}");
    }
}

#[tokio::test]
async fn an_unknown_symbol_is_reported_and_retried_with_increasing_delays() {
    let server = Server::start(|request| {
        Some(if request.path.contains("/MSFT?") {
            Reply::status(404, NOT_FOUND)
        } else {
            Reply::ok(yahoo_response(request, CHART).replace("MSFT", "OTHER"))
        })
    })
    .await;
    let mut world = World::new();
    let mut yahoo = yahoo(&world, &server, &["AAPL", "MSFT"]);
    let context = world.context("yahoo", world.board.record("second"));
    // An hour: one request every two seconds, if one is due.
    for _ in 0..120 {
        for _ in 0..3 {
            if yahoo.refresh(&context).await.unwrap() > Duration::ZERO {
                break;
            }
        }
        world.clock.advance(30);
    }
    let requests = quote_requests(&server);
    let request_count = |name: &str| {
        let with_name = requests
            .iter()
            .filter(|request| symbols(request).contains(&name.to_owned()));
        with_name.count()
    };
    let (unknown, known) = (request_count("MSFT"), request_count("AAPL"));
    assert!((4..=6).contains(&unknown), "{unknown}");
    assert!(known > 100, "{known}");
    let failures = world.board.symbol_failures();
    assert_eq!(failures[0].symbol, "MSFT");
    assert!(failures[0].error.contains("No data found"), "{failures:?}");
    let quotes = world.updates();
    assert!(quotes.quote("MSFT").is_none());
    let quotes = quotes
        .0
        .iter()
        .filter(|one| matches!(one, Update::Quotes(_)));
    assert!(quotes.count() > 100);
}
