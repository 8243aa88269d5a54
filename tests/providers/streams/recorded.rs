//! Streams with recorded messages; see `replay`. `yahoo`, `coins` and `finnhub` test the same with hand-written
//! messages.

use std::sync::Arc;

use marketdeck::{
    catalogue::Catalogue,
    domain::{
        quote::{ExtendedUpdate, QuoteUpdate},
        session::Phase,
        ticker::TickerKind,
    },
    providers::{
        coinbase::Coinbase,
        core::{
            capability::Registry,
            stream::{Protocol, Stream, StreamOptions},
        },
        finnhub::FinnhubTrades,
        kraken::Kraken,
        settings,
        yahoo_stream::YahooStream,
    },
    source::{Context, Update, schedule},
};
use tokio::sync::watch;

use super::{Tickers, eventually};
use crate::{replay::Replay, world::World};

fn run<P: Protocol>(
    world: &World,
    protocol: P,
    options: StreamOptions,
    symbols: &[&str],
    kind: TickerKind,
) -> watch::Sender<bool> {
    let context = Context {
        market: Arc::new(Tickers::of(symbols, kind)),
        ..world.context(P::NAME, world.board.record(P::NAME))
    };
    let registry = Registry::new(world.board.clone());
    let stream = Stream::new(protocol, options, registry);
    let (stop, stopped) = watch::channel(false);
    tokio::spawn(schedule::run(Box::new(stream), context, stopped));
    stop
}

/// Returns the options of a recorded stream.
fn at(replay: &Replay, name: &str) -> StreamOptions {
    StreamOptions {
        url: format!("{}/{name}", replay.base.replace("http:", "ws:")),
        ..settings::Kraken::default().stream_options()
    }
}

fn replay() -> Option<Replay> {
    Replay::of("replay-ws", &["--every", "0.05"])
}

/// Collects quotes and other prices until `is_enough` returns true.
async fn prices(
    world: &mut World,
    is_enough: impl Fn(&[QuoteUpdate], &[ExtendedUpdate]) -> bool,
) -> (Vec<QuoteUpdate>, Vec<ExtendedUpdate>) {
    let (mut quotes, mut extended) = (Vec::new(), Vec::new());
    eventually("the recorded prices", || {
        for update in world.updates().0 {
            match update {
                Update::Quotes(more) => quotes.extend(more),
                Update::Extended(more) => extended.extend(more),
                other => panic!("{other:?}"),
            }
        }
        is_enough(&quotes, &extended).then_some(())
    })
    .await;
    (quotes, extended)
}

#[tokio::test]
async fn recorded_yahoo_messages_are_parsed() {
    let Some(replay) = replay() else { return };
    let mut world = World::new();
    let protocol = YahooStream::new(&Catalogue::embedded().unwrap());
    let options = at(&replay, "yahoo_stream");
    let _running = run(&world, protocol, options, &["AAPL"], TickerKind::Stock);
    let (quotes, extended) = prices(&mut world, |quotes, extended| {
        quotes.len() >= 8 && extended.len() >= 2
    })
    .await;
    for (price, previous, volume, at) in [
        (314.79, 307.71, 17_557_426.0, "2020-05-18T16:55:38Z"),
        (168.99, 170.12, 53_985_930.0, "2024-03-06T20:38:07Z"),
        (307.2, 309.38, 5_422_202.0, "2026-08-05T13:43:15Z"),
    ] {
        let quote = quotes.iter().find(|quote| quote.price == price);
        let quote = quote.unwrap_or_else(|| panic!("{price}: {quotes:?}"));
        assert_eq!(quote.previous_close, Some(previous));
        assert_eq!(quote.volume_24h, Some(volume));
        assert_eq!(quote.as_of.to_string(), at);
    }
    let extended_quote = &extended[0];
    assert_eq!(
        (extended_quote.price, extended_quote.session),
        (305.76, Phase::Pre)
    );
    assert_eq!(extended_quote.as_of.to_string(), "2026-05-22T08:10:22Z");
    assert!((extended_quote.change.unwrap() - 0.252_473_7).abs() < 1e-6);
}

#[tokio::test]
async fn recorded_exchange_messages_are_parsed() {
    let Some(replay) = replay() else { return };
    let mut world = World::new();
    let options = at(&replay, "coinbase");
    let coinbase = run(
        &world,
        Coinbase,
        options,
        &["BTC", "ETH", "NOPE"],
        TickerKind::Crypto,
    );
    let (quotes, _) = prices(&mut world, |quotes, _| quotes.len() >= 2).await;
    let bitcoin = quotes.iter().find(|quote| quote.symbol == "BTC").unwrap();
    assert_eq!(
        (bitcoin.price, bitcoin.day_low),
        (84_737.58, Some(84_400.0))
    );
    assert_eq!(bitcoin.as_of.to_string(), "2026-10-03T20:58:31.12751Z");
    let change = (84_737.58 / 84_430.55 - 1.0) * 100.0;
    assert!((bitcoin.change_24h.unwrap() - change).abs() < 1e-9);
    drop(coinbase);
    let options = at(&replay, "kraken");
    let _running = run(
        &world,
        Kraken,
        options,
        &["USDT", "NOPE"],
        TickerKind::Crypto,
    );
    let (quotes, _) = prices(&mut world, |quotes, _| {
        quotes.iter().any(|quote| quote.symbol == "USDT")
    })
    .await;
    let tether = quotes.iter().find(|quote| quote.symbol == "USDT").unwrap();
    assert_eq!(tether.price, 0.999_81);
    assert_eq!(tether.as_of.to_string(), "2026-09-24T03:54:18.054886Z");
    let failures = world.board.symbol_failures();
    let failed_symbols = |provider: &str| {
        let of_provider = failures
            .iter()
            .filter(|failure| failure.provider == provider);
        of_provider
            .map(|failure| failure.symbol.as_str())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        (failed_symbols("coinbase"), failed_symbols("kraken")),
        (vec!["NOPE"], vec!["NOPE"])
    );
}

#[tokio::test]
async fn recorded_finnhub_trades_are_parsed() {
    let Some(replay) = replay() else { return };
    let mut world = World::new();
    let options = at(&replay, "finnhub");
    let protocol = FinnhubTrades;
    let _running = run(&world, protocol, options, &["AAPL"], TickerKind::Stock);
    // The trade is from before the open in New York.
    let (_, extended) = prices(&mut world, |_, extended| !extended.is_empty()).await;
    let extended_quote = &extended[0];
    assert_eq!(
        (extended_quote.price, extended_quote.session),
        (235.1, Phase::Pre)
    );
    assert_eq!(extended_quote.as_of.to_string(), "2024-07-15T09:59:59.412Z");
}
