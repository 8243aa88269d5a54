//! Cache of responses that are the same for every client. A response is built once per version of its data, and stored compressed and
//! with its headers.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use hyper::HeaderMap;
use jiff::Timestamp;

use super::{error::Result, reply::CachedBody};
use crate::{
    market::{Market, Topic},
    web::key_locks::KeyLocks,
};

/// Maximum total size of cached responses in bytes; the least recently used ones are evicted.
const MAX_BYTES: usize = 32 << 20;
/// How long an outdated response may still be returned, in milliseconds. Prices change many times per second, and rebuilding a response
/// for every change would be wasteful.
const COALESCE_MS: i64 = 250;

/// Version of the data that a response is built from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CacheVersion {
    parts: Vec<u64>,
    /// Whether an outdated response may be returned for up to [`COALESCE_MS`].
    coalesces: bool,
}

impl CacheVersion {
    /// Returns the version of `topics`. It includes the minute, as sessions and ICOs change with the clock.
    pub(crate) fn of(market: &Market, topics: &[Topic], now: Timestamp) -> Self {
        // Capacity for the topics, the minute and a few extra dependencies.
        let mut parts = Vec::with_capacity(8);
        parts.extend(topics.iter().map(|topic| market.version(*topic)));
        parts.push(minute(now));
        Self {
            parts,
            coalesces: true,
        }
    }

    /// Adds the version of another dependency.
    pub(crate) fn with_version(mut self, version: u64) -> Self {
        self.parts.push(version);
        self
    }

    /// Disables coalescing: an outdated response is never returned. For responses whose data changes rarely.
    pub(crate) fn without_coalescing(mut self) -> Self {
        self.coalesces = false;
        self
    }
}

fn minute(now: Timestamp) -> u64 {
    now.as_second().div_euclid(60) as u64
}

#[derive(Debug)]
struct CacheEntry {
    version: CacheVersion,
    /// Unix time of the build in milliseconds.
    built_at: i64,
    body: CachedBody,
    /// Value of [`Entries::uses`] at the entry's last use.
    last_use: u64,
}

/// The cached responses.
#[derive(Debug, Default)]
pub(crate) struct ResponseCache {
    /// Headers of every response, stored with each entry.
    common_headers: HeaderMap,
    entries: Mutex<Entries>,
    /// Locks of the responses that are being built; other requests for such a response wait.
    building: KeyLocks,
}

#[derive(Debug, Default)]
struct Entries {
    by_key: HashMap<String, CacheEntry>,
    bytes: usize,
    /// Number of lookups and insertions; orders the entries by their last use.
    uses: u64,
}

impl ResponseCache {
    /// Creates an empty cache; every entry gets these headers.
    pub(crate) fn new(common_headers: HeaderMap) -> Self {
        Self {
            common_headers,
            ..Self::default()
        }
    }

    /// Returns the cached response for `key` if it has this version or is recent. Otherwise builds it; simultaneous requests for the same
    /// key share one build.
    pub(crate) async fn get(
        &self,
        key: &str,
        version: &CacheVersion,
        now: Timestamp,
        build: impl Future<Output = Result<CachedBody>>,
    ) -> Result<CachedBody> {
        if let Some(body) = self.lookup(key, version, now) {
            return Ok(body);
        }
        let claim = self.building.claim(key);
        let guard = claim.acquire().await;
        let response = match self.lookup(key, version, now) {
            Some(body) => Ok(body),
            None => build.await.map(|body| {
                let body = body.with_common_headers(&self.common_headers);
                self.insert(key, version.clone(), now, body.clone());
                body
            }),
        };
        drop(guard);
        response
    }

    fn lookup(&self, key: &str, version: &CacheVersion, now: Timestamp) -> Option<CachedBody> {
        let mut entries = lock(&self.entries);
        entries.uses += 1;
        let uses = entries.uses;
        let entry = entries.by_key.get_mut(key)?;
        let is_recent = version.coalesces
            && (0..COALESCE_MS).contains(&(now.as_millisecond() - entry.built_at));
        (entry.version == *version || is_recent).then(|| {
            entry.last_use = uses;
            entry.body.clone()
        })
    }

