//! Yahoo's facts: cookie and crumb, the order of requests, and rejected requests.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use marketdeck::{
    catalogue::Catalogue,
    domain::{
        bar::Interval,
        facts::TickerFacts,
        ticker::{Profile, Ticker, TickerId, TickerKind},
    },
    providers::{core::client::Client, settings, yahoo_facts::YahooFacts},
    source::{Context, MarketView, Source as _, SourceError, TickerInfo, Update},
};

use crate::{
    server::{Reply, Request, Server},
    world::World,
};

const QUOTE: &str = include_str!("../fixtures/providers/yahoo_quote.json");
const SUMMARY: &str = include_str!("../fixtures/providers/yahoo_summary.json");
const NO_FACTS: &str = r#"{"quoteSummary":{"result":null,"error":{"code":"Not Found","description":"Quote not found"}}}"#;

/// A market view with Apple, the fund SPY and an index; the facts of the fund are already stored.
struct FactsMarket;

impl MarketView for FactsMarket {
    fn tickers(&self) -> Vec<TickerInfo> {
        let ticker = |(at, symbol, kind): (u32, &str, TickerKind)| {
            let mut ticker = Ticker::new(TickerId(at), Profile::new(symbol, symbol, kind));
            ticker.fetched.facts =
                (kind == TickerKind::Etf).then(|| crate::world::NOW.parse().unwrap());
            TickerInfo::of(&ticker)
        };
        let all = [
            (1, "^GSPC", TickerKind::Index),
            (2, "SPY", TickerKind::Etf),
            (3, "AAPL", TickerKind::Stock),
        ];
        all.map(ticker).into()
    }

    fn last_bar(&self, _: &str, _: Interval) -> Option<i64> {
        None
    }

    fn price(&self, _: &str) -> Option<f64> {
        Some(12.5)
    }

    fn requests(&self, _: &str, _: &str) -> u64 {
        0
    }

    fn watched(&self) -> Vec<String> {
        vec!["AAPL".to_owned()]
    }
}

fn facts(world: &World, server: &Server) -> (YahooFacts, Context) {
    let settings = settings::Yahoo {
        base_url: server.base.clone(),
        min_gap_ms: 0,
        ..settings::Yahoo::default()
    };
    let health = world.board.record("yahoo_facts");
    let client = Client::new(settings.http_options(), health.clone());
    let source = YahooFacts::new(&settings, &Catalogue::embedded().unwrap(), client);
    let context = Context {
        market: Arc::new(FactsMarket),
        ..world.context("yahoo_facts", health)
    };
    (source, context)
}

/// Yahoo's responses to a client that sends the cookie and the crumb.
fn good_response(request: &Request) -> Reply {
    let path = request.path.as_str();
    if path == "/" {
        return Reply::status(404, "")
            .with("Set-Cookie", "A3=d=AQ; Expires=Sun; Domain=.yahoo.com");
    }
    if request.header("cookie") != Some("a3=d=aq") {
        return Reply::status(401, "{}");
    }
    match path.split('?').next().unwrap() {
        "/v1/test/getcrumb" => Reply::ok("ab/C.1"),
        _ if !path.ends_with("&crumb=ab%2FC.1") => Reply::status(401, "{}"),
        "/v7/finance/quote" => Reply::ok(QUOTE),
        "/v10/finance/quoteSummary/AAPL" => Reply::ok(SUMMARY),
        _ => Reply::status(404, NO_FACTS),
    }
}

fn received_facts(world: &mut World) -> Vec<TickerFacts> {
    let updates = world.updates().0.into_iter();
    let facts = updates.filter_map(|update| match update {
        Update::Facts(facts) => Some(facts),
        _ => None,
    });
    facts.flatten().collect()
}

fn paths(server: &Server) -> Vec<String> {
    let path_of = |request: Request| request.path.split('?').next().unwrap().to_owned();
    server.requests().into_iter().map(path_of).collect()
}

