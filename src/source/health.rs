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
    Feed, HistoryProgress, PartHealth, ProviderHealth, ProviderState, QuotaLeft, StreamConnection,
    SymbolFailure,
};

/// Every provider's record, and the symbols that get nothing.
#[derive(Debug, Clone, Default)]
pub struct HealthBoard {
    records: Arc<Mutex<Records>>,
    connections: Connections,
    secrets: Secrets,
}

#[derive(Debug, Default)]
struct Records {
    providers: Vec<ProviderHealth>,
    /// The places of providers whose answer to the refresh under way was out of date.
    outdated: HashSet<usize>,
    /// By symbol and the provider's place.
    symbols: BTreeMap<(String, usize), SymbolFailure>,
    /// By symbol.
    histories: BTreeMap<String, HistoryProgress>,
    revision: u64,
}

/// One provider's record, to be kept by whoever asks it.
#[derive(Debug, Clone)]
pub struct HealthRecord {
    board: HealthBoard,
    at: usize,
}

impl HealthBoard {
    /// A new record.
    pub fn record(&self, name: &str) -> HealthRecord {
        let mut records = self.lock_mut();
        records.providers.push(ProviderHealth::new(name));
        HealthRecord {
            board: self.clone(),
            at: records.providers.len() - 1,
        }
    }

    /// All records, in the order they were made.
    pub fn list(&self) -> Vec<ProviderHealth> {
        let providers = self.lock().providers.clone();
        providers
            .into_iter()
            .map(ProviderHealth::with_part_failures)
            .collect()
    }

    /// The symbols that a provider has nothing for at present, in their order.
    pub fn symbol_failures(&self) -> Vec<SymbolFailure> {
        self.lock().symbols.values().cloned().collect()
    }

    /// How much of each symbol's history was fetched, in their order.
    pub(crate) fn histories(&self) -> Vec<HistoryProgress> {
        self.lock().histories.values().cloned().collect()
    }

    /// A number that grows with every change of a record or of a symbol.
    pub(crate) fn revision(&self) -> u64 {
        self.lock().revision
    }

    /// The connections of streams at `now`: by provider, then by number.
    pub fn connections(&self, now: Instant) -> Vec<StreamConnection> {
        self.connections.list(now)
    }

    fn lock(&self) -> MutexGuard<'_, Records> {
        self.records.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// To change something.
    fn lock_mut(&self) -> MutexGuard<'_, Records> {
        let mut records = self.lock();
        records.revision += 1;
        records
    }
}

impl HealthRecord {
    /// A refresh succeeded; the next is due after `rest`. Logged when the provider was failing before.
    pub(crate) fn succeeded(&self, now: Timestamp, rest: Duration) {
        let is_outdated = self.board.lock_mut().outdated.remove(&self.at);
        let was = self.change(|health| {
            health.consecutive_failures = 0;
            health.last_success = Some(now);
            health.next_attempt = later(now, rest);
            if is_outdated {
                return health.state;
            }
            health.unhealthy_since = None;
            std::mem::replace(&mut health.state, ProviderState::Ok)
        });
        let is_back = matches!(was, ProviderState::Failing | ProviderState::Refused);
        if is_back && !is_outdated {
            tracing::info!(provider = self.name(), "answers again");
        }
    }

    /// A stream brings something, now and until it fails. The failures before it are forgotten when
    /// it `is_steady`: one that fails right after each connection must wait ever longer.
    pub(crate) fn streaming(&self, now: Timestamp, is_steady: bool) {
        let was = self.change(|health| {
            if is_steady {
                health.consecutive_failures = 0;
            }
            health.last_success = Some(now);
            health.unhealthy_since = None;
            health.next_attempt = None;
            std::mem::replace(&mut health.state, ProviderState::Ok)
        });
        if was == ProviderState::Failing {
            tracing::info!(provider = self.name(), "brings prices again");
        }
    }

    /// A refresh failed; the next is due after `rest`. Logged once, until it succeeds again. One that lets
    /// us not in is not failing, for what it brings can be done without.
    pub fn failed(&self, now: Timestamp, error: &SourceError, rest: Duration) {
        let state = match error {
            SourceError::NotAllowed { .. } => ProviderState::Refused,
            _ => ProviderState::Failing,
        };
        let said = self.sanitize(error);
        let was = self.change(|health| {
            health.failures += 1;
            health.throttled += u64::from(error.is_throttled());
            health.consecutive_failures += 1;
            health.unhealthy_since.get_or_insert(now);
            health.last_failure = Some(now);
            health.last_error = Some(text::to_sentence(&said));
            health.answered = error.is_answer();
            health.next_attempt = later(now, rest);
            std::mem::replace(&mut health.state, state)
        });
        if was == state {
            return;
        }
        if state == ProviderState::Refused {
            tracing::info!(
                provider = self.name(),
                error = said,
                "is done without, and asked again in {} minutes",
                rest.as_secs() / 60
            );
        } else {
            tracing::warn!(
                provider = self.name(),
                error = said,
                "is failing; it is asked again with growing pauses"
            );
        }
    }

    /// Part of a refresh failed (one symbol, one feed) while the provider as a whole answers.
    pub(crate) fn failed_in_part(&self, now: Timestamp, error: &SourceError) {
        let said = text::to_sentence(&self.sanitize(error));
        self.change(|health| {
            health.failures += 1;
            health.throttled += u64::from(error.is_throttled());
            health.last_failure = Some(now);
            health.last_error = Some(said);
        });
    }

