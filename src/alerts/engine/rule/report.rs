//! Reports of an alert, sent immediately or as a daily summary.

use jiff::Timestamp;

use super::Rule;
use crate::{
    alerts::engine::{
        Outcome,
        sentence::{is_level, summary},
    },
    domain::{
        alert::{AlertFrequency, DailySummary, FiredAlert},
        currency::Currency,
        session::next_new_york_time,
    },
};

/// The New York hour of daily summaries, which is one hour after the regular close.
const SUMMARY_HOUR: i64 = 17;
/// A summary or expiry that is reported more than this many seconds after its time counts as late.
pub(super) const LATE_AFTER: i64 = 600;

impl Rule {
    /// Fires the alert: creates a report, or adds it to the daily summary.
    pub(super) fn fire(
        &mut self,
        at: Timestamp,
        price: Option<f64>,
        late: bool,
        sentence: String,
    ) -> Outcome {
        self.alert.last_fired_at = Some(at);
        self.alert.active = self.alert.frequency != AlertFrequency::Once;
        let report = if self.alert.frequency == AlertFrequency::Daily {
            self.add_to_summary(at, price, sentence);
            None
        } else {
            Some(self.report(at, price, late, sentence))
        };
        Outcome {
            alert: self.alert.clone(),
            report,
        }
    }

    /// Adds a report to the daily summary.
    fn add_to_summary(&mut self, at: Timestamp, price: Option<f64>, sentence: String) {
        let existing = self.alert.daily_summary.take();
        self.alert.daily_summary = Some(DailySummary {
            times: existing.as_ref().map_or(1, |summary| summary.times + 1),
            first_at: existing.map_or(at, |summary| summary.first_at),
            sentence,
            price,
            url: None,
        });
    }

    /// Reports the pending summary if it is due. A snooze postpones it.
    pub(super) fn report_due_summary(&mut self, now: Timestamp) -> Option<Outcome> {
        let first = self.alert.daily_summary.as_ref()?.first_at;
        let due = next_new_york_time(first, SUMMARY_HOUR);
        let due = self.alert.snoozed_until.map_or(due, |until| due.max(until));
        if now < due {
            return None;
        }
        let late = now.as_second() - due.as_second() > LATE_AFTER;
        self.report_summary(now, late)
    }

    /// Reports the pending summary.
    pub(super) fn report_summary(&mut self, now: Timestamp, late: bool) -> Option<Outcome> {
        let gathered = self.alert.daily_summary.take()?;
        let text = summary(&gathered.sentence, gathered.times);
        let report = FiredAlert {
            url: gathered.url,
            ..self.report(now, gathered.price, late, text)
        };
        Some(Outcome {
            report: Some(report),
            alert: self.alert.clone(),
        })
    }

    /// Returns the currency of a price of this alert; `None` if the price is in percent or points, not in money.
    fn price_currency(&self) -> Option<Currency> {
        let symbol = &self.alert.symbol;
        let is_money = !symbol.is_empty() && !is_level(symbol);
        self.quoted_in.price_currency().filter(|_| is_money)
    }

    pub(super) fn report(
        &self,
        at: Timestamp,
        price: Option<f64>,
        late: bool,
        sentence: String,
    ) -> FiredAlert {
        FiredAlert {
            alert_id: self.alert.id,
            symbol: self.alert.symbol.clone(),
            price,
            currency: self.price_currency(),
            at,
            late,
            sentence,
            url: None,
            note: self.alert.note.clone(),
        }
    }
}
