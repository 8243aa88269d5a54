//! Tests of bars and of the extended-hours line.

use super::*;

#[test]
fn bar_with_a_high_below_its_close_is_dropped() {
    let mut fixture = Fixture::with(&["AAPL"]);
    let bad = Bar {
        start: 0,
        open: 1.0,
        high: 1.0,
        low: 1.0,
        close: 2.0,
        volume: 0.0,
    };
    let good = Bar {
        start: 300,
        high: 2.0,
        ..bad
    };
    let bars = Update::Bars {
        symbol: "AAPL".into(),
        interval: Interval::FiveMinutes,
        bars: vec![bad, good],
    };
    assert_eq!(fixture.merge_counting_dropped(bars), 1);
    assert_eq!(
        fixture
            .market
            .unsaved_bars(TickerId(1), Interval::FiveMinutes),
        [good]
    );
    assert_eq!(
        fixture.market.last_bar(TickerId(1), Interval::FiveMinutes),
        Some(300)
    );
}

#[test]
fn saved_bars_are_no_longer_unsaved_unless_they_changed() {
    let mut fixture = Fixture::with(&["AAPL"]);
    let bar = Bar {
        start: 0,
        open: 1.0,
        high: 1.0,
        low: 1.0,
        close: 1.0,
        volume: 0.0,
    };
    let next = Bar {
        start: 3_600,
        ..bar
    };
    let hour = |bars| Update::Bars {
        symbol: "AAPL".into(),
        interval: Interval::Hour,
        bars,
    };
    fixture.merge(hour(vec![bar, next]));
    let batch = fixture.pending.take_batch();
    let changed = Bar {
        volume: 9.0,
        ..next
    };
    fixture.merge(hour(vec![changed]));
    fixture.market.remove_saved_bars(&batch.bars);
    assert_eq!(
        fixture.market.unsaved_bars(TickerId(1), Interval::Hour),
        [changed]
    );
}

/// Requests wait for at most one piece of a long response. The history counts as fetched with its last piece.
#[test]
fn long_history_is_merged_in_pieces_and_the_last_marks_it_as_fetched() {
    let now = now();
    let newest = now.as_second() / 300 * 300 - 300;
    let is_weekday = |start: &i64| (start.div_euclid(86_400) + 3).rem_euclid(7) < 5;
    let newest_first = (0..).map(|nth| newest - nth * 300).filter(is_weekday);
    let mut starts: Vec<i64> = newest_first.take(5_000).collect();
    starts.reverse();
    let bar = |(nth, start): (i64, i64)| Bar {
        start,
        open: 1.0,
        high: 2.0 + (nth % 7) as f64,
        low: 1.0,
        close: 1.0,
        volume: 1.0 + nth as f64,
    };
    let pieces = split_large(Envelope {
        source: "test",
        update: Update::Fetched {
            symbol: "AAPL".into(),
            interval: Interval::FiveMinutes,
            bars: (0..).zip(starts).map(bar).collect(),
            over_years: false,
        },
    });
    let mut fixture = Fixture::with(&["AAPL"]);
    let mut merged_bars = 0;
    let last = pieces.len() - 1;
    for (nth, piece) in pieces.into_iter().enumerate() {
        assert_eq!(matches!(piece.update, Update::Fetched { .. }), nth == last);
        let bars = fixture.merge(piece.update).bars;
        assert!((1..=2_000).contains(&bars), "{bars}");
        merged_bars += bars;
    }
    assert_eq!(merged_bars, 5_000);
}

#[test]
fn bar_from_the_future_is_dropped_and_does_not_become_the_last_bar() {
    let mut fixture = Fixture::with(&["AAPL"]);
    let at = |start| Bar {
        start,
        open: 1.0,
        high: 1.0,
        low: 1.0,
        close: 1.0,
        volume: 0.0,
    };
    let start = now().as_second() / 3_600 * 3_600;
    let bars = Update::Bars {
        symbol: "AAPL".into(),
        interval: Interval::Hour,
        bars: vec![at(start), at(start + 400 * 86_400)],
    };
    assert_eq!(fixture.merge_counting_dropped(bars), 1);
    assert_eq!(
        fixture.market.last_bar(TickerId(1), Interval::Hour),
        Some(start)
    );
}

/// CHRT: extended-hours prices are drawn as a separate line.
#[test]
fn extended_hours_prices_make_a_separate_line() {
    let mut fixture = Fixture::with(&["AAPL"]);
    fixture.merge(Update::Quotes(vec![quote("AAPL", 200.0)]));
    let at = |text: &str| text.parse::<Timestamp>().unwrap().as_second();
    let (pre, open, early) = (
        at("2026-11-20T14:10:00Z"),
        at("2026-11-20T15:00:00Z"),
        at("2026-11-20T11:00:00Z"),
    );
    let tomorrow = at("2026-11-23T14:00:00Z");
    let dropped = fixture.merge_counting_dropped(Update::ExtendedHours {
        symbol: "AAPL".into(),
        points: vec![
            (pre, 201.0),
            (open, 202.0),
            (early, 203.0),
            (tomorrow, 204.0),
            (pre + 300, 1e9),
            (pre + 600, f64::NAN),
        ],
    });
    assert_eq!(
        dropped, 3,
        "one point in the future, one far from the price and one not a number"
    );
    let listing = fixture.market.by_symbol("AAPL").unwrap();
    assert_eq!(
        listing.extended.within(&(0..i64::MAX)),
        [(pre, 201.0)],
        "points of the regular session and from before 7:00 are not on the line"
    );
    let price = listing.quote.as_ref().unwrap().price;
    assert!((price - 200.0).abs() < 1e-9, "{price}");
    assert_eq!(
        fixture
            .market
            .last_bar(listing.ticker.id, Interval::FiveMinutes),
        None
    );
    let unknown = Update::ExtendedHours {
        symbol: "NOBODY".into(),
        points: vec![(pre, 1.0)],
    };
    assert_eq!(fixture.merge_counting_dropped(unknown), 1);
}
