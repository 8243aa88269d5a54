//! Bars agree with ticks, and with those generated after a restart.

use std::time::Duration;

use super::*;
use crate::{
    domain::{
        bar::Interval,
        session::{Calendar, exchange_date},
    },
    simulator::{SampleDays, Settings},
    source::generated_history::GeneratedHistory,
};

const ONE_OF_EACH: [&str; 8] = ["^GSPC", "AAPL", "SPY", "GLD", "GC=F", "BTC", "USDT", "TQQQ"];

#[test]
fn two_engines_agree_if_they_have_the_same_seed() {
    let (one, two) = (engine(), engine());
    let other = Engine::new(2, false, Catalogue::embedded().unwrap());
    for symbol in ONE_OF_EACH {
        let first = bars_of(&one, symbol, 20, at(FRIDAY));
        assert_eq!(first, bars_of(&two, symbol, 20, at(FRIDAY)), "{symbol}");
        assert_ne!(first, bars_of(&other, symbol, 20, at(FRIDAY)), "{symbol}");
    }
}

#[test]
fn the_same_data_is_generated_a_week_after_a_restart() {
    let (before, after) = (engine(), engine());
    for symbol in ONE_OF_EACH {
        let old = bars_of(&before, symbol, 10, at("2026-11-13T20:00:00Z"));
        let new = bars_of(&after, symbol, 20, at(FRIDAY));
        for (old, new) in [
            (&old.five_minutes, &new.five_minutes),
            (&old.hours[..old.hours.len() - 1].to_vec(), &new.hours),
        ] {
            for bar in old {
                assert!(new.contains(bar), "{symbol} {bar:?}");
            }
        }
    }
}

#[test]
fn a_bar_matches_the_prices_at_its_open_and_close_and_contains_every_tick_between() {
    let always = Engine::new(1, true, Catalogue::embedded().unwrap());
    for (engine, symbol) in [engine(), always]
        .iter()
        .flat_map(|engine| ONE_OF_EACH.map(|symbol| (engine, symbol)))
    {
        let index = engine.index_of(symbol).unwrap();
        let calendar = engine.ticker(index).calendar;
        let bars = bars_of(engine, symbol, 3, at(FRIDAY)).five_minutes;
        assert!(!bars.is_empty());
        for bar in bars.iter().step_by(7) {
            let session = calendar.session_at_or_before(Timestamp::from_second(bar.start).unwrap());
            for millisecond in (0..=300_000).step_by(10_700).chain([300_000]) {
                let second = millisecond / 1_000;
                let at = bar.start * 1_000 + millisecond;
                let price = engine.price_within_at(index, &session, at);
                assert!(
                    (bar.low..=bar.high).contains(&price),
                    "{symbol} {price} at second {second} of {bar:?}"
                );
            }
            assert_eq!(engine.price_within(index, &session, bar.start), bar.open);
            assert_eq!(
                engine.price_within(index, &session, bar.start + 300),
                bar.close
            );
        }
    }
}

#[test]
fn hours_and_days_are_made_from_five_minute_bars() {
    let engine = engine();
    for symbol in ONE_OF_EACH {
        let bars = bars_of(&engine, symbol, 8, at(FRIDAY));
        let calendar = engine.ticker(engine.index_of(symbol).unwrap()).calendar;
        let whole = &bars.days[2];
        let date = Timestamp::from_second(whole.start).unwrap();
        let date = exchange_date(Calendar::Always, date);
        let session = calendar.session_on(date).unwrap();
        let within = |bar: &&Bar| (session.open..session.close).contains(&bar.start);
        for parts in [&bars.five_minutes, &bars.hours] {
            let parts: Vec<&Bar> = parts.iter().filter(within).collect();
            let high = parts.iter().fold(0.0, |high: f64, bar| high.max(bar.high));
            let low = parts.iter().fold(f64::MAX, |low, bar| low.min(bar.low));
            let volume: f64 = parts.iter().map(|bar| bar.volume).sum();
            assert_eq!(
                (
                    parts[0].open,
                    high,
                    low,
                    parts[parts.len() - 1].close,
                    volume
                ),
                (whole.open, whole.high, whole.low, whole.close, whole.volume),
                "{symbol}"
            );
        }
    }
}

#[test]
fn no_market_trades_when_it_is_closed() {
    let engine = engine();
    let now = at("2026-12-01T18:00:00Z");
    for symbol in ["AAPL", "SPY", "^GSPC"] {
        let bars = bars_of(&engine, symbol, 12, now);
        let dates: Vec<String> = bars
            .days
            .iter()
            .map(|bar| Timestamp::from_second(bar.start).unwrap().to_string()[..10].to_owned())
            .collect();
        // Thanksgiving on the 26th, weekends on the 21st and 28th.
        let expected = "2026-11-19 2026-11-20 2026-11-23 2026-11-24 2026-11-25 2026-11-27 \
                        2026-11-30 2026-12-01";
        assert_eq!(dates.join(" "), expected, "{symbol}");
        let short_day = bars.five_minutes.iter().filter(|bar| {
            let at = Timestamp::from_second(bar.start).unwrap();
            exchange_date(Calendar::NewYork, at).to_string() == "2026-11-27"
        });
        assert_eq!(
            short_day.count(),
            42,
            "the shortened session closes at 13:00"
        );
    }
    let crypto = bars_of(&engine, "BTC", 12, now);
    assert_eq!(crypto.five_minutes.len(), 12 * 288);
    let gold = bars_of(&engine, "GC=F", 12, now);
    for bar in &gold.five_minutes {
        let at = Timestamp::from_second(bar.start).unwrap();
        assert_eq!(
            Calendar::Futures.phase(at),
            crate::domain::session::Phase::Regular,
            "{at}"
        );
    }
}

