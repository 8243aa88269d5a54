//! Answers that everybody gets alike: made once per change, kept as bytes that are ready to send.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use hyper::HeaderMap;
use jiff::Timestamp;

use super::{error::Result, reply::CachedBody};
use crate::{
    market::{Market, Topic},
    web::turns::Turns,
};

/// Bytes of all answers that are kept; beyond it those go that were not asked for longest.
const MOST_BYTES: usize = 32 << 20;
/// Prices change all the time: an answer with prices is at most this old, in milliseconds.
const COALESCE: i64 = 250;

/// What an answer was made from: when this changes, so may the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CacheVersion {
    parts: Vec<u64>,
    /// Whether a moment does not matter: see [`COALESCE`].
    coalesces: bool,
}

impl CacheVersion {
    /// The state of `topics`. The minute counts too: sessions and offerings change with the clock.
    pub(crate) fn of(market: &Market, topics: &[Topic], now: Timestamp) -> Self {
        // Room for what is added: an answer depends on few things.
        let mut parts = Vec::with_capacity(8);
        parts.extend(topics.iter().map(|topic| market.version(*topic)));
        parts.push(minute(now));
        Self {
            parts,
            coalesces: true,
        }
    }

    /// With one more thing that it depends on.
    pub(crate) fn and(mut self, extra: u64) -> Self {
        self.parts.push(extra);
        self
    }

    /// Of an answer that is never older than this version: it changes as rarely as it is worth making anew.
    pub(crate) fn exactly(mut self) -> Self {
        self.coalesces = false;
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
    /// Grows with every use of the cache.
    used: u64,
}

/// The answers that are kept.
#[derive(Debug, Default)]
pub(crate) struct ResponseCache {
    /// Headers of every answer: one that is kept has them already.
    common_headers: HeaderMap,
    answers: Mutex<Answers>,
    /// Who wants an answer that is being made waits for it.
    building: Turns,
}

#[derive(Debug, Default)]
struct Answers {
    kept: HashMap<String, Kept>,
    bytes: usize,
    uses: u64,
}

impl ResponseCache {
    /// None yet; each that is kept will have these headers, too.
    pub(crate) fn new(common_headers: HeaderMap) -> Self {
        Self {
            common_headers,
            ..Self::default()
        }
    }

    /// The answer kept under `key`, when it was made from `version` or a moment ago; else `build` makes
    /// it, once for all who wait for it now.
    pub(crate) async fn get(
        &self,
        key: &str,
        version: &CacheVersion,
        now: Timestamp,
        build: impl Future<Output = Result<CachedBody>>,
    ) -> Result<CachedBody> {
        if let Some(body) = self.kept(key, version, now) {
            return Ok(body);
        }
        let turn = self.building.of(key);
        let permit = turn.begin().await;
        let answer = match self.kept(key, version, now) {
            Some(body) => Ok(body),
            None => build.await.map(|body| {
                let body = body.hardened(&self.common_headers);
                self.keep(key, version.clone(), now, body.clone());
                body
            }),
        };
        drop(permit);
        answer
    }

    fn kept(&self, key: &str, version: &CacheVersion, now: Timestamp) -> Option<CachedBody> {
        let mut answers = lock(&self.answers);
        answers.uses += 1;
        let uses = answers.uses;
        let found = answers.kept.get_mut(key)?;
        let is_young =
            version.coalesces && (0..COALESCE).contains(&(now.as_millisecond() - found.made));
        (found.version == *version || is_young).then(|| {
            found.used = uses;
            found.body.clone()
        })
    }

    fn keep(&self, key: &str, version: CacheVersion, now: Timestamp, body: CachedBody) {
        let mut answers = lock(&self.answers);
        let size = body.size() + key.len();
        if size > MOST_BYTES / 4 {
            return;
        }
        answers.remove(key);
        while answers.bytes + size > MOST_BYTES {
            let oldest = answers.kept.iter().min_by_key(|(_, kept)| kept.used);
            let Some(oldest) = oldest.map(|(key, _)| key.clone()) else {
                break;
            };
            answers.remove(&oldest);
        }
        answers.bytes += size;
        answers.uses += 1;
        let kept = Kept {
            version,
            made: now.as_millisecond(),
            body,
            used: answers.uses,
        };
        answers.kept.insert(key.to_owned(), kept);
    }
}

impl Answers {
    fn remove(&mut self, key: &str) {
        if let Some(kept) = self.kept.remove(key) {
            self.bytes -= kept.body.size() + key.len();
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
    async fn those_who_want_the_same_at_once_wait_for_one_who_makes_it() {
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
    async fn a_request_that_is_dropped_leaves_no_entry_behind() {
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
    async fn the_cache_is_bounded_by_bytes_and_keeps_what_is_asked_for() {
        let cache = ResponseCache::default();
        let size = MOST_BYTES / 8;
        assert_eq!(made(&cache, "wanted", &version(1), size).await, 1);
        for number in 0..100 {
            made(&cache, &number.to_string(), &version(1), size).await;
            assert_eq!(made(&cache, "wanted", &version(1), size).await, 0);
            assert!(lock(&cache.answers).bytes <= MOST_BYTES);
        }
    }

    #[tokio::test]
    async fn an_answer_too_large_for_the_cache_is_given_and_not_kept() {
        let cache = ResponseCache::default();
        assert_eq!(made(&cache, "huge", &version(1), MOST_BYTES).await, 1);
        assert_eq!(lock(&cache.answers).bytes, 0);
    }
}
