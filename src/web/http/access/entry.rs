//! A connection that stays open goes on only as long as its caller may be in.

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::watch,
    time::{Instant, sleep_until},
};

use super::Caller;
use crate::web::AppState;

/// A session that ends by itself is noticed so long after.
const LOOK_EVERY: Duration = Duration::from_secs(3_600);

/// By what a live connection's client came in.
pub(crate) struct Entry {
    state: Arc<AppState>,
    caller: Caller,
    removed: Option<watch::Receiver<()>>,
    look_at: Instant,
}

impl Entry {
    pub(crate) fn new(state: &Arc<AppState>, caller: Caller) -> Self {
        let access = state.access.as_ref();
        Self {
            state: Arc::clone(state),
            caller,
            removed: access.map(|access| access.credentials.removed.subscribe()),
            look_at: Instant::now() + LOOK_EVERY,
        }
    }

    /// Whether it can be over at all: where everybody may come in, nobody must go.
    pub(crate) fn may_end(&self) -> bool {
        self.removed.is_some()
    }

    /// Resolves when the token was revoked, or the session is over. May be dropped and called again.
    pub(crate) async fn over(&mut self) {
        let (Some(removed), Some(access)) = (&mut self.removed, &self.state.access) else {
            return std::future::pending().await;
        };
        loop {
            tokio::select! {
                _ = removed.changed() => {}
                () = sleep_until(self.look_at) => self.look_at = Instant::now() + LOOK_EVERY,
            }
            if !access.is_still(self.caller, self.state.now()) {
                return;
            }
        }
    }
}
