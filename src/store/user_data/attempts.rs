//! Counters of delivery attempts since the start, for metrics.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

use crate::{
    domain::person::PersonId,
    store::record::{AttemptOutcome, DeliveryAttempt},
};

/// Number of logged attempts by channel and outcome, of each person.
#[derive(Debug, Default)]
pub(crate) struct Attempts(Mutex<BTreeMap<PersonId, Counts>>);

/// Number of attempts by channel and outcome.
type Counts = BTreeMap<(String, AttemptOutcome), u64>;

impl Attempts {
    /// Counts the attempts in `log`.
    pub(crate) fn count(&self, person: PersonId, log: &[DeliveryAttempt]) {
        if log.is_empty() {
            return;
        }
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let counts = counts.entry(person).or_default();
        for attempt in log {
            let key = (attempt.channel.clone(), attempt.outcome);
            *counts.entry(key).or_default() += 1;
        }
    }

    /// Returns the counts of a person.
    pub(crate) fn read(&self, person: PersonId) -> BTreeMap<(String, AttemptOutcome), u64> {
        let counts = self.0.lock();
        let counts = counts.unwrap_or_else(PoisonError::into_inner);
        counts.get(&person).cloned().unwrap_or_default()
    }
}
