//! What the simulator hands over, refresh by refresh.

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
        bar::Interval,
        clock::Clock,
        quote::QuoteUpdate,
        session::Calendar,
        ticker::{Profile, Ticker, TickerId, TickerKind},
    },
    simulator::{Settings, Simulator},
    source::{
        Context, Envelope, Known, KnownTicker, Sink, Source as _, Update, health::HealthBoard,
    },
    testing::ManualClock,
};

/// A store that knows what was handed over.
#[derive(Default)]
struct Memory {
    newest: Mutex<HashMap<(String, Interval), i64>>,
    imported: Vec<&'static str>,
}

impl Known for Memory {
    fn tickers(&self) -> Vec<KnownTicker> {
        let imported = |symbol: &&str| KnownTicker {
            imported: true,
            ..KnownTicker::of(&Ticker::new(
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
            known: Arc::clone(&memory) as Arc<dyn Known>,
            health: HealthBoard::default().record("sample"),
        };
        Self {
            clock,
            memory,
            context,
            queue,
        }
    }

    /// One refresh, and what it handed over.
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
        every: Duration::from_secs(2),
    }
}

/// The whole market.
fn whole() -> Simulator {
    Simulator::new(settings(), Catalogue::embedded().unwrap())
}

/// Some of it: quicker, and each ticker as in the whole.
fn sample() -> Simulator {
    const SOME: [&str; 9] = [
        "^GSPC", "AAPL", "MSFT", "KO", "SPY", "BTC", "ETH", "GC=F", "CL=F",
    ];
    let mut catalogue = Catalogue::embedded().unwrap();
    catalogue
        .instruments
        .retain(|instrument| SOME.contains(&instrument.profile.symbol.as_str()));
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

fn bars_in<'a>(updates: &'a [Update], wanted: &str, length: Interval) -> Vec<&'a Bar> {
    updates
        .iter()
        .filter_map(|update| match update {
            Update::Bars {
                symbol,
                interval,
                bars,
            } => (symbol == wanted && *interval == length).then_some(bars),
            _ => None,
        })
        .flatten()
        .collect()
}

/// A clock on which every look takes a second.
struct SlowMachine(AtomicI64);

impl Clock for SlowMachine {
    fn now(&self) -> Timestamp {
        Timestamp::from_second(self.0.fetch_add(1, Ordering::SeqCst)).unwrap()
    }
}

#[tokio::test]
async fn prices_move_while_a_new_market_gets_its_history() {
    let mut bench = Bench::new(FRIDAY, Memory::default());
    bench.context.clock = Arc::new(SlowMachine(AtomicI64::new(at(FRIDAY).as_second())));
    let updates = bench.refresh(&mut sample()).await;
    let is_bars = |update: &Update| matches!(update, Update::Bars { .. });
    let first = updates.iter().position(is_bars).unwrap();
    let last = updates.iter().rposition(is_bars).unwrap();
    assert!(!quotes(&updates[first..last]).is_empty());
}

#[tokio::test]
async fn the_first_round_makes_every_page_usable_and_then_brings_history() {
    let mut bench = Bench::new(FRIDAY, Memory::default());
    let updates = bench.refresh(&mut whole()).await;
    let Some(Update::Profiles(profiles)) = updates.first() else {
        panic!("profiles come first");
    };
    assert!(profiles.len() >= 300);
    assert_eq!(profiles[0].symbol, "^GSPC", "number 1 is the S&P 500");
    assert!(matches!(&updates[1], Update::Quotes(quotes) if quotes.len() == profiles.len()));
    let first_bars = updates
        .iter()
        .position(|u| matches!(u, Update::Bars { .. }))
        .unwrap();
    let early = &updates[..first_bars];
    assert!(
        early
            .iter()
            .any(|u| matches!(u, Update::Funds(funds) if funds.len() > 50))
    );
    assert!(
        early
            .iter()
            .any(|u| matches!(u, Update::Icos(icos) if icos.len() > 10))
    );
    assert!(
        early
            .iter()
            .any(|u| matches!(u, Update::Earnings(events) if events.len() > 20))
    );
    assert!(
        early
            .iter()
            .any(|u| matches!(u, Update::News(news) if news.len() > 50))
    );
    assert!(early.iter().any(|u| matches!(u, Update::FearGreed(_))));
    assert!(early.iter().any(|u| matches!(u, Update::Dividends { .. })));

    assert_eq!(bars_in(&updates, "AAPL", Interval::Day).len(), 253);
    assert_eq!(bars_in(&updates, "BTC", Interval::Day).len(), 367);
    assert_eq!(bars_in(&updates, "BTC", Interval::Hour).len(), 120 * 24 + 1);
    assert_eq!(
        bars_in(&updates, "BTC", Interval::FiveMinutes).len(),
        10 * 288
    );
    assert!(bars_in(&updates, "AAPL", Interval::FiveMinutes).len() > 7 * 78);
}

