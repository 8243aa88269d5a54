//! Splits, and prices from before and after a split.

use super::*;
use crate::domain::split::Split;

fn second(text: &str) -> i64 {
    text.parse::<Timestamp>().unwrap().as_second()
}

const CLOSE: &str = "2026-11-19T20:59:00Z";
const CREATED_AT: &str = "2026-11-02T15:00:00Z";
/// The opening on the day of the split, in Unix seconds.
const OPEN: i64 = 1_795_185_000;

fn split(numerator: f64, denominator: f64) -> Split {
    Split {
        date: "2026-11-20".parse().unwrap(),
        numerator,
        denominator,
    }
}

fn price(price: f64, second: i64) -> Quote {
    testing::quote(price, at(second))
}

fn price_alert(condition: Condition, value: f64) -> Alert {
    Alert {
        id: 1,
        condition: Some(condition),
        value: Some(value),
        ..Alert::new(
            AlertKind::Price,
            "BTC",
            AlertFrequency::Always,
            at(second(CREATED_AT)),
        )
    }
}

/// A New York stock that closed at 246.
fn closed_at_246() -> Baseline {
    Baseline {
        quote: Some(price(246.0, second(CLOSE))),
        calendar: Calendar::NewYork,
        ..Baseline::default()
    }
}

impl Fixture {
    fn closed_at_246(alert: Alert) -> Self {
        Self::with_baseline(alert, &closed_at_246(), at(second(CLOSE)))
    }

    fn resumed_on_split_day(alert: Alert) -> Self {
        Self::resumed_from(alert, &closed_at_246(), OPEN + 7_200)
    }

    fn split(&mut self, split: &Split, now: i64) {
        let outcomes = self.registry.observe_split("BTC", split, at(now));
        self.outcomes.extend(outcomes);
    }

    /// Observes prices; the times are in seconds after [`OPEN`].
    fn prices(&mut self, prices: &[(i64, f64)]) {
        for (delay, value) in prices {
            self.observe(&price(*value, OPEN + delay));
        }
    }

    fn sentences(&mut self) -> Vec<String> {
        let reports = self.reports().into_iter();
        reports.map(|report| report.sentence).collect()
    }
}

#[test]
fn threshold_is_divided_by_a_split_before_the_opening() {
    let mut fixture = Fixture::closed_at_246(price_alert(Condition::Below, 240.0));
    fixture.split(&split(4.0, 1.0), OPEN - 3_600);
    fixture.observe(&price(61.5, second(CLOSE)));
    fixture.prices(&[(5, 61.9), (60, 61.7)]);
    assert_eq!(fixture.reports(), []);
    fixture.prices(&[(120, 59.9)]);
    assert_eq!(fixture.sentences(), ["BTC price fell below $60"]);
}

#[test]
fn split_reported_after_the_opening_does_not_cause_a_false_alert() {
    for alert in [
        price_alert(Condition::Below, 240.0),
        Alert {
            window_hours: Some(17),
            ..price_alert(Condition::PercentChange, 10.0)
        },
    ] {
        let mut fixture = Fixture::closed_at_246(alert);
        fixture.prices(&[(5, 61.9), (60, 61.7), (90, 61.8)]);
        fixture.split(&split(4.0, 1.0), OPEN + 100);
        fixture.prices(&[(120, 61.9)]);
        fixture.sweep(at(OPEN + 3_600));
        assert_eq!(fixture.reports(), []);
    }
}

#[test]
fn crossing_before_a_late_split_report_is_not_lost() {
    let mut fixture = Fixture::closed_at_246(price_alert(Condition::Below, 240.0));
    fixture.prices(&[(5, 61.9), (60, 59.5)]);
    fixture.split(&split(4.0, 1.0), OPEN + 100);
    let reports = fixture.reports();
    assert_eq!(reports.len(), 1);
    assert_eq!(
        (reports[0].at, reports[0].price),
        (at(OPEN + 60), Some(59.5))
    );
}

