//! A small cache of recent responses.

use std::{
    collections::VecDeque,
    sync::{Mutex, PoisonError},
};

use jiff::{SignedDuration, Timestamp};

/// The maximum number of entries.
const MAX_ENTRIES: usize = 200;

/// A cache whose entries expire. If it is full, the oldest entry is evicted.
pub(crate) struct RecentCache<T> {
    ttl: SignedDuration,
    /// The key, time and response of each entry, oldest first.
    responses: Mutex<VecDeque<(String, Timestamp, T)>>,
}

impl<T: Clone> RecentCache<T> {
    /// Creates a cache whose entries expire after `ttl`.
    pub(crate) fn new(ttl: SignedDuration) -> Self {
        Self {
            ttl,
            responses: Mutex::default(),
        }
    }

    /// Returns the response that is cached for `query` at `now`.
    pub(crate) fn get(&self, query: &str, now: Timestamp) -> Option<T> {
        let mut responses = self
            .responses
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let lifetime = SignedDuration::ZERO..self.ttl;
        responses.retain(|(_, at, _)| lifetime.contains(&now.duration_since(*at)));
        let response = responses.iter().find(|(key, ..)| key == query);
        response.map(|(.., response)| response.clone())
    }

    /// Caches a response that was received at `now`.
    pub(crate) fn insert(&self, query: &str, now: Timestamp, response: T) {
        let mut responses = self
            .responses
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if responses.len() >= MAX_ENTRIES {
            responses.pop_front();
        }
        responses.push_back((query.to_owned(), now, response));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_response_is_cached_for_its_lifetime_unless_the_clock_is_set_back() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let cache = RecentCache::new(SignedDuration::from_secs(60));
        cache.insert("sap", at(100), 7);
        assert_eq!(cache.get("sap", at(159)), Some(7));
        assert_eq!(cache.get("vod", at(159)), None);
        assert_eq!(cache.get("sap", at(160)), None);
        cache.insert("sap", at(160), 8);
        assert_eq!(cache.get("sap", at(100)), None);
    }

    #[test]
    fn the_oldest_response_is_evicted() {
        let cache = RecentCache::new(SignedDuration::from_secs(60));
        let now = Timestamp::UNIX_EPOCH;
        for number in 0..=MAX_ENTRIES {
            cache.insert(&number.to_string(), now, number);
        }
        assert_eq!(cache.get("0", now), None);
        assert_eq!(cache.get("1", now), Some(1));
    }
}
