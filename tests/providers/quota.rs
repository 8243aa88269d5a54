//! The monthly quota of an API key: requests are spread over the month and counted across restarts, and the limit is never exceeded.

use std::{sync::Arc, time::Duration};

use marketdeck::{
    catalogue::Catalogue,
    domain::bar::Interval,
    providers::{self, coingecko::CoinGecko, settings},
    source::{Context, MarketView, Source as _, SourceError, TickerInfo, Update},
};

use crate::{
    server::{Reply, Server},
    world::World,
};

const COINS: &str =
    r#"[{"id":"bitcoin","current_price":77671,"last_updated":"2026-11-20T15:29:30Z"}]"#;

/// A market view with the number of requests that were sent in November.
struct QuotaMarket(u64);

impl MarketView for QuotaMarket {
    fn tickers(&self) -> Vec<TickerInfo> {
        Vec::new()
    }

    fn last_bar(&self, _: &str, _: Interval) -> Option<i64> {
        None
    }

    fn price(&self, _: &str) -> Option<f64> {
        None
    }

    fn requests(&self, source: &str, period: &str) -> u64 {
        assert_eq!((source, period), ("coingecko", "2026-11"));
        self.0
    }

    fn watched(&self) -> Vec<String> {
        Vec::new()
    }
}

fn coingecko(world: &World, server: &Server, key: &str) -> CoinGecko {
    let settings = settings::CoinGecko {
        base_url: server.base.clone(),
        min_gap_ms: 0,
        api_key: key.to_owned(),
        ..settings::CoinGecko::default()
    };
    let catalogue = Catalogue::embedded().unwrap();
    CoinGecko::new(&settings, &catalogue, world.board.record("coingecko"))
}

fn context_after(world: &World, sent: u64) -> Context {
    Context {
        market: Arc::new(QuotaMarket(sent)),
        ..world.context("coingecko", world.board.record("second"))
    }
}

#[tokio::test]
async fn requests_with_a_key_are_spread_over_the_month_and_counted() {
    let server = Server::start(|_| Some(Reply::ok(COINS))).await;
    let mut world = World::new();
    let context = context_after(&world, 7_499);
    let mut coingecko = coingecko(&world, &server, "a-demo-key");
    let rest = coingecko.refresh(&context).await.unwrap();
    // 10 days and 8.5 hours are left, and 2,500 requests.
    assert_eq!(rest.as_secs(), (10 * 86_400 + 8 * 3_600 + 1_800) / 2_500);
    let counted_requests = world
        .updates()
        .0
        .into_iter()
        .find_map(|update| match update {
            Update::Requests { period, count } => Some((period, count)),
            _ => None,
        });
    assert_eq!(counted_requests, Some(("2026-11".to_owned(), 7_500)));
    let quota = context.health.read().quota;
    assert_eq!((quota[0].limit, quota[0].left), (10_000, 2_500));
}

#[tokio::test]
async fn a_quota_used_up_before_a_restart_stays_used_up_until_the_month_ends() {
    let server = Server::start(|_| Some(Reply::ok(COINS))).await;
    let world = World::new();
    let context = context_after(&world, 10_000);
    let mut coingecko = coingecko(&world, &server, "a-demo-key");
    let error = coingecko.refresh(&context).await.unwrap_err();
    assert!(matches!(error, SourceError::QuotaUsedUp { .. }), "{error}");
    assert!(error.to_string().contains("2026-12-01"), "{error}");
    let quota = context.health.read().quota;
    assert_eq!(
        (quota[0].limit, quota[0].left),
        (10_000, 0),
        "the quota is reported"
    );
    assert!(server.requests().is_empty());
}

#[tokio::test]
async fn an_unchanged_response_is_not_sent_again_and_is_no_failure() {
    let server = Server::start(|request| {
        Some(match request.header("if-none-match") {
            None => Reply::ok(COINS).with("ETag", "\"v1\""),
            Some(tag) => {
                assert_eq!(tag, "\"v1\"");
                Reply::status(304, "")
            }
        })
    })
    .await;
    let mut world = World::new();
    let context = context_after(&world, 0);
    let mut coingecko = coingecko(&world, &server, "");
    coingecko.refresh(&context).await.unwrap();
    assert!(world.updates().quote("BTC").is_some());
    for _ in 0..2 {
        coingecko.refresh(&context).await.unwrap();
        assert!(world.updates().0.is_empty());
    }
    assert_eq!(server.requests().len(), 3);
}

#[tokio::test]
async fn without_a_key_there_is_no_monthly_limit() {
    let server = Server::start(|_| Some(Reply::ok(COINS))).await;
    let mut world = World::new();
    let context = context_after(&world, 10_000);
    let mut coingecko = coingecko(&world, &server, "");
    let rest = coingecko.refresh(&context).await.unwrap();
    assert_eq!(rest, Duration::from_secs(60));
    assert!(context.health.read().quota.is_empty());
    assert!(world.updates().quote("BTC").is_some());
}

#[tokio::test]
async fn the_limit_of_the_current_plan_is_reported_before_the_first_request() {
    let limits = |key: &str| {
        let world = World::new();
        let mut settings = settings::Providers::default();
        settings.coingecko.api_key = key.to_owned();
        settings.finnhub.api_key = "a-key".to_owned();
        settings.twelve_data.api_key = "a-key".to_owned();
        let catalogue = Catalogue::embedded().unwrap();
        let live = providers::live(&settings, catalogue, &world.board, &world.any_clock());
        for spec in &live.sources {
            (spec.build)(spec.health.clone());
        }
        ["coingecko", "finnhub", "twelve_data", "coinbase", "yahoo"]
            .map(|name| world.health(name).limit)
    };
    let with_keys = [
        Some("30 a minute"),
        Some("60 a minute"),
        Some("8 a minute"),
        Some("No rate limit for price streams"),
        None,
    ];
    assert_eq!(limits("a-demo-key"), with_keys);
    assert_eq!(limits("")[0], Some("About 5 a minute, shared"));
}
