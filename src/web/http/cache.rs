//! Cache of shared responses: built once per change, stored ready to send.

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
/// Maximum age in milliseconds of a response with prices, which change all the time.
const COALESCE_MS: i64 = 250;

/// Version of the data that a response is built from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CacheVersion {
    parts: Vec<u64>,
    /// Whether a response may be slightly older, see [`COALESCE_MS`].
    coalesces: bool,
}

impl CacheVersion {
    /// Returns the version of `topics`. It includes the minute, as sessions and ICOs change with the clock.
    pub(crate) fn of(market: &Market, topics: &[Topic], now: Timestamp) -> Self {
        // Room for a few additions.
        let mut parts = Vec::with_capacity(8);
        parts.extend(topics.iter().map(|topic| market.version(*topic)));
        parts.push(minute(now));
        Self {
            parts,
            coalesces: true,
        }
    }

    /// Adds a dependency.
    pub(crate) fn and(mut self, extra: u64) -> Self {
        self.parts.push(extra);
        self
    }

    /// Disables coalescing, for responses whose data changes rarely.
    pub(crate) fn exactly(mut self) -> Self {
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
    made: i64,
    body: CachedBody,
    /// Grows with every use of the cache.
    used: u64,
}

/// The cached responses.
#[derive(Debug, Default)]
pub(crate) struct ResponseCache {
    /// Headers of every response, stored with each entry.
    common_headers: HeaderMap,
    entries: Mutex<Entries>,
    /// Requests for a response that is being built wait for it.
    building: KeyLocks,
}

#[derive(Debug, Default)]
struct Entries {
    by_key: HashMap<String, CacheEntry>,
    bytes: usize,
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

    /// Returns the cached response for `key` if it has this version or is recent; otherwise builds it, once for all requests that wait for
    /// it.
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
        let lock_claim = self.building.claim(key);
        let permit = lock_claim.acquire().await;
        let answer = match self.lookup(key, version, now) {
            Some(body) => Ok(body),
            None => build.await.map(|body| {
                let body = body.with_security_headers(&self.common_headers);
                self.insert(key, version.clone(), now, body.clone());
                body
            }),
        };
        drop(permit);
        answer
    }

    fn lookup(&self, key: &str, version: &CacheVersion, now: Timestamp) -> Option<CachedBody> {
        let mut entries = lock(&self.entries);
        entries.uses += 1;
        let uses = entries.uses;
        let found = entries.by_key.get_mut(key)?;
        let is_young =
            version.coalesces && (0..COALESCE_MS).contains(&(now.as_millisecond() - found.made));
        (found.version == *version || is_young).then(|| {
            found.used = uses;
            found.body.clone()
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
            let oldest = entries.by_key.iter().min_by_key(|(_, entry)| entry.used);
            let Some(oldest) = oldest.map(|(key, _)| key.clone()) else {
                break;
            };
            entries.remove(&oldest);
        }
        entries.bytes += size;
        entries.uses += 1;
        let entry = CacheEntry {
            version,
            made: now.as_millisecond(),
            body,
            used: entries.uses,
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

    async fn made(cache: &ResponseCache, key: &str, version: &CacheVersion, size: usize) -> usize {
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
        let ask = || async {
            let build = async {
                count.fetch_add(1, Ordering::Relaxed);
                tokio::task::yield_now().await;
                Ok(CachedBody::new(Bytes::from_static(b"x")))
            };
            cache.get("key", &version(1), NOW, build).await.unwrap();
        };
        tokio::join!(ask(), ask(), ask());
        assert_eq!(count.into_inner(), 1);
        assert!(cache.building.len() == 0);
    }

    #[tokio::test]
    async fn a_dropped_request_leaves_no_entry_behind() {
        let cache = ResponseCache::default();
        let version = version(1);
        let never = || std::future::pending::<Result<CachedBody>>();
        {
            let mut making = Box::pin(cache.get("key", &version, NOW, never()));
            let mut waiting = Box::pin(cache.get("key", &version, NOW, never()));
            assert!(futures_util::poll!(&mut making).is_pending());
            assert!(futures_util::poll!(&mut waiting).is_pending());
            drop(making);
            assert_eq!(cache.building.len(), 1, "one still waits");
            assert!(futures_util::poll!(&mut waiting).is_pending());
        }
        assert!(cache.building.len() == 0);
        assert_eq!(made(&cache, "key", &version, 1).await, 1);
    }

    #[tokio::test]
    async fn the_cache_is_limited_in_bytes_and_keeps_used_entries() {
        let cache = ResponseCache::default();
        let size = MAX_BYTES / 8;
        assert_eq!(made(&cache, "wanted", &version(1), size).await, 1);
        for number in 0..100 {
            made(&cache, &number.to_string(), &version(1), size).await;
            assert_eq!(made(&cache, "wanted", &version(1), size).await, 0);
            assert!(lock(&cache.entries).bytes <= MAX_BYTES);
        }
    }

    #[tokio::test]
    async fn a_response_too_large_for_the_cache_is_returned_but_not_stored() {
        let cache = ResponseCache::default();
        assert_eq!(made(&cache, "huge", &version(1), MAX_BYTES).await, 1);
        assert_eq!(lock(&cache.entries).bytes, 0);
    }
}
