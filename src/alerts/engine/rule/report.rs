//! What an alert reports: each time, or gathered into a daily summary.

use jiff::Timestamp;

use super::Rule;
use crate::{
    alerts::engine::{
        Outcome,
        sentence::{is_level, summary},
    },
    domain::{
        alert::{AlertFrequency, DailySummary, FiredAlert},
        session::next_new_york_time,
    },
};

/// The hour of New York at which daily summaries are reported: one after the regular close.
const SUMMARY_HOUR: i64 = 17;
/// A summary that is reported this much after its time was kept back by a downtime, in seconds.
pub(super) const ON_TIME: i64 = 600;

impl Rule {
    /// Reports, or keeps the report for the summary.
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
            self.gather(at, price, sentence);
            None
        } else {
            Some(self.report(at, price, late, sentence))
        };
        Outcome {
            alert: self.alert.clone(),
            report,
        }
    }

    fn gather(&mut self, at: Timestamp, price: Option<f64>, sentence: String) {
        let before = self.alert.gathered.take();
        self.alert.gathered = Some(DailySummary {
            times: before.as_ref().map_or(1, |known| known.times + 1),
            first_at: before.map_or(at, |known| known.first_at),
            sentence,
            price,
        });
    }

    /// The daily summary, if anything was gathered and its hour has come; not while the alert is snoozed.
    pub(super) fn summarise(&mut self, now: Timestamp) -> Option<Outcome> {
        let first = self.alert.gathered.as_ref()?.first_at;
        let due = next_new_york_time(first, SUMMARY_HOUR);
        let due = self.alert.snoozed_until.map_or(due, |until| due.max(until));
        if now < due {
            return None;
        }
        let late = now.as_second() - due.as_second() > ON_TIME;
        self.tell_gathered(now, late)
    }

    /// What was gathered, as a summary.
    pub(super) fn tell_gathered(&mut self, now: Timestamp, late: bool) -> Option<Outcome> {
        let gathered = self.alert.gathered.take()?;
        let text = summary(&gathered.sentence, gathered.times);
        Some(Outcome {
            report: Some(self.report(now, gathered.price, late, text)),
            alert: self.alert.clone(),
        })
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
            currency: (!is_level(&self.alert.symbol)).then_some(self.currency),
            at,
            late,
            sentence,
            note: self.alert.note.clone(),
        }
    }
}
