//! Turns: of requests that want the same, one works at a time, and the others wait for it.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

type Lock = Arc<tokio::sync::Mutex<()>>;

/// A lock for each key that somebody works on or waits for.
#[derive(Debug, Default)]
pub(super) struct Turns(Mutex<HashMap<String, Lock>>);

/// A request that works on a key or waits for its turn. The last of them removes the entry of the key when it is done or dropped:
/// a client that goes away drops its request anywhere.
#[derive(Debug)]
pub(super) struct Turn<'a> {
    turns: &'a Turns,
    key: &'a str,
    lock: Lock,
}

impl Turns {
    /// A place among those who want `key`.
    pub(super) fn of<'a>(&'a self, key: &'a str) -> Turn<'a> {
        let lock = Arc::clone(self.locked().entry(key.to_owned()).or_default());
        Turn {
            turns: self,
            key,
            lock,
        }
    }

    fn locked(&self) -> MutexGuard<'_, HashMap<String, Lock>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many keys there are.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.locked().len()
    }
}

impl Turn<'_> {
    /// Waits until nobody else works on the key.
    pub(super) async fn begin(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.lock.lock().await
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let mut all = self.turns.locked();
        // Given back under the lock, so that the last of two that end at once sees that it is the last.
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
        let turns = Turns::default();
        let never = async || {
            let turn = turns.of("key");
            let _mine = turn.begin().await;
            std::future::pending::<()>().await;
        };
        {
            let (mut working, mut waiting) = (Box::pin(never()), Box::pin(never()));
            assert!(futures_util::poll!(&mut working).is_pending());
            assert!(futures_util::poll!(&mut waiting).is_pending());
            drop(working);
            assert_eq!(turns.len(), 1, "one waits still");
            assert!(futures_util::poll!(&mut waiting).is_pending());
        }
        assert_eq!(turns.len(), 0);
    }
}