#[test]
fn reverse_split_multiplies_the_threshold_and_splits_accumulate() {
    let mut fixture = Fixture::closed_at_246(price_alert(Condition::Above, 300.0));
    fixture.split(&split(1.0, 20.0), OPEN - 3_600);
    fixture.prices(&[(5, 4_950.0), (60, 5_900.0)]);
    assert_eq!(fixture.reports(), []);
    fixture.prices(&[(120, 6_001.0)]);
    assert_eq!(fixture.sentences(), ["BTC price rose above $6,000"]);

    let mut fixture = Fixture::resumed_on_split_day(price_alert(Condition::Below, 240.0));
    let first = Split {
        date: "2026-11-12".parse().unwrap(),
        ..split(2.0, 1.0)
    };
    fixture.split(&first, OPEN + 7_200);
    fixture.split(&split(4.0, 1.0), OPEN + 7_200);
    let alert = fixture.registry.alerts("BTC").remove(0);
    assert_eq!((alert.value, alert.applied_splits.len()), (Some(30.0), 2));
}

#[test]
fn alert_created_after_the_split_is_not_divided() {
    let alert = Alert {
        limits_set_at: Some(at(OPEN + 60)),
        ..price_alert(Condition::Below, 60.0)
    };
    let baseline = Baseline {
        quote: Some(price(61.9, OPEN + 50)),
        ..closed_at_246()
    };
    let mut fixture = Fixture::with_baseline(alert, &baseline, at(OPEN + 60));
    fixture.split(&split(4.0, 1.0), OPEN + 100);
    fixture.prices(&[(120, 61.0)]);
    assert_eq!(fixture.reports(), []);
    fixture.prices(&[(180, 59.0)]);
    assert_eq!(fixture.sentences(), ["BTC price fell below $60"]);
}

#[test]
fn crash_at_the_opening_is_reported_without_a_split() {
    let mut fixture = Fixture::closed_at_246(price_alert(Condition::Below, 200.0));
    fixture.prices(&[(5, 123.0), (10, 122.0)]);
    let days = [
        bar(second("2026-11-19T00:00:00Z"), [246.0; 4]),
        bar(second("2026-11-20T00:00:00Z"), [123.0, 123.0, 122.0, 122.0]),
    ];
    fixture.observe_bars(Interval::Day, &days, at(OPEN + 30));
    fixture.sweep(at(OPEN + 35));
    assert_eq!(
        fixture.reports(),
        [],
        "a split may still be reported with the bars"
    );
    fixture.sweep(at(OPEN + 55));
    let reports = fixture.reports();
    assert_eq!(reports.len(), 1);
    assert_eq!((reports[0].at, reports[0].late), (at(OPEN + 5), false));
    // No bars are received.
    let mut fixture = Fixture::closed_at_246(price_alert(Condition::Below, 200.0));
    fixture.prices(&[(5, 123.0)]);
    fixture.sweep(at(OPEN + 10));
    fixture.sweep(at(OPEN + 500));
    assert_eq!(fixture.reports(), []);
    fixture.sweep(at(OPEN + 611));
    assert_eq!(fixture.reports().len(), 1);
}

#[test]
fn fall_within_a_session_is_reported_immediately() {
    let mut fixture = Fixture::closed_at_246(price_alert(Condition::Below, 200.0));
    fixture.prices(&[(5, 245.0), (60, 123.0)]);
    assert_eq!(fixture.reports().len(), 1);
}

/// Five-minute bars around the split that the source has adjusted, each with this close.
fn adjusted_bars(close: f64) -> Vec<Bar> {
    let before = second("2026-11-19T20:55:00Z");
    let starts = [before, OPEN, OPEN + 300, OPEN + 3_600];
    starts.map(|start| bar(start, [close; 4])).to_vec()
}

#[test]
fn adjusted_bars_of_downtime_are_not_compared_with_an_unadjusted_threshold() {
    for is_split_first in [false, true] {
        let mut fixture = Fixture::resumed_on_split_day(price_alert(Condition::Below, 62.0));
        if is_split_first {
            fixture.split(&split(4.0, 1.0), OPEN + 7_201);
        }
        fixture.prices(&[(7_202, 61.9)]);
        fixture.observe_bars(
            Interval::FiveMinutes,
            &adjusted_bars(61.5),
            at(OPEN + 7_203),
        );
        if !is_split_first {
            fixture.split(&split(4.0, 1.0), OPEN + 7_204);
        }
        fixture.prices(&[(7_205, 61.8), (7_400, 61.7)]);
        fixture.sweep(at(OPEN + 20_000));
        assert_eq!(fixture.reports(), [], "{is_split_first}");
        fixture.prices(&[(20_001, 15.4)]);
        let sentences = fixture.sentences();
        assert!(
            sentences[0].starts_with("BTC price fell below $15.5"),
            "{sentences:?}"
        );
    }
}

