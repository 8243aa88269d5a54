//! Cboe: the fallback without an API key while Yahoo fails.

use std::{sync::Arc, time::Duration};

use marketdeck::{
    domain::{
        bar::Interval,
        ticker::{Profile, Ticker, TickerId, TickerKind},
    },
    providers::{cboe::Cboe, core::capability::Registry, settings, yahoo::Yahoo},
    source::{Context, MarketView, Source as _, SourceError, TickerInfo},
};

use crate::{
    server::{Reply, Server},
    world::World,
};

/// Tickers of which Cboe has Apple and the S&P 500.
struct Tickers;

impl MarketView for Tickers {
    fn tickers(&self) -> Vec<TickerInfo> {
        let ticker = |(symbol, kind): (&str, TickerKind)| {
            TickerInfo::of(&Ticker::new(
                TickerId(1),
                Profile::new(symbol, symbol, kind),
            ))
        };
        let all = [
            ("GC=F", TickerKind::Commodity),
            ("^IXIC", TickerKind::Index),
            ("^GSPC", TickerKind::Index),
            ("AAPL", TickerKind::Stock),
        ];
        all.map(ticker).into()
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
        vec!["AAPL".to_owned()]
    }
}

fn cboe(world: &World, server: &Server, with_yahoo: bool) -> (Cboe, Context) {
    let settings = settings::Cboe {
        base_url: server.base.clone(),
        min_gap_ms: 0,
        ..settings::Cboe::default()
    };
    let mut registry = Registry::new(world.board.clone());
    if with_yahoo {
        registry.add::<Yahoo>();
    }
    registry.add::<Cboe>();
    let health = world.board.record("cboe");
    let source = Cboe::new(&settings, registry, health.clone());
    let context = Context {
        market: Arc::new(Tickers),
        ..world.context("cboe", health)
    };
    (source, context)
}

/// Serves quotes and charts of every symbol.
async fn working_server() -> Server {
    Server::start(|request| {
        let (_, file) = request.path.rsplit_once('/')?;
        let symbol = file.trim_end_matches(".json");
        let data = if request.path.contains("/charts/historical/") {
            r#"[{"date":"2026-11-19","open":"249","high":"252","low":"248","close":"250.25","volume":"1000"}]"#
        } else if request.path.contains("/charts/intraday/") {
            r#"[{"datetime":"2026-11-20T10:00:00","price":{"open":251,"high":252,"low":250,"close":251.5},"volume":{"stock_volume":10}}]"#
        } else {
            r#"{"current_price":251.5,"prev_day_close":250.25,"high":252,"low":0,"last_trade_time":"2026-11-20T10:15:00"}"#
        };
        Some(Reply::ok(format!(r#"{{"symbol":"{symbol}","data":{data}}}"#)))
    })
    .await
}

fn paths(server: &Server) -> Vec<String> {
    let requests = server.requests().into_iter();
    requests.map(|request| request.path).collect()
}

#[tokio::test]
async fn cboe_is_requested_only_while_yahoo_fails() {
    let server = working_server().await;
    let mut world = World::new();
    let yahoo = world.board.record("yahoo");
    let (mut source, context) = cboe(&world, &server, true);
    let short = Duration::from_millis(50);
    let idle = tokio::time::timeout(short, source.refresh(&context)).await;
    assert!(idle.is_err(), "waits while Yahoo works");
    assert!(server.requests().is_empty());
    for _ in 0..2 {
        yahoo.failed(context.clock.now(), &SourceError::Status(500), short);
    }
    for _ in 0..6 {
        source.refresh(&context).await.unwrap();
    }
    let updates = world.updates();
    let quote = updates.quote("AAPL").unwrap();
    assert_eq!((quote.price, quote.previous_close), (251.5, Some(250.25)));
    assert_eq!(quote.as_of.to_string(), "2026-11-20T15:15:00Z");
    assert_eq!(quote.day_low, None, "zero means unknown");
    assert_eq!(updates.bars("AAPL", Interval::Day).len(), 1);
    assert_eq!(updates.bars("AAPL", Interval::FiveMinutes).len(), 1);
    assert_eq!(updates.bars("AAPL", Interval::Hour).len(), 1);
    assert!(updates.quote("^GSPC").is_some());
    let base = "/api/global/delayed_quotes";
    assert_eq!(
        paths(&server),
        [
            format!("{base}/quotes/AAPL.json"),
            format!("{base}/charts/historical/AAPL.json"),
            format!("{base}/charts/intraday/AAPL.json"),
            format!("{base}/quotes/_SPX.json"),
            format!("{base}/charts/historical/_SPX.json"),
            format!("{base}/charts/intraday/_SPX.json"),
        ],
        "the watched ticker first, and none that Cboe does not have"
    );
}

#[tokio::test]
async fn without_yahoo_cboe_is_requested_at_once() {
    let server = working_server().await;
    let mut world = World::new();
    let (mut source, context) = cboe(&world, &server, false);
    source.refresh(&context).await.unwrap();
    assert!(world.updates().quote("AAPL").is_some());
}

#[tokio::test]
async fn a_missing_chart_does_not_stop_quotes_and_an_unknown_symbol_is_reported() {
    let server = Server::start(|request| {
        if request.path.contains("/quotes/AAPL") {
            let data = r#"{"current_price":251.5,"last_trade_time":"2026-11-20T10:15:00"}"#;
            return Some(Reply::ok(format!(r#"{{"symbol":"AAPL","data":{data}}}"#)));
        }
        Some(Reply::status(
            403,
            "<Error><Code>AccessDenied</Code></Error>",
        ))
    })
    .await;
    let mut world = World::new();
    let (mut source, context) = cboe(&world, &server, false);
    source.refresh(&context).await.unwrap();
    source.refresh(&context).await.unwrap();
    assert!(world.updates().quote("AAPL").is_some());
    source.refresh(&context).await.unwrap();
    source.refresh(&context).await.unwrap();
    let failures = world.board.symbol_failures().into_iter();
    let mut failures: Vec<String> = failures.map(|failure| failure.error).collect();
    failures.sort();
    assert!(failures[0].contains("AAPL: no bars"), "{failures:?}");
    assert!(failures[1].contains("^GSPC: no data"), "{failures:?}");
    assert_eq!(
        world.health("cboe").last_error,
        None,
        "Cboe has another ticker"
    );
    let base = "/api/global/delayed_quotes";
    assert_eq!(
        paths(&server),
        [
            format!("{base}/quotes/AAPL.json"),
            format!("{base}/charts/historical/AAPL.json"),
            format!("{base}/charts/intraday/AAPL.json"),
            format!("{base}/quotes/_SPX.json"),
        ],
        "an index without a quote is not asked for charts"
    );
}