#[test]
fn while_a_market_is_closed_its_price_is_the_last_close() {
    let engine = engine();
    let index = engine.index_of("AAPL").unwrap();
    let friday = bars_of(&engine, "AAPL", 3, at("2026-11-21T00:00:00Z"));
    let close = friday.days.last().unwrap().close;
    for moment in [
        "2026-11-20T21:00:00Z",
        "2026-11-22T12:00:00Z",
        "2026-11-23T14:29:59Z",
    ] {
        assert_eq!(engine.price(index, at(moment)), close, "{moment}");
    }
}

#[test]
fn bars_are_valid_and_aligned_to_their_interval() {
    let engine = engine();
    for symbol in ONE_OF_EACH {
        for (interval, bars) in bars_of(&engine, symbol, 30, at(FRIDAY)).into_intervals() {
            assert!(bars.windows(2).all(|pair| pair[0].start < pair[1].start));
            for bar in &bars {
                let prices = [bar.open, bar.close, bar.low, bar.high];
                assert!(
                    prices
                        .iter()
                        .all(|p| *p > 0.0 && *p >= bar.low && *p <= bar.high)
                );
                let grid = if interval == Interval::Day { DAY } else { 300 };
                assert_eq!(bar.start % grid, 0);
            }
        }
    }
}

#[test]
fn the_high_and_low_of_a_year_match_its_daily_bars() {
    let engine = engine();
    let now = at(FRIDAY).as_second();
    let mut search = crate::simulator::ranges::Search::new(&engine, now);
    for symbol in ["AAPL", "GLD", "BTC", "NG=F"] {
        let index = engine.index_of(symbol).unwrap();
        let price_range = search.price_range(index).unwrap();
        let mut days = days_of(&engine, symbol, 365, at(FRIDAY));
        days.pop();
        let high = days.iter().fold(0.0, |high: f64, bar| high.max(bar.high));
        let low = days.iter().fold(f64::MAX, |low, bar| low.min(bar.low));
        assert_eq!(
            (price_range.year_high, price_range.year_low),
            (high, low),
            "{symbol}"
        );
        let ever = days_of(&engine, symbol, 3_000, at(FRIDAY));
        let high = ever[..ever.len() - 1]
            .iter()
            .fold(0.0, |high: f64, bar| high.max(bar.high));
        assert_eq!(price_range.all_time_high, high, "{symbol}");
    }
}

#[test]
fn daily_bars_computed_for_a_chart_equal_stored_ones() {
    for is_always_open in [false, true] {
        let engine = Engine::new(1, is_always_open, Catalogue::embedded().unwrap());
        let settings = Settings {
            seed: 1,
            is_always_open,
            tick_interval: Duration::from_secs(2),
        };
        let days = SampleDays::new(settings, Catalogue::embedded().unwrap());
        for symbol in ["AAPL", "GC=F", "BTC"] {
            let stored = days_of(&engine, symbol, 366, at(FRIDAY));
            let first = stored[0].start;
            let earlier = days.before(symbol, i64::MIN, first);
            assert!(earlier.len() > 5 * 250, "{symbol} {}", earlier.len());
            assert!(earlier.windows(2).all(|pair| pair[0].start < pair[1].start));
            let last = earlier.last().unwrap();
            assert!((first - 5 * DAY..first).contains(&last.start), "{symbol}");
            assert_eq!(
                earlier,
                days.before(symbol, i64::MIN, first),
                "{symbol}: the second call returns the same"
            );
            for seconds in [0, 1, DAY - 1, DAY, 3 * DAY + 7, 9 * DAY, 12 * DAY] {
                let since = first - seconds;
                let gap = days.before(symbol, since, first);
                let gap = gap.iter().filter(|day| day.start >= since);
                let whole = earlier.iter().filter(|day| day.start >= since);
                assert!(gap.eq(whole), "{symbol} {seconds}");
            }

            let whole = stored[stored.len() - 1].start;
            let overlapping = days.before(symbol, i64::MIN, whole);
            assert_eq!(overlapping[earlier.len()..], stored[..stored.len() - 1]);
            assert_eq!(overlapping[..earlier.len()], earlier[..], "{symbol}");
        }
        assert!(days.before("NOTHING", i64::MIN, 0).is_empty());
    }
}