#[test]
fn crossing_during_downtime_with_a_split_is_reported_with_the_adjusted_threshold() {
    let mut fixture = Fixture::resumed_on_split_day(price_alert(Condition::Below, 240.0));
    let mut bars = adjusted_bars(61.5);
    bars[2] = bar(OPEN + 300, [61.5, 61.5, 59.0, 61.5]);
    fixture.observe_bars(Interval::FiveMinutes, &bars, at(OPEN + 7_203));
    fixture.split(&split(4.0, 1.0), OPEN + 7_204);
    fixture.prices(&[(7_205, 61.8)]);
    let reports = fixture.reports();
    assert_eq!(reports.len(), 1, "{reports:?}");
    assert_eq!((reports[0].at, reports[0].late), (at(OPEN + 300), true));
    assert_eq!(reports[0].sentence, "BTC price fell below $60");
}

#[test]
fn split_known_at_the_start_is_applied() {
    let baseline = Baseline {
        quote: Some(price(61.5, second(CLOSE))),
        splits: vec![split(4.0, 1.0)],
        ..closed_at_246()
    };
    let alert = price_alert(Condition::Below, 240.0);
    let mut fixture = Fixture::resumed_from(alert, &baseline, OPEN + 7_200);
    fixture.prices(&[(7_400, 61.0), (11_000, 61.0)]);
    assert_eq!(fixture.reports(), []);
    let alert = fixture.registry.alerts("BTC").remove(0);
    assert_eq!(alert.value, Some(60.0));
}

#[test]
fn prices_adjusted_without_a_split_report_restart_the_alert() {
    let mut fixture = Fixture::resumed_on_split_day(price_alert(Condition::Below, 240.0));
    fixture.prices(&[(7_202, 61.9)]);
    fixture.observe_bars(
        Interval::FiveMinutes,
        &adjusted_bars(61.5),
        at(OPEN + 7_203),
    );
    fixture.sweep(at(OPEN + 7_210));
    fixture.sweep(at(OPEN + 7_820));
    assert_eq!(fixture.reports(), []);
    assert_eq!(fixture.registry.take_resets().len(), 1);
}

#[test]
fn corrected_bar_is_not_a_price_change() {
    let change = Alert {
        window_hours: Some(2),
        ..alert(Condition::PercentChange, AlertFrequency::Always, 5.0)
    };
    let baseline = Baseline {
        quote: Some(quote(100.0, 0)),
        ..Baseline::default()
    };
    let mut fixture = Fixture::with_baseline(change, &baseline, at(0));
    for close in [400.0, 100.0] {
        let bars = [bar(3_300, [close; 4])];
        fixture.observe_bars(Interval::FiveMinutes, &bars, at(3_700));
    }
    fixture.observe(&price(100.0, 3_600 + 7_200));
    fixture.observe(&price(101.0, 3_600 + 7_300));
    assert_eq!(fixture.reports(), []);
}

#[test]
fn rsi_and_percent_change_ignore_a_split() {
    let day = |n: i64| second("2026-10-05T00:00:00Z") + n * 86_400;
    let close = |n: i64| 246.0 + f64::from(u8::try_from(n % 3).unwrap());
    let days: Vec<Bar> = (0..46).map(|n| bar(day(n), [close(n); 4])).collect();
    let baseline = Baseline {
        bars: stored(Interval::Day, days),
        ..closed_at_246()
    };
    let index = Alert {
        kind: AlertKind::Technical,
        indicator: Some(Indicator::Rsi),
        interval: Some(Interval::Day),
        ..price_alert(Condition::Below, 30.0)
    };
    let mut fixture = Fixture::with_baseline(index, &baseline, at(second(CLOSE)));
    fixture.split(&split(4.0, 1.0), OPEN - 3_600);
    let new = [
        bar(day(45), [close(45) / 4.0; 4]),
        bar(day(46), [61.6; 4]),
        bar(day(49), [61.7; 4]),
    ];
    fixture.observe_bars(Interval::Day, &new, at(day(49) + 80_000));
    assert_eq!(fixture.reports(), []);
}
