//! A lock per key: one request at a time works on the same key, the others wait.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

type Lock = Arc<tokio::sync::Mutex<()>>;

/// A lock for each key in use.
#[derive(Debug, Default)]
pub(super) struct KeyLocks(Mutex<HashMap<String, Lock>>);

/// A request that holds or waits for the lock of a key. The last one removes the key's entry when it finishes or is dropped:
/// a client may disconnect at any point.
#[derive(Debug)]
pub(super) struct KeyLock<'a> {
    key_locks: &'a KeyLocks,
    key: &'a str,
    lock: Lock,
}

impl KeyLocks {
    /// Creates a claim to the lock of `key`.
    pub(super) fn claim<'a>(&'a self, key: &'a str) -> KeyLock<'a> {
        let lock = Arc::clone(self.locked().entry(key.to_owned()).or_default());
        KeyLock {
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

impl KeyLock<'_> {
    /// Waits for the lock.
    pub(super) async fn acquire(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.lock.lock().await
    }
}

impl Drop for KeyLock<'_> {
    fn drop(&mut self) {
        let mut all = self.key_locks.locked();
        // Released under the map's lock, so that the last of two simultaneous holders knows that it is the last.
        self.lock = Lock::default();
        let is_last = all
            .get(self.key)
            .is_some_and(|lock| Arc::strong_count(lock) == 1);
        if is_last {
            all.remove(self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_request_that_is_dropped_anywhere_leaves_nothing_behind() {
        let key_locks = KeyLocks::default();
        let never = async || {
            let lock = key_locks.claim("key");
            let _mine = lock.acquire().await;
            std::future::pending::<()>().await;
        };
        {
            let (mut working, mut waiting) = (Box::pin(never()), Box::pin(never()));
            assert!(futures_util::poll!(&mut working).is_pending());
            assert!(futures_util::poll!(&mut waiting).is_pending());
            drop(working);
            assert_eq!(key_locks.len(), 1, "one waits still");
            assert!(futures_util::poll!(&mut waiting).is_pending());
        }
        assert_eq!(key_locks.len(), 0);
    }
}
