//! Finnhub: trades, and quotes while no preferred source has them. The API key is never logged or shown.

use std::{sync::Arc, time::Duration};

use marketdeck::{
    domain::{
        currency::Currency,
        session::Phase,
        ticker::{Profile, TickerKind},
    },
    providers::{
        core::{capability::Registry, stream::Stream},
        finnhub::{Finnhub, FinnhubTrades},
        settings,
        yahoo::Yahoo,
    },
    source::{Context, Source as _, SourceError, Update, schedule},
};
use serde_json::{Value, json};
use tokio::sync::watch;

use super::{
    Tickers, eventually,
    server::{Peer, StreamServer},
};
use crate::{
    server::{Reply, Server},
    world::World,
};

const KEY: &str = "a-key-of-ones-own";

fn trades(world: &World, server: &StreamServer, symbols: &[&str]) -> watch::Sender<bool> {
    let settings = settings::Finnhub {
        ws_url: server.url.clone(),
        api_key: KEY.to_owned(),
        ..settings::Finnhub::default()
    };
    // Two stocks that were found at Yahoo: one in the US, one in Germany.
    let sap = Profile {
        currency: Currency::parse("EUR").unwrap(),
        ..Profile::new("SAPG", "SAP", TickerKind::Stock)
    };
    let known = Tickers::of(symbols, TickerKind::Stock)
        .with_followed(Profile::new("PLTR", "Palantir", TickerKind::Stock), "PLTR")
        .with_followed(sap, "SAPG");
    let context = Context {
        market: Arc::new(known),
        ..world.context("finnhub_stream", world.board.record("finnhub_stream"))
    };
    let mut registry = Registry::new(world.board.clone());
    registry.add::<Stream<FinnhubTrades>>();
    let options = FinnhubTrades::stream_options(&settings);
    let stream = Stream::new(FinnhubTrades, options, registry);
    let (stop, stopped) = watch::channel(false);
    tokio::spawn(schedule::run(Box::new(stream), context, stopped));
    stop
}

/// Converts a time to milliseconds since the epoch.
fn at(text: &str) -> i64 {
    let at: marketdeck::domain::Timestamp = text.parse().unwrap();
    at.as_millisecond()
}

