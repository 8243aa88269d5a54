//! Watchlist alerts: each of them has one member alert per ticker of its watchlist.

use std::sync::Arc;

use jiff::Timestamp;

use super::{AlertService, MAX_ALERTS};
use crate::{
    alerts::engine::{Outcome, list_deleted},
    domain::{alert::WhenMet, ticker::TickerId},
    store::{ListAlertChanges, Result},
};

impl AlertService {
    /// Adds and removes member alerts so that each watchlist alert covers the current tickers of its list. An alert whose list
    /// was deleted ends and reports that.
    pub(crate) async fn sync_list_alerts(self: &Arc<Self>, now: Timestamp) -> Result<()> {
        self.blocking(move |service| {
            let _guard = service.lock_edits();
            service.apply_list_changes(WhenMet::default(), now)
        })
        .await
    }

    /// Like [`AlertService::sync_list_alerts`], for callers that hold the edit lock. `when_met` says whether new member alerts
    /// fire immediately if their condition is already met.
    pub(super) fn apply_list_changes(&self, when_met: WhenMet, now: Timestamp) -> Result<()> {
        let changes = self.sync_lists(now)?;
        for alert in &changes.removed {
            self.state().registry.remove(alert.id);
        }
        for alert in &changes.adjusted {
            self.state().registry.adjust(alert);
        }
        for alert in changes.added {
            // The alert is already stored. If its baseline cannot be read, the alert starts with its first price.
            let baseline = self.baseline(&alert, now).unwrap_or_default();
            let id = alert.id;
            self.watch(alert, &baseline, now);
            if when_met == WhenMet::ReportNow {
                self.report_if_met(id, baseline.quote.map(|quote| quote.price), now);
            }
        }
        Ok(())
    }

    /// Syncs the stored member alerts with their lists, and reports alerts that ended. Returns the changes.
    pub(super) fn sync_lists(&self, now: Timestamp) -> Result<ListAlertChanges> {
        let changes = self
            .store
            .sync_list_alerts(|id| self.watchable(id), MAX_ALERTS, now)?;
        for alert in &changes.ended {
            self.state().registry.remove(alert.id);
            let report = list_deleted(alert, now);
            self.evaluate(|_| {
                vec![Outcome {
                    alert: alert.clone(),
                    report: Some(report),
                }]
            });
        }
        Ok(changes)
    }

    /// Returns the symbol of a ticker; `None` if its prices are imported from a file.
    pub(super) fn watchable(&self, id: TickerId) -> Option<String> {
        let market = self.market.read();
        let ticker = &market.get(id)?.ticker;
        ticker
            .imported
            .is_none()
            .then(|| ticker.profile.symbol.clone())
    }
}
