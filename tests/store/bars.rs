//! Storing bars: ranges, merging, retention and imports.

use marketdeck::{
    domain::{
        Timestamp,
        bar::{Bar, Close, Interval},
        quote::Quote,
        ticker::{ImportInfo, TickerId},
    },
    store::{MarketBatch, Store},
};

use super::support::{DAY, at, bar, bars, folder, noon, quote, ticker, whole_market};

fn newest_closes(store: &Store, interval: Interval, span: i64) -> Vec<(TickerId, Vec<Close>)> {
    let mut found = Vec::new();
    let take = |id, closes: &[Close]| found.push((id, closes.to_vec()));
    store.for_each_newest_closes(interval, span, take).unwrap();
    found
}

#[test]
fn ranges_are_read_across_chunks_and_tails() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let first = 20_000 * DAY;
    for (interval, step) in [
        (Interval::FiveMinutes, 300),
        (Interval::Hour, 3_600),
        (Interval::Day, DAY),
    ] {
        let all = bars(first, step, 1_500);
        let now = Timestamp::from_second(first + 10 * DAY).unwrap();
        // Writes the bars as ingest does: history first, then single bars.
        let (history, live) = all.split_at(1_450);
        let commit = |bars: &[Bar]| {
            let batch = MarketBatch {
                bars: vec![(TickerId(7), interval, bars.to_vec())],
                ..MarketBatch::default()
            };
            store.commit(&batch, now).unwrap();
        };
        commit(history);
        for one in live.chunks(1) {
            commit(one);
        }
        let read = |range| store.bars(TickerId(7), interval, range).unwrap();
        assert_eq!(read(i64::MIN..i64::MAX), all, "{interval:?}");
        let (from, to) = (all[700].start, all[1_470].start);
        assert_eq!(read(from..to), all[700..1_470]);
        assert_eq!(read(from + 1..to + 1), all[701..1_471]);
        assert_eq!(read(to..to), []);
        assert_eq!(store.bars(TickerId(8), interval, 0..i64::MAX).unwrap(), []);
        let last = all[all.len() - 1].start;
        let span = 800 * step;
        let closes = all.iter().filter(|bar| bar.start >= last - span);
        let closes = closes.map(|bar| (bar.start, bar.close)).collect();
        assert_eq!(
            newest_closes(&store, interval, span),
            [(TickerId(7), closes)]
        );
        assert_eq!(
            store.newest_starts(interval).unwrap(),
            [(TickerId(7), last)]
        );
    }
    store.verify().unwrap();
}

#[test]
fn the_newer_version_of_a_bar_wins_in_any_order() {
    // Compares the store with a map after random merges.
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let mut rng = fastrand::Rng::with_seed(8);
    let mut model = std::collections::BTreeMap::new();
    for round in 0..300 {
        let count = if rng.u8(..8) == 0 { 60 } else { rng.i64(1..4) };
        let first = rng.i64(0..900);
        let mut merged: Vec<Bar> = (0..count)
            .map(|i| bar((first + i) * DAY, f64::from(round) + 1.0))
            .collect();
        if round % 5 == 0 {
            rng.shuffle(&mut merged);
        }
        model.extend(merged.iter().map(|bar| (bar.start, *bar)));
        let batch = MarketBatch {
            bars: vec![(TickerId(3), Interval::Day, merged)],
            ..MarketBatch::default()
        };
        store.commit(&batch, noon()).unwrap();
        let newest = model.keys().next_back().map(|start| (TickerId(3), *start));
        let starts = store.newest_starts(Interval::Day).unwrap();
        assert_eq!(starts, Vec::from_iter(newest));
        let last = newest.map_or(0, |(_, start)| start);
        // Those of two weeks are read from the tail if it is complete.
        for days in [14, 1_000] {
            let recent = model.range(last - days * DAY..);
            let closes = recent.map(|(start, bar)| (*start, bar.close)).collect();
            assert_eq!(
                newest_closes(&store, Interval::Day, days * DAY),
                [(TickerId(3), closes)]
            );
        }
    }
    let expected: Vec<Bar> = model.into_values().collect();
    assert_eq!(
        store
            .bars(TickerId(3), Interval::Day, i64::MIN..i64::MAX)
            .unwrap(),
        expected
    );
}

#[test]
fn old_bars_expire_by_chunk_and_daily_bars_stay() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let now = 20_000 * DAY + DAY / 2;
    let when = |second| Timestamp::from_second(second).unwrap();
    let history = |interval: Interval, days: i64| {
        let count = days * DAY / interval.seconds();
        bars(now - days * DAY, interval.seconds(), count)
    };
    let batch = MarketBatch {
        tickers: vec![ticker(1, "AAPL")],
        bars: vec![
            (
                TickerId(1),
                Interval::FiveMinutes,
                history(Interval::FiveMinutes, 20),
            ),
            (TickerId(1), Interval::Hour, history(Interval::Hour, 200)),
            (TickerId(1), Interval::Day, history(Interval::Day, 3_000)),
        ],
        ..MarketBatch::default()
    };
    store.commit(&batch, when(now)).unwrap();
    let first = |interval| {
        let bars = store
            .bars(TickerId(1), interval, i64::MIN..i64::MAX)
            .unwrap();
        (now - bars[0].start) / DAY
    };
    assert_eq!(
        first(Interval::FiveMinutes),
        10,
        "bars of the last ten days and of the rest of the first day remain"
    );
    assert!(
        (120..150).contains(&first(Interval::Hour)),
        "bars of the last 120 days and of the rest of their chunk remain"
    );
    assert_eq!(first(Interval::Day), 3_000);
    // A week later, a price of that day makes the clock plausible.
    let week = MarketBatch {
        quotes: vec![Quote {
            as_of: when(now + 7 * DAY),
            ..quote(1, 100.0)
        }],
        ..MarketBatch::default()
    };
    store.commit(&week, when(now + 7 * DAY)).unwrap();
    assert_eq!(first(Interval::FiveMinutes), 3);
    store.verify().unwrap();
}

#[test]
fn imported_bars_replace_all_bars_and_never_expire() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let mut batch = whole_market();
    batch
        .bars
        .push((TickerId(1), Interval::Hour, bars(20_700 * DAY, 3_600, 50)));
    store.commit(&batch, noon()).unwrap();

    let mut owned = ticker(1, "AAPL");
    owned.imported = Some(ImportInfo {
        file: "aapl.csv".into(),
        at: noon(),
        bars: 900,
        intervals: vec![Interval::FiveMinutes],
    });
    let file = bars(15_000 * DAY, 300, 900);
    let imported = [(Interval::FiveMinutes, file.clone())];
    store
        .import_bars(&owned, &imported, Some(&quote(1, 55.0)), &|_, _| ())
        .unwrap();

    // A day later, old five-minute bars of sources would expire; imported ones stay.
    store
        .commit(&MarketBatch::default(), at("2026-11-22T12:00:00Z"))
        .unwrap();
    let read = |interval| {
        store
            .bars(TickerId(1), interval, i64::MIN..i64::MAX)
            .unwrap()
    };
    assert_eq!(read(Interval::FiveMinutes), file);
    assert_eq!(read(Interval::Hour), []);
    assert_eq!(read(Interval::Day), []);
    let snapshot = store.snapshot().unwrap();
    assert_eq!(snapshot.tickers[0], owned);
    assert!((snapshot.quotes[0].price - 55.0).abs() < 1e-9);
}
