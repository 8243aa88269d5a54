//! Yahoo: times in the future, unknown symbols, and coins that no other provider prices.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use marketdeck::{
    catalogue::Catalogue,
    domain::{
        provider::ProviderState,
        ticker::{Profile, TickerKind},
    },
    providers::{core::client::Client, settings, yahoo::Yahoo},
    source::{Context, Source as _, SourceError, Update},
};

use crate::{
    server::{Reply, Request, Server},
    spark::{is_spark, yahoo_response},
    streams::Tickers,
    world::{WatchedSymbols, World, registry_with_coingecko},
};

pub(crate) const CHART: &str = include_str!("../fixtures/providers/chart.json");
/// The time of the fixture's price.
const AS_OF: &str = "\"regularMarketTime\":1795186800";

/// Yahoo with `server` as base URL and these symbols, without delays.
pub(crate) fn yahoo(world: &World, server: &Server, symbols: &[&str]) -> Yahoo {
    let settings = settings::Yahoo {
        base_url: server.base.clone(),
        min_gap_ms: 0,
        symbols: symbols.iter().map(|&symbol| symbol.to_owned()).collect(),
        ..settings::Yahoo::default()
    };
    Yahoo::new(
        &settings,
        &Catalogue::embedded().unwrap(),
        registry_with_coingecko(world),
        Client::new(settings.http_options(), world.board.record("yahoo")),
    )
}

/// Returns the fixture with this price and with times `days` later.
fn dated(days: i64, price: f64) -> String {
    let as_of = 1_795_186_800 + days * 86_400;
    CHART
        .replace(AS_OF, &format!("\"regularMarketTime\":{as_of}"))
        .replace("12.5,\"regular", &format!("{price},\"regular"))
}

#[tokio::test]
async fn a_price_from_the_future_is_reported_and_its_symbol_stays_requested() {
    let server = Server::start(|request| {
        let chart = dated(if is_spark(request) { 700 } else { 0 }, 12.4);
        Some(Reply::ok(yahoo_response(request, &chart)))
    })
    .await;
    let mut world = World::new();
    let mut yahoo = yahoo(&world, &server, &["AAPL"]);
    let context = world.context("yahoo", world.board.record("second"));
    yahoo.refresh(&context).await.unwrap();
    assert!(world.updates().quote("AAPL").is_none());
    let failures = world.board.symbol_failures();
    assert_eq!(failures[0].symbol, "AAPL");
    assert!(
        failures[0].error.contains("the price is dated 2028"),
        "{failures:?}"
    );
    yahoo.refresh(&context).await.unwrap();
    assert_eq!(world.updates().quote("AAPL").unwrap().price, 12.4);
    assert_eq!(world.board.symbol_failures(), []);
}

#[tokio::test]
async fn a_clock_two_days_behind_is_reported() {
    let server = Server::start(|request| Some(Reply::ok(yahoo_response(request, CHART)))).await;
    let world = World::new();
    world.clock.advance(-2 * 86_400);
    let mut yahoo = yahoo(&world, &server, &["AAPL", "MSFT", "NVDA", "SPY"]);
    let context = world.context("yahoo", world.board.record("second"));
    let mut failed = None;
    for _ in 0..4 {
        failed = yahoo.refresh(&context).await.err().or(failed);
    }
    let error = failed.unwrap();
    assert!(matches!(error, SourceError::ClockBehind(_)));
    assert!(
        error.to_string().contains("the clock seems to be behind"),
        "{error}"
    );
}

#[tokio::test]
async fn coins_are_priced_by_yahoo_while_coingecko_fails() {
    let server = Server::start(|request| Some(Reply::ok(yahoo_response(request, CHART)))).await;
    let mut world = World::new();
    let coins = world.board.record("coingecko");
    let mut yahoo = yahoo(&world, &server, &["BTC"]);
    let context = world.context("yahoo", world.board.record("second"));
    for _ in 0..3 {
        yahoo.refresh(&context).await.unwrap();
    }
    assert!(
        world.updates().quote("BTC").is_none(),
        "CoinGecko prices the coins"
    );
    for _ in 0..2 {
        let error = SourceError::Status(500);
        coins.failed(context.clock.now(), &error, Duration::from_secs(60));
    }
    world.clock.advance(60);
    yahoo.refresh(&context).await.unwrap();
    assert_eq!(world.updates().quote("BTC").unwrap().price, 12.5);
}

