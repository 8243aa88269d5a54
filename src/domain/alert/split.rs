//! Alerts across splits: prices that are waited for are divided, once for each split.

use jiff::Timestamp;

use super::{Alert, AlertKind, Condition, Term};
use crate::domain::{
    price::decimal,
    session::{Calendar, exchange_date},
    split::Split,
};

impl Alert {
    /// When the values that the alert waits for were set.
    fn set_at(&self) -> Timestamp {
        // One of before this was kept counts from when it was last switched on: a person may have moved it until then.
        let known = self
            .since
            .map_or(self.created_at, |since| since.max(self.created_at));
        self.valued_at.unwrap_or(known)
    }

    /// Returns true if a split has taken effect at `now`, and the alert waits for a value in the units of before it.
    pub(crate) fn is_due_for(&self, split: &Split, calendar: Calendar, now: Timestamp) -> bool {
        let is_applied = self.restated_for.iter().any(|one| one.date == split.date);
        !is_applied
            && split.date <= exchange_date(calendar, now)
            && self.set_at().as_second() < split.begins(calendar)
            && self
                .terms()
                .any(|term| of_split(&term, split) != term.value)
    }

    /// The alert in the units of after a split: prices divided, numbers of units multiplied, percentages as they are.
    #[must_use]
    pub(crate) fn restated(&self, split: &Split) -> Self {
        let mut restated = self.clone();
        if let Some(term) = self.first_term() {
            restated.value = of_split(&term, split);
        }
        for term in &mut restated.and {
            term.value = of_split(term, split);
        }
        restated.restated_for.push(*split);
        restated
    }

    /// This stored alert with the splits that `other` was restated for beside it, unless a person set its value anew.
    #[must_use]
    pub(super) fn with_splits_of(&self, other: &Self) -> Self {
        let mut restated = self.clone();
        if self.valued_at != other.valued_at {
            return restated;
        }
        for split in &other.restated_for {
            let is_known = restated
                .restated_for
                .iter()
                .any(|one| one.date == split.date);
            if !is_known {
                restated = restated.restated(split);
            }
        }
        restated
    }
}

/// What a condition waits for after a split.
fn of_split(term: &Term, split: &Split) -> Option<f64> {
    let value = term.value?;
    let is_percent = term.condition == Condition::PercentChange;
    Some(match term.kind {
        AlertKind::Price if !is_percent => decimal(value / split.ratio()),
        AlertKind::Volume if !is_percent => value * split.ratio(),
        _ => value,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::alert::AlertFrequency;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    const FOUR: Split = Split {
        date: jiff::civil::date(2026, 11, 20),
        numerator: 4.0,
        denominator: 1.0,
    };

    /// Whether an alert is due for the split in the afternoon of its first day.
    fn is_due(alert: &Alert) -> bool {
        alert.is_due_for(&FOUR, Calendar::NewYork, at("2026-11-20T18:00:00Z"))
    }

    fn below(value: f64, made: &str) -> Alert {
        Alert {
            condition: Some(Condition::Below),
            value: Some(value),
            ..Alert::new(AlertKind::Price, "KO", AlertFrequency::Always, at(made))
        }
    }

    #[test]
    fn prices_are_divided_units_multiplied_and_percentages_stay() {
        let mut alert = below(240.0, "2026-11-01T00:00:00Z");
        let term = |kind, condition, value| Term {
            kind,
            condition,
            value: Some(value),
            window_hours: None,
            indicator: None,
            interval: None,
        };
        alert.and = vec![
            term(AlertKind::Volume, Condition::Above, 1_000.0),
            term(AlertKind::Price, Condition::PercentChange, 5.0),
            term(AlertKind::Technical, Condition::Above, 70.0),
        ];
        let restated = alert.restated(&FOUR);
        let values: Vec<_> = restated.terms().filter_map(|term| term.value).collect();
        assert_eq!(values, [60.0, 4_000.0, 5.0, 70.0]);
        let reverse = Split {
            numerator: 1.0,
            denominator: 20.0,
            ..FOUR
        };
        assert_eq!(alert.restated(&reverse).value, Some(4_800.0));
    }

    #[test]
    fn a_split_counts_once_and_only_for_values_of_before_it() {
        let before = below(240.0, "2026-11-01T00:00:00Z");
        assert!(is_due(&before));
        assert!(!is_due(&before.restated(&FOUR)));
        assert!(!is_due(&below(60.0, "2026-11-20T15:00:00Z")));
        let eve = at("2026-11-20T04:00:00Z");
        assert!(
            !before.is_due_for(&FOUR, Calendar::NewYork, eve),
            "in New York it is the 19th"
        );
        let in_the_morning = below(60.0, "2026-11-20T13:00:00Z");
        assert!(is_due(&in_the_morning));
        let knowing = Alert {
            restated_for: vec![FOUR],
            ..in_the_morning
        };
        assert!(!is_due(&knowing));
        let moved = before
            .clone()
            .moved(58.0, None, at("2026-11-20T15:00:00Z"), &[]);
        assert!(!is_due(&moved));
        let in_percent = Alert {
            condition: Some(Condition::PercentChange),
            ..before
        };
        assert!(!is_due(&in_percent));
    }

    #[test]
    fn an_alert_of_before_splits_were_noted_counts_from_when_it_was_switched_on() {
        let old = Alert {
            valued_at: None,
            ..below(240.0, "2026-11-01T00:00:00Z")
        };
        assert!(is_due(&old));
        let switched = Alert {
            since: Some(at("2026-11-21T00:00:00Z")),
            ..old
        };
        assert!(!is_due(&switched));
    }

    #[test]
    fn a_stored_alert_takes_over_a_split_once_and_keeps_what_a_person_set_meanwhile() {
        let stored = below(240.0, "2026-11-01T00:00:00Z");
        let fired = stored.restated(&FOUR);
        let after = stored.after(&fired);
        assert_eq!(after.value, Some(60.0));
        assert_eq!(after.after(&fired).value, Some(60.0));
        let moved = stored.moved(58.0, None, at("2026-11-20T15:00:00Z"), &[]);
        assert_eq!(moved.after(&fired).value, Some(58.0));
    }
}
