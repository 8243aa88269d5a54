//! The snooze and expiry of an alert, and the report of a condition that is already met when the alert is created.

use jiff::Timestamp;

use super::{Rule, report::LATE_AFTER};
use crate::{
    alerts::engine::{
        Outcome,
        sentence::{expired, is_met},
    },
    domain::alert::{Alert, AlertKind},
};

impl Rule {
    /// Returns true if the alert is snoozed or expired at `at`.
    pub(super) fn is_quiet(&self, at: Timestamp) -> bool {
        let Alert {
            snoozed_until,
            expires_at,
            ..
        } = &self.alert;
        snoozed_until.is_some_and(|until| at < until) || expires_at.is_some_and(|end| at >= end)
    }

    /// Updates snooze, expiry and note. The rule keeps its state.
    pub(in crate::alerts::engine) fn adjust(&mut self, alert: &Alert) {
        self.alert = self.alert.with_lifetime_of(alert);
    }

    /// Fires if the condition is already met at `price`; returns `None` if it is not met.
    pub(in crate::alerts::engine) fn report_if_met(
        &mut self,
        price: Option<f64>,
        now: Timestamp,
    ) -> Option<Outcome> {
        if self.alert.kind == AlertKind::Holdings {
            return self.report_holdings(now);
        }
        let sides = self.met_sides()?;
        let text = is_met(&self.alert, self.quoted_in, &sides);
        self.alert.fired_side = sides.first().copied();
        Some(self.fire(now, price, false, text))
    }

    /// Deactivates an expired alert: reports its pending summary, then the expiry. An alert whose downtime is not evaluated yet
    /// expires after the evaluation.
    pub(super) fn expire(&mut self, now: Timestamp) -> Vec<Outcome> {
        let end = self.alert.expires_at.filter(|end| *end <= now);
        let Some(end) = end.filter(|_| self.alert.active && self.downtime.is_none()) else {
            return vec![];
        };
        let mut outcomes = vec![];
        outcomes.extend(self.report_summary(now, false));
        self.alert.active = false;
        let late = now.as_second() - end.as_second() > LATE_AFTER;
        let text = expired(&self.alert, self.quoted_in);
        // For an alert that belongs to a watchlist alert, only the watchlist alert reports the expiry.
        let reports = self.alert.follows.is_none();
        outcomes.push(Outcome {
            report: reports.then(|| self.report(end, None, late, text)),
            alert: self.alert.clone(),
        });
        outcomes
    }
}