#[tokio::test]
async fn a_ticker_followed_again_has_its_whole_history_requested_again() {
    let server = Server::start(|request| Some(Reply::ok(yahoo_response(request, CHART)))).await;
    let world = World::new();
    let mut yahoo = yahoo(&world, &server, &["AAPL"]);
    let profile = Profile::new("MUV2.DE", "Munich Re", TickerKind::Stock);
    let first = Tickers::default().with_followed(profile.clone(), "MUV2.DE");
    // The source was not refreshed while the ticker was missing, so only the new id shows that it was removed.
    let again = Tickers::of(&["AAPL"], TickerKind::Stock).with_followed(profile, "MUV2.DE");
    for (view, charts) in [(first, 3), (again, 6)] {
        let context = Context {
            market: Arc::new(view),
            ..world.context("yahoo", world.board.record("second"))
        };
        let request_all_due = async { while yahoo.refresh(&context).await.unwrap().is_zero() {} };
        let timeout = Duration::from_secs(30);
        let requests = tokio::time::timeout(timeout, request_all_due).await;
        requests.expect("the source stops requesting");
        let is_chart = |request: &Request| request.path.contains("/chart/MUV2.DE?");
        let requests = server.requests().into_iter().filter(is_chart);
        assert_eq!(requests.count(), charts);
    }
}

#[tokio::test]
async fn unknown_configured_symbols_are_listed_in_one_sentence() {
    let server = Server::start(|request| Some(Reply::ok(yahoo_response(request, CHART)))).await;
    let world = World::new();
    let mut source = yahoo(&world, &server, &["AAPL", "NOPE1", "NOPE2"]);
    let context = world.context("yahoo", world.board.record("second"));
    source.refresh(&context).await.unwrap();
    assert_eq!(
        world.health("second").last_error.as_deref(),
        Some("The source refused: these configured symbols are unknown: NOPE1, NOPE2.")
    );
    let names: Vec<_> = world.board.symbol_failures();
    let names: Vec<_> = names.iter().map(|failure| &failure.symbol).collect();
    assert_eq!(names, ["NOPE1", "NOPE2"]);
}

#[tokio::test(start_paused = true)]
async fn a_provider_with_only_unknown_symbols_is_failing_and_not_waiting() {
    let server = Server::start(|request| Some(Reply::ok(yahoo_response(request, CHART)))).await;
    let world = World::new();
    let source = yahoo(&world, &server, &["NOPE"]);
    let context = world.context("yahoo", world.board.record("second"));
    let (_stop, stopped) = tokio::sync::watch::channel(false);
    let running = tokio::spawn(marketdeck::source::schedule::run(
        Box::new(source),
        context,
        stopped,
    ));
    tokio::time::sleep(Duration::from_secs(2)).await;
    running.abort();
    let health = world.health("second");
    assert_eq!(health.state, ProviderState::Failing);
    let error = health.last_error.unwrap();
    assert!(error.contains("none of the configured symbols"), "{error}");
    assert!(server.requests().is_empty());
}

/// 2026-11-20, 9:10 and 9:12 in New York, and the first two minutes of the session.
const EXTENDED: &str = r#"{"chart":{"result":[{"meta":{"currency":"USD","symbol":"AAPL","gmtoffset":-18000,
    "dataGranularity":"2m","range":"1d","regularMarketPrice":12.5,"regularMarketTime":1795186800},
    "timestamp":[1795183800,1795183920,1795185000],"indicators":{"quote":[{"close":[12.25,12.3,12.5]}]}}],"error":null}}"#;

