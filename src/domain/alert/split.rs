//! Adjusts the limits of alerts for splits, once per split.

use jiff::Timestamp;

use super::{Alert, AlertKind, Condition, Term};
use crate::domain::{
    price::round_to_15_digits,
    session::{Calendar, exchange_date},
    split::Split,
};

impl Alert {
    /// Returns the time since which the limits apply.
    fn limits_apply_since(&self) -> Timestamp {
        // If `limits_set_at` is unknown, the last activation counts: a user may have changed the limits until then.
        let activated_at = self
            .since
            .map_or(self.created_at, |since| since.max(self.created_at));
        self.limits_set_at.unwrap_or(activated_at)
    }

    /// Returns true if a split is in effect at `now` and the limits of the alert still need to be adjusted for it.
    pub(crate) fn is_due_for(&self, split: &Split, calendar: Calendar, now: Timestamp) -> bool {
        let is_applied = self
            .applied_splits
            .iter()
            .any(|applied| applied.date == split.date);
        !is_applied
            && split.date <= exchange_date(calendar, now)
            && self.limits_apply_since().as_second() < split.effective_at(calendar)
            && self
                .terms()
                .any(|term| limit_after_split(&term, split) != term.value)
    }

    /// Returns the alert with limits adjusted for a split: divides prices, multiplies volumes, keeps percentages.
    #[must_use]
    pub(crate) fn adjusted_for_split(&self, split: &Split) -> Self {
        let mut adjusted = self.clone();
        if let Some(term) = self.first_term() {
            adjusted.value = limit_after_split(&term, split);
        }
        for term in &mut adjusted.and {
            term.value = limit_after_split(term, split);
        }
        adjusted.applied_splits.push(*split);
        adjusted
    }

    /// Returns this stored alert, adjusted for the splits that `other` is adjusted for. If a user has set other limits
    /// in the meantime, returns it unchanged.
    #[must_use]
    pub(super) fn with_splits_of(&self, other: &Self) -> Self {
        let mut adjusted = self.clone();
        if self.limits_set_at != other.limits_set_at {
            return adjusted;
        }
        for split in &other.applied_splits {
            let is_known = adjusted
                .applied_splits
                .iter()
                .any(|applied| applied.date == split.date);
            if !is_known {
                adjusted = adjusted.adjusted_for_split(split);
            }
        }
        adjusted
    }
}

/// Returns the limit of a condition, adjusted for a split.
fn limit_after_split(term: &Term, split: &Split) -> Option<f64> {
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

    const FOUR_FOR_ONE: Split = Split {
        date: jiff::civil::date(2026, 11, 20),
        numerator: 4.0,
        denominator: 1.0,
    };

    /// Returns true if an alert is due for the split in the afternoon of its first day.
    fn is_due(alert: &Alert) -> bool {
        alert.is_due_for(&FOUR_FOR_ONE, Calendar::NewYork, at("2026-11-20T18:00:00Z"))
    }

    fn below(value: f64, created_at: &str) -> Alert {
        Alert {
            condition: Some(Condition::Below),
            value: Some(value),
            ..Alert::new(
                AlertKind::Price,
                "KO",
                AlertFrequency::Always,
                at(created_at),
            )
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
        let adjusted = alert.adjusted_for_split(&FOUR_FOR_ONE);
        let values: Vec<_> = adjusted.terms().filter_map(|term| term.value).collect();
        assert_eq!(values, [60.0, 4_000.0, 5.0, 70.0]);
        let reverse = Split {
            numerator: 1.0,
            denominator: 20.0,
            ..FOUR_FOR_ONE
        };
        assert_eq!(alert.adjusted_for_split(&reverse).value, Some(4_800.0));
    }

    #[test]
    fn split_applies_once_and_only_to_limits_set_before_it() {
        let before = below(240.0, "2026-11-01T00:00:00Z");
        assert!(is_due(&before));
        assert!(!is_due(&before.adjusted_for_split(&FOUR_FOR_ONE)));
        assert!(!is_due(&below(60.0, "2026-11-20T15:00:00Z")));
        let eve = at("2026-11-20T04:00:00Z");
        assert!(
            !before.is_due_for(&FOUR_FOR_ONE, Calendar::NewYork, eve),
            "it is still the 19th in New York"
        );
        let set_before_the_open = below(60.0, "2026-11-20T13:00:00Z");
        assert!(is_due(&set_before_the_open));
        let with_applied_split = Alert {
            applied_splits: vec![FOUR_FOR_ONE],
            ..set_before_the_open
        };
        assert!(!is_due(&with_applied_split));
        let moved = before
            .clone()
            .with_limit(58.0, None, at("2026-11-20T15:00:00Z"), &[]);
        assert!(!is_due(&moved));
        let in_percent = Alert {
            condition: Some(Condition::PercentChange),
            ..before
        };
        assert!(!is_due(&in_percent));
    }

    #[test]
    fn alert_without_limit_time_counts_from_its_activation() {
        let old = Alert {
            limits_set_at: None,
            ..below(240.0, "2026-11-01T00:00:00Z")
        };
        assert!(is_due(&old));
        let reactivated = Alert {
            since: Some(at("2026-11-21T00:00:00Z")),
            ..old
        };
        assert!(!is_due(&reactivated));
    }

    #[test]
    fn stored_alert_is_adjusted_once_per_split_and_keeps_user_changes() {
        let stored = below(240.0, "2026-11-01T00:00:00Z");
        let fired = stored.adjusted_for_split(&FOUR_FOR_ONE);
        let after = stored.after_report(&fired);
        assert_eq!(after.value, Some(60.0));
        assert_eq!(after.after_report(&fired).value, Some(60.0));
        let moved = stored.with_limit(58.0, None, at("2026-11-20T15:00:00Z"), &[]);
        assert_eq!(moved.after_report(&fired).value, Some(58.0));
    }
}
