//! Custom sources: prices from a URL, found in its JSON by a path.

use std::{collections::BTreeMap, sync::Arc};

use marketdeck::{
    domain::{
        bar::Interval,
        currency::Currency,
        ticker::{Profile, Ticker, TickerId, TickerKind},
    },
    providers::{core::client::Client, custom::CustomSources, settings::Custom},
    source::{Context, MarketView, Source as _, TickerInfo, Update},
};

use crate::{
    server::{Reply, Server},
    world::World,
};

/// A market view with one ticker, quoted in euros.
struct Harbour;

impl MarketView for Harbour {
    fn tickers(&self) -> Vec<TickerInfo> {
        let profile = Profile {
            currency: Currency::parse("EUR").unwrap(),
            ..Profile::new("HARBOR", "Harbor", TickerKind::Fund)
        };
        vec![TickerInfo::of(&Ticker::new(TickerId(1), profile))]
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
}

fn source(server: &Server, symbol: &str, path: &str, price: &str, currency: &str) -> Custom {
    Custom {
        symbol: symbol.to_owned(),
        name: Some(format!("{symbol} of ours")),
        kind: TickerKind::Fund,
        currency: currency.to_owned(),
        url: format!("{}{path}", server.base),
        price: price.to_owned(),
        time: None,
        every_seconds: 600,
        headers: BTreeMap::from([("X-Key".to_owned(), "swordfish".to_owned())]),
        header_files: BTreeMap::new(),
    }
}

fn sources(world: &World, all: &[Custom]) -> (CustomSources, Context) {
    let health = world.board.record("sources");
    let mut options = Custom::http_options();
    options.min_gap_ms = 0;
    let source = CustomSources::new(all, Client::new(options, health.clone()));
    let context = Context {
        market: Arc::new(Harbour),
        ..world.context("sources", health)
    };
    (source, context)
}

#[tokio::test]
async fn a_custom_source_creates_a_ticker_and_a_failing_one_does_not_affect_others() {
    let server = Server::start(|request| {
        assert_eq!(request.header("x-key"), Some("swordfish"));
        Some(match request.path.as_str() {
            "/quay.csv" => Reply::ok("date,nav\n2026-11-18,420\n2026-11-19,425\n"),
            "/harbor.json" => Reply::ok(r#"{"data":{"nav":"10.5"}}"#),
            _ => Reply::status(500, ""),
        })
    })
    .await;
    let mut world = World::new();
    let all = [
        source(&server, "GONE", "/gone", "/nav", "USD"),
        source(&server, "QUAY", "/quay.csv", "nav", "GBp"),
        source(&server, "HARBOR", "/harbor.json", "/data/nav", "EUR"),
    ];
    let (mut source, context) = sources(&world, &all);
    let rest = source.refresh(&context).await.unwrap();
    assert_eq!(rest.as_secs(), 600);
    let updates = world.updates();
    assert_eq!(
        updates.quote("QUAY").unwrap().price,
        4.25,
        "pence are converted to pounds"
    );
    assert_eq!(updates.quote("HARBOR").unwrap().price, 10.5);
    let created_tickers = updates.0.iter().filter_map(|update| match update {
        Update::Profiles(profiles) => Some(&profiles[0]),
        _ => None,
    });
    let created_tickers: Vec<_> = created_tickers
        .map(|profile| (&*profile.symbol, profile.currency.as_str()))
        .collect();
    assert_eq!(
        created_tickers,
        [("GONE", "USD"), ("QUAY", "GBP")],
        "HARBOR exists already"
    );
    let failures = world.board.symbol_failures();
    assert_eq!(failures.len(), 1);
    assert_eq!(failures[0].symbol, "GONE");
    assert!(failures[0].error.contains("HTTP 500") && failures[0].next_attempt.is_some());
}

#[tokio::test]
async fn a_custom_source_never_prices_an_existing_ticker_in_another_currency() {
    let server = Server::start(|_| Some(Reply::ok(r#"{"nav":10.5}"#))).await;
    let mut world = World::new();
    let (mut source, context) = sources(&world, &[source(&server, "HARBOR", "/", "/nav", "USD")]);
    let error = source.refresh(&context).await.unwrap_err().to_string();
    assert!(
        error.contains("the stored prices of HARBOR are in EUR, but this source is in USD"),
        "{error}"
    );
    assert!(world.updates().0.is_empty() && server.requests().is_empty());
}

#[tokio::test]
async fn each_failing_custom_source_reports_its_error_and_waits() {
    for (reply, message) in [
        (Reply::status(429, ""), "slow down"),
        (Reply::status(404, ""), "HTTP 404"),
        (Reply::ok("<html>"), "web page"),
        (Reply::ok(r#"{"nav":"#), "is truncated"),
        (Reply::ok("{}"), "no number at '/nav'"),
    ] {
        let server = Server::start(move |_| Some(reply.clone())).await;
        let world = World::new();
        let (mut source, context) = sources(&world, &[source(&server, "QUAY", "/", "/nav", "USD")]);
        let error = source.refresh(&context).await.unwrap_err();
        let error = error.to_string();
        assert!(
            error.starts_with("the price of QUAY could not be read: "),
            "{error}"
        );
        assert!(error.contains(message), "{error}");
    }
}