#[tokio::test]
async fn market_values_are_requested_first_then_missing_facts() {
    let server = Server::start(|request| Some(good_response(request))).await;
    let mut world = World::new();
    let (mut source, context) = facts(&world, &server);
    let rest = source.refresh(&context).await.unwrap();
    assert_eq!(rest, Duration::from_secs(30));
    let values = received_facts(&mut world);
    assert_eq!(values.len(), 2, "an index has no market value");
    let apple = values.iter().find(|facts| facts.symbol == "AAPL").unwrap();
    assert_eq!((apple.units, apple.is_complete), (Some(1e9), false));
    source.refresh(&context).await.unwrap();
    let summary = received_facts(&mut world).remove(0);
    assert_eq!(summary.sector.as_deref(), Some("Technology"));
    assert!(
        summary.is_complete,
        "complete facts are not requested again soon"
    );
    assert_eq!(summary.next_report.unwrap().date.to_string(), "2027-01-29");
    assert_eq!(
        summary.ex_dividend.unwrap().ex_date.to_string(),
        "2027-02-05"
    );
    assert_eq!(
        paths(&server),
        [
            "/",
            "/v1/test/getcrumb",
            "/v7/finance/quote",
            "/v10/finance/quoteSummary/AAPL"
        ],
        "cookie and crumb are fetched once"
    );
    assert!(
        server.requests()[2]
            .path
            .contains("symbols=AAPL,SPY&crumb=")
    );
}

#[tokio::test]
async fn a_rejected_crumb_is_fetched_again_once_and_then_not_for_hours() {
    let asked_for = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked_for);
    let server = Server::start(move |request| {
        Some(if request.path.starts_with("/v7/") && count.fetch_add(1, Ordering::SeqCst) == 0 {
            Reply::status(401, r#"{"finance":{"error":{"code":"Unauthorized","description":"Invalid Crumb"}}}"#)
        } else {
            good_response(request)
        })
    })
    .await;
    let mut world = World::new();
    let (mut source, context) = facts(&world, &server);
    source.refresh(&context).await.unwrap();
    assert_eq!(received_facts(&mut world).len(), 2);
    let crumbs = |server: &Server| {
        paths(server)
            .iter()
            .filter(|path| path.ends_with("getcrumb"))
            .count()
    };
    assert_eq!(crumbs(&server), 2);

    let never = Server::start(|request| {
        Some(if request.path.starts_with("/v7/") {
            Reply::status(401, "{}")
        } else {
            good_response(request)
        })
    })
    .await;
    let (mut source, context) = facts(&world, &never);
    let error = source.refresh(&context).await.unwrap_err();
    assert!(
        matches!(error, SourceError::AccessDenied { delay, .. } if delay >= Duration::from_secs(3 * 3_600)),
        "{error}"
    );
    assert_eq!(crumbs(&never), 2);
}

#[tokio::test]
async fn http_429_for_a_crumb_stops_requests_for_hours() {
    for status in [429, 200] {
        let server = Server::start(move |request| {
            Some(if request.path.ends_with("getcrumb") {
                Reply::status(status, "Too Many Requests\r\n").with("Retry-After", "60")
            } else {
                good_response(request)
            })
        })
        .await;
        let world = World::new();
        let (mut source, context) = facts(&world, &server);
        let error = source.refresh(&context).await.unwrap_err();
        assert!(
            error.to_string().contains("slow down (HTTP 429)"),
            "{error}"
        );
        let SourceError::AccessDenied { delay, .. } = error else {
            panic!("{error}");
        };
        assert!(delay >= Duration::from_secs(6 * 3_600));
        assert_eq!(paths(&server), ["/", "/v1/test/getcrumb"]);
    }
}

#[tokio::test]
async fn a_crumb_is_requested_without_cookie_if_the_cookie_page_is_blocked() {
    let server = Server::start(|request| {
        Some(match request.path.split('?').next().unwrap() {
            "/" => Reply::status(403, "blocked"),
            "/v1/test/getcrumb" => Reply::ok("word"),
            _ => Reply::ok(QUOTE),
        })
    })
    .await;
    let mut world = World::new();
    let (mut source, context) = facts(&world, &server);
    source.refresh(&context).await.unwrap();
    assert_eq!(received_facts(&mut world).len(), 2);
}

#[tokio::test]
async fn a_symbol_without_facts_is_not_requested_repeatedly() {
    let server = Server::start(|request| {
        Some(if request.path.contains("quoteSummary") {
            Reply::status(404, NO_FACTS)
        } else {
            good_response(request)
        })
    })
    .await;
    let mut world = World::new();
    let (mut source, context) = facts(&world, &server);
    source.refresh(&context).await.unwrap();
    source.refresh(&context).await.unwrap();
    let empty = received_facts(&mut world).pop().unwrap();
    assert!(empty.is_complete && empty.sector.is_none());
}