#[tokio::test]
async fn trades_in_regular_hours_are_prices_and_earlier_ones_are_extended_prices() {
    let server = StreamServer::start(|mut peer: Peer| async move {
        let mut requests = Vec::new();
        while requests.len() < 4 {
            let command: Value = serde_json::from_str(&peer.receive().await.unwrap()).unwrap();
            assert_eq!(command["type"], "subscribe");
            requests.push(command["symbol"].as_str().unwrap().to_owned());
        }
        assert_eq!(
            requests,
            ["AAPL", "BRK.B", "MSFT", "PLTR"],
            "neither the future nor the foreign stock is subscribed"
        );
        let trade =
            |s: &str, p: f64, t: &str| json!({ "s": s, "p": p, "t": at(t), "v": 1, "c": ["1"] });
        let data = json!([
            trade("AAPL", 235.1, "2026-11-20T15:29:58.412Z"),
            trade("AAPL", 235.3, "2026-11-20T15:29:59.900Z"),
            trade("AAPL", 235.2, "2026-11-20T15:29:59.100Z"),
            trade("BRK.B", 500.5, "2026-11-20T15:29:59Z"),
            trade("BINANCE:BTCUSDT", 1.0, "2026-11-20T15:29:59Z"),
            trade("MSFT", 410.0, "2026-11-20T13:30:00Z"),
            { "s": "MSFT", "p": null, "t": "soon" },
        ]);
        peer.send(json!({ "type": "trade", "data": data }).to_string())
            .await;
        peer.send(r#"{"type":"ping"}"#).await;
        peer.receive_all().await;
    })
    .await;
    let mut world = World::new();
    let _running = trades(&world, &server, &["AAPL", "BRK-B", "SAP.DE", "MSFT"]);
    eventually("the trades", || {
        world
            .board
            .list()
            .first()
            .and_then(|health| health.last_success)
    })
    .await;
    let mut updates = Vec::new();
    eventually("both updates", || {
        updates.extend(world.updates().0);
        (updates.len() >= 2).then_some(())
    })
    .await;
    for update in &updates {
        match update {
            Update::Quotes(quotes) => {
                let price = |of: &str| quotes.iter().find(|one| one.symbol == of).unwrap().price;
                assert_eq!(
                    (quotes.len(), price("AAPL"), price("BRK-B")),
                    (2, 235.3, 500.5)
                );
            }
            Update::Extended(prices) => {
                assert_eq!((prices.len(), prices[0].price), (1, 410.0));
                assert_eq!(prices[0].session, Phase::Pre);
            }
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn a_rejected_key_is_not_revealed() {
    let server = StreamServer::start(|mut peer: Peer| async move {
        peer.send(format!(
            r#"{{"type":"error","msg":"Invalid API key {KEY}"}}"#
        ))
        .await;
        peer.receive_all().await;
    })
    .await;
    let world = World::new();
    let _running = trades(&world, &server, &["AAPL"]);
    let error = eventually("the failure", || world.health("finnhub_stream").last_error).await;
    assert!(
        error.contains("Invalid API key") && !error.contains(KEY),
        "{error}"
    );
    for answer in ["HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n", ""] {
        let server = StreamServer::rejecting(answer).await;
        let world = World::new();
        let _running = trades(&world, &server, &["AAPL"]);
        let error = eventually("the rejection", || {
            world.health("finnhub_stream").last_error
        })
        .await;
        assert!(!error.contains(KEY), "{error}");
    }
}

#[tokio::test]
async fn quotes_are_requested_while_yahoo_fails_and_zeros_are_no_quote() {
    let server = Server::start(|request| {
        assert_eq!(request.header("x-finnhub-token"), Some(KEY));
        Some(Reply::ok(if request.path.ends_with("symbol=AAPL") {
            r#"{"c":255.79,"d":-5.94,"dp":-2.2695,"h":262.23,"l":255.45,"o":262.02,"pc":261.73,"t":1795188600}"#
        } else {
            r#"{"c":0,"d":null,"dp":null,"h":0,"l":0,"o":0,"pc":0,"t":0}"#
        }))
    })
    .await;
    let mut world = World::new();
    let yahoo = world.board.record("yahoo");
    let health = world.board.record("finnhub");
    let mut registry = Registry::new(world.board.clone());
    registry.add::<Yahoo>();
    registry.add::<Finnhub>();
    let settings = settings::Finnhub {
        base_url: server.base.clone(),
        min_gap_ms: 0,
        api_key: KEY.to_owned(),
        ..settings::Finnhub::default()
    };
    let mut finnhub = Finnhub::new(&settings, registry, health.clone());
    let context = Context {
        market: Arc::new(Tickers::of(&["NOPE", "AAPL"], TickerKind::Stock)),
        ..world.context("finnhub", health)
    };
    tokio::time::timeout(Duration::from_millis(100), finnhub.refresh(&context))
        .await
        .expect_err("no request while Yahoo works");
    assert!(server.requests().is_empty());
    for _ in 0..2 {
        yahoo.failed(
            context.clock.now(),
            &SourceError::Status(500),
            Duration::from_secs(60),
        );
    }
    for _ in 0..2 {
        finnhub.refresh(&context).await.unwrap();
    }
    let updates = world.updates();
    let apple = updates.quote("AAPL").unwrap();
    assert_eq!((apple.price, apple.previous_close), (255.79, Some(261.73)));
    assert!(updates.quote("NOPE").is_none());
    let failures = world.board.symbol_failures();
    assert_eq!((failures.len(), failures[0].symbol.as_str()), (1, "NOPE"));
}
