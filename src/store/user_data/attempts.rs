//! Counters of delivery attempts since the start, for metrics.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

use crate::store::record::{AttemptOutcome, DeliveryAttempt};

/// Number of logged attempts, by channel and outcome.
#[derive(Debug, Default)]
pub(crate) struct Attempts(Mutex<BTreeMap<(String, AttemptOutcome), u64>>);

impl Attempts {
    /// Counts the attempts in `log`.
    pub(crate) fn count(&self, log: &[DeliveryAttempt]) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for attempt in log {
            let key = (attempt.channel.clone(), attempt.outcome);
            *counts.entry(key).or_default() += 1;
        }
    }

    /// Returns all counts.
    pub(crate) fn read(&self) -> BTreeMap<(String, AttemptOutcome), u64> {
        let counts = self.0.lock();
        counts.unwrap_or_else(PoisonError::into_inner).clone()
    }
}