#[tokio::test]
async fn after_a_week_off_only_what_is_missing_comes_and_nothing_is_left_out() {
    let mut bench = Bench::new(FRIDAY, Memory::default());
    let before = bench.refresh(&mut sample()).await;
    bench.clock.advance(7 * DAY);
    let after = bench.refresh(&mut sample()).await;
    for (symbol, interval) in [
        ("BTC", Interval::FiveMinutes),
        ("BTC", Interval::Hour),
        ("BTC", Interval::Day),
        ("AAPL", Interval::FiveMinutes),
        ("AAPL", Interval::Hour),
        ("AAPL", Interval::Day),
        ("GC=F", Interval::Hour),
    ] {
        let old = bars_in(&before, symbol, interval);
        let new = bars_in(&after, symbol, interval);
        // What was newest may have been unfinished: it comes again, and nothing before it.
        assert_eq!(
            new[0].start,
            old[old.len() - 1].start,
            "{symbol} {interval:?}"
        );
        assert!(new.len() < old.len());
    }
    let hours = bars_in(&after, "BTC", Interval::Hour);
    assert!(
        hours
            .windows(2)
            .all(|pair| pair[1].start == pair[0].start + 3_600)
    );
    assert_eq!(hours.len(), 7 * 24 + 1);
}

#[tokio::test]
async fn a_clock_that_jumps_while_it_runs_is_made_up_for() {
    let mut bench = Bench::new(FRIDAY, Memory::default());
    let mut sample = sample();
    bench.refresh(&mut sample).await;
    bench.clock.advance(9 * 3_600);
    let updates = bench.refresh(&mut sample).await;
    let bars = bars_in(&updates, "BTC", Interval::FiveMinutes);
    assert_eq!(bars.len(), 9 * 12 + 1);
    let close = quotes(&updates)
        .into_iter()
        .find(|quote| quote.symbol == "AAPL")
        .unwrap();
    assert_eq!(close.as_of, at("2026-11-20T21:00:00Z"), "closed meanwhile");
}

#[tokio::test]
async fn after_a_run_in_the_future_history_comes_as_to_a_new_market() {
    let mut new = Bench::new(FRIDAY, Memory::default());
    let expected = new.refresh(&mut sample()).await;
    let mut bench = Bench::new("2027-03-19T19:32:00Z", Memory::default());
    bench.refresh(&mut sample()).await;
    bench.clock.set(at(FRIDAY));
    let updates = bench.refresh(&mut sample()).await;
    for interval in Interval::ALL {
        for symbol in ["AAPL", "BTC", "GC=F"] {
            let bars = bars_in(&updates, symbol, interval);
            assert!(!bars.is_empty());
            assert_eq!(bars, bars_in(&expected, symbol, interval), "{symbol}");
        }
    }
}

#[tokio::test]
async fn a_day_of_the_futures_that_begins_tomorrow_is_no_day_of_the_future() {
    // Half past eleven in the evening in Greenwich: Monday's session of the futures is on.
    let sunday = "2026-11-22T23:30:00Z";
    let mut bench = Bench::new(sunday, Memory::default());
    bench.refresh(&mut sample()).await;
    let updates = bench.refresh(&mut sample()).await;
    let days = bars_in(&updates, "GC=F", Interval::Day);
    assert_eq!(days.len(), 1, "only the day that is not over");
}

#[tokio::test]
async fn a_beat_ticks_some_of_what_is_open_with_the_price_of_that_second() {
    let mut bench = Bench::new(FRIDAY, Memory::default());
    let (mut sample, engine) = (whole(), engine());
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
        "no two beats alike: {counts:?}"
    );
    assert!(
        seen.len() > 320,
        "everything trades within forty seconds: {}",
        seen.len()
    );
}

