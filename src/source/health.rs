//! Health records of the providers.

use std::{
    collections::{BTreeMap, HashSet},
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use jiff::{SignedDuration, Timestamp};
use tokio::time::Instant;

use super::{
    error::SourceError,
    secrets::Secrets,
    streams::{ConnectionRecord, Connections},
    text,
};
use crate::domain::provider::{
    Feed, HistoryProgress, PartHealth, ProviderHealth, ProviderState, RemainingQuota,
    StreamConnection, SymbolFailure,
};

/// The health of all providers, and the symbols without data.
#[derive(Debug, Clone, Default)]
pub struct HealthBoard {
    records: Arc<Mutex<Records>>,
    connections: Connections,
    secrets: Secrets,
}

#[derive(Debug, Default)]
struct Records {
    providers: Vec<ProviderHealth>,
    /// The indices of providers whose current refresh returned only old data.
    outdated: HashSet<usize>,
    /// The failures by symbol and index of the provider.
    symbols: BTreeMap<(String, usize), SymbolFailure>,
    /// The progress of histories by symbol.
    histories: BTreeMap<String, HistoryProgress>,
    revision: u64,
}

/// The health record of one provider.
#[derive(Debug, Clone)]
pub struct HealthRecord {
    board: HealthBoard,
    /// The index of the provider.
    index: usize,
}

impl HealthBoard {
    /// Creates the record of the provider `name`.
    pub fn record(&self, name: &str) -> HealthRecord {
        let mut records = self.lock_mut();
        records.providers.push(ProviderHealth::new(name));
        HealthRecord {
            board: self.clone(),
            index: records.providers.len() - 1,
        }
    }

    /// Returns true if the provider `name` has a record that `condition` accepts, without the failures of its parts.
    pub(crate) fn has(&self, name: &str, condition: impl Fn(&ProviderHealth) -> bool) -> bool {
        let records = self.lock();
        let record = records.providers.iter().find(|record| record.name == name);
        record.is_some_and(condition)
    }

    /// Returns all records in order of creation.
    pub fn list(&self) -> Vec<ProviderHealth> {
        let providers = self.lock().providers.clone();
        providers
            .into_iter()
            .map(ProviderHealth::with_part_failures)
            .collect()
    }

    /// Returns the symbols for which a provider currently has no data, sorted.
    pub fn symbol_failures(&self) -> Vec<SymbolFailure> {
        self.lock().symbols.values().cloned().collect()
    }

    /// Returns the progress of the history of each symbol, sorted by symbol.
    pub(crate) fn histories(&self) -> Vec<HistoryProgress> {
        self.lock().histories.values().cloned().collect()
    }

    /// Returns a number that increases with every change.
    pub(crate) fn revision(&self) -> u64 {
        self.lock().revision
    }

    /// Returns the stream connections at `now`, sorted by provider and number.
    pub fn connections(&self, now: Instant) -> Vec<StreamConnection> {
        self.connections.list(now)
    }

    fn lock(&self) -> MutexGuard<'_, Records> {
        self.records.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Locks the records for a change.
    fn lock_mut(&self) -> MutexGuard<'_, Records> {
        let mut records = self.lock();
        records.revision += 1;
        records
    }
}

impl HealthRecord {
    /// Records a successful refresh; the next one is due after `delay`. Logs the end of a failure.
    pub(crate) fn succeeded(&self, now: Timestamp, delay: Duration) {
        let is_outdated = self.board.lock_mut().outdated.remove(&self.index);
        let previous_state = self.change(|health| {
            health.consecutive_failures = 0;
            health.last_success = Some(now);
            health.next_attempt = time_after(now, delay);
            if is_outdated {
                return health.state;
            }
            health.unhealthy_since = None;
            std::mem::replace(&mut health.state, ProviderState::Ok)
        });
        let has_recovered = matches!(
            previous_state,
            ProviderState::Failing | ProviderState::Refused
        );
        if has_recovered && !is_outdated {
            tracing::info!(provider = self.name(), "providers: provider recovered");
        }
    }

