//! Backfilling history: of a new market, after an absence, and after a clock jump.

use super::*;

/// A clock that advances a second whenever it is read.
struct SlowClock(AtomicI64);

impl Clock for SlowClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_second(self.0.fetch_add(1, Ordering::SeqCst)).unwrap()
    }
}

#[tokio::test]
async fn prices_move_while_a_new_market_gets_its_history() {
    let mut bench = Bench::new(FRIDAY, Memory::default());
    bench.context.clock = Arc::new(SlowClock(AtomicI64::new(at(FRIDAY).as_second())));
    let updates = bench.refresh(&mut small_simulator()).await;
    let is_bars = |update: &Update| matches!(update, Update::Bars { .. });
    let first = updates.iter().position(is_bars).unwrap();
    let last = updates.iter().rposition(is_bars).unwrap();
    assert!(!quotes(&updates[first..last]).is_empty());
}

#[tokio::test]
async fn the_first_refresh_sends_data_for_every_page_before_the_history() {
    let mut bench = Bench::new(FRIDAY, Memory::default());
    let updates = bench.refresh(&mut full_simulator()).await;
    let Some(Update::Profiles(profiles)) = updates.first() else {
        panic!("profiles come first");
    };
    assert!(profiles.len() >= 300);
    assert_eq!(
        profiles[0].symbol, "^GSPC",
        "the first profile is the S&P 500"
    );
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
async fn after_a_week_offline_exactly_the_missing_data_is_sent() {
    let mut bench = Bench::new(FRIDAY, Memory::default());
    let before = bench.refresh(&mut small_simulator()).await;
    bench.clock.advance(7 * DAY);
    let after = bench.refresh(&mut small_simulator()).await;
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
        // The newest bar may have been incomplete: it is sent again, and nothing before it.
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
async fn the_gap_after_a_clock_jump_is_filled() {
    let mut bench = Bench::new(FRIDAY, Memory::default());
    let mut sample = small_simulator();
    bench.refresh(&mut sample).await;
    bench.clock.advance(9 * 3_600);
    let updates = bench.refresh(&mut sample).await;
    let bars = bars_in(&updates, "BTC", Interval::FiveMinutes);
    assert_eq!(bars.len(), 9 * 12 + 1);
    let close = quotes(&updates)
        .into_iter()
        .find(|quote| quote.symbol == "AAPL")
        .unwrap();
    assert_eq!(
        close.as_of,
        at("2026-11-20T21:00:00Z"),
        "the market closed during the gap"
    );
}

#[tokio::test]
async fn after_a_run_with_a_clock_in_the_future_the_whole_history_is_sent_again() {
    let mut new = Bench::new(FRIDAY, Memory::default());
    let expected = new.refresh(&mut small_simulator()).await;
    let mut bench = Bench::new("2027-03-19T19:32:00Z", Memory::default());
    bench.refresh(&mut small_simulator()).await;
    bench.clock.set(at(FRIDAY));
    let updates = bench.refresh(&mut small_simulator()).await;
    for interval in Interval::ALL {
        for symbol in ["AAPL", "BTC", "GC=F"] {
            let bars = bars_in(&updates, symbol, interval);
            assert!(!bars.is_empty());
            assert_eq!(bars, bars_in(&expected, symbol, interval), "{symbol}");
        }
    }
}

#[tokio::test]
async fn a_futures_bar_dated_tomorrow_does_not_count_as_in_the_future() {
    // 23:30 UTC on Sunday: Monday's session of the futures is open.
    let sunday = "2026-11-22T23:30:00Z";
    let mut bench = Bench::new(sunday, Memory::default());
    bench.refresh(&mut small_simulator()).await;
    let updates = bench.refresh(&mut small_simulator()).await;
    let days = bars_in(&updates, "GC=F", Interval::Day);
    assert_eq!(days.len(), 1, "only the day in progress is sent");
}
