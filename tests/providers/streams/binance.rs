//! Binance's stream: prices in USDT, coins that a preferred stream prices, and refused countries.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU16, Ordering},
    },
    time::Duration,
};

use marketdeck::{
    domain::{provider::ProviderState, ticker::TickerKind},
    providers::{
        binance::BinanceStream,
        coinbase::Coinbase,
        core::{capability::Registry, client::Client, stream::Stream},
        settings,
    },
    source::{Context, schedule},
};
use serde_json::{Value, json};
use tokio::sync::watch;

use super::{
    Tickers,
    coins::{self, behave_like_coinbase},
    eventually,
    server::{Peer, StreamServer},
};
use crate::{
    server::{Reply, Server},
    world::World,
};

/// The pairs of Binance, and Coinbase's price of USDT. `status` is that of Binance's responses.
async fn rest(status: Arc<AtomicU16>) -> Server {
    Server::start(move |request| {
        let status = status.load(Ordering::SeqCst);
        Some(if request.path.contains("/ticker/price") {
            if status != 200 {
                return Some(Reply::status(status, ""));
            }
            Reply::ok(r#"[{"symbol":"BTCUSDT","price":"100"},{"symbol":"SOLUSDT","price":"1"}]"#)
        } else {
            Reply::ok(r#"{"price":"0.5","time":"2026-11-20T15:29:30Z"}"#)
        })
    })
    .await
}

/// Runs the stream until the sender is dropped.
fn run(
    world: &World,
    registry: &Registry,
    rest: &Server,
    stream: &StreamServer,
    coins: &[&str],
) -> watch::Sender<bool> {
    let polled = settings::Binance {
        base_url: rest.base.clone(),
        min_gap_ms: 0,
        ..settings::Binance::default()
    };
    let settings = settings::BinanceStream {
        ws_url: stream.url.clone(),
        silence_seconds: 20,
        ..settings::BinanceStream::default()
    };
    let requests = Client::new(polled.http_options(), world.board.record("binance"));
    let source = BinanceStream::new(&settings, &polled, registry, requests);
    let source = source.waiting(Duration::ZERO);
    let context = Context {
        market: Arc::new(Tickers::of(coins, TickerKind::Crypto)),
        ..world.context("binance_stream", world.board.record("binance_stream"))
    };
    let (stop, stopped) = watch::channel(false);
    tokio::spawn(schedule::run(Box::new(source), context, stopped));
    stop
}

fn registry(world: &World) -> Registry {
    let mut registry = Registry::new(world.board.clone());
    registry.add::<Stream<Coinbase>>();
    registry.add::<BinanceStream>();
    registry
}

/// Acknowledges the subscription and sends a price of each pair every second. Returns an error for pairs that the list does not have.
async fn behave_like_binance(mut peer: Peer) {
    let Some(command) = peer.receive().await else {
        return;
    };
    let command: Value = serde_json::from_str(&command).unwrap();
    assert_eq!(command["method"], "SUBSCRIBE");
    peer.send(json!({ "result": null, "id": command["id"] }).to_string())
        .await;
    let streams: Vec<String> = serde_json::from_value(command["params"].clone()).unwrap();
    loop {
        for stream in &streams {
            let pair = stream.strip_suffix("@miniTicker").unwrap().to_uppercase();
            assert!(["BTCUSDT", "SOLUSDT"].contains(&&*pair), "{pair}");
            let ticker = json!({
                "e": "24hrMiniTicker", "E": 1_795_188_590_000_i64, "s": pair, "c": "200.00", "o": "160.00", "h": "210.00",
                "l": "150.00", "v": "10", "q": "2000",
            });
            if !peer.send(ticker.to_string()).await {
                return;
            }
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

#[tokio::test]
async fn prices_in_usdt_are_converted_and_unlisted_coins_are_not_subscribed_to() {
    let rest = rest(Arc::new(AtomicU16::new(200))).await;
    let stream = StreamServer::start(behave_like_binance).await;
    let mut world = World::new();
    let registry = registry(&world);
    let _running = run(&world, &registry, &rest, &stream, &["BTC", "NOPE"]);
    let quote = eventually("a price", || world.updates().quote("BTC").cloned()).await;
    assert_eq!((quote.price, quote.change_24h), (100.0, Some(25.0)));
    assert_eq!((quote.day_low, quote.day_high), (Some(75.0), Some(105.0)));
    assert_eq!(quote.volume_24h, None, "that of one exchange");
    assert_eq!(quote.as_of.to_string(), "2026-11-20T15:29:50Z");
    let health = world.health("binance_stream");
    assert_eq!((health.state, health.last_error), (ProviderState::Ok, None));
}

#[tokio::test]
async fn a_coin_that_a_preferred_stream_prices_is_not_subscribed_to() {
    let rest = rest(Arc::new(AtomicU16::new(200))).await;
    let stream = StreamServer::start(behave_like_binance).await;
    let first = StreamServer::start(|peer| behave_like_coinbase(peer, 100.0)).await;
    let mut world = World::new();
    let registry = registry(&world);
    let coins = ["BTC"];
    let _preferred = coins::run(&world, &registry, Coinbase, coins::coinbase(&first), &coins);
    eventually("Coinbase's price", || world.updates().quote("BTC").cloned()).await;
    let _running = run(&world, &registry, &rest, &stream, &["BTC", "SOL"]);
    let quote = eventually("a price", || world.updates().quote("SOL").cloned()).await;
    assert_eq!(quote.price, 100.0);
    let received = stream.received(0);
    assert_eq!(received.len(), 1, "{received:?}");
    assert!(
        received[0].contains(r#"["solusdt@miniTicker"]"#),
        "{received:?}"
    );
}

#[tokio::test]
async fn a_refused_country_is_not_asked_again_for_hours() {
    for (in_list, in_stream) in [
        (451, "HTTP/1.1 500 Broken\r\nContent-Length: 0\r\n\r\n"),
        (200, "HTTP/1.1 451 Unavailable\r\nContent-Length: 0\r\n\r\n"),
        (200, "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n"),
    ] {
        let rest = rest(Arc::new(AtomicU16::new(in_list))).await;
        let stream = StreamServer::rejecting(in_stream).await;
        let world = World::new();
        let registry = registry(&world);
        let _running = run(&world, &registry, &rest, &stream, &["BTC"]);
        let error = eventually("the refusal", || world.health("binance_stream").last_error).await;
        assert!(error.contains("does not serve this country"), "{error}");
        let health = world.health("binance_stream");
        assert_eq!(health.state, ProviderState::Refused);
        let next = health.next_attempt.unwrap();
        let rest = next.duration_since(world.any_clock().now()).as_hours();
        assert!(rest >= 5, "{rest} hours");
    }
}
