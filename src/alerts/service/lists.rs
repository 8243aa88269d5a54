//! Alerts over lists: they follow what the lists hold.

use std::sync::Arc;

use jiff::Timestamp;

use super::{AlertService, MOST};
use crate::{
    alerts::engine::{Outcome, list_is_gone},
    domain::{alert::WhenMet, ticker::TickerId},
    store::{ListAlertChanges, Result},
};

impl AlertService {
    /// Has alerts over lists watch the tickers that their lists hold at `now`, and no others. One whose list was deleted ends,
    /// and says so.
    pub(crate) async fn sync_list_alerts(self: &Arc<Self>, now: Timestamp) -> Result<()> {
        self.blocking(move |service| {
            let _in_order = service.changing();
            service.follow(WhenMet::default(), now)
        })
        .await
    }

    /// The same for who has its turn already; `when_met` is what becomes of tickers that meet the condition already.
    pub(super) fn follow(&self, when_met: WhenMet, now: Timestamp) -> Result<()> {
        let followed = self.take_in_lists(now)?;
        for id in followed.removed {
            self.state().registry.remove(id);
        }
        for alert in &followed.adjusted {
            self.state().registry.adjust(alert);
        }
        for alert in followed.added {
            // It is kept: without its history it is watched from its first price on.
            let baseline = self.baseline(&alert, now).unwrap_or_default();
            let id = alert.id;
            self.watch(alert, &baseline, now);
            if when_met == WhenMet::TellNow {
                self.tell_met(id, baseline.quote.map(|quote| quote.price), now);
            }
        }
        Ok(())
    }

    /// What changed in the store, with the ends of alerts already told.
    pub(super) fn take_in_lists(&self, now: Timestamp) -> Result<ListAlertChanges> {
        let followed = self
            .store
            .sync_list_alerts(|id| self.watchable(id), MOST, now)?;
        for alert in &followed.ended {
            self.state().registry.remove(alert.id);
            let report = list_is_gone(alert, now);
            self.judge(|_| {
                vec![Outcome {
                    alert: alert.clone(),
                    report: Some(report),
                }]
            });
        }
        Ok(followed)
    }

    /// The symbol of a ticker whose price moves.
    pub(super) fn watchable(&self, id: TickerId) -> Option<String> {
        let market = self.market.read();
        let ticker = &market.get(id)?.ticker;
        ticker
            .imported
            .is_none()
            .then(|| ticker.profile.symbol.clone())
    }
}
