//! Coinbase Exchange and Kraken: acknowledgments, unknown coins, and which of the two exchanges prices a coin.

use std::{
    collections::HashSet,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use marketdeck::{
    domain::{
        Timestamp,
        currency::Currency,
        provider::ProviderState,
        ticker::{Profile, TickerKind},
    },
    providers::{
        coinbase::Coinbase,
        core::{
            capability::Registry,
            stream::{Protocol, Stream, StreamOptions},
        },
        kraken::Kraken,
        settings,
    },
    source::{Context, Update, schedule},
};
use serde_json::{Value, json};
use tokio::sync::watch;

use super::{
    Tickers, eventually,
    server::{Peer, StreamServer},
};
use crate::world::{NOW, World};

fn registry(world: &World) -> Registry {
    let mut registry = Registry::new(world.board.clone());
    registry.add::<Stream<Coinbase>>();
    registry.add::<Stream<Kraken>>();
    registry
}

/// Runs the stream until the sender is dropped.
pub(super) fn run<P: Protocol>(
    world: &World,
    registry: &Registry,
    protocol: P,
    options: StreamOptions,
    coins: &[&str],
) -> watch::Sender<bool> {
    let coins = Tickers::of(coins, TickerKind::Crypto);
    run_for(world, registry, protocol, options, Arc::new(coins))
}

fn run_for<P: Protocol>(
    world: &World,
    registry: &Registry,
    protocol: P,
    options: StreamOptions,
    coins: Arc<Tickers>,
) -> watch::Sender<bool> {
    let health = world.board.record(P::NAME);
    let context = Context {
        market: coins,
        ..world.context(P::NAME, health)
    };
    let stream = Stream::new(protocol, options, registry.clone());
    let (stop, stopped) = watch::channel(false);
    tokio::spawn(schedule::run(Box::new(stream), context, stopped));
    stop
}

pub(super) fn coinbase(server: &StreamServer) -> StreamOptions {
    settings::Coinbase {
        ws_url: server.url.clone(),
        silence_seconds: 2,
        ..settings::Coinbase::default()
    }
    .stream_options()
}

fn kraken(server: &StreamServer) -> StreamOptions {
    settings::Kraken {
        ws_url: server.url.clone(),
        silence_seconds: 2,
        ..settings::Kraken::default()
    }
    .stream_options()
}

fn names(command: &Value, of: &str) -> Vec<String> {
    let list = command.pointer(of).and_then(Value::as_array);
    list.into_iter()
        .flatten()
        .filter_map(|name| name.as_str().map(str::to_owned))
        .collect()
}

/// Returns a Coinbase trade message; Coinbase sends the price as text.
fn coinbase_trade(product: &str, price: f64) -> String {
    json!({
        "type": "ticker", "sequence": 1, "product_id": product, "price": price.to_string(),
        "open_24h": "80000", "volume_24h": "1836.96781750", "low_24h": "79000.5",
        "high_24h": "86000", "volume_30d": "175984.5", "best_bid": "1", "best_ask": "2",
        "side": "sell", "time": "2026-11-20T15:29:59.127510Z", "trade_id": 7, "last_size": "0.1",
    })
    .to_string()
}

/// Behaves like Coinbase: sends an error for unknown products, and subscribes to the others.
pub(super) async fn behave_like_coinbase(peer: Peer, price: f64) {
    send_coinbase_trades(Duration::from_millis(20), peer, price).await;
}

/// Like [`behave_like_coinbase`], with `pause` between two trades.
async fn send_coinbase_trades(pause: Duration, mut peer: Peer, price: f64) {
    let Some(command) = peer.receive().await else {
        return;
    };
    let command: Value = serde_json::from_str(&command).unwrap();
    assert_eq!(command["type"], "subscribe");
    let requests = names(&command, "/product_ids");
    let (known, unknown): (Vec<_>, Vec<_>) = requests
        .into_iter()
        .partition(|name| !name.starts_with("NOPE"));
    for name in unknown {
        let reason = format!("{name} is not a valid product");
        let error = json!({ "type": "error", "message": "Failed to subscribe", "reason": reason });
        peer.send(error.to_string()).await;
    }
    let channels = json!([
        { "name": "ticker", "product_ids": known },
        { "name": "heartbeat", "product_ids": ["BTC-USD"] },
    ]);
    let subscriptions = json!({ "type": "subscriptions", "channels": channels });
    peer.send(subscriptions.to_string()).await;
    loop {
        let heartbeat = json!({ "type": "heartbeat", "product_id": "BTC-USD", "sequence": 90 });
        for name in &known {
            peer.send(coinbase_trade(name, price)).await;
        }
        if !peer.send(heartbeat.to_string()).await {
            return;
        }
        tokio::time::sleep(pause).await;
    }
}

/// Behaves like Kraken: sends a response for each symbol, a snapshot, and heartbeats.
async fn behave_like_kraken(mut peer: Peer, price: f64) {
    let status = json!({ "channel": "status", "type": "update", "data": [{ "system": "online" }] });
    peer.send(status.to_string()).await;
    let Some(command) = peer.receive().await else {
        return;
    };
    let command: Value = serde_json::from_str(&command).unwrap();
    assert_eq!(command["params"]["channel"], "ticker");
    let row = |name: &str| {
        json!({ "symbol": name, "bid": 1, "ask": 2, "last": price, "low": 79_000.5, "high": 86_000,
            "change_pct": 1.25, "volume": 9, "timestamp": "2026-11-20T15:29:59.5Z" })
    };
    let mut known = Vec::new();
    for name in names(&command, "/params/symbol") {
        let answer = if name.starts_with("NOPE") {
            let error = format!("Currency pair not supported {name}");
            json!({ "method": "subscribe", "success": false, "symbol": name, "error": error })
        } else {
            known.push(name.clone());
            json!({ "method": "subscribe", "success": true, "result": { "channel": "ticker", "symbol": name } })
        };
        peer.send(answer.to_string()).await;
    }
    loop {
        for name in &known {
            let update = json!({ "channel": "ticker", "type": "update", "data": [row(name)] });
            peer.send(update.to_string()).await;
        }
        if !peer.send(r#"{"channel":"heartbeat"}"#).await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

fn is_near(a: Option<f64>, b: f64) -> bool {
    a.is_some_and(|a| (a - b).abs() < 1e-9)
}

#[tokio::test]
async fn coinbase_prices_its_coins_and_skips_the_others() {
    let server = StreamServer::start(|peer| behave_like_coinbase(peer, 84_737.58)).await;
    let mut world = World::new();
    let coins = ["BTC", "NOPE", "ETH"];
    let registry = registry(&world);
    let _running = run(&world, &registry, Coinbase, coinbase(&server), &coins);
    let quote = eventually("a price", || world.updates().quote("BTC").cloned()).await;
    assert_eq!(quote.price, 84_737.58);
    assert_eq!(quote.as_of.to_string(), "2026-11-20T15:29:59.12751Z");
    assert!(is_near(
        quote.change_24h,
        (84_737.58 / 80_000.0 - 1.0) * 100.0
    ));
    assert_eq!(
        (quote.day_low, quote.day_high),
        (Some(79_000.5), Some(86_000.0))
    );
    assert_eq!(
        quote.volume_24h, None,
        "the volume of one exchange is not the volume of the coin"
    );
    let failure = eventually("the rejection", || world.board.symbol_failures().pop()).await;
    assert_eq!((&*failure.symbol, &*failure.provider), ("NOPE", "coinbase"));
    assert!(failure.error.contains("not a valid product"), "{failure:?}");
    let health = world.health("coinbase");
    assert_eq!((health.state, health.failures), (ProviderState::Ok, 0));
    assert_eq!(
        health.last_error, None,
        "an unknown coin does not make the source fail"
    );
    assert_eq!(server.connections(), 1);
}

#[tokio::test]
async fn kraken_prices_its_coins_and_skips_the_others() {
    let server = StreamServer::start(|peer| behave_like_kraken(peer, 84_740.1)).await;
    let mut world = World::new();
    let coins = ["BTC", "NOPE"];
    let registry = registry(&world);
    let _running = run(&world, &registry, Kraken, kraken(&server), &coins);
    let quote = eventually("a price", || world.updates().quote("BTC").cloned()).await;
    assert_eq!((quote.price, quote.change_24h), (84_740.1, Some(1.25)));
    assert_eq!(quote.as_of.to_string(), "2026-11-20T15:29:59.5Z");
    let failure = eventually("the rejection", || world.board.symbol_failures().pop()).await;
    assert!(failure.error.contains("not supported"), "{failure:?}");
    assert_eq!(world.health("kraken").state, ProviderState::Ok);
}

#[tokio::test]
async fn a_stream_that_acknowledges_and_then_is_silent_is_closed() {
    for name in ["coinbase", "kraken"] {
        let acknowledgement = if name == "coinbase" {
            r#"{"type":"subscriptions","channels":[{"name":"ticker","product_ids":["BTC-USD"]}]}"#
        } else {
            r#"{"method":"subscribe","success":true,"result":{"symbol":"BTC/USD"}}"#
        };
        let server = StreamServer::start(move |mut peer: Peer| async move {
            peer.receive().await;
            peer.send(acknowledgement).await;
            peer.receive_all().await;
        })
        .await;
        let world = World::new();
        let registry = registry(&world);
        let _running = if name == "coinbase" {
            run(&world, &registry, Coinbase, coinbase(&server), &["BTC"])
        } else {
            run(&world, &registry, Kraken, kraken(&server), &["BTC"])
        };
        let error = eventually("the failure", || world.health(name).last_error).await;
        assert!(error.contains("silent"), "{name}: {error}");
        eventually("another try", || (server.connections() > 1).then_some(())).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_silent_exchange_prices_its_coins_again_after_recovery() {
    let is_working = Arc::new(AtomicBool::new(false));
    let server_is_working = Arc::clone(&is_working);
    let server = StreamServer::start(move |peer: Peer| {
        let is_working = server_is_working.load(Ordering::SeqCst);
        async move {
            if is_working {
                behave_like_coinbase(peer, 84_737.58).await;
            } else {
                peer.receive_all().await;
            }
        }
    })
    .await;
    let mut world = World::new();
    let options = settings::Coinbase {
        ws_url: server.url.clone(),
        ..settings::Coinbase::default()
    };
    let registry = registry(&world);
    let _running = run(
        &world,
        &registry,
        Coinbase,
        options.stream_options(),
        &["BTC"],
    );
    let error = eventually("the failure", || world.health("coinbase").last_error).await;
    assert!(error.contains("silent"), "{error}");
    is_working.store(true, Ordering::SeqCst);
    eventually("a price", || world.updates().quote("BTC").cloned()).await;
}

#[tokio::test]
async fn kraken_maintenance_is_reported() {
    let server = StreamServer::start(|mut peer: Peer| async move {
        let status = r#"{"channel":"status","type":"update","data":[{"system":"maintenance"}]}"#;
        peer.send(status).await;
        peer.receive_all().await;
    })
    .await;
    let world = World::new();
    let registry = registry(&world);
    let _running = run(&world, &registry, Kraken, kraken(&server), &["BTC"]);
    let error = eventually("the failure", || world.health("kraken").last_error).await;
    assert!(error.contains("maintenance"), "{error}");
}

/// Returns the prices of BTC received so far.
fn prices(world: &mut World) -> Vec<f64> {
    let mut prices = Vec::new();
    for update in world.updates().0 {
        let marketdeck::source::Update::Quotes(quotes) = update else {
            panic!("{update:?}");
        };
        prices.extend(quotes.iter().map(|quote| quote.price));
    }
    prices
}

#[tokio::test]
async fn a_coin_on_two_exchanges_has_the_preferred_ones_price_until_it_is_lost() {
    let coinbase_is_lost = Arc::new(AtomicBool::new(false));
    let is_lost = Arc::clone(&coinbase_is_lost);
    let first = StreamServer::start(move |peer| {
        let is_lost = Arc::clone(&is_lost);
        async move {
            let wait_until_lost = async {
                while !is_lost.load(Ordering::SeqCst) {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
            };
            tokio::select! {
                () = behave_like_coinbase(peer, 100.0) => {}
                () = wait_until_lost => {}
            }
        }
    })
    .await;
    let second = StreamServer::start(|peer| behave_like_kraken(peer, 101.0)).await;
    let mut world = World::new();
    let registry = registry(&world);
    let _first = run(&world, &registry, Coinbase, coinbase(&first), &["BTC"]);
    eventually("the first price", || prices(&mut world).pop()).await;
    let _second = run(&world, &registry, Kraken, kraken(&second), &["BTC"]);
    eventually("a message of the second exchange", || {
        let health = world.board.list();
        let kraken = health.iter().find(|health| health.name == "kraken")?;
        kraken.last_success
    })
    .await;
    let mut received = Vec::new();
    eventually("many prices", || {
        received.extend(prices(&mut world));
        (received.len() > 20).then_some(())
    })
    .await;
    assert!(received.iter().all(|price| *price == 100.0), "{received:?}");
    coinbase_is_lost.store(true, Ordering::SeqCst);
    eventually("the price of the other exchange", || {
        prices(&mut world).contains(&101.0).then_some(())
    })
    .await;
    let now: Timestamp = NOW.parse().unwrap();
    assert!(registry.is_streamed("BTC", now));
}

/// Returns a coin that was found by a search at Yahoo.
fn found(symbol: &str, currency: &str) -> Profile {
    Profile {
        currency: Currency::parse(currency).unwrap(),
        ..Profile::new(symbol, symbol, TickerKind::Crypto)
    }
}

#[tokio::test]
async fn coins_added_by_search_are_priced_if_the_exchanges_list_them() {
    for name in ["coinbase", "kraken"] {
        let server = StreamServer::start(move |peer| async move {
            if name == "coinbase" {
                behave_like_coinbase(peer, 84_737.58).await;
            } else {
                behave_like_kraken(peer, 84_737.58).await;
            }
        })
        .await;
        let mut world = World::new();
        let coins = Tickers::of(&["BTC"], TickerKind::Crypto)
            .with_followed(found("WBTC", "USD"), "WBTC-USD")
            .with_followed(found("BTC-EUR", "EUR"), "BTC-EUR")
            .with_followed(found("TBTC23228", "USD"), "TBTC23228-USD")
            .with_followed(found("BTC12345", "USD"), "BTC12345-USD")
            .with_followed(found("NOPE", "USD"), "NOPE-USD");
        for followed in ["WBTC", "BTC-EUR", "TBTC23228", "BTC12345"] {
            coins.set_price(followed, 84_000.0);
        }
        let registry = registry(&world);
        let coins = Arc::new(coins);
        let _running = if name == "coinbase" {
            run_for(&world, &registry, Coinbase, coinbase(&server), coins)
        } else {
            run_for(&world, &registry, Kraken, kraken(&server), coins)
        };
        let mut priced = HashSet::new();
        eventually("prices of all that are listed", || {
            for update in world.updates().0 {
                let Update::Quotes(quotes) = update else {
                    panic!("{update:?}");
                };
                priced.extend(quotes.into_iter().map(|quote| quote.symbol));
            }
            (priced.len() == 4).then_some(())
        })
        .await;
        let expected = ["BTC", "WBTC", "BTC-EUR", "TBTC23228"].map(str::to_owned);
        assert_eq!(
            priced,
            HashSet::from(expected),
            "{name}: no other ticker has the name of BTC"
        );
        let failure = eventually("the rejection", || world.board.symbol_failures().pop()).await;
        assert_eq!((&*failure.symbol, &*failure.provider), ("NOPE", name));
        let again = failure.next_attempt.unwrap();
        assert_eq!(again.to_string(), "2026-11-21T15:30:00Z", "{name}");
        let requests = server.received(0);
        assert_eq!(
            requests.len(),
            1,
            "{name}: it is requested once: {requests:?}"
        );
    }
}

#[tokio::test]
async fn a_coin_with_the_price_of_another_is_priced_only_after_confirmation() {
    let server = StreamServer::start(|peer| behave_like_coinbase(peer, 100.0)).await;
    let mut world = World::new();
    let coins = Tickers::of(&["BTC"], TickerKind::Crypto)
        .with_followed(found("GAME", "USD"), "GAME-USD")
        .with_followed(found("NEW", "USD"), "NEW-USD");
    coins.set_price("GAME", 0.05);
    let coins = Arc::new(coins);
    let registry = registry(&world);
    let known = Arc::clone(&coins);
    let _running = run_for(&world, &registry, Coinbase, coinbase(&server), known);
    let mut received = Vec::new();
    eventually("many prices", || {
        for update in world.updates().0 {
            let Update::Quotes(quotes) = update else {
                panic!("{update:?}");
            };
            received.extend(quotes.into_iter().map(|quote| quote.symbol));
        }
        (received.len() > 10).then_some(())
    })
    .await;
    assert!(
        received.iter().all(|symbol| symbol == "BTC"),
        "{received:?}"
    );
    let now: Timestamp = NOW.parse().unwrap();
    assert!(
        !registry.is_streamed("GAME", now) && !registry.is_streamed("NEW", now),
        "the stream does not price the coin, so that its price is polled"
    );
    coins.set_price("GAME", 97.0);
    let game = eventually("its price", || world.updates().quote("GAME").cloned()).await;
    assert_eq!(game.price, 100.0);
    // A confirmed coin may move by any amount.
    coins.set_price("GAME", 50.0);
    world.updates();
    eventually("its next price", || world.updates().quote("GAME").cloned()).await;
}

#[tokio::test(start_paused = true)]
async fn an_unconfirmed_coin_is_skipped_for_a_day() {
    let server =
        StreamServer::start(|peer| send_coinbase_trades(Duration::from_secs(5), peer, 100.0)).await;
    let mut world = World::new();
    let coins =
        Tickers::of(&["BTC"], TickerKind::Crypto).with_followed(found("GAME", "USD"), "GAME-USD");
    coins.set_price("GAME", 0.05);
    let options = settings::Coinbase {
        ws_url: server.url.clone(),
        ..settings::Coinbase::default()
    };
    let registry = registry(&world);
    let options = options.stream_options();
    let _running = run_for(&world, &registry, Coinbase, options, Arc::new(coins));
    let failure = eventually("the rejection", || {
        world.updates();
        world.board.symbol_failures().pop()
    })
    .await;
    assert!(
        failure.error.contains("belongs to another coin"),
        "{failure:?}"
    );
    assert_eq!(failure.symbol, "GAME");
}
