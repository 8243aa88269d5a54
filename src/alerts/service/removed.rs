//! Deleting alerts, and restoring them for as long as a person may still think better of it.

use std::sync::Arc;

use jiff::Timestamp;

use super::{AlertService, people::Changed};
use crate::{
    domain::alert::{Alert, WhenMet},
    store::{Result, StoreError},
};

/// Deleted alerts that can be restored, at most: the latest. They are kept in memory only.
const MAX_REMOVED: usize = 100;

impl AlertService {
    /// Deletes an alert. What it reported stays.
    pub(crate) async fn delete(self: &Arc<Self>, id: u32, now: Timestamp) -> Result<()> {
        self.blocking(move |service| {
            let _in_order = service.changing();
            let stored = service.find(id)?;
            service.store.delete_alert(id)?;
            let mut state = service.state();
            let fired = state.unrecorded.alert(id);
            let removed = fired.map_or_else(|| stored.clone(), |fired| stored.after(fired));
            state.registry.remove(id);
            if state.removed.len() == MAX_REMOVED {
                state.removed.pop_front();
            }
            state.removed.push_back(removed);
            drop(state);
            service.follow(WhenMet::default(), now)
        })
        .await
    }

    /// Restores a deleted alert under its own number, with all that a person asked for and all that it has reported. It
    /// watches from `now` on, like one that was switched on again. [`StoreError::NotFound`] where it is not known any more, or
    /// its list is gone; [`StoreError::Limit`] when there are as many alerts as may be.
    pub(crate) async fn restore(self: &Arc<Self>, id: u32, now: Timestamp) -> Result<Changed> {
        self.blocking(move |service| {
            let _in_order = service.changing();
            let alert = service.removed(id)?;
            service.check_room(&alert)?;
            let baseline = service.baseline(&alert, now)?;
            service.store.restore_alert(&alert)?;
            service.state().removed.retain(|known| known.id != id);
            service.restate_stored([alert.symbol.clone()]);
            let is_over_list = alert.list.is_some();
            let restored = service.watch(alert, &baseline, now);
            if is_over_list {
                service.follow(WhenMet::default(), now)?;
            }
            Ok(restored)
        })
        .await
    }

    fn removed(&self, id: u32) -> Result<Alert> {
        let state = self.state();
        let known = state.removed.iter().find(|alert| alert.id == id);
        known.cloned().ok_or(StoreError::NotFound("alert"))
    }
}
