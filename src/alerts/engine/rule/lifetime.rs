//! How long an alert is quiet, when it ends, and what is told of one that is met when it is made.

use jiff::Timestamp;

use super::{Rule, report::ON_TIME};
use crate::{
    alerts::engine::{
        Outcome,
        sentence::{expired, is_met},
    },
    domain::alert::Alert,
};

impl Rule {
    /// Whether nothing is told of what happens at `at`: it is snoozed then, or over.
    pub(super) fn is_quiet(&self, at: Timestamp) -> bool {
        let Alert {
            snoozed_until,
            expires_at,
            ..
        } = &self.alert;
        snoozed_until.is_some_and(|until| at < until) || expires_at.is_some_and(|end| at >= end)
    }

    /// Takes over how long an alert is quiet and how long it lives. What it has seen stands.
    pub(in crate::alerts::engine) fn adjust(&mut self, alert: &Alert) {
        self.alert = self.alert.with_lifetime_of(alert);
    }

    /// Reports that the condition is met already, at `price`; `None` where it is not.
    pub(in crate::alerts::engine) fn tell_met(
        &mut self,
        price: Option<f64>,
        now: Timestamp,
    ) -> Option<Outcome> {
        let sides = self.met()?;
        let fact = is_met(&self.alert, self.currency, &sides);
        self.alert.fired_side = sides.first().copied();
        Some(self.fire(now, price, false, fact))
    }

    /// Ends an alert whose time has come, and says so; first what it has gathered. One that still waits for the bars
    /// of a downtime ends when these were judged.
    pub(super) fn expire(&mut self, now: Timestamp) -> Vec<Outcome> {
        let end = self.alert.expires_at.filter(|end| *end <= now);
        let Some(end) = end.filter(|_| self.alert.active && self.downtime.is_none()) else {
            return vec![];
        };
        let mut outcomes = vec![];
        outcomes.extend(self.tell_gathered(now, false));
        self.alert.active = false;
        let late = now.as_second() - end.as_second() > ON_TIME;
        let text = expired(&self.alert, self.currency);
        // One that follows another leaves it to that to say so.
        let tells = self.alert.follows.is_none();
        outcomes.push(Outcome {
            report: tells.then(|| self.report(end, None, late, text)),
            alert: self.alert.clone(),
        });
        outcomes
    }
}
