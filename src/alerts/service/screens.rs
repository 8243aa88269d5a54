//! Alerts on saved screens.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use super::AlertService;
use crate::{
    alerts::engine::WatchedScreen,
    domain::{
        alert::{Alert, AlertKind},
        person::PersonId,
    },
    store::{Result, default_if_damaged},
};

/// Maximum number of reports searched for the current day's reports.
const MAX_REPORTS: usize = 1_000;

impl AlertService {
    /// Returns the screens that active alerts watch: the person and the id.
    pub(crate) fn watched_screens(&self) -> Vec<(PersonId, u32)> {
        self.state().registry.watched_screens()
    }

    /// Evaluates the alerts on a screen.
    pub(crate) fn observe_screen(&self, screen: &WatchedScreen, now: Timestamp) {
        self.evaluate(|registry| registry.observe_screen(screen, now));
    }

    /// Ends the alerts on a screen after the screen, or the list that it searches, was deleted.
    pub(crate) fn end_screen(&self, id: u32, now: Timestamp) {
        self.evaluate(|registry| registry.end_screen(id, now));
    }

    /// Restores which tickers were reported before a restart, so that each is reported at most once per day.
    pub(super) fn restore_screen_reports(&self, alerts: &[Alert]) -> Result<()> {
        let is_on_screen = |alert: &&Alert| alert.active && alert.kind == AlertKind::Screen;
        let mut ids: BTreeMap<PersonId, BTreeSet<u32>> = BTreeMap::new();
        for alert in alerts.iter().filter(is_on_screen) {
            ids.entry(alert.person).or_default().insert(alert.id);
        }
        for (person, ids) in ids {
            let reports = default_if_damaged(self.store.of(person).reports(MAX_REPORTS))?;
            let mut state = self.state();
            for fired in reports.into_iter().map(|report| report.fired) {
                if ids.contains(&fired.alert_id) {
                    let registry = &mut state.registry;
                    registry.record_reported(fired.alert_id, &fired.symbol, fired.at);
                }
            }
        }
        Ok(())
    }
}
