//! Answers that everybody gets alike: serialised once per change, kept as ready bytes.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use jiff::Timestamp;
use serde::Serialize;

use super::{State, reply::Ready};
use crate::market::{MarketState, Topic};

/// Answers kept at once; beyond it all are dropped and made again on demand.
const MOST: usize = 256;
/// Prices change all the time: an answer with prices is at most this old, in milliseconds.
const COALESCE: i64 = 250;

/// What an answer was made from: when this changes, so may the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Basis(Vec<u64>);

impl Basis {
    /// The state of `topics`. The minute counts too: sessions and offerings change with the clock.
    pub(super) fn of(state: &State, topics: &[Topic]) -> Self {
        let versions = topics.iter().map(|topic| state.market.version(*topic));
        Self(versions.chain([minute(state.now())]).collect())
    }

    /// With one more thing that it depends on.
    pub(super) fn and(mut self, extra: u64) -> Self {
        self.0.push(extra);
        self
    }
}

fn minute(now: Timestamp) -> u64 {
    now.as_second().div_euclid(60) as u64
}

#[derive(Debug)]
struct Kept {
    basis: Basis,
    made: i64,
    ready: Ready,
}

/// The answers that are kept.
#[derive(Debug, Default)]
pub(super) struct Shared(Mutex<HashMap<String, Kept>>);

impl Shared {
    /// The answer kept under `key`, when it was made from `basis`, or a moment ago.
    pub(super) fn get(&self, key: &str, basis: &Basis, now: Timestamp) -> Option<Ready> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.get(key)?;
        let young = (0..COALESCE).contains(&(now.as_millisecond() - found.made));
        (found.basis == *basis || young).then(|| found.ready.clone())
    }

    /// Keeps an answer.
    pub(super) fn put(&self, key: String, basis: Basis, now: Timestamp, ready: Ready) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MOST && !kept.contains_key(&key) {
            kept.clear();
        }
        kept.insert(
            key,
            Kept {
                basis,
                made: now.as_millisecond(),
                ready,
            },
        );
    }
}

impl State {
    /// The shared answer under `key`, made by `build` when `topics` changed since.
    pub(super) fn share<T: Serialize>(
        &self,
        key: &str,
        topics: &[Topic],
        build: impl FnOnce(&MarketState, Timestamp) -> T,
    ) -> Ready {
        let (basis, now) = (Basis::of(self, topics), self.now());
        if let Some(ready) = self.shared.get(key, &basis, now) {
            return ready;
        }
        let value = build(&self.market.read(), now);
        let ready = Ready::json(&value);
        self.shared.put(key.to_owned(), basis, now, ready.clone());
        ready
    }
}
