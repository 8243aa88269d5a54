//! Restates the limits of alerts after a split, once per split.

use jiff::Timestamp;

use super::{Alert, AlertKind, Condition, Term};
use crate::domain::{
    price::round_to_15_digits,
    session::{Calendar, exchange_date},
    split::Split,
};

impl Alert {
    /// Returns when the limits were set.
    fn set_at(&self) -> Timestamp {
        // Without a record, the last activation counts: a user may have moved the limit until then.
        let known = self
            .since
            .map_or(self.created_at, |since| since.max(self.created_at));
        self.valued_at.unwrap_or(known)
    }

    /// Returns true if a split is in effect at `now` and a limit of the alert is still in the units before it.
    pub(crate) fn is_due_for(&self, split: &Split, calendar: Calendar, now: Timestamp) -> bool {
        let is_applied = self.restated_for.iter().any(|one| one.date == split.date);
        !is_applied
            && split.date <= exchange_date(calendar, now)
            && self.set_at().as_second() < split.effective_at(calendar)
            && self
                .terms()
                .any(|term| of_split(&term, split) != term.value)
    }

    /// Returns the alert in the units after a split: prices divided, volumes multiplied, percentages unchanged.
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

    /// Returns this stored alert, restated for the splits that `other` was restated for, unless a user set its limit
    /// since.
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

/// Returns the limit of a condition after a split.
fn of_split(term: &Term, split: &Split) -> Option<f64> {
    let value = term.value?;
    let is_percent = term.condition == Condition::PercentChange;
    Some(match term.kind {
        AlertKind::Price if !is_percent => round_to_15_digits(value / split.ratio()),
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

    /// Returns true if an alert is due for the split in the afternoon of its first day.
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
    fn split_divides_prices_multiplies_volumes_and_keeps_percentages() {
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
    fn split_applies_once_and_only_to_limits_set_before_it() {
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
    fn alert_without_split_record_counts_from_its_activation() {
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
    fn stored_alert_takes_over_a_split_once_and_keeps_user_changes() {
        let stored = below(240.0, "2026-11-01T00:00:00Z");
        let fired = stored.restated(&FOUR);
        let after = stored.after(&fired);
        assert_eq!(after.value, Some(60.0));
        assert_eq!(after.after(&fired).value, Some(60.0));
        let moved = stored.moved(58.0, None, at("2026-11-20T15:00:00Z"), &[]);
        assert_eq!(moved.after(&fired).value, Some(58.0));
    }
}
