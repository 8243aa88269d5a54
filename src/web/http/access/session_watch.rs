//! Detects that the credential of a live connection is revoked or expires.

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::watch,
    time::{Instant, sleep_until},
};

use super::Caller;
use crate::{domain::person::PersonId, web::AppState};

/// Interval between checks for an expired session.
const EXPIRY_CHECK_INTERVAL: Duration = Duration::from_secs(3_600);

/// Watches the credential of a live connection.
pub(crate) struct SessionWatch {
    state: Arc<AppState>,
    caller: Caller,
    revocations: Option<watch::Receiver<()>>,
    next_check: Instant,
}

impl SessionWatch {
    pub(crate) fn new(state: &Arc<AppState>, caller: Caller) -> Self {
        let access = state.access.as_ref();
        Self {
            state: Arc::clone(state),
            caller,
            revocations: access.map(|access| access.credentials.revocations.subscribe()),
            next_check: Instant::now() + EXPIRY_CHECK_INTERVAL,
        }
    }

    /// Returns the person who opened the connection.
    pub(crate) fn person(&self) -> PersonId {
        let identity = self.caller.identity();
        identity.map_or(PersonId::NOBODY, |identity| identity.person)
    }

    /// Returns true if the credential can be revoked, which is never the case on a server without a password.
    pub(crate) fn can_be_revoked(&self) -> bool {
        self.revocations.is_some()
    }

    /// Resolves when the credential is revoked or expires. Cancel-safe.
    pub(crate) async fn revoked(&mut self) {
        let (Some(revocations), Some(access)) = (&mut self.revocations, &self.state.access) else {
            return std::future::pending().await;
        };
        loop {
            tokio::select! {
                _ = revocations.changed() => {}
                () = sleep_until(self.next_check) => self.next_check = Instant::now() + EXPIRY_CHECK_INTERVAL,
            }
            if !access.is_still_valid(self.caller, self.state.now()) {
                return;
            }
        }
    }
}
