//! Answers that are kept for a while: the same question need not be asked again.

use std::{
    collections::VecDeque,
    sync::{Mutex, PoisonError},
};

use jiff::{SignedDuration, Timestamp};

/// So many answers are kept.
const MOST: usize = 200;

/// The newest answers, by question.
pub(super) struct Recent<T> {
    keep_for: SignedDuration,
    /// Oldest first.
    answers: Mutex<VecDeque<(String, Timestamp, T)>>,
}

impl<T: Clone> Recent<T> {
    /// Keeps each for so long.
    pub(super) fn new(keep_for: SignedDuration) -> Self {
        Self {
            keep_for,
            answers: Mutex::default(),
        }
    }

    /// What is kept of a question, as of `now`.
    pub(super) fn get(&self, question: &str, now: Timestamp) -> Option<T> {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh = SignedDuration::ZERO..self.keep_for;
        answers.retain(|(_, at, _)| fresh.contains(&now.duration_since(*at)));
        let answer = answers.iter().find(|(of, ..)| of == question);
        answer.map(|(.., answer)| answer.clone())
    }

    /// Keeps an answer that came at `now`.
    pub(super) fn put(&self, question: &str, now: Timestamp, answer: T) {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        if answers.len() >= MOST {
            answers.pop_front();
        }
        answers.push_back((question.to_owned(), now, answer));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_kept_for_its_time_and_not_where_the_clock_was_set_back() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let recent = Recent::new(SignedDuration::from_secs(60));
        recent.put("sap", at(100), 7);
        assert_eq!(recent.get("sap", at(159)), Some(7));
        assert_eq!(recent.get("vod", at(159)), None);
        assert_eq!(recent.get("sap", at(160)), None);
        recent.put("sap", at(160), 8);
        assert_eq!(recent.get("sap", at(100)), None);
    }

    #[test]
    fn the_oldest_answer_makes_room() {
        let recent = Recent::new(SignedDuration::from_secs(60));
        let now = Timestamp::UNIX_EPOCH;
        for number in 0..=MOST {
            recent.put(&number.to_string(), now, number);
        }
        assert_eq!(recent.get("0", now), None);
        assert_eq!(recent.get("1", now), Some(1));
    }
}
