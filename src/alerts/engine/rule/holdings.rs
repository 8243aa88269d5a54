//! Alerts on holdings: on the average cost of a ticker, and on the day's change of all tickers together.

use jiff::Timestamp;

use super::Rule;
use crate::{
    alerts::engine::{DayChange, Outcome, sentence},
    domain::{
        alert::{AlertKind, Side},
        session::{Calendar, exchange_date},
    },
};

/// How long a change is withheld while a split may still be reported, in seconds.
const SPLIT_WAIT: i64 = 600;

impl Rule {
    /// Returns true for an active alert on the average cost of its ticker.
    pub(in crate::alerts::engine) fn awaits_cost(&self) -> bool {
        self.alert.active && self.alert.kind == AlertKind::Cost
    }

    /// Sets the average cost of a unit of the ticker.
    pub(in crate::alerts::engine) fn set_cost(&mut self, average: Option<f64>) {
        let parts = self.parts.iter_mut();
        parts.for_each(|part| part.set_cost(average));
    }

    /// Returns true for an active alert on the day's change of the holdings.
    pub(in crate::alerts::engine) fn awaits_holdings(&self) -> bool {
        self.alert.active && self.alert.kind == AlertKind::Holdings
    }

    /// Returns the id of the alert's list.
    pub(in crate::alerts::engine) fn list_id(&self) -> Option<u32> {
        self.alert.list.as_ref().map(|list| list.id)
    }

    /// Records the change at the creation of the alert. If the alert's limit is already reached, that day is not reported.
    pub(super) fn start_holdings(&mut self, change: Option<DayChange>) {
        self.holdings.change = change;
        if let Some((change, _)) = self.reached() {
            self.alert.reported_day = Some(change.day);
        }
    }

    /// Returns the sentence that the limit is already reached, and when the alert will fire.
    pub(super) fn holdings_already_met(&self) -> Option<String> {
        let (change, _) = self.reached()?;
        Some(sentence::holdings_already_met(&self.alert, change.percent))
    }

    /// Fires if the limit is already reached.
    pub(super) fn report_holdings(&mut self, now: Timestamp) -> Option<Outcome> {
        let (change, side) = self.reached()?;
        Some(self.fire_change(change, side, now))
    }

    /// Evaluates the day's change. A day is reported once; a day that a snooze suppressed is not reported later.
    pub(in crate::alerts::engine) fn observe_holdings(
        &mut self,
        change: DayChange,
        now: Timestamp,
    ) -> Option<Outcome> {
        self.holdings.change = Some(change);
        let is_waiting = self.waits_for_split(change, now);
        let (change, side) = self.reached()?;
        let since = self.alert.since.unwrap_or(self.alert.created_at);
        let is_old = change.day < exchange_date(Calendar::NewYork, since);
        if !self.alert.active || is_old || self.alert.reported_day >= Some(change.day) || is_waiting
        {
            return None;
        }
        if self.is_quiet(now) {
            self.alert.reported_day = Some(change.day);
            return None;
        }
        Some(self.fire_change(change, side, now))
    }

    /// Returns true while a jump of a price may turn out to be a split.
    fn waits_for_split(&mut self, change: DayChange, now: Timestamp) -> bool {
        if !change.may_be_split {
            self.holdings.jump_since = None;
            return false;
        }
        let since = *self.holdings.jump_since.get_or_insert(now);
        (0..SPLIT_WAIT).contains(&(now.as_second() - since.as_second()))
    }

    /// Returns the change and its direction if it reaches the limit.
    fn reached(&self) -> Option<(DayChange, Side)> {
        let change = self.holdings.change?;
        let is_reached = change.percent.abs() >= self.alert.value?;
        let side = if change.percent < 0.0 {
            Side::Below
        } else {
            Side::Above
        };
        is_reached.then_some((change, side))
    }

    fn fire_change(&mut self, change: DayChange, side: Side, now: Timestamp) -> Outcome {
        self.alert.reported_day = Some(change.day);
        self.alert.fired_side = Some(side);
        let text = sentence::holdings_moved(&self.alert, change.percent);
        self.fire(now, None, false, text)
    }
}
