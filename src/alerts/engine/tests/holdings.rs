//! Alerts on holdings.

use crate::domain::person::PersonId;
use jiff::civil::Date;

use super::*;
use crate::{alerts::engine::DayChange, domain::split::Split};

fn cost_alert(condition: Condition, percent: f64) -> Alert {
    Alert {
        id: 1,
        condition: Some(condition),
        value: Some(percent),
        ..Alert::new(AlertKind::Cost, "AAPL", AlertFrequency::Always, at(0))
    }
}

fn holdings_alert(percent: f64, frequency: AlertFrequency) -> Alert {
    Alert {
        id: 1,
        condition: Some(Condition::PercentChange),
        value: Some(percent),
        ..Alert::new(AlertKind::Holdings, "", frequency, at(0))
    }
}

fn change(day: i16, percent: f64) -> DayChange {
    DayChange {
        day: Date::new(1970, 1, 1).unwrap() + jiff::Span::new().days(day),
        percent,
        may_be_split: false,
    }
}

fn quote_at(price: f64, second: i64) -> Quote {
    testing::quote(price, at(second))
}

fn reports(outcomes: Vec<Outcome>) -> Vec<String> {
    let reports = outcomes.into_iter().filter_map(|outcome| outcome.report);
    reports.map(|report| report.sentence).collect()
}

fn observe(registry: &mut Registry, change: DayChange, second: i64) -> Vec<String> {
    reports(registry.observe_holdings(PersonId::OWNER, None, change, at(second)))
}

fn watching(alert: Alert, baseline: &Baseline) -> Registry {
    let mut registry = Registry::default();
    registry.watch(alert, baseline, at(0));
    registry
}

/// D22: After a split, the limit follows the new cost. Neither the split nor the new cost causes a report.
#[test]
fn split_moves_the_limit_of_a_cost_once() {
    let baseline = Baseline {
        quote: Some(quote_at(105.0, 0)),
        calendar: Calendar::NewYork,
        cost: Some(100.0),
        ..Baseline::default()
    };
    let mut registry = watching(cost_alert(Condition::Below, 20.0), &baseline);
    assert!(registry.symbols_awaiting_costs()[&PersonId::OWNER].contains("AAPL"));
    let split = Split {
        date: Date::new(1970, 1, 5).unwrap(),
        numerator: 4.0,
        denominator: 1.0,
    };
    let monday = 4 * 24 * HOUR + 15 * HOUR;
    let quote = |price, second| quote_at(price, monday + second);
    // The first price after the split waits until the split is known.
    assert_eq!(registry.observe_quote("AAPL", &quote(26.0, 0)), []);
    assert_eq!(registry.observe_split("AAPL", &split, at(monday + 5)), []);
    registry.set_cost(PersonId::OWNER, "AAPL", Some(25.0));
    assert_eq!(registry.observe_quote("AAPL", &quote(26.0, 10)), []);
    assert_eq!(registry.observe_quote("AAPL", &quote(20.1, 20)), []);
    assert_eq!(
        reports(registry.observe_quote("AAPL", &quote(19.9, 30))),
        ["AAPL fell to 20% below your cost"]
    );
}

#[test]
fn unknown_cost_reports_nothing() {
    let mut registry = watching(cost_alert(Condition::Above, 10.0), &Baseline::default());
    for (second, price) in [(1, 1.0), (2, 1e6), (3, 1.0), (4, 1e6)] {
        assert_eq!(registry.observe_quote("AAPL", &quote_at(price, second)), []);
    }
}

