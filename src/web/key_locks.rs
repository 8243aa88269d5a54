//! A lock per key: requests with the same key run one after another, requests with different keys run in parallel.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

type Lock = Arc<tokio::sync::Mutex<()>>;

/// A lock for each key in use.
#[derive(Debug, Default)]
pub(super) struct KeyLocks(Mutex<HashMap<String, Lock>>);

/// A request's claim to the lock of a key: the request holds the lock or waits for it. Dropping the last claim removes the lock
/// from the map, even if the client disconnects while it waits.
#[derive(Debug)]
pub(super) struct LockClaim<'a> {
    key_locks: &'a KeyLocks,
    key: &'a str,
    lock: Lock,
}

impl KeyLocks {
    /// Creates a claim to the lock of `key`.
    pub(super) fn claim<'a>(&'a self, key: &'a str) -> LockClaim<'a> {
        let lock = Arc::clone(self.locked().entry(key.to_owned()).or_default());
        LockClaim {
            key_locks: self,
            key,
            lock,
        }
    }

    fn locked(&self) -> MutexGuard<'_, HashMap<String, Lock>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Number of keys in use.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.locked().len()
    }
}

impl LockClaim<'_> {
    /// Waits for the lock.
    pub(super) async fn acquire(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.lock.lock().await
    }
}

impl Drop for LockClaim<'_> {
    fn drop(&mut self) {
        let mut locks = self.key_locks.locked();
        // Dropped while the map is locked: of two claims that are dropped at the same time, exactly one sees a count of 1.
        self.lock = Lock::default();
        let is_last = locks
            .get(self.key)
            .is_some_and(|lock| Arc::strong_count(lock) == 1);
        if is_last {
            locks.remove(self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn dropped_claims_remove_their_lock_from_the_map() {
        let key_locks = KeyLocks::default();
        let claim_forever = async || {
            let lock = key_locks.claim("key");
            let _guard = lock.acquire().await;
            std::future::pending::<()>().await;
        };
        {
            let (mut holder, mut waiter) = (Box::pin(claim_forever()), Box::pin(claim_forever()));
            assert!(futures_util::poll!(&mut holder).is_pending());
            assert!(futures_util::poll!(&mut waiter).is_pending());
            drop(holder);
            assert_eq!(key_locks.len(), 1, "the waiting request still has a claim");
            assert!(futures_util::poll!(&mut waiter).is_pending());
        }
        assert_eq!(key_locks.len(), 0);
    }
}