    fn insert(&self, key: &str, version: CacheVersion, now: Timestamp, body: CachedBody) {
        let mut entries = lock(&self.entries);
        let size = body.size() + key.len();
        if size > MAX_BYTES / 4 {
            return;
        }
        entries.remove(key);
        while entries.bytes + size > MAX_BYTES {
            let oldest = entries
                .by_key
                .iter()
                .min_by_key(|(_, entry)| entry.last_use);
            let Some(oldest) = oldest.map(|(key, _)| key.clone()) else {
                break;
            };
            entries.remove(&oldest);
        }
        entries.bytes += size;
        entries.uses += 1;
        let entry = CacheEntry {
            version,
            built_at: now.as_millisecond(),
            body,
            last_use: entries.uses,
        };
        entries.by_key.insert(key.to_owned(), entry);
    }
}

impl Entries {
    fn remove(&mut self, key: &str) {
        if let Some(entry) = self.by_key.remove(key) {
            self.bytes -= entry.body.size() + key.len();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use bytes::Bytes;

    use super::*;

    const NOW: Timestamp = Timestamp::UNIX_EPOCH;

    fn version(number: u64) -> CacheVersion {
        CacheVersion {
            parts: vec![number],
            coalesces: true,
        }
    }

    async fn count_builds(
        cache: &ResponseCache,
        key: &str,
        version: &CacheVersion,
        size: usize,
    ) -> usize {
        let count = AtomicUsize::new(0);
        let build = async {
            count.fetch_add(1, Ordering::Relaxed);
            Ok(CachedBody::new(vec![b'x'; size].into()))
        };
        cache.get(key, version, NOW, build).await.unwrap();
        count.into_inner()
    }

    #[tokio::test]
    async fn simultaneous_requests_build_a_response_once() {
        let cache = ResponseCache::default();
        let count = AtomicUsize::new(0);
        let request = || async {
            let build = async {
                count.fetch_add(1, Ordering::Relaxed);
                tokio::task::yield_now().await;
                Ok(CachedBody::new(Bytes::from_static(b"x")))
            };
            cache.get("key", &version(1), NOW, build).await.unwrap();
        };
        tokio::join!(request(), request(), request());
        assert_eq!(count.into_inner(), 1);
        assert!(cache.building.len() == 0);
    }

    #[tokio::test]
    async fn a_dropped_request_releases_the_lock_of_its_key() {
        let cache = ResponseCache::default();
        let version = version(1);
        let never = || std::future::pending::<Result<CachedBody>>();
        {
            let mut builder = Box::pin(cache.get("key", &version, NOW, never()));
            let mut waiter = Box::pin(cache.get("key", &version, NOW, never()));
            assert!(futures_util::poll!(&mut builder).is_pending());
            assert!(futures_util::poll!(&mut waiter).is_pending());
            drop(builder);
            assert_eq!(cache.building.len(), 1, "the second request still waits");
            assert!(futures_util::poll!(&mut waiter).is_pending());
        }
        assert!(cache.building.len() == 0);
        assert_eq!(count_builds(&cache, "key", &version, 1).await, 1);
    }

    #[tokio::test]
    async fn the_cache_evicts_unused_entries_above_its_size_limit() {
        let cache = ResponseCache::default();
        let size = MAX_BYTES / 8;
        assert_eq!(count_builds(&cache, "popular", &version(1), size).await, 1);
        for number in 0..100 {
            count_builds(&cache, &number.to_string(), &version(1), size).await;
            assert_eq!(count_builds(&cache, "popular", &version(1), size).await, 0);
            assert!(lock(&cache.entries).bytes <= MAX_BYTES);
        }
    }

    #[tokio::test]
    async fn a_response_too_large_for_the_cache_is_returned_but_not_stored() {
        let cache = ResponseCache::default();
        assert_eq!(
            count_builds(&cache, "huge", &version(1), MAX_BYTES).await,
            1
        );
        assert_eq!(lock(&cache.entries).bytes, 0);
    }
}
