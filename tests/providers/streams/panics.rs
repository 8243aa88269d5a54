//! A fault of our own in one stream.

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

/// Fails badly at the first message.
struct Faulty;

impl Protocol for Faulty {
    const NAME: &'static str = "faulty";
    const OFFERS: &'static [Offer] = &[];
    const MOST_SYMBOLS: Option<usize> = Some(10);
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
async fn a_panic_while_a_message_is_read_ends_its_stream_only_and_is_the_supervisors_to_hear() {
    let server = StreamServer::start(|mut peer: Peer| async move {
        peer.hears().await;
        peer.says("{}").await;
        peer.listens().await;
    })
    .await;
    let world = World::new();
    let context = Context {
        known: Arc::new(Tickers::of(&["AAPL"], TickerKind::Stock)),
        ..world.context("faulty", world.board.record("faulty"))
    };
    let access = settings::Kraken {
        ws_url: server.url.clone(),
        ..settings::Kraken::default()
    }
    .access();
    let registry = Registry::new(world.board.clone());
    let stream = Stream::new(Faulty, access, registry);
    let (_stop, stopped) = watch::channel(false);
    let running = tokio::spawn(schedule::run(Box::new(stream), context, stopped));
    assert!(running.await.unwrap_err().is_panic());
    let health = world.health("faulty");
    assert_eq!((health.state, health.failures), (ProviderState::Failing, 1));
}
