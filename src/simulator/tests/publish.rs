//! The updates that the simulator sends with each refresh.

use std::{
    collections::{HashMap, HashSet},
    sync::{
        Arc, Mutex,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use tokio::sync::mpsc;

use super::*;
use crate::{
    domain::{
        Clock,
        bar::Interval,
        quote::QuoteUpdate,
        session::Calendar,
        ticker::{Profile, Ticker, TickerId, TickerKind},
    },
    simulator::{Settings, Simulator},
    source::{
        Context, Envelope, MarketView, Sink, Source as _, TickerInfo, Update, health::HealthBoard,
    },
    testing::ManualClock,
};

mod extended;
mod history;
mod quotes;

/// A market that remembers the newest bar of every series.
#[derive(Default)]
struct Memory {
    newest: Mutex<HashMap<(String, Interval), i64>>,
    imported: Vec<&'static str>,
}

impl MarketView for Memory {
    fn tickers(&self) -> Vec<TickerInfo> {
        let imported = |symbol: &&str| TickerInfo {
            imported: true,
            ..TickerInfo::of(&Ticker::new(
                TickerId(1),
                Profile::new(*symbol, *symbol, TickerKind::Stock),
            ))
        };
        self.imported.iter().map(imported).collect()
    }

    fn last_bar(&self, symbol: &str, interval: Interval) -> Option<i64> {
        let newest = self.newest.lock().unwrap();
        newest.get(&(symbol.to_owned(), interval)).copied()
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

struct Bench {
    clock: Arc<ManualClock>,
    memory: Arc<Memory>,
    context: Context,
    queue: mpsc::Receiver<Envelope>,
}

impl Bench {
    fn new(now: &str, memory: Memory) -> Self {
        let clock = Arc::new(ManualClock::new(at(now)));
        let memory = Arc::new(memory);
        let (sender, queue) = mpsc::channel(10_000);
        let context = Context {
            clock: Arc::clone(&clock) as Arc<dyn Clock>,
            sink: Sink::new("sample", sender),
            market: Arc::clone(&memory) as Arc<dyn MarketView>,
            health: HealthBoard::default().record("sample"),
        };
        Self {
            clock,
            memory,
            context,
            queue,
        }
    }

    /// Runs one refresh and returns its updates.
    async fn refresh(&mut self, sample: &mut Simulator) -> Vec<Update> {
        sample.refresh(&self.context).await.unwrap();
        let mut updates = vec![];
        while let Ok(envelope) = self.queue.try_recv() {
            if let Update::Bars {
                symbol,
                interval,
                bars,
            } = &envelope.update
            {
                let mut newest = self.memory.newest.lock().unwrap();
                newest.insert((symbol.clone(), *interval), bars[bars.len() - 1].start);
            }
            updates.push(envelope.update);
        }
        updates
    }
}

fn settings() -> Settings {
    Settings {
        seed: 1,
        is_always_open: false,
        tick_interval: Duration::from_secs(2),
    }
}

/// Returns a simulator of the whole catalogue.
fn full_simulator() -> Simulator {
    Simulator::new(settings(), Catalogue::embedded().unwrap())
}

/// Returns a simulator of nine tickers: faster, with the same prices.
fn small_simulator() -> Simulator {
    const SYMBOLS: [&str; 9] = [
        "^GSPC", "AAPL", "MSFT", "KO", "SPY", "BTC", "ETH", "GC=F", "CL=F",
    ];
    let mut catalogue = Catalogue::embedded().unwrap();
    catalogue
        .instruments
        .retain(|instrument| SYMBOLS.contains(&instrument.profile.symbol.as_str()));
    Simulator::new(settings(), catalogue)
}

fn quotes(updates: &[Update]) -> Vec<&QuoteUpdate> {
    updates
        .iter()
        .filter_map(|update| match update {
            Update::Quotes(quotes) => Some(quotes),
            _ => None,
        })
        .flatten()
        .collect()
}

fn bars_in<'a>(updates: &'a [Update], target_symbol: &str, length: Interval) -> Vec<&'a Bar> {
    updates
        .iter()
        .filter_map(|update| match update {
            Update::Bars {
                symbol,
                interval,
                bars,
            } => (symbol == target_symbol && *interval == length).then_some(bars),
            _ => None,
        })
        .flatten()
        .collect()
}

#[tokio::test]
async fn a_refresh_sends_current_quotes_of_some_tickers_in_open_markets() {
    let mut bench = Bench::new(FRIDAY, Memory::default());
    let (mut sample, engine) = (full_simulator(), engine());
    bench.refresh(&mut sample).await;
    let (mut counts, mut seen) = (vec![], HashSet::new());
    for _ in 0..20 {
        bench.clock.advance(2);
        let updates = bench.refresh(&mut sample).await;
        let quotes = quotes(&updates);
        for quote in &quotes {
            let index = engine.index_of(&quote.symbol).unwrap();
            assert_eq!(
                quote.price,
                engine.price(index, bench.clock.now()),
                "{}",
                quote.symbol
            );
            assert_eq!(quote.as_of.as_second(), bench.clock.now().as_second());
            let (high, low) = (quote.day_high.unwrap(), quote.day_low.unwrap());
            assert!(low <= quote.price && quote.price <= high);
            assert!(quote.year_high.unwrap() >= high && quote.year_low.unwrap() <= low);
            assert!(quote.all_time_high >= quote.year_high);
            seen.insert(quote.symbol.clone());
        }
        counts.push(quotes.len());
    }
    assert!(
        counts.iter().all(|count| (90..280).contains(count)),
        "{counts:?}"
    );
    assert!(
        counts.iter().collect::<HashSet<_>>().len() > 5,
        "the number of ticks varies: {counts:?}"
    );
    assert!(
        seen.len() > 320,
        "nearly every ticker trades within forty seconds: {}",
        seen.len()
    );
}

#[tokio::test]
async fn at_night_only_crypto_ticks_and_after_the_close_each_ticker_is_quoted_once() {
    let mut bench = Bench::new("2026-11-20T20:59:58Z", Memory::default());
    let mut sample = small_simulator();
    bench.refresh(&mut sample).await;
    bench.clock.advance(4);
    let updates = bench.refresh(&mut sample).await;
    let stocks = |updates: &[Update]| {
        quotes(updates)
            .iter()
            .filter(|quote| quote.symbol == "AAPL" || quote.symbol == "SPY")
            .count()
    };
    assert_eq!(stocks(&updates), 2, "closing prices are sent once");
    for _ in 0..5 {
        bench.clock.advance(2);
        assert_eq!(stocks(&bench.refresh(&mut sample).await), 0);
    }
    bench.clock.set(at("2026-11-21T12:00:00Z"));
    bench.refresh(&mut sample).await;
    bench.clock.advance(2);
    let weekend = bench.refresh(&mut sample).await;
    let catalogue = Catalogue::embedded().unwrap();
    for quote in quotes(&weekend) {
        assert_eq!(
            catalogue.get(&quote.symbol).unwrap().profile.kind,
            TickerKind::Crypto
        );
    }
    assert!(!quotes(&weekend).is_empty());
}

#[tokio::test]
async fn finished_bars_are_sent_every_five_minutes_with_the_current_hour_and_day() {
    let mut bench = Bench::new("2026-11-20T19:34:59Z", Memory::default());
    let mut sample = small_simulator();
    bench.refresh(&mut sample).await;
    bench.clock.advance(2);
    let updates = bench.refresh(&mut sample).await;
    let starts = |interval| -> Vec<i64> {
        bars_in(&updates, "AAPL", interval)
            .iter()
            .map(|bar| bar.start)
            .collect()
    };
    assert_eq!(
        starts(Interval::FiveMinutes),
        [at("2026-11-20T19:30:00Z").as_second()]
    );
    assert_eq!(
        starts(Interval::Hour),
        [at("2026-11-20T19:30:00Z").as_second()]
    );
    assert_eq!(
        starts(Interval::Day),
        [at("2026-11-20T00:00:00Z").as_second()]
    );
    let close = bars_in(&updates, "AAPL", Interval::FiveMinutes)[0].close;
    assert_eq!(bars_in(&updates, "AAPL", Interval::Day)[0].close, close);
    bench.clock.advance(2);
    let next = bench.refresh(&mut sample).await;
    assert!(
        next.iter()
            .all(|update| !matches!(update, Update::Bars { .. }))
    );
}

#[tokio::test]
async fn an_imported_ticker_gets_no_simulated_data() {
    let memory = Memory {
        imported: vec!["AAPL"],
        ..Memory::default()
    };
    let mut bench = Bench::new(FRIDAY, memory);
    let mut sample = small_simulator();
    let mut updates = bench.refresh(&mut sample).await;
    bench.clock.advance(300);
    updates.extend(bench.refresh(&mut sample).await);
    assert!(bars_in(&updates, "AAPL", Interval::Day).is_empty());
    assert!(quotes(&updates).iter().all(|quote| quote.symbol != "AAPL"));
    assert!(!bars_in(&updates, "MSFT", Interval::Day).is_empty());
}

#[tokio::test]
async fn a_market_that_is_always_open_trades_at_the_weekend() {
    let settings = Settings {
        is_always_open: true,
        ..settings()
    };
    let mut sample = Simulator::new(settings, catalogue_of("AAPL"));
    let saturday = "2026-11-21T12:00:00Z";
    let mut bench = Bench::new(saturday, Memory::default());
    let updates = bench.refresh(&mut sample).await;
    let profile = updates.iter().find_map(|update| match update {
        Update::Profiles(profiles) => profiles.first(),
        _ => None,
    });
    assert_eq!(profile.unwrap().calendar(), Calendar::Always);
    let quote = quotes(&updates)[0].clone();
    assert_eq!(quote.as_of, at(saturday));
    let last = updates.iter().find_map(|update| match update {
        Update::Bars {
            interval: Interval::FiveMinutes,
            bars,
            ..
        } => bars.last(),
        _ => None,
    });
    assert_eq!(last.unwrap().start, at("2026-11-21T11:55:00Z").as_second());
    let mut moved = false;
    for seconds in (2..60).step_by(2) {
        bench
            .clock
            .set(at(saturday) + jiff::SignedDuration::from_secs(seconds));
        let updates = bench.refresh(&mut sample).await;
        moved |= quotes(&updates)
            .iter()
            .any(|later| later.price != quote.price);
    }
    assert!(moved);
}

/// Returns a catalogue with a single ticker.
fn catalogue_of(symbol: &str) -> Catalogue {
    let mut catalogue = Catalogue::embedded().unwrap();
    catalogue
        .instruments
        .retain(|instrument| instrument.profile.symbol == symbol);
    catalogue
}

#[tokio::test]
async fn splits_of_the_last_five_years_are_sent_but_no_future_ones() {
    let splits_at = async |now: &str| {
        let updates = Bench::new(now, Memory::default())
            .refresh(&mut full_simulator())
            .await;
        let splits = updates.into_iter().filter_map(|update| match update {
            Update::Splits { symbol, splits } => Some((symbol, splits)),
            _ => None,
        });
        splits.collect::<HashMap<_, _>>()
    };
    let splits = splits_at(FRIDAY).await;
    let nvidia_split = &splits["NVDA"][0];
    assert_eq!(nvidia_split.date.to_string(), "2024-06-10");
    assert_eq!(
        (nvidia_split.numerator, nvidia_split.denominator),
        (10.0, 1.0)
    );
    assert_eq!(splits["PANW"].len(), 2);
    assert!(!splits_at("2024-06-07T15:00:00Z").await.contains_key("NVDA"));
}