    /// The addresses that the provider asks, by name.
    pub(crate) fn parts<'a>(&self, names: impl Iterator<Item = &'a str>) {
        let parts = names.map(PartHealth::new).collect();
        self.change(|health| health.parts = parts);
    }

    /// The address at a place of those answered, and is asked again at `next`.
    pub(crate) fn part_answered(&self, at: usize, now: Timestamp, next: Option<Timestamp>) {
        self.change(|health| {
            if let Some(part) = health.parts.get_mut(at) {
                part.consecutive_failures = 0;
                part.last_success = Some(now);
                part.next_attempt = next;
            }
        });
    }

    /// The address at a place of those failed.
    pub(crate) fn part_failed(
        &self,
        at: usize,
        now: Timestamp,
        error: &SourceError,
        next: Option<Timestamp>,
    ) {
        let said = text::to_sentence(&self.sanitize(error));
        self.change(|health| {
            if let Some(part) = health.parts.get_mut(at) {
                part.consecutive_failures += 1;
                part.last_failure = Some(now);
                part.last_error = Some(said);
                part.next_attempt = next;
            }
        });
    }

    /// The refresh under way was answered, with nothing newer than long ago. Logged once, until it
    /// brings something new.
    pub fn out_of_date(&self, now: Timestamp, error: &SourceError) {
        self.failed_in_part(now, error);
        self.board.lock_mut().outdated.insert(self.at);
        let was = self.change(|health| {
            health.unhealthy_since.get_or_insert(now);
            std::mem::replace(&mut health.state, ProviderState::Outdated)
        });
        if was != ProviderState::Outdated {
            let error = self.sanitize(error);
            tracing::warn!(provider = self.name(), error, "answers with nothing new");
        }
    }

    /// There is nothing for `symbol`, which is asked for again at `next_attempt`; the provider as a
    /// whole is well.
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

    /// The provider does not have `symbol`, as it says in so many words: no failure of its own.
    pub(crate) fn symbol_unknown(
        &self,
        symbol: &str,
        now: Timestamp,
        error: &SourceError,
        next_attempt: Option<Timestamp>,
    ) {
        let said = text::to_sentence(&self.sanitize(error));
        let mut records = self.board.lock_mut();
        let provider = records.providers[self.at].name.clone();
        let known = records.symbols.entry((symbol.to_owned(), self.at));
        let failure = known.or_insert_with(|| SymbolFailure {
            symbol: symbol.to_owned(),
            provider,
            error: String::new(),
            since: now,
            last_failure: now,
            failures: 0,
            next_attempt,
        });
        failure.error = said;
        failure.last_failure = now;
        failure.failures += 1;
        failure.next_attempt = next_attempt;
    }

    /// There is something for `symbol` again.
    pub fn symbol_answered(&self, symbol: &str) {
        let key = (symbol.to_owned(), self.at);
        self.board.lock_mut().symbols.remove(&key);
    }

    /// So much of a symbol's history was fetched.
    pub(crate) fn history(&self, progress: HistoryProgress) {
        let mut records = self.board.lock_mut();
        records.histories.insert(progress.symbol.clone(), progress);
    }

    /// What the provider brings.
    pub fn feeds(&self, feeds: Vec<Feed>) {
        self.change(|health| health.feeds = feeds);
    }

    /// What is left of the requests that its plan allows.
    pub fn quota(&self, quota: Vec<QuotaLeft>) {
        self.change(|health| health.quota = quota);
    }

    /// What the provider allows, as it publishes it.
    pub fn limit(&self, limit: Option<&'static str>) {
        self.change(|health| health.limit = limit);
    }

    /// The `number`th connection of the provider, from one, is about to be opened. It has room for
    /// `most_symbols`.
    pub(crate) fn connection(
        &self,
        number: usize,
        most_symbols: Option<usize>,
    ) -> ConnectionRecord {
        let connections = &self.board.connections;
        connections.add((self.at, self.name()), number, most_symbols)
    }

    /// A request is about to be sent to an address with these headers. From now on no source's words
    /// show the secrets in both.
    pub(crate) fn requested(&self, url: &str, headers: &[(&str, &str)]) {
        self.board.secrets.of_request(url, headers);
        self.change(|health| health.requests += 1);
    }

    /// What an error or a source says, as it may be shown and logged: on one line of bounded length, with every
    /// source's secrets masked.
    pub(crate) fn sanitize(&self, said: &dyn fmt::Display) -> String {
        self.board.secrets.masked(&said.to_string())
    }

    /// The record as it stands.
    pub fn read(&self) -> ProviderHealth {
        self.board.lock().providers[self.at].clone()
    }

    fn name(&self) -> String {
        self.board.lock().providers[self.at].name.clone()
    }

    fn change<T>(&self, change: impl FnOnce(&mut ProviderHealth) -> T) -> T {
        change(&mut self.board.lock_mut().providers[self.at])
    }
}

fn later(now: Timestamp, rest: Duration) -> Option<Timestamp> {
    now.checked_add(SignedDuration::try_from(rest).ok()?).ok()
}

#[cfg(test)]
mod tests;