#[tokio::test]
async fn only_watched_stocks_are_requested_outside_regular_hours() {
    let server = Server::start(|request| {
        let is_extended = request.path.contains("includePrePost=true");
        let chart_response = || yahoo_response(request, CHART);
        Some(Reply::ok(if is_extended {
            EXTENDED.to_owned()
        } else {
            chart_response()
        }))
    })
    .await;
    let mut world = World::new();
    let mut yahoo = yahoo(&world, &server, &["AAPL", "MSFT"]);
    let watched = WatchedSymbols(Arc::new(Mutex::new(vec!["AAPL".to_owned()])));
    let context = Context {
        market: Arc::new(watched),
        ..world.context("yahoo", world.board.record("second"))
    };
    let requests = || {
        let paths = server.requests().into_iter().map(|request| request.path);
        paths
            .filter(|path| path.contains("includePrePost=true"))
            .collect::<Vec<_>>()
    };
    // Quotes, and three kinds of bars of two stocks come first.
    for _ in 0..10 {
        if requests().is_empty() {
            yahoo.refresh(&context).await.unwrap();
        }
    }
    assert_eq!(
        requests(),
        ["/v8/finance/chart/AAPL?interval=2m&range=1d&includePrePost=true"]
    );
    let line = world
        .updates()
        .0
        .into_iter()
        .find_map(|update| match update {
            Update::ExtendedHours { symbol, points } => Some((symbol, points)),
            _ => None,
        });
    let expected = vec![(1_795_183_800, 12.25), (1_795_183_920, 12.3)];
    assert_eq!(line, Some(("AAPL".to_owned(), expected)));
}

/// Yahoo that answers only requests with the newest crumb, and not even those if `is_blocked`.
async fn yahoo_with_crumb(is_blocked: bool) -> Server {
    let crumbs = AtomicU32::new(0);
    Server::start(move |request| {
        let path = request.path.as_str();
        if path == "/" {
            return Some(Reply::status(404, "").with("Set-Cookie", "A3=d=AQ; Domain=.yahoo.com"));
        }
        if path == "/v1/test/getcrumb" {
            let number = crumbs.fetch_add(1, Ordering::SeqCst) + 1;
            return Some(Reply::ok(format!("crumb{number}")));
        }
        let newest = format!("&crumb=crumb{}", crumbs.load(Ordering::SeqCst));
        let has_newest_crumb =
            path.ends_with(&newest) && request.header("cookie") == Some("a3=d=aq");
        Some(if has_newest_crumb && !is_blocked {
            Reply::ok(yahoo_response(request, CHART))
        } else {
            Reply::status(429, "Too Many Requests")
        })
    })
    .await
}

fn crumbs(server: &Server) -> usize {
    let requests = server.requests().into_iter();
    requests
        .filter(|request| request.path.ends_with("/getcrumb"))
        .count()
}

#[tokio::test]
async fn a_refused_request_is_repeated_once_with_a_crumb_which_is_reused() {
    let server = yahoo_with_crumb(false).await;
    let mut world = World::new();
    let mut yahoo = yahoo(&world, &server, &["AAPL"]);
    let context = world.context("yahoo", world.board.record("yahoo"));
    yahoo.refresh(&context).await.unwrap();
    assert!(world.updates().quote("AAPL").is_some());
    let after_quote = server.requests().len();
    assert_eq!((after_quote, crumbs(&server)), (4, 1));
    yahoo.refresh(&context).await.unwrap();
    assert_eq!(
        (server.requests().len(), crumbs(&server)),
        (after_quote + 1, 1),
        "the chart has the crumb at once"
    );
    assert_eq!(world.health("yahoo").throttled, 0);
}

#[tokio::test]
async fn while_yahoo_refuses_everything_one_crumb_an_hour_is_requested() {
    let server = yahoo_with_crumb(true).await;
    let world = World::new();
    let mut yahoo = yahoo(&world, &server, &["AAPL"]);
    let context = world.context("yahoo", world.board.record("yahoo"));
    for (seconds, expected) in [(0, 1), (600, 1), (3_001, 2)] {
        world.clock.advance(seconds);
        let error = yahoo.refresh(&context).await.unwrap_err();
        assert!(matches!(error, SourceError::Throttled { .. }), "{error}");
        assert_eq!(crumbs(&server), expected, "after {seconds} s");
    }
}
