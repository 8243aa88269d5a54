//! The downtime of the program.

use super::*;

/// ALRT-05: A crossing in backfilled bars is reported as late, with the threshold as the price.
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
        "the bar during which the program stopped was evaluated live"
    );
    fixture.observe(&quote(101.0, 10_400));
    let live = fixture.reports();
    assert_eq!((live.len(), live[0].late), (1, false));
}

/// ALRT-05: Without bars of the downtime, the first price is evaluated.
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

/// ALRT-05: If the program is killed between a report and the next stored quote, the report is not repeated.
#[test]
fn report_is_not_repeated_after_a_kill() {
    let mut fixture = Fixture::with(alert(Condition::Above, AlertFrequency::Always, 100.0));
    for (second, price) in [(0, 99.0), (600, 101.0)] {
        fixture.observe(&quote(price, second));
    }
    let stored_alert = fixture.outcomes().remove(0).alert;
    // The stored quote is older than the report.
    let mut fixture = Fixture::resumed(stored_alert, quote(99.0, 300), 1_000);
    let bars = [bar(600, [99.0, 101.0, 99.0, 101.0]), bar(900, [101.0; 4])];
    fixture.observe_bars(Interval::FiveMinutes, &bars, at(1_300));
    fixture.observe(&quote(101.0, 1_301));
    assert_eq!(fixture.reports(), []);
}

/// ALRT-05: A daily bar that began before the downtime does not reveal a spike during the downtime.
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
        let live = bar(start + 600, [98.0, 120.0, 98.0, 98.0]);
        let received_at = start + delay;
        let bars = [spike, live].into_iter();
        let bars: Vec<_> = bars.filter(|bar| bar.start < received_at).collect();
        fixture.observe_bars(Interval::FiveMinutes, &bars, at(received_at));
        fixture.observe(&quote(99.0, received_at + 1));
        let reports = fixture.reports();
        assert_eq!(reports.len(), 1, "{reports:?}");
        assert_eq!((reports[0].at, reports[0].late), (at(16 * HOUR), true));
        fixture.observe(&quote(101.0, received_at + 2));
        assert_eq!(fixture.reports().len(), 1, "prices are evaluated again");
    }
}

/// ALRT-05: No report has a time in the future.
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
    assert_eq!(fixture.reports().len(), 1, "the alert still fires");
}

/// ALRT-05: Two daily closes do not reveal the change within an hour.
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
