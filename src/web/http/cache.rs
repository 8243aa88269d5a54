//! Answers that everybody gets alike: serialised once per change, kept as bytes that are ready to send.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use jiff::Timestamp;
use serde::Serialize;

use crate::{
    market::{MarketState, Topic},
    web::{AppState, http::reply::CachedBody},
};

/// Answers kept at once; beyond it all are dropped and made again on demand.
const MOST: usize = 256;
/// Prices change all the time: an answer with prices is at most this old, in milliseconds.
const COALESCE: i64 = 250;

/// What an answer was made from: when this changes, so may the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CacheVersion(Vec<u64>);

impl CacheVersion {
    /// The state of `topics`. The minute counts too: sessions and offerings change with the clock.
    pub(crate) fn of(state: &AppState, topics: &[Topic]) -> Self {
        let versions = topics.iter().map(|topic| state.market.version(*topic));
        Self(versions.chain([minute(state.now())]).collect())
    }

    /// With one more thing that it depends on.
    pub(crate) fn and(mut self, extra: u64) -> Self {
        self.0.push(extra);
        self
    }
}

fn minute(now: Timestamp) -> u64 {
    now.as_second().div_euclid(60) as u64
}

#[derive(Debug)]
struct Kept {
    version: CacheVersion,
    made: i64,
    body: CachedBody,
}

/// The answers that are kept.
#[derive(Debug, Default)]
pub(crate) struct ResponseCache(Mutex<HashMap<String, Kept>>);

impl ResponseCache {
    /// The answer kept under `key`, when it was made from `version`, or a moment ago.
    pub(crate) fn get(
        &self,
        key: &str,
        version: &CacheVersion,
        now: Timestamp,
    ) -> Option<CachedBody> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.get(key)?;
        let young = (0..COALESCE).contains(&(now.as_millisecond() - found.made));
        (found.version == *version || young).then(|| found.body.clone())
    }

    /// Keeps an answer.
    pub(crate) fn put(&self, key: String, version: CacheVersion, now: Timestamp, body: CachedBody) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= MOST && !kept.contains_key(&key) {
            kept.clear();
        }
        kept.insert(
            key,
            Kept {
                version,
                made: now.as_millisecond(),
                body,
            },
        );
    }
}

impl AppState {
    /// The shared answer under `key`, made by `build` when `topics` changed since.
    pub(crate) fn cached<T: Serialize>(
        &self,
        key: &str,
        topics: &[Topic],
        build: impl FnOnce(&MarketState, Timestamp) -> T,
    ) -> CachedBody {
        let (version, now) = (CacheVersion::of(self, topics), self.now());
        if let Some(body) = self.cache.get(key, &version, now) {
            return body;
        }
        let value = build(&self.market.read(), now);
        let body = CachedBody::json(&value);
        self.cache.put(key.to_owned(), version, now, body.clone());
        body
    }
}
