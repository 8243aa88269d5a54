//! A panic in one stream.

use std::sync::Arc;

use marketdeck::{
    domain::{provider::ProviderState, ticker::TickerKind},
    providers::{
        core::{
            capability::{Offer, Registry},
            stream::{Event, Frame, Protocol, Stream},
        },
        settings,
    },
    source::{Context, SourceError, TickerInfo, schedule},
};
use tokio::sync::watch;

use super::{
    Tickers,
    server::{Peer, StreamServer},
};
use crate::world::World;

/// A protocol that panics at the first message.
struct Faulty;

impl Protocol for Faulty {
    const NAME: &'static str = "faulty";
    const OFFERS: &'static [Offer] = &[];
    const MAX_SYMBOLS: Option<usize> = Some(10);
    const HAS_HEARTBEAT: bool = false;
    const ACKNOWLEDGES: bool = false;

    fn name_of(&self, ticker: &TickerInfo) -> Option<String> {
        Some(ticker.symbol.clone())
    }

    fn subscribe(&self, _: &[&str]) -> Vec<String> {
        vec!["subscribe".to_owned()]
    }

    fn unsubscribe(&self, _: &[&str]) -> Vec<String> {
        Vec::new()
    }

    fn read(&self, _: &Frame<'_>) -> Result<Vec<Event>, SourceError> {
        panic!("out of bounds")
    }
}

#[tokio::test]
async fn a_panic_in_a_message_ends_its_stream_only_and_reaches_the_supervisor() {
    let server = StreamServer::start(|mut peer: Peer| async move {
        peer.receive().await;
        peer.send("{}").await;
        peer.receive_all().await;
    })
    .await;
    let world = World::new();
    let context = Context {
        market: Arc::new(Tickers::of(&["AAPL"], TickerKind::Stock)),
        ..world.context("faulty", world.board.record("faulty"))
    };
    let options = settings::Kraken {
        ws_url: server.url.clone(),
        ..settings::Kraken::default()
    }
    .stream_options();
    let registry = Registry::new(world.board.clone());
    let stream = Stream::new(Faulty, options, registry);
    let (_stop, stopped) = watch::channel(false);
    let running = tokio::spawn(schedule::run(Box::new(stream), context, stopped));
    assert!(running.await.unwrap_err().is_panic());
    let health = world.health("faulty");
    assert_eq!((health.state, health.failures), (ProviderState::Failing, 1));
}
