//! Alerts over watchlists: one alert per ticker, kept in sync with the list.

use std::sync::Arc;

use jiff::Timestamp;

use super::{AlertService, MAX_ALERTS};
use crate::{
    alerts::engine::{Outcome, list_is_gone},
    domain::{alert::WhenMet, ticker::TickerId},
    store::{ListAlertChanges, Result},
};

impl AlertService {
    /// Adds and removes alerts so that each alert over a list covers its current tickers. An alert whose list was deleted ends
    /// with a report.
    pub(crate) async fn sync_list_alerts(self: &Arc<Self>, now: Timestamp) -> Result<()> {
        self.blocking(move |service| {
            let _guard = service.lock_edits();
            service.follow(WhenMet::default(), now)
        })
        .await
    }

    /// Like [`AlertService::sync_list_alerts`], for callers that hold the edit lock. `when_met` decides about tickers that already
    /// meet the condition.
    pub(super) fn follow(&self, when_met: WhenMet, now: Timestamp) -> Result<()> {
        let followed = self.sync_lists(now)?;
        for id in followed.removed {
            self.state().registry.remove(id);
        }
        for alert in &followed.adjusted {
            self.state().registry.adjust(alert);
        }
        for alert in followed.added {
            // It is stored already: without stored data it starts with its first price.
            let baseline = self.baseline(&alert, now).unwrap_or_default();
            let id = alert.id;
            self.watch(alert, &baseline, now);
            if when_met == WhenMet::TellNow {
                self.report_met(id, baseline.quote.map(|quote| quote.price), now);
            }
        }
        Ok(())
    }

    /// Syncs the stored alerts with their lists and reports alerts that ended. Returns the changes.
    pub(super) fn sync_lists(&self, now: Timestamp) -> Result<ListAlertChanges> {
        let followed = self
            .store
            .sync_list_alerts(|id| self.watchable(id), MAX_ALERTS, now)?;
        for alert in &followed.ended {
            self.state().registry.remove(alert.id);
            let report = list_is_gone(alert, now);
            self.evaluate(|_| {
                vec![Outcome {
                    alert: alert.clone(),
                    report: Some(report),
                }]
            });
        }
        Ok(followed)
    }

    /// The symbol of a ticker, unless its prices come from an imported file.
    pub(super) fn watchable(&self, id: TickerId) -> Option<String> {
        let market = self.market.read();
        let ticker = &market.get(id)?.ticker;
        ticker
            .imported
            .is_none()
            .then(|| ticker.profile.symbol.clone())
    }
}
