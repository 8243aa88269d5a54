//! Twelve Data: the fallback while Yahoo fails, within the limits of its plan.

use std::{sync::Arc, time::Duration};

use marketdeck::{
    domain::{
        bar::Interval,
        ticker::{Profile, Ticker, TickerId, TickerKind},
    },
    providers::{
        core::capability::{Order, Registry},
        settings,
        twelve_data::TwelveData,
        yahoo::Yahoo,
    },
    source::{Context, MarketView, Source as _, SourceError, TickerInfo, Update},
};

use crate::{
    server::{Reply, Server},
    world::World,
};

const QUOTE: &str = include_str!("../fixtures/providers/twelve_data_quote.json");
const DAYS: &str = include_str!("../fixtures/providers/twelve_data_days.json");
const KEY: &str = "a-key-of-ones-own";

/// A market view with some tickers, of which AAPL is watched, and the number of requests that were sent today.
struct QuotaMarket(u64);

impl MarketView for QuotaMarket {
    fn tickers(&self) -> Vec<TickerInfo> {
        let ticker = |(symbol, kind): (&str, TickerKind)| {
            TickerInfo::of(&Ticker::new(
                TickerId(1),
                Profile::new(symbol, symbol, kind),
            ))
        };
        let all = [
            ("GC=F", TickerKind::Commodity),
            ("BRK-B", TickerKind::Stock),
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

    fn year_range(&self, _: &str) -> (Option<f64>, Option<f64>) {
        (Some(30.0), Some(157.26))
    }

    fn requests(&self, source: &str, period: &str) -> u64 {
        assert_eq!((source, period), ("twelve_data", "2026-11-20"));
        self.0
    }

    fn watched(&self) -> Vec<String> {
        vec!["AAPL".to_owned()]
    }
}

fn twelve_data(world: &World, server: &Server, order: Order, sent: u64) -> (TwelveData, Context) {
    let settings = settings::TwelveData {
        base_url: server.base.clone(),
        min_gap_ms: 0,
        api_key: KEY.to_owned(),
        ..settings::TwelveData::default()
    };
    let mut registry = Registry::with_order(world.board.clone(), order);
    registry.add::<Yahoo>();
    registry.add::<TwelveData>();
    let health = world.board.record("twelve_data");
    let source = TwelveData::new(&settings, registry, health.clone());
    let context = Context {
        market: Arc::new(QuotaMarket(sent)),
        ..world.context("twelve_data", health)
    };
    (source, context)
}

async fn working_server() -> Server {
    Server::start(|request| {
        assert_eq!(
            request.header("authorization"),
            Some("apikey a-key-of-ones-own")
        );
        Some(Reply::ok(if request.path.starts_with("/quote") {
            QUOTE
        } else {
            DAYS
        }))
    })
    .await
}

#[tokio::test]
async fn twelve_data_is_requested_only_while_yahoo_fails() {
    let server = working_server().await;
    let mut world = World::new();
    let yahoo = world.board.record("yahoo");
    let (mut source, context) = twelve_data(&world, &server, Order::default(), 0);
    let short = Duration::from_millis(50);
    assert!(
        tokio::time::timeout(short, source.refresh(&context))
            .await
            .is_err()
    );
    assert!(server.requests().is_empty());
    for _ in 0..2 {
        yahoo.failed(context.clock.now(), &SourceError::Status(500), short);
    }
    for _ in 0..3 {
        source.refresh(&context).await.unwrap();
    }
    let updates = world.updates();
    assert_eq!(updates.quote("AAPL").unwrap().price, 148.85);
    assert_eq!(updates.bars("AAPL", Interval::Day).len(), 2);
    let paths: Vec<String> = server
        .requests()
        .into_iter()
        .map(|request| request.path)
        .collect();
    assert_eq!(paths[0], "/quote?symbol=AAPL", "watched symbols come first");
    assert!(paths[1].starts_with("/time_series?symbol=AAPL&interval=1day&"));
    assert!(paths[2].starts_with("/time_series?symbol=AAPL&interval=5min&"));
    assert!(paths.iter().all(|path| !path.contains(KEY)));
    source.refresh(&context).await.unwrap();
    assert_eq!(server.requests()[3].path, "/quote?symbol=BRK.B");
}

#[tokio::test]
async fn the_preferred_provider_is_requested_first() {
    let server = working_server().await;
    let mut world = World::new();
    world.board.record("yahoo");
    let order = Order {
        quotes: vec!["twelve_data".to_owned(), "yahoo".to_owned()],
        ..Order::default()
    };
    let (mut source, context) = twelve_data(&world, &server, order, 0);
    source.refresh(&context).await.unwrap();
    assert!(world.updates().quote("AAPL").is_some());
}

#[tokio::test]
async fn the_daily_quota_is_counted_over_a_restart_and_never_exceeded() {
    let server = working_server().await;
    let mut world = World::new();
    let order = || Order {
        quotes: vec!["twelve_data".to_owned()],
        ..Order::default()
    };
    let (mut source, context) = twelve_data(&world, &server, order(), 799);
    source.refresh(&context).await.unwrap();
    let counted = world
        .updates()
        .0
        .into_iter()
        .find_map(|update| match update {
            Update::Requests { period, count } => Some((period, count)),
            _ => None,
        });
    assert_eq!(counted, Some(("2026-11-20".to_owned(), 800)));
    let quota = context.health.read().quota;
    assert_eq!((quota[0].limit, quota[0].left), (800, 0));
    let (mut restarted, context) = twelve_data(&world, &server, order(), 800);
    let error = restarted.refresh(&context).await.unwrap_err();
    assert!(
        matches!(error, SourceError::QuotaUsedUp { period: "day", .. }),
        "{error}"
    );
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn used_up_credits_with_status_200_count_as_throttling_and_reveal_no_key() {
    let server = Server::start(|_| {
        Some(Reply::ok(r#"{"code":429,"message":"You have run out of API credits for the current minute.","status":"error"}"#))
    })
    .await;
    let world = World::new();
    let order = Order {
        quotes: vec!["twelve_data".to_owned()],
        ..Order::default()
    };
    let (mut source, context) = twelve_data(&world, &server, order, 0);
    let error = source.refresh(&context).await.unwrap_err();
    assert!(matches!(error, SourceError::Throttled { .. }), "{error}");
    assert!(!error.to_string().contains(KEY));
}

#[tokio::test]
async fn bars_on_a_sunday_and_bars_off_by_a_factor_of_100_are_omitted_and_reported() {
    let row = |day: u8, price: f64| {
        format!(
            r#"{{"datetime":"2026-11-{day}","open":"{price}","high":"{price}","low":"{price}","close":"{price}","volume":"9"}}"#
        )
    };
    let rows = [
        row(12, 147.0),
        row(13, 31.0),
        row(16, 148.0),
        row(17, 149.0),
        row(18, 14_850.0),
        row(19, 150.0),
        row(20, 151.0),
        row(22, 152.0),
    ];
    let body = format!(
        r#"{{"meta":{{"symbol":"AAPL","currency":"USD"}},"values":[{}],"status":"ok"}}"#,
        rows.join(",")
    );
    let server = Server::start(move |request| {
        Some(if request.path.starts_with("/quote") {
            Reply::ok(QUOTE)
        } else {
            Reply::ok(body.clone())
        })
    })
    .await;
    let mut world = World::new();
    let order = Order {
        quotes: vec!["twelve_data".to_owned()],
        history: vec!["twelve_data".to_owned()],
        ..Order::default()
    };
    let (mut source, context) = twelve_data(&world, &server, order, 0);
    for _ in 0..2 {
        source.refresh(&context).await.unwrap();
    }
    let updates = world.updates();
    let closes: Vec<f64> = updates
        .bars("AAPL", Interval::Day)
        .iter()
        .map(|bar| bar.close)
        .collect();
    // The bar at 31 is also far from the others, but within the stated 52-week range.
    assert_eq!(closes, [147.0, 31.0, 148.0, 149.0, 150.0, 151.0]);
    let left_out = updates.0.iter().find_map(|update| match update {
        Update::ExcludedBars { starts, .. } => Some(starts.clone()),
        _ => None,
    });
    let odd: jiff::Timestamp = "2026-11-18T00:00:00Z".parse().unwrap();
    assert_eq!(
        left_out,
        Some(vec![odd.as_second()]),
        "the chart reports the omitted bar"
    );
    let error = world.health("twelve_data").last_error.unwrap();
    assert!(error.contains("AAPL: of 8 bars, omitted"), "{error}");
    assert!(error.contains("1 on non-trading days"), "{error}");
}