#[tokio::test]
async fn at_night_only_crypto_ticks_and_after_the_close_everything_is_quoted_once() {
    let mut bench = Bench::new("2026-11-20T20:59:58Z", Memory::default());
    let mut sample = sample();
    bench.refresh(&mut sample).await;
    bench.clock.advance(4);
    let updates = bench.refresh(&mut sample).await;
    let stocks = |updates: &[Update]| {
        quotes(updates)
            .iter()
            .filter(|quote| quote.symbol == "AAPL" || quote.symbol == "SPY")
            .count()
    };
    assert_eq!(stocks(&updates), 2, "the close");
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
async fn every_five_minutes_the_finished_bars_come_with_the_hour_and_day_so_far() {
    let mut bench = Bench::new("2026-11-20T19:34:59Z", Memory::default());
    let mut sample = sample();
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
async fn a_ticker_that_belongs_to_a_file_is_left_alone() {
    let memory = Memory {
        imported: vec!["AAPL"],
        ..Memory::default()
    };
    let mut bench = Bench::new(FRIDAY, memory);
    let mut sample = sample();
    let mut updates = bench.refresh(&mut sample).await;
    bench.clock.advance(300);
    updates.extend(bench.refresh(&mut sample).await);
    assert!(bars_in(&updates, "AAPL", Interval::Day).is_empty());
    assert!(quotes(&updates).iter().all(|quote| quote.symbol != "AAPL"));
    assert!(!bars_in(&updates, "MSFT", Interval::Day).is_empty());
}

/// A change of nothing must never come from a close that is missing.
#[tokio::test]
async fn changes_are_measured_against_what_they_say() {
    let mut bench = Bench::new(FRIDAY, Memory::default());
    let engine = engine();
    let updates = bench.refresh(&mut sample()).await;
    let quotes = quotes(&updates);
    let of = |symbol: &str| {
        *quotes
            .iter()
            .rev()
            .find(|quote| quote.symbol == symbol)
            .unwrap()
    };
    let apple = of("AAPL");
    let days = days_of(&engine, "AAPL", 10, at(FRIDAY));
    assert_eq!(apple.previous_close, Some(days[days.len() - 2].close));
    let bitcoin = of("BTC");
    let index = engine.index_of("BTC").unwrap();
    let yesterday = engine.price(index, at("2026-11-19T19:32:07Z"));
    assert_eq!(
        bitcoin.change_24h,
        Some((bitcoin.price / yesterday - 1.0) * 100.0)
    );
    assert_eq!(bitcoin.previous_close, None);
    let units = engine.catalogue.get("BTC").unwrap().profile.units.unwrap();
    assert_eq!(bitcoin.market_cap, Some(units * bitcoin.price));
    assert_eq!(of("^GSPC").market_cap, None);
}

#[tokio::test]
async fn the_high_of_yesterday_counts_as_soon_as_today_has_begun() {
    let engine = engine();
    let days = days_of(&engine, "AAPL", 800, at(FRIDAY));
    let is_highest_of_a_year = |place: &usize| {
        let before = &days[place - 252..*place];
        before.iter().all(|day| day.high < days[*place].high)
            && days[place + 1].high < days[*place].high
    };
    let highest = (252..days.len() - 1).find(is_highest_of_a_year).unwrap();
    let (high, next) = (days[highest].high, days[highest + 1].start);
    let mut bench = Bench::new(FRIDAY, Memory::default());
    // Ten past midnight in UTC: the day's session is over, the next one has not begun.
    bench.clock.set(Timestamp::from_second(next + 600).unwrap());
    let mut source = sample();
    bench.refresh(&mut source).await;
    // At 14:30 or 13:30 UTC New York opens.
    let later = next + 14 * 3_600 + 45 * 60;
    bench.clock.set(Timestamp::from_second(later).unwrap());
    let updates = bench.refresh(&mut source).await;
    let quotes = quotes(&updates);
    let apple = quotes.iter().rev().find(|quote| quote.symbol == "AAPL");
    assert_eq!(apple.unwrap().year_high, Some(high));
}

#[tokio::test]
async fn quotes_come_as_often_as_they_are_asked_for_and_move_within_a_second() {
    let settings = Settings {
        every: Duration::from_millis(100),
        ..settings()
    };
    let mut sample = Simulator::new(settings, one("BTC"));
    let mut bench = Bench::new(FRIDAY, Memory::default());
    bench.refresh(&mut sample).await;
    let mut heard = vec![];
    for tenth in 1..=20 {
        let millisecond = at(FRIDAY).as_millisecond() + tenth * 100;
        bench
            .clock
            .set(Timestamp::from_millisecond(millisecond).unwrap());
        heard.extend(
            quotes(&bench.refresh(&mut sample).await)
                .into_iter()
                .cloned(),
        );
    }
    assert!(heard.len() > 5, "{} quotes in two seconds", heard.len());
    let prices: HashSet<u64> = heard.iter().map(|quote| quote.price.to_bits()).collect();
    assert!(prices.len() > 2, "{prices:?}");
    assert!(
        heard
            .iter()
            .any(|quote| quote.as_of.subsec_nanosecond() > 0)
    );
    assert!(heard.is_sorted_by_key(|quote| quote.as_of));
}

#[tokio::test]
async fn a_market_that_is_always_open_trades_at_the_weekend() {
    let settings = Settings {
        is_always_open: true,
        ..settings()
    };
    let mut sample = Simulator::new(settings, one("AAPL"));
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

fn one(symbol: &str) -> Catalogue {
    let mut catalogue = Catalogue::embedded().unwrap();
    catalogue
        .instruments
        .retain(|instrument| instrument.profile.symbol == symbol);
    catalogue
}

/// The points of a ticker's line outside of regular hours.
fn extended_in<'a>(updates: &'a [Update], wanted: &str) -> Vec<&'a (i64, f64)> {
    let points = updates.iter().filter_map(|update| match update {
        Update::ExtendedHours { symbol, points } if symbol == wanted => Some(points),
        _ => None,
    });
    points.flatten().collect()
}

#[tokio::test]
async fn shares_and_funds_have_prices_around_the_last_sessions_and_nothing_else_has() {
    let mut bench = Bench::new(FRIDAY, Memory::default());
    let updates = bench.refresh(&mut sample()).await;
    for symbol in ["AAPL", "SPY"] {
        let points = extended_in(&updates, symbol);
        let within = |from: &str, to: &str| {
            let range = at(from).as_second()..at(to).as_second();
            points.iter().filter(|(at, _)| range.contains(at)).count()
        };
        assert_eq!(within("2026-11-20T12:00:00Z", "2026-11-20T14:30:00Z"), 75);
        assert_eq!(within("2026-11-19T21:00:00Z", "2026-11-19T23:00:00Z"), 60);
        assert_eq!(within("2026-11-20T14:30:00Z", "2026-11-20T21:00:00Z"), 0);
        let quotes = quotes(&updates);
        let price = quotes
            .iter()
            .find(|quote| quote.symbol == symbol)
            .unwrap()
            .price;
        let is_near = |(_, point): &&(i64, f64)| (0.8..1.25).contains(&(point / price));
        assert!(points.iter().all(is_near), "{symbol} {price} {points:?}");
    }
    for symbol in ["^GSPC", "BTC", "GC=F"] {
        assert_eq!(extended_in(&updates, symbol), Vec::<&(i64, f64)>::new());
    }
}

#[tokio::test]
async fn the_evening_goes_on_from_the_close_and_the_morning_ends_with_the_opening() {
    let mut sample = sample();
    let engine = Arc::clone(&sample.engine);
    let apple = engine.index_of("AAPL").unwrap();
    let price = |text: &str| {
        let second = at(text).as_second();
        let extended = crate::simulator::extended::extended_price(&engine, apple, second);
        extended.map_or_else(|| engine.price_at(apple, second), |(_, price)| price)
    };
    let close = price("2026-11-19T21:00:00Z");
    let evening = price("2026-11-19T21:00:01Z");
    let morning = price("2026-11-20T14:29:59Z");
    let opening = price("2026-11-20T14:30:00Z");
    assert!((evening / close - 1.0).abs() < 0.001, "{close} {evening}");
    assert!(
        (opening / morning - 1.0).abs() < 0.001,
        "{morning} {opening}"
    );

    // What is quoted is on that path too, and the same after a restart.
    let mut bench = Bench::new("2026-11-20T14:00:00Z", Memory::default());
    let updates = bench.refresh(&mut sample).await;
    let quoted: Vec<_> = updates
        .iter()
        .filter_map(|update| match update {
            Update::Extended(prices) => prices.iter().find(|one| one.symbol == "AAPL"),
            _ => None,
        })
        .collect();
    let expected = price("2026-11-20T14:00:00Z");
    assert!(!quoted.is_empty());
    assert!(
        quoted.iter().all(|one| (one.price - expected).abs() < 1e-9),
        "{quoted:?}"
    );
}

#[tokio::test]
async fn splits_of_the_last_five_years_are_told_and_none_of_the_future() {
    let told = async |now: &str| {
        let updates = Bench::new(now, Memory::default())
            .refresh(&mut whole())
            .await;
        let splits = updates.into_iter().filter_map(|update| match update {
            Update::Splits { symbol, splits } => Some((symbol, splits)),
            _ => None,
        });
        splits.collect::<HashMap<_, _>>()
    };
    let splits = told(FRIDAY).await;
    let of_nvidia = &splits["NVDA"][0];
    assert_eq!(of_nvidia.date.to_string(), "2024-06-10");
    assert_eq!((of_nvidia.numerator, of_nvidia.denominator), (10.0, 1.0));
    assert_eq!(splits["PANW"].len(), 2);
    assert!(!told("2024-06-07T15:00:00Z").await.contains_key("NVDA"));
}
