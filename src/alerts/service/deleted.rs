//! Deletes alerts, and restores recently deleted ones.

use std::sync::Arc;

use jiff::Timestamp;

use super::{AlertService, edit::EditResult};
use crate::{
    domain::{
        alert::{Alert, WhenMet},
        person::PersonId,
    },
    store::{Result, StoreError},
};

/// The maximum number of deleted alerts that can be restored. They are stored in memory only.
const MAX_DELETED: usize = 100;

impl AlertService {
    /// Deletes an alert. Its reports stay in the history.
    pub(crate) async fn delete(
        self: &Arc<Self>,
        person: PersonId,
        id: u32,
        now: Timestamp,
    ) -> Result<()> {
        self.blocking(move |service| {
            let _guard = service.lock_edits();
            let stored = service.find(person, id)?;
            service.store.of(person).delete_alert(id)?;
            let mut state = service.state();
            let fired = state.fired.alert(id);
            let deleted = fired.map_or_else(|| stored.clone(), |fired| stored.after_report(fired));
            state.registry.remove(id);
            if state.deleted.len() == MAX_DELETED {
                state.deleted.pop_front();
            }
            state.deleted.push_back(deleted);
            drop(state);
            service.apply_list_changes(WhenMet::default(), now)
        })
        .await
    }

    /// Restores a deleted alert with its id, settings and history. The alert starts at `now` like one that is activated again.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] if the alert can no longer be restored or its list was deleted; [`StoreError::Limit`] if there are
    /// already [`MAX_ALERTS`](super::MAX_ALERTS).
    pub(crate) async fn restore(
        self: &Arc<Self>,
        person: PersonId,
        id: u32,
        now: Timestamp,
    ) -> Result<EditResult> {
        self.blocking(move |service| {
            let _guard = service.lock_edits();
            let alert = service.deleted(person, id)?;
            service.check_alert_limit(&alert)?;
            if let Some(screen) = &alert.screen {
                service.store.of(person).screen(screen.id)?;
            }
            let baseline = service.baseline(&alert, now)?;
            service.store.of(person).restore_alert(&alert)?;
            service.state().deleted.retain(|deleted| deleted.id != id);
            service.queue_split_adjustment([alert.symbol.clone()]);
            let is_list_alert = alert.list.is_some();
            let restored = service.watch(alert, &baseline, now);
            if is_list_alert {
                service.apply_list_changes(WhenMet::default(), now)?;
            }
            Ok(restored)
        })
        .await
    }

    fn deleted(&self, person: PersonId, id: u32) -> Result<Alert> {
        let state = self.state();
        let deleted = state
            .deleted
            .iter()
            .find(|alert| (alert.person, alert.id) == (person, id));
        deleted.cloned().ok_or(StoreError::NotFound("alert"))
    }
}
