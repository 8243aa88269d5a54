//! Ends a live connection when its client's access is revoked.

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::watch,
    time::{Instant, sleep_until},
};

use super::Caller;
use crate::web::AppState;

/// Interval at which an expired session is noticed.
const EXPIRY_CHECK_INTERVAL: Duration = Duration::from_secs(3_600);

/// Watches the credential of a live connection's client.
pub(crate) struct SessionWatch {
    state: Arc<AppState>,
    caller: Caller,
    removed: Option<watch::Receiver<()>>,
    next_check: Instant,
}

impl SessionWatch {
    pub(crate) fn new(state: &Arc<AppState>, caller: Caller) -> Self {
        let access = state.access.as_ref();
        Self {
            state: Arc::clone(state),
            caller,
            removed: access.map(|access| access.credentials.removed.subscribe()),
            next_check: Instant::now() + EXPIRY_CHECK_INTERVAL,
        }
    }

    /// Returns true if access can be revoked at all, which is never the case without a password.
    pub(crate) fn can_be_revoked(&self) -> bool {
        self.removed.is_some()
    }

    /// Resolves when the token is revoked or the session ends. Cancel-safe.
    pub(crate) async fn revoked(&mut self) {
        let (Some(removed), Some(access)) = (&mut self.removed, &self.state.access) else {
            return std::future::pending().await;
        };
        loop {
            tokio::select! {
                _ = removed.changed() => {}
                () = sleep_until(self.next_check) => self.next_check = Instant::now() + EXPIRY_CHECK_INTERVAL,
            }
            if !access.is_still_valid(self.caller, self.state.now()) {
                return;
            }
        }
    }
}
