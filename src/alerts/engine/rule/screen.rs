//! Alerts on the tickers that enter or leave a screen.

use jiff::Timestamp;

use super::Rule;
use crate::{
    alerts::engine::{Outcome, screen::WatchedScreen, sentence},
    domain::alert::FiredAlert,
};

impl Rule {
    /// Returns the id of the screen that an active alert watches.
    pub(in crate::alerts::engine) fn watched_screen(&self) -> Option<u32> {
        let screen = self.alert.screen.as_ref().filter(|_| self.alert.active);
        screen.map(|screen| screen.id)
    }

    /// Records that a ticker was reported at `at`, before a restart.
    pub(in crate::alerts::engine) fn record_reported(&mut self, symbol: &str, at: Timestamp) {
        self.screen.record_report(symbol, at);
    }

    /// Reports the tickers that entered or left the screen since the last call, each at most once per day. The first call, and
    /// one after the query changed, only records the members.
    pub(in crate::alerts::engine) fn observe_screen(
        &mut self,
        screen: &WatchedScreen,
        now: Timestamp,
    ) -> Vec<Outcome> {
        let Some(watched) = &mut self.alert.screen else {
            return vec![];
        };
        watched.name.clone_from(&screen.name);
        let event = watched.event;
        let changes = self.screen.changes(screen, event);
        if self.is_quiet(now) {
            return vec![];
        }
        let mut outcomes = vec![];
        for (symbol, member) in changes {
            if !self.alert.active || !self.screen.record_report(&symbol, now) {
                continue;
            }
            let text = sentence::screen_event(&symbol, &screen.name, event);
            let outcome = self.fire(now, member.price, false, text);
            let report = outcome.report.map(|report| FiredAlert {
                currency: member
                    .quoted_in
                    .price_currency()
                    .filter(|_| !sentence::is_level(&symbol)),
                symbol,
                ..report
            });
            outcomes.push(Outcome { report, ..outcome });
        }
        outcomes
    }

    /// Ends the alert because its screen, or the list that the screen searches, was deleted.
    pub(in crate::alerts::engine) fn end_screen(&mut self, now: Timestamp) -> Outcome {
        self.alert.active = false;
        let text = sentence::screen_deleted(&self.alert);
        Outcome {
            alert: self.alert.clone(),
            report: Some(self.report(now, None, false, text)),
        }
    }
}
