//! The downtime of the program.

use super::*;

/// ALRT-05: evaluated on backfilled bars, marked late, at the price of the threshold.
#[test]
fn crossing_during_downtime_is_reported_late_and_once() {
    let above = alert(Condition::Above, AlertFrequency::Always, 100.0);
    let mut fixture = Fixture::resumed(above, quote(99.0, 1_000), 10_000);
    fixture.observe(&quote(98.0, 10_000));
    assert_eq!(fixture.reports(), [], "the quote waits for the bars");
    let bars = [
        bar(900, [99.0, 150.0, 99.0, 99.0]),
        bar(1_200, [99.0, 99.5, 98.0, 99.0]),
        bar(4_200, [99.0, 104.0, 98.0, 98.5]),
        bar(4_500, [98.5, 98.5, 98.0, 98.0]),
    ];
    fixture.observe_bars(Interval::FiveMinutes, &bars, at(10_001));
    fixture.observe(&quote(98.0, 10_002));
    let reports = fixture.reports();
    assert_eq!(reports.len(), 1, "{reports:?}");
    assert_eq!(
        (reports[0].at, reports[0].price, reports[0].late),
        (at(4_200), Some(100.0), true),
        "the bar that holds the stop was seen as it happened"
    );
    fixture.observe(&quote(101.0, 10_400));
    let live = fixture.reports();
    assert_eq!((live.len(), live[0].late), (1, false));
}

/// ALRT-05: without bars, the first price is evaluated.
#[test]
fn first_price_without_bars_is_reported_late() {
    let above = alert(Condition::Above, AlertFrequency::Once, 100.0);
    let mut fixture = Fixture::resumed(above, quote(99.0, 1_000), 10_000);
    for second in [10_000, 10_060] {
        fixture.observe(&quote(101.0, second));
    }
    assert_eq!(fixture.reports(), []);
    fixture.observe(&quote(101.0, 10_120));
    let reports = fixture.reports();
    assert_eq!((reports.len(), reports[0].late), (1, true));
}

/// ALRT-05: a kill between a report and the next stored quote does not repeat the report.
#[test]
fn report_before_a_kill_is_not_repeated() {
    let mut fixture = Fixture::with(alert(Condition::Above, AlertFrequency::Always, 100.0));
    for (second, price) in [(0, 99.0), (600, 101.0)] {
        fixture.observe(&quote(price, second));
    }
    let kept = fixture.outcomes().remove(0).alert;
    // The quote on disk is older than the report.
    let mut fixture = Fixture::resumed(kept, quote(99.0, 300), 1_000);
    let bars = [bar(600, [99.0, 101.0, 99.0, 101.0]), bar(900, [101.0; 4])];
    fixture.observe_bars(Interval::FiveMinutes, &bars, at(1_300));
    fixture.observe(&quote(101.0, 1_301));
    assert_eq!(fixture.reports(), []);
}

/// ALRT-05: a spike in the afternoon does not show in a daily bar that began before it.
#[test]
fn downtime_is_evaluated_on_the_shortest_bars_even_if_they_are_late() {
    let (stop, start) = (15 * HOUR, 18 * HOUR);
    for (delay, quotes) in [(60, 1), (1_200, 3)] {
        let above = alert(Condition::Above, AlertFrequency::Always, 100.0);
        let mut fixture = Fixture::resumed(above, quote(99.0, stop), start);
        let day = bar(0, [99.0, 150.0, 90.0, 99.0]);
        fixture.observe_bars(Interval::Day, &[day], at(start + 1));
        for n in 0..quotes {
            fixture.observe(&quote(99.0, start + 2 + n * 300));
        }
        assert_eq!(fixture.reports(), []);
        let spike = bar(16 * HOUR, [99.0, 104.0, 98.0, 98.5]);
        let seen = bar(start + 600, [98.0, 120.0, 98.0, 98.0]);
        let come = start + delay;
        let bars = [spike, seen].into_iter();
        let bars: Vec<_> = bars.filter(|bar| bar.start < come).collect();
        fixture.observe_bars(Interval::FiveMinutes, &bars, at(come));
        fixture.observe(&quote(99.0, come + 1));
        let reports = fixture.reports();
        assert_eq!(reports.len(), 1, "{reports:?}");
        assert_eq!((reports[0].at, reports[0].late), (at(16 * HOUR), true));
        fixture.observe(&quote(101.0, come + 2));
        assert_eq!(fixture.reports().len(), 1, "prices are evaluated as before");
    }
}

/// ALRT-05: nothing happens in the future.
#[test]
fn unfinished_daily_bar_is_not_evaluated_as_finished() {
    let change = Alert {
        window_hours: Some(34),
        ..alert(Condition::PercentChange, AlertFrequency::Always, 5.0)
    };
    let (stop, start) = (48 * HOUR, 82 * HOUR);
    let baseline = Baseline {
        quote: Some(quote(100.0, stop)),
        bars: stored(Interval::Hour, vec![bar(stop - 35 * HOUR, [100.0; 4])]),
        ..Baseline::default()
    };
    let mut fixture = Fixture::resumed_from(change, &baseline, start);
    let days = [bar(48 * HOUR, [100.0; 4]), bar(72 * HOUR, [110.0; 4])];
    fixture.observe_bars(Interval::Day, &days, at(start + 1));
    fixture.sweep(at(start + HOUR));
    let reports = fixture.reports();
    assert_eq!(reports.len(), 1);
    assert_eq!((reports[0].at, reports[0].late), (at(start + 1), true));
    for (second, price) in [(HOUR, 100.0), (HOUR + 300, 106.0)] {
        fixture.observe(&quote(price, start + second));
    }
    assert_eq!(fixture.reports().len(), 1, "it is not muted");
}

/// ALRT-05: two daily closes do not contain the change within an hour.
#[test]
fn hourly_change_is_not_measured_on_longer_bars() {
    let change = Alert {
        window_hours: Some(1),
        ..alert(Condition::PercentChange, AlertFrequency::Always, 5.0)
    };
    let mut fixture = Fixture::resumed(change, quote(100.0, 0), 60 * HOUR);
    let days = [bar(0, [100.0; 4]), bar(24 * HOUR, [110.0; 4])];
    fixture.observe_bars(Interval::Day, &days, at(60 * HOUR));
    fixture.sweep(at(61 * HOUR));
    assert_eq!(fixture.reports(), []);
}
