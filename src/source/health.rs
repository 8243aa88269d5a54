//! Health records of the providers.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use jiff::{SignedDuration, Timestamp};

use super::SourceError;
use crate::domain::provider::{ProviderHealth, ProviderState};

/// Every provider's record.
#[derive(Debug, Clone, Default)]
pub struct HealthBoard(Arc<Mutex<Vec<ProviderHealth>>>);

/// One provider's record, to be kept by whoever asks it.
#[derive(Debug, Clone)]
pub struct HealthRecord {
    board: HealthBoard,
    at: usize,
}

impl HealthBoard {
    /// A new record.
    pub fn record(&self, name: &str) -> HealthRecord {
        let mut records = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        records.push(ProviderHealth::new(name));
        HealthRecord {
            board: self.clone(),
            at: records.len() - 1,
        }
    }

    /// All records, in the order they were made.
    pub fn list(&self) -> Vec<ProviderHealth> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

impl HealthRecord {
    /// A refresh succeeded; the next is due after `rest`. Logged when the provider was failing before.
    pub fn succeeded(&self, now: Timestamp, rest: Duration) {
        let was = self.change(|health| {
            let was = std::mem::replace(&mut health.state, ProviderState::Ok);
            health.consecutive_failures = 0;
            health.last_success = Some(now);
            health.next_attempt = later(now, rest);
            was
        });
        if was == ProviderState::Failing {
            tracing::info!(provider = self.name(), "answers again");
        }
    }

    /// A refresh failed; the next is due after `rest`. Logged once, until it succeeds again.
    pub fn failed(&self, now: Timestamp, error: &SourceError, rest: Duration) {
        let was = self.change(|health| {
            health.failures += 1;
            health.consecutive_failures += 1;
            health.last_failure = Some(now);
            health.last_error = Some(sentence(error));
            health.next_attempt = later(now, rest);
            std::mem::replace(&mut health.state, ProviderState::Failing)
        });
        if was != ProviderState::Failing {
            tracing::warn!(provider = self.name(), %error, "is failing; it is asked again with growing pauses");
        }
    }

    /// Part of a refresh failed (one symbol, one feed) while the provider as a whole answers.
    pub fn failed_in_part(&self, now: Timestamp, error: &SourceError) {
        self.change(|health| {
            health.failures += 1;
            health.last_failure = Some(now);
            health.last_error = Some(sentence(error));
        });
    }

    /// A request was sent.
    pub fn requested(&self) {
        self.change(|health| health.requests += 1);
    }

    /// The record as it stands.
    pub fn read(&self) -> ProviderHealth {
        self.change(|health| health.clone())
    }

    fn name(&self) -> String {
        self.change(|health| health.name.clone())
    }

    fn change<T>(&self, change: impl FnOnce(&mut ProviderHealth) -> T) -> T {
        change(&mut self.board.0.lock().unwrap_or_else(PoisonError::into_inner)[self.at])
    }
}

fn later(now: Timestamp, rest: Duration) -> Option<Timestamp> {
    now.checked_add(SignedDuration::try_from(rest).ok()?).ok()
}

/// The error with a capital and a full stop.
fn sentence(error: &SourceError) -> String {
    let text = error.to_string();
    let mut letters = text.chars();
    let first = letters
        .next()
        .map(|c| c.to_uppercase().to_string())
        .unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}
