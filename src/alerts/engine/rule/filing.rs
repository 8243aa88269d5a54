//! Alerts on new filings with the SEC.

use super::Rule;
use crate::{
    alerts::engine::{Outcome, sentence},
    domain::{alert::FiredAlert, fundamentals::filing::Filing},
};

/// Maximum number of filings that an alert remembers. A source sends fewer per company.
const MAX_SEEN: usize = 200;

impl Rule {
    /// Returns true for an active alert on filings.
    pub(in crate::alerts::engine) fn awaits_filings(&self) -> bool {
        self.alert.active && self.alert.is_on_filings()
    }

    /// Reports the filings that were published since the alert was activated and not reported yet, oldest first. `filings` are
    /// those of the alert's ticker in any order; `price` is the current price. A filing published during a snooze is never reported.
    pub(in crate::alerts::engine) fn filings(
        &mut self,
        filings: &[Filing],
        price: Option<f64>,
    ) -> Vec<Outcome> {
        let mut new: Vec<&Filing> = filings
            .iter()
            .filter(|filing| self.is_new(filing))
            .collect();
        new.sort_by_key(|filing| filing.published_at());
        let mut outcomes = vec![];
        for filing in new {
            if !self.awaits_filings() {
                break;
            }
            self.remember(filing);
            outcomes.push(self.filing(filing, price));
        }
        outcomes
    }

    /// Returns true for a filing on one of the alert's forms that is newer than the alert and was not seen yet.
    fn is_new(&self, filing: &Filing) -> bool {
        let mut forms = self.alert.forms.iter();
        forms.any(|form| form.includes(&filing.form))
            && filing.published_at() > self.since
            && !self.alert.seen_filings.contains(&filing.accession)
    }

    fn remember(&mut self, filing: &Filing) {
        let seen = &mut self.alert.seen_filings;
        seen.push(filing.accession.clone());
        let excess = seen.len().saturating_sub(MAX_SEEN);
        seen.drain(..excess);
    }

    /// Reports a filing, unless the alert is snoozed. The alert's state is saved in both cases.
    fn filing(&mut self, filing: &Filing, price: Option<f64>) -> Outcome {
        let at = filing.published_at();
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
