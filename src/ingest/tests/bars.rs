//! Tests of excluded bars, and of bars on which alerts are not evaluated.

use super::*;

/// A time on a trading day, in Unix seconds.
const SECOND: i64 = 1_795_186_800;

fn bar(start: i64, close: f64) -> Bar {
    Bar {
        start,
        open: close,
        high: close,
        low: close,
        close,
        volume: 100.0,
    }
}

fn exclude_bars(checked: std::ops::Range<i64>, starts: &[i64]) -> Update {
    Update::ExcludedBars {
        symbol: "AAPL".into(),
        interval: Interval::FiveMinutes,
        checked,
        starts: starts.to_vec(),
    }
}

fn excluded_starts(fixture: &Fixture) -> Vec<i64> {
    let ticker = &fixture.market.by_symbol("AAPL").unwrap().ticker;
    ticker.excluded_bars.iter().map(|bar| bar.start).collect()
}

#[test]
fn bar_stays_excluded_until_a_check_of_its_range_omits_it() {
    let mut fixture = Fixture::with(&["AAPL"]);
    let id = fixture.market.id_of("AAPL").unwrap();
    let day = SECOND - SECOND % 86_400;
    let merged = fixture.merge(exclude_bars(day..day + 900, &[day + 300]));
    assert_eq!(merged.topics, [Topic::Bars]);
    assert_eq!(excluded_starts(&fixture), [day + 300]);
    assert!(
        fixture.pending.tickers.contains_key(&id),
        "the change is saved to disk"
    );
    let version = |fixture: &Fixture| fixture.market.get(id).unwrap().bars_version;
    let before = version(&fixture);
    let again = fixture.merge(exclude_bars(day..day + 900, &[day + 300]));
    assert_eq!((again.topics.len(), version(&fixture)), (0, before));
    // A check of another range keeps the exclusion; a check of the same range without the bar removes it.
    fixture.merge(exclude_bars(day + 900..day + 1_800, &[day + 900]));
    assert_eq!(excluded_starts(&fixture), [day + 300, day + 900]);
    fixture.merge(exclude_bars(day..day + 900, &[]));
    assert_eq!(excluded_starts(&fixture), [day + 900]);
    assert!(version(&fixture) > before);
    let unknown = Update::ExcludedBars {
        symbol: "NOPE".into(),
        interval: Interval::Day,
        checked: 0..1,
        starts: vec![0],
    };
    assert_eq!(fixture.merge(unknown).topics.len(), 0);
}

/// Merges a price of 100 and then five-minute bars; returns the closes of the bars on which alerts are evaluated.
fn evaluated_closes(closes: &[(i64, f64)]) -> Vec<f64> {
    let mut fixture = Fixture::with(&["AAPL"]);
    fixture.merge(Update::Quotes(vec![quote("AAPL", 100.0)]));
    let bars = closes.iter().map(|(start, close)| bar(*start, *close));
    let merged = fixture.merge(Update::Bars {
        symbol: "AAPL".into(),
        interval: Interval::FiveMinutes,
        bars: bars.collect(),
    });
    assert_eq!(merged.bars, closes.len() as u64, "all bars are merged");
    let (_, _, evaluated) = merged.new_bars.unwrap();
    evaluated.iter().map(|bar| bar.close).collect()
}

#[test]
fn alerts_are_not_evaluated_on_an_open_bar_far_from_the_price() {
    let open_start = now().as_second() - now().as_second() % 300;
    assert_eq!(
        evaluated_closes(&[(open_start - 300, 100.5), (open_start, 10.0)]),
        [100.5]
    );
    assert_eq!(
        evaluated_closes(&[(open_start - 300, 100.5), (open_start, 101.0)]),
        [100.5, 101.0]
    );
    // A complete bar contains more than a single price, so alerts are evaluated on it.
    assert_eq!(
        evaluated_closes(&[(open_start - 600, 100.5), (open_start - 300, 10.0)]),
        [100.5, 10.0]
    );
}