    /// Records that a stream delivers data. Resets the failure count only if the stream `is_stable`, so that the retry delay of a stream
    /// that fails directly after each connection keeps increasing.
    pub(crate) fn streaming(&self, now: Timestamp, is_stable: bool) {
        let previous_state = self.change(|health| {
            if is_stable {
                health.consecutive_failures = 0;
            }
            health.last_success = Some(now);
            health.unhealthy_since = None;
            health.next_attempt = None;
            std::mem::replace(&mut health.state, ProviderState::Ok)
        });
        if previous_state == ProviderState::Failing {
            tracing::info!(provider = self.name(), "providers: stream recovered");
        }
    }

    /// Records the response to a request that a user caused. For providers that send no other requests.
    pub(crate) fn answered(&self, now: Timestamp) {
        self.change(|health| {
            health.consecutive_failures = 0;
            health.last_success = Some(now);
            health.unhealthy_since = None;
            health.next_attempt = None;
            health.state = ProviderState::Ok;
        });
    }

    /// Records a failed refresh; the next one is due after `delay`. Only the first of consecutive failures is logged.
    /// [`SourceError::AccessDenied`] is not logged as a failure, because its source is optional.
    pub fn failed(&self, now: Timestamp, error: &SourceError, delay: Duration) {
        let state = match error {
            SourceError::AccessDenied { .. } => ProviderState::Refused,
            _ => ProviderState::Failing,
        };
        let message = self.sanitize(error);
        let previous_state = self.change(|health| {
            health.failures += 1;
            health.throttled += u64::from(error.is_throttled());
            health.consecutive_failures += 1;
            health.unhealthy_since.get_or_insert(now);
            health.last_failure = Some(now);
            health.last_error = Some(text::to_sentence(&message));
            health.answered = error.has_response();
            health.next_attempt = time_after(now, delay);
            std::mem::replace(&mut health.state, state)
        });
        if previous_state == state {
            return;
        }
        if state == ProviderState::Refused {
            tracing::info!(
                provider = self.name(),
                error = message,
                "providers: access denied, retrying in {} minutes",
                delay.as_secs() / 60
            );
        } else {
            tracing::warn!(
                provider = self.name(),
                error = message,
                "providers: provider failing, retrying with increasing delays"
            );
        }
    }

    /// Records that the provider is not used, with the reason as a sentence. This is not a failure.
    pub(crate) fn disabled(&self, reason: String) {
        tracing::info!(
            provider = self.name(),
            reason,
            "providers: provider not used"
        );
        self.change(|health| {
            health.state = ProviderState::Disabled;
            health.last_error = Some(reason);
        });
    }

    /// Records the failure of a part of a refresh, such as one symbol or one feed. The provider still counts as working.
    pub(crate) fn failed_in_part(&self, now: Timestamp, error: &SourceError) {
        let message = text::to_sentence(&self.sanitize(error));
        self.change(|health| {
            health.failures += 1;
            health.throttled += u64::from(error.is_throttled());
            health.last_failure = Some(now);
            health.last_error = Some(message);
        });
    }

