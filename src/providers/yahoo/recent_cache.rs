//! A small cache of recent responses.

use std::{
    collections::VecDeque,
    sync::{Mutex, PoisonError},
};

use jiff::{SignedDuration, Timestamp};

/// Maximum number of entries.
const MAX_ENTRIES: usize = 200;

/// A cache with expiry; the oldest entry is evicted first.
pub(super) struct RecentCache<T> {
    keep_for: SignedDuration,
    /// Oldest first.
    answers: Mutex<VecDeque<(String, Timestamp, T)>>,
}

impl<T: Clone> RecentCache<T> {
    /// Creates a cache whose entries expire after `keep_for`.
    pub(super) fn new(keep_for: SignedDuration) -> Self {
        Self {
            keep_for,
            answers: Mutex::default(),
        }
    }

    /// Returns the cached response to a question, as of `now`.
    pub(super) fn get(&self, question: &str, now: Timestamp) -> Option<T> {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh = SignedDuration::ZERO..self.keep_for;
        answers.retain(|(_, at, _)| fresh.contains(&now.duration_since(*at)));
        let answer = answers.iter().find(|(of, ..)| of == question);
        answer.map(|(.., answer)| answer.clone())
    }

    /// Caches a response that arrived at `now`.
    pub(super) fn put(&self, question: &str, now: Timestamp, answer: T) {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        if answers.len() >= MAX_ENTRIES {
            answers.pop_front();
        }
        answers.push_back((question.to_owned(), now, answer));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_response_is_cached_for_its_lifetime_but_not_across_a_clock_set_back() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let recent = RecentCache::new(SignedDuration::from_secs(60));
        recent.put("sap", at(100), 7);
        assert_eq!(recent.get("sap", at(159)), Some(7));
        assert_eq!(recent.get("vod", at(159)), None);
        assert_eq!(recent.get("sap", at(160)), None);
        recent.put("sap", at(160), 8);
        assert_eq!(recent.get("sap", at(100)), None);
    }

    #[test]
    fn the_oldest_response_is_evicted() {
        let recent = RecentCache::new(SignedDuration::from_secs(60));
        let now = Timestamp::UNIX_EPOCH;
        for number in 0..=MAX_ENTRIES {
            recent.put(&number.to_string(), now, number);
        }
        assert_eq!(recent.get("0", now), None);
        assert_eq!(recent.get("1", now), Some(1));
    }
}
