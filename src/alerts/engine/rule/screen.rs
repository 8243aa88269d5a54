//! Alerts on the tickers that enter or leave a screen.

use std::collections::{BTreeMap, HashMap};

use jiff::{Timestamp, civil::Date};

use super::Rule;
use crate::{
    alerts::engine::{
        Outcome,
        screen::{ScreenMember, WatchedScreen},
        sentence,
    },
    domain::{
        alert::{FiredAlert, ScreenEvent},
        session::{Calendar, exchange_date},
    },
};

/// What an alert on a screen remembers.
#[derive(Debug, Default)]
pub(super) struct ScreenState {
    /// The query and the members when the screen was last evaluated; `None` before the first time.
    last: Option<(String, BTreeMap<String, ScreenMember>)>,
    /// The New York date of the last report of each ticker.
    reported: HashMap<String, Date>,
}

impl Rule {
    /// Returns the id of the screen that an active alert watches.
    pub(in crate::alerts::engine) fn watched_screen(&self) -> Option<u32> {
        let screen = self.alert.screen.as_ref().filter(|_| self.alert.active);
        screen.map(|screen| screen.id)
    }

    /// Records that a ticker was reported at `at`, before a restart.
    pub(in crate::alerts::engine) fn record_reported(&mut self, symbol: &str, at: Timestamp) {
        let day = exchange_date(Calendar::NewYork, at);
        let last = self.screen.reported.entry(symbol.to_owned()).or_insert(day);
        *last = day.max(*last);
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
        let current = (screen.query.clone(), screen.members.clone());
        let Some((query, previous)) = self.screen.last.replace(current) else {
            return vec![];
        };
        if query != screen.query || self.is_quiet(now) {
            return vec![];
        }
        let (before, after) = (&previous, &screen.members);
        let changed: Vec<_> = match event {
            ScreenEvent::Enter => missing_in(after, before),
            ScreenEvent::Leave => missing_in(before, after),
        };
        let today = exchange_date(Calendar::NewYork, now);
        let mut outcomes = vec![];
        for (symbol, member) in changed {
            if !self.alert.active || self.screen.reported.get(symbol) == Some(&today) {
                continue;
            }
            self.screen.reported.insert(symbol.clone(), today);
            let text = sentence::screen_event(symbol, &screen.name, event);
            let outcome = self.fire(now, member.price, false, text);
            let report = outcome.report.map(|report| FiredAlert {
                symbol: symbol.clone(),
                currency: member.currency.filter(|_| !sentence::is_level(symbol)),
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

/// Returns the members of `all` that `others` lacks.
fn missing_in<'a>(
    all: &'a BTreeMap<String, ScreenMember>,
    others: &BTreeMap<String, ScreenMember>,
) -> Vec<(&'a String, &'a ScreenMember)> {
    let missing = all
        .iter()
        .filter(|(symbol, _)| !others.contains_key(*symbol));
    missing.collect()
}
