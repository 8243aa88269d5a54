//! Alerts on new filings with the SEC.

use jiff::Timestamp;

use super::Rule;
use crate::{
    alerts::engine::{Outcome, sentence},
    domain::{
        alert::FiredAlert,
        fundamentals::filing::Filing,
        session::{Calendar, exchange_date},
    },
};

/// Maximum number of filings that an alert remembers. A source sends fewer per company.
const MAX_SEEN: usize = 200;

impl Rule {
    /// Returns true for an active alert on filings.
    pub(in crate::alerts::engine) fn awaits_filings(&self) -> bool {
        self.alert.active && self.alert.is_on_filings()
    }

    /// Remembers the filings that are known when the alert is activated, so that they are never reported.
    pub(super) fn start_filings(&mut self, known: &[Filing]) {
        for filing in known.iter().rev() {
            if self.awaits_filings() && self.is_unseen(filing) {
                self.remember(filing);
            }
        }
    }

    /// Reports the filings since the alert was activated that were not seen yet, oldest first. `filings` are those of the alert's
    /// ticker, newest first; `price` is the current price. A filing that is received during a snooze is never reported.
    pub(in crate::alerts::engine) fn filings(
        &mut self,
        filings: &[Filing],
        price: Option<f64>,
        now: Timestamp,
    ) -> Vec<Outcome> {
        let oldest_first = filings.iter().rev();
        let mut new: Vec<&Filing> = oldest_first.filter(|filing| self.is_new(filing)).collect();
        new.sort_by_key(|filing| (filing.filed, filing.accepted));
        let mut outcomes = vec![];
        for filing in new {
            if !self.awaits_filings() {
                break;
            }
            self.remember(filing);
            outcomes.push(self.filing(filing, price, now));
        }
        outcomes
    }

    /// Returns true for a filing that the alert has not seen and that is as new as the alert or newer. If its time is unknown, it may be
    /// from earlier on the same day.
    fn is_new(&self, filing: &Filing) -> bool {
        self.is_unseen(filing) && filing.accepted.is_none_or(|at| at > self.since)
    }

    /// Returns true for a filing on one of the alert's forms, since the day of the alert, that was not seen yet.
    fn is_unseen(&self, filing: &Filing) -> bool {
        let mut forms = self.alert.forms.iter();
        forms.any(|form| form.includes(&filing.form))
            && filing.filed >= exchange_date(Calendar::NewYork, self.since)
            && !self.alert.seen_filings.contains(&filing.accession)
    }

    fn remember(&mut self, filing: &Filing) {
        let seen = &mut self.alert.seen_filings;
        seen.push(filing.accession.clone());
        let excess = seen.len().saturating_sub(MAX_SEEN);
        seen.drain(..excess);
    }

    /// Reports a filing, unless the alert is snoozed. The alert's state is saved in both cases.
    fn filing(&mut self, filing: &Filing, price: Option<f64>, now: Timestamp) -> Outcome {
        let at = filing.accepted_by(now);
        if self.is_quiet(at) {
            return Outcome {
                alert: self.alert.clone(),
                report: None,
            };
        }
        let late = self.resumed.is_some_and(|resumed| at.as_second() < resumed);
        let text = sentence::filed(&self.alert.symbol, filing);
        let url = (!filing.url.is_empty()).then(|| filing.url.clone());
        let mut outcome = self.fire(at, price, late, text);
        if let Some(summary) = &mut self.alert.daily_summary {
            summary.url.clone_from(&url);
        }
        outcome
            .alert
            .daily_summary
            .clone_from(&self.alert.daily_summary);
        outcome.report = outcome.report.map(|report| FiredAlert { url, ..report });
        outcome
    }
}