    /// Sets the names of the provider's URLs.
    pub(crate) fn set_parts<'a>(&self, names: impl Iterator<Item = &'a str>) {
        let parts = names.map(PartHealth::new).collect();
        self.change(|health| health.parts = parts);
    }

    /// Records a successful request of the URL with this index; the next one is due at `next`.
    pub(crate) fn part_succeeded(&self, index: usize, now: Timestamp, next: Option<Timestamp>) {
        self.change(|health| {
            if let Some(part) = health.parts.get_mut(index) {
                part.consecutive_failures = 0;
                part.last_success = Some(now);
                part.next_attempt = next;
            }
        });
    }

    /// Records a failed request of the URL with this index; the next one is due at `next`.
    pub(crate) fn part_failed(
        &self,
        index: usize,
        now: Timestamp,
        error: &SourceError,
        next: Option<Timestamp>,
    ) {
        let message = text::to_sentence(&self.sanitize(error));
        self.change(|health| {
            if let Some(part) = health.parts.get_mut(index) {
                part.consecutive_failures += 1;
                part.last_failure = Some(now);
                part.last_error = Some(message);
                part.next_attempt = next;
            }
        });
    }

    /// Records that the current refresh returned only old data. Only the first of consecutive such refreshes is logged.
    pub fn out_of_date(&self, now: Timestamp, error: &SourceError) {
        self.failed_in_part(now, error);
        self.board.lock_mut().outdated.insert(self.index);
        let previous_state = self.change(|health| {
            health.unhealthy_since.get_or_insert(now);
            std::mem::replace(&mut health.state, ProviderState::Outdated)
        });
        if previous_state != ProviderState::Outdated {
            let error = self.sanitize(error);
            tracing::warn!(
                provider = self.name(),
                error,
                "providers: provider returns only old data"
            );
        }
    }

    /// Records that a working provider has a problem with `symbol`; the next attempt is due at `next_attempt`.
    pub fn symbol_failed(
        &self,
        symbol: &str,
        now: Timestamp,
        error: &SourceError,
        next_attempt: Option<Timestamp>,
    ) {
        self.failed_in_part(now, error);
        self.symbol_unknown(symbol, now, error, next_attempt);
    }

    /// Records that the provider does not have `symbol`. This does not count as a failure of the provider.
    pub(crate) fn symbol_unknown(
        &self,
        symbol: &str,
        now: Timestamp,
        error: &SourceError,
        next_attempt: Option<Timestamp>,
    ) {
        let message = text::to_sentence(&self.sanitize(error));
        let mut records = self.board.lock_mut();
        let provider = records.providers[self.index].name.clone();
        let entry = records.symbols.entry((symbol.to_owned(), self.index));
        let failure = entry.or_insert_with(|| SymbolFailure {
            symbol: symbol.to_owned(),
            provider,
            error: String::new(),
            since: now,
            last_failure: now,
            failures: 0,
            next_attempt,
        });
        failure.error = message;
        failure.last_failure = now;
        failure.failures += 1;
        failure.next_attempt = next_attempt;
    }

    /// Records that the provider has data for `symbol`.
    pub fn symbol_succeeded(&self, symbol: &str) {
        let key = (symbol.to_owned(), self.index);
        self.board.lock_mut().symbols.remove(&key);
    }

    /// Records the progress of receiving a symbol's history.
    pub(crate) fn record_history(&self, progress: HistoryProgress) {
        let mut records = self.board.lock_mut();
        records.histories.insert(progress.symbol.clone(), progress);
    }

    /// Sets the kinds of data that the provider supplies.
    pub fn set_feeds(&self, feeds: Vec<Feed>) {
        self.change(|health| health.feeds = feeds);
    }

    /// Sets the remaining requests of the provider's plan.
    pub fn set_quota(&self, quota: Vec<RemainingQuota>) {
        self.change(|health| health.quota = quota);
    }

    /// Sets the provider's published rate limit.
    pub fn set_limit(&self, limit: Option<&'static str>) {
        self.change(|health| health.limit = limit);
    }

    /// Adds a stream connection that is about to be opened, with its 1-based number and its maximum number of symbols.
    pub(crate) fn add_connection(
        &self,
        number: usize,
        max_symbols: Option<usize>,
    ) -> ConnectionRecord {
        let connections = &self.board.connections;
        connections.add((self.index, self.name()), number, max_symbols)
    }

    /// Counts a request and stores the secrets in its URL and headers, which are masked in messages from now on.
    pub(crate) fn requested(&self, url: &str, headers: &[(&str, &str)]) {
        self.board.secrets.add_request(url, headers);
        self.change(|health| health.requests += 1);
    }

    /// Sanitizes a message for pages and logs: returns one line of bounded length with the secrets of all sources masked.
    pub(crate) fn sanitize(&self, message: &dyn fmt::Display) -> String {
        self.board.secrets.mask(&message.to_string())
    }

    /// Returns the current record.
    pub fn read(&self) -> ProviderHealth {
        self.board.lock().providers[self.index].clone()
    }

    fn name(&self) -> String {
        self.board.lock().providers[self.index].name.clone()
    }

    fn change<T>(&self, change: impl FnOnce(&mut ProviderHealth) -> T) -> T {
        change(&mut self.board.lock_mut().providers[self.index])
    }
}

fn time_after(now: Timestamp, delay: Duration) -> Option<Timestamp> {
    now.checked_add(SignedDuration::try_from(delay).ok()?).ok()
}

#[cfg(test)]
mod tests;
