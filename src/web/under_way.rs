//! Which changes with an `Idempotency-Key` are being made.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// Keys whose request is being answered; further attempts wait for it.
#[derive(Debug, Default)]
pub(super) struct UnderWay(Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>);

impl UnderWay {
    /// The turn of a key, which one attempt at a time holds.
    pub(super) fn turn(&self, key: &str) -> Arc<tokio::sync::Mutex<()>> {
        Arc::clone(self.locked().entry(key.to_owned()).or_default())
    }

    /// Forgets a key for which nobody waits.
    pub(super) fn forget(&self, key: &str) {
        let mut all = self.locked();
        if all
            .get(key)
            .is_some_and(|turn| Arc::strong_count(turn) == 1)
        {
            all.remove(key);
        }
    }

    fn locked(&self) -> MutexGuard<'_, HashMap<String, Arc<tokio::sync::Mutex<()>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
