//! Yahoo's stream: a hundred symbols per connection, no acknowledgments, and faults.

use std::{
    collections::HashSet,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use marketdeck::{
    catalogue::Catalogue,
    domain::{
        provider::{ProviderState, StreamConnection},
        ticker::TickerKind,
    },
    providers::{
        core::{capability::Registry, stream::Stream},
        settings,
        yahoo_stream::YahooStream,
    },
    source::{Context, Update, health::HealthRecord, schedule},
};
use tokio::{sync::watch, time::Instant};

use super::{
    Tickers, eventually,
    message::Pricing,
    server::{Peer, StreamServer, symbols},
};
use crate::world::{NOW, World};

/// Runs the stream until the sender is dropped.
fn run(
    world: &World,
    known: &Arc<Tickers>,
    settings: &settings::YahooStream,
) -> (Registry, watch::Sender<bool>) {
    let health: HealthRecord = world.board.record("yahoo_stream");
    let context = Context {
        market: Arc::clone(known) as _,
        ..world.context("yahoo_stream", health)
    };
    let catalogue = Catalogue::embedded().unwrap();
    let mut registry = Registry::new(world.board.clone());
    registry.add::<Stream<YahooStream>>();
    let protocol = YahooStream::new(&catalogue);
    let stream = Stream::new(protocol, settings.stream_options(), registry.clone());
    let (stop, stopped) = watch::channel(false);
    tokio::spawn(schedule::run(Box::new(stream), context, stopped));
    (registry, stop)
}

fn settings(server: &StreamServer) -> settings::YahooStream {
    settings::YahooStream {
        ws_url: server.url.clone(),
        ..settings::YahooStream::default()
    }
}

fn stocks(count: usize) -> Arc<Tickers> {
    let names: Vec<String> = (0..count).map(|n| format!("CANARY{n}")).collect();
    Arc::new(Tickers::of(&names, TickerKind::Stock))
}

/// Behaves like Yahoo: accepts the first hundred symbols of a connection, and sends prices of them
/// regularly.
async fn behave_like_yahoo(mut peer: Peer) {
    let mut subscribed: Vec<String> = Vec::new();
    let mut cents = 0.0;
    loop {
        tokio::select! {
            command = peer.receive() => {
                let Some(command) = command else { return };
                let unsubscribed = symbols(&command, "unsubscribe");
                subscribed.retain(|symbol| !unsubscribed.contains(symbol));
                for symbol in symbols(&command, "subscribe") {
                    assert!(!subscribed.contains(&symbol), "{symbol} was subscribed already");
                    if subscribed.len() < 100 {
                        subscribed.push(symbol);
                    }
                }
            }
            () = tokio::time::sleep(Duration::from_millis(50)) => {
                cents += 0.01;
                for symbol in &subscribed {
                    if !peer.send(Pricing::new(symbol, 100.0 + cents, NOW).text()).await {
                        return;
                    }
                }
            }
        }
    }
}

/// The distinct prices of each symbol so far.
#[derive(Default)]
struct PriceChanges(std::collections::HashMap<String, HashSet<u64>>);

impl PriceChanges {
    fn add_updates(&mut self, world: &mut World) {
        for update in world.updates().0 {
            let Update::Quotes(quotes) = update else {
                panic!("{update:?}");
            };
            for quote in quotes {
                let prices = self.0.entry(quote.symbol).or_default();
                prices.insert(quote.price.to_bits());
            }
        }
    }

    fn changed_count(&self) -> usize {
        self.0.values().filter(|prices| prices.len() > 1).count()
    }
}

#[tokio::test]
async fn a_hundred_and_fifty_symbols_use_two_connections_and_all_get_prices() {
    let server = StreamServer::start(behave_like_yahoo).await;
    let mut world = World::new();
    let _running = run(&world, &stocks(150), &settings(&server));
    let mut price_changes = PriceChanges::default();
    eventually("price changes of all symbols", || {
        price_changes.add_updates(&mut world);
        (price_changes.changed_count() == 150).then_some(())
    })
    .await;
    assert_eq!(server.connections(), 2);
    let symbol_count = |connection| symbols(&server.received(connection)[0], "subscribe").len();
    assert_eq!((symbol_count(0), symbol_count(1)), (100, 50));
    let health = world.health("yahoo_stream");
    assert_eq!((health.state, health.failures), (ProviderState::Ok, 0));
}

#[tokio::test]
async fn each_connection_reports_its_symbols_and_messages() {
    let server = StreamServer::start(behave_like_yahoo).await;
    let mut world = World::new();
    let (_, stop) = run(&world, &stocks(150), &settings(&server));
    let connections = eventually("messages on both connections", || {
        world.updates();
        let all = world.board.connections(Instant::now());
        let is_counted = |one: &StreamConnection| one.messages_per_second > Some(10.0);
        (all.len() == 2 && all.iter().all(is_counted)).then_some(all)
    })
    .await;
    for (connection, (number, symbols)) in connections.iter().zip([(1, 100), (2, 50)]) {
        assert_eq!(connection.provider, "yahoo_stream");
        assert_eq!((connection.number, connection.symbols), (number, symbols));
        assert_eq!(connection.max_symbols, Some(100));
        let open_duration = connection.open_duration.unwrap();
        assert!(open_duration >= Duration::from_secs(1), "{open_duration:?}");
        assert!(connection.last_message_age.unwrap() < open_duration);
    }
    stop.send(true).unwrap();
    eventually("no reported connections", || {
        let all = world.board.connections(Instant::now());
        all.is_empty().then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_lost_connection_is_reported_next_to_an_open_one() {
    let server = StreamServer::start(|mut peer: Peer| async move {
        match peer.number {
            0 => behave_like_yahoo(peer).await,
            // The server accepts the connection and closes it at once.
            1 => drop(peer.receive().await),
            _ => std::future::pending().await,
        }
    })
    .await;
    let mut world = World::new();
    let _running = run(&world, &stocks(150), &settings(&server));
    let connections = eventually("the loss of the second connection", || {
        world.updates();
        let all = world.board.connections(Instant::now());
        let is_lost = all.len() == 2 && world.health("yahoo_stream").failures > 0;
        (is_lost && all[1].open_duration.is_none()).then_some(all)
    })
    .await;
    assert!(connections[0].open_duration.is_some());
    assert_eq!((connections[0].symbols, connections[1].symbols), (100, 0));
    assert_eq!(connections[1].last_message_age, None);
}

#[tokio::test]
async fn with_one_connection_watched_symbols_stay_and_others_take_turns() {
    let server = StreamServer::start(behave_like_yahoo).await;
    let mut world = World::new();
    let known = stocks(150);
    let watched = "CANARY149".to_owned();
    *known.watched.lock().unwrap() = vec![watched.clone()];
    let settings = settings::YahooStream {
        connections: 1,
        ..settings(&server)
    };
    let _running = run(&world, &known, &settings);
    let mut price_changes = PriceChanges::default();
    eventually("price changes of the first hundred symbols", || {
        price_changes.add_updates(&mut world);
        (price_changes.changed_count() == 100).then_some(())
    })
    .await;
    assert!(price_changes.0.contains_key(&watched));
    world.clock.advance(61);
    eventually("price changes of the other symbols", || {
        price_changes.add_updates(&mut world);
        (price_changes.changed_count() == 150).then_some(())
    })
    .await;
    assert_eq!(server.connections(), 1);
    let unsubscribed: Vec<String> = server.received(0)[1..]
        .iter()
        .flat_map(|command| symbols(command, "unsubscribe"))
        .collect();
    assert!(
        !unsubscribed.is_empty() && !unsubscribed.contains(&watched),
        "{unsubscribed:?}"
    );
}

#[tokio::test]
async fn a_snapshot_of_two_days_ago_does_not_count_as_a_live_price() {
    let server = StreamServer::start(|mut peer: Peer| async move {
        while let Some(command) = peer.receive().await {
            for symbol in symbols(&command, "subscribe") {
                let day = if symbol == "CANARY0" { "18" } else { "20" };
                let at = format!("2026-11-{day}T15:29:59Z");
                peer.send(Pricing::new(&symbol, 100.0, &at).text()).await;
            }
        }
    })
    .await;
    let mut world = World::new();
    let (registry, _stop) = run(&world, &stocks(2), &settings(&server));
    let mut price_changes = PriceChanges::default();
    eventually("prices of both symbols", || {
        price_changes.add_updates(&mut world);
        (price_changes.0.len() == 2).then_some(())
    })
    .await;
    let now = NOW.parse().unwrap();
    assert!(!registry.is_streamed("CANARY0", now));
    assert!(registry.is_streamed("CANARY1", now));
}

/// A fault of the server.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    Drops,
    IsSilent,
    SendsGarbage,
    CutsItsMessages,
    SendsTooMuch,
}

async fn behave_with_fault(mut peer: Peer, fault: Fault) {
    if peer.receive().await.is_none() {
        return;
    }
    let text = Pricing::new("CANARY0", 100.0, NOW).text();
    let sent = match fault {
        Fault::Drops => return,
        Fault::IsSilent => return peer.receive_all().await,
        Fault::SendsGarbage => "<html>Attention Required</html>".to_owned(),
        Fault::CutsItsMessages => text[..text.len() / 2].to_owned(),
        Fault::SendsTooMuch => "x".repeat(20_000),
    };
    while peer.send(sent.clone()).await {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn a_failing_stream_reports_the_reason_and_reconnects() {
    for (fault, says) in [
        (Fault::Drops, "closed"),
        (Fault::IsSilent, "silent"),
        (Fault::SendsGarbage, "a web page"),
        (Fault::CutsItsMessages, "is truncated"),
        (Fault::SendsTooMuch, "larger than"),
    ] {
        let is_working = Arc::new(AtomicBool::new(false));
        let server_is_working = Arc::clone(&is_working);
        let server = StreamServer::start(move |peer| {
            let is_working = server_is_working.load(Ordering::SeqCst);
            async move {
                if is_working {
                    behave_like_yahoo(peer).await;
                } else {
                    behave_with_fault(peer, fault).await;
                }
            }
        })
        .await;
        let world = World::new();
        let settings = settings::YahooStream {
            silence_seconds: 1,
            max_bytes: 10_000,
            ..settings(&server)
        };
        let (registry, _stop) = run(&world, &stocks(20), &settings);
        let failed = eventually("the failure", || {
            let health = world.health("yahoo_stream");
            (health.state == ProviderState::Failing).then_some(health)
        })
        .await;
        let error = failed.last_error.unwrap();
        assert!(error.contains(says), "{fault:?}: {error}");
        assert!(failed.next_attempt > failed.last_failure, "{fault:?}");
        let now = NOW.parse().unwrap();
        assert!(!registry.is_streamed("CANARY0", now), "{fault:?}");
        is_working.store(true, Ordering::SeqCst);
        eventually("the recovery", || {
            let is_ok = world.health("yahoo_stream").state == ProviderState::Ok;
            (is_ok && registry.is_streamed("CANARY0", now)).then_some(())
        })
        .await;
    }
}

#[tokio::test]
async fn connections_that_fail_in_turn_make_the_stream_failing() {
    let server = StreamServer::start(|peer| behave_with_fault(peer, Fault::SendsGarbage)).await;
    let world = World::new();
    let _running = run(&world, &stocks(250), &settings(&server));
    let health = eventually("the failure", || {
        let health = world.health("yahoo_stream");
        (health.state == ProviderState::Failing).then_some(health)
    })
    .await;
    assert!(health.last_error.unwrap().contains("a web page"));
}

#[tokio::test]
async fn a_rejected_upgrade_is_reported_with_its_status() {
    for (answer, says) in [
        ("HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n", "HTTP 503"),
        ("HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n", "HTTP 403"),
        ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "HTTP 200"),
        ("<html>Attention</html>\r\n\r\n", "is invalid"),
        ("", "closed"),
    ] {
        let server = StreamServer::rejecting(answer).await;
        let world = World::new();
        let _running = run(&world, &stocks(1), &settings(&server));
        let error = eventually("the rejection", || world.health("yahoo_stream").last_error).await;
        assert!(error.contains(says), "{answer}: {error}");
    }
}

#[tokio::test]
async fn one_of_two_connections_is_lost_and_reconnects_without_affecting_the_other() {
    let first_is_lost = Arc::new(AtomicBool::new(false));
    let switch = Arc::clone(&first_is_lost);
    let server = StreamServer::start(move |peer: Peer| {
        let is_lost = Arc::clone(&switch);
        async move {
            let number = peer.number;
            let lost = async {
                while is_open(number, &is_lost) {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
            };
            tokio::select! {
                () = behave_like_yahoo(peer) => {}
                () = lost => assert_eq!(number, 0),
            }
        }
    })
    .await;
    let mut world = World::new();
    let _running = run(&world, &stocks(150), &settings(&server));
    let mut price_changes = PriceChanges::default();
    eventually("price changes of all symbols", || {
        price_changes.add_updates(&mut world);
        (price_changes.changed_count() == 150).then_some(())
    })
    .await;
    first_is_lost.store(true, Ordering::SeqCst);
    let health = eventually("the loss", || {
        let health = world.health("yahoo_stream");
        (health.failures > 0).then_some(health)
    })
    .await;
    assert_eq!(
        health.state,
        ProviderState::Ok,
        "the other connection stays open"
    );
    let mut price_changes = PriceChanges::default();
    eventually("further price changes of all symbols", || {
        price_changes.add_updates(&mut world);
        (price_changes.changed_count() == 150).then_some(())
    })
    .await;
    assert_eq!(server.connections(), 3);
    assert_eq!(symbols(&server.received(2)[0], "subscribe").len(), 100);
    assert_eq!(
        server.received(1).len(),
        1,
        "the symbols of the other connection are not subscribed again"
    );
}

fn is_open(number: usize, first_is_lost: &AtomicBool) -> bool {
    number != 0 || !first_is_lost.load(Ordering::SeqCst)
}

#[tokio::test]
async fn stopping_closes_the_connections() {
    let ended = Arc::new(Mutex::new(0));
    let count = Arc::clone(&ended);
    let server = StreamServer::start(move |peer| {
        let count = Arc::clone(&count);
        async move {
            behave_like_yahoo(peer).await;
            *count.lock().unwrap() += 1;
        }
    })
    .await;
    let world = World::new();
    let (_, stop) = run(&world, &stocks(150), &settings(&server));
    eventually("both connections", || {
        (server.connections() == 2).then_some(())
    })
    .await;
    stop.send(true).unwrap();
    eventually("their end", || (*ended.lock().unwrap() == 2).then_some(())).await;
}