#[test]
fn change_of_a_day_is_reported_once_in_both_directions() {
    let mut registry = watching(
        holdings_alert(2.0, AlertFrequency::Always),
        &Baseline::default(),
    );
    assert!(registry.watched_holdings()[&PersonId::OWNER].contains(&None));
    let none: [String; 0] = [];
    assert_eq!(observe(&mut registry, change(0, 1.99), 60), none);
    assert_eq!(
        observe(&mut registry, change(0, 2.0), 120),
        ["Your holdings rose 2.00% today"]
    );
    for percent in [2.5, 0.0, 3.0, -3.0] {
        assert_eq!(observe(&mut registry, change(0, percent), 600), none);
    }
    assert_eq!(
        observe(&mut registry, change(1, -2.345), 24 * HOUR),
        ["Your holdings fell 2.35% today"]
    );
    assert_eq!(
        observe(&mut registry, change(0, 5.0), 25 * HOUR),
        none,
        "an older day"
    );
}

#[test]
fn day_on_which_the_limit_was_already_reached_is_not_reported_even_after_a_restart() {
    let baseline = Baseline {
        day_change: Some(change(0, 3.0)),
        ..Baseline::default()
    };
    let mut registry = Registry::default();
    let notice = registry.watch(
        holdings_alert(2.0, AlertFrequency::Always),
        &baseline,
        at(0),
    );
    assert!(
        notice
            .unwrap()
            .starts_with("Your holdings rose 3.00% today already.")
    );
    let none: [String; 0] = [];
    assert_eq!(observe(&mut registry, change(0, 3.5), 60), none);
    let stored = registry.alerts("").remove(0);
    let mut restarted = Registry::default();
    restarted.resume(stored, &baseline, at(120));
    assert_eq!(observe(&mut restarted, change(0, 3.5), 180), none);
    assert_eq!(observe(&mut restarted, change(1, 3.5), 24 * HOUR).len(), 1);
}

#[test]
fn change_from_before_the_alert_is_not_reported() {
    let mut alert = holdings_alert(2.0, AlertFrequency::Always);
    (alert.created_at, alert.since) = (at(3 * 24 * HOUR), Some(at(3 * 24 * HOUR)));
    let mut registry = watching(alert, &Baseline::default());
    let none: [String; 0] = [];
    assert_eq!(
        observe(&mut registry, change(1, 5.0), 3 * 24 * HOUR + 60),
        none
    );
}

#[test]
fn snoozed_day_is_not_reported_later() {
    let mut alert = holdings_alert(2.0, AlertFrequency::Always);
    alert.snoozed_until = Some(at(HOUR));
    let mut registry = watching(alert, &Baseline::default());
    let none: [String; 0] = [];
    assert_eq!(observe(&mut registry, change(0, 5.0), 60), none);
    assert_eq!(observe(&mut registry, change(0, 5.0), 2 * HOUR), none);
    assert_eq!(observe(&mut registry, change(1, 5.0), 24 * HOUR).len(), 1);
}

#[test]
fn jump_of_a_price_waits_for_a_split_for_ten_minutes() {
    let jump = DayChange {
        may_be_split: true,
        ..change(0, -40.0)
    };
    let none: [String; 0] = [];
    let start = || {
        watching(
            holdings_alert(2.0, AlertFrequency::Once),
            &Baseline::default(),
        )
    };
    let mut registry = start();
    assert_eq!(observe(&mut registry, jump, 60), none);
    assert_eq!(observe(&mut registry, jump, 600), none);
    assert_eq!(
        observe(&mut registry, jump, 660),
        ["Your holdings fell 40.00% today"]
    );
    assert!(registry.watched_holdings().is_empty(), "once");
    let mut registry = start();
    assert_eq!(observe(&mut registry, jump, 60), none);
    assert_eq!(observe(&mut registry, change(0, 0.5), 65), none, "a split");
}

#[test]
fn daily_summary_has_the_last_change() {
    let mut registry = watching(
        holdings_alert(2.0, AlertFrequency::Daily),
        &Baseline::default(),
    );
    let none: [String; 0] = [];
    assert_eq!(observe(&mut registry, change(0, 2.5), HOUR), none);
    assert_eq!(
        reports(registry.sweep(at(23 * HOUR))),
        ["Daily summary: Your holdings rose 2.50% today"]
    );
}
