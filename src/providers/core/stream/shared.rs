//! The state that all connections of a stream share.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use jiff::{SignedDuration, Timestamp};

use crate::{
    providers::core::{capability::Registry, stream::StreamOptions},
    source::Context,
};

/// The time after which a rejected symbol is retried.
pub(super) const REJECTED_RETRY: SignedDuration = SignedDuration::from_hours(24);

/// The state that all connections of a stream share.
pub(super) struct Shared<P> {
    pub(super) protocol: Arc<P>,
    pub(super) options: StreamOptions,
    pub(super) registry: Registry,
    pub(super) context: Context,
    pub(super) rejected: Arc<RejectedSymbols>,
    pub(super) confirmed: Arc<ConfirmedSymbols>,
}

/// Marketdeck's symbols whose derived symbols at the provider were confirmed by a price.
#[derive(Debug, Default)]
pub(super) struct ConfirmedSymbols(Mutex<HashSet<String>>);

impl ConfirmedSymbols {
    /// Returns true if the derived symbol of `symbol` is confirmed.
    pub(super) fn contains(&self, symbol: &str) -> bool {
        self.lock().contains(symbol)
    }

    /// Marks the derived symbol of `symbol` as confirmed.
    pub(super) fn insert(&self, symbol: &str) {
        self.lock().insert(symbol.to_owned());
    }

    /// Removes symbols for which `is_followed` is false. A symbol that is followed again later may be another ticker.
    pub(super) fn retain(&self, is_followed: impl Fn(&str) -> bool) {
        self.lock().retain(|symbol| is_followed(symbol));
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Symbols that the provider rejected, with the time until which they are skipped.
#[derive(Debug, Default)]
pub(super) struct RejectedSymbols(Mutex<HashMap<String, Timestamp>>);

impl RejectedSymbols {
    /// Returns the symbols that are skipped at `now`.
    pub(super) fn at(&self, now: Timestamp) -> HashSet<String> {
        let mut rejected = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A time that is further away was computed before the clock was set back.
        rejected.retain(|_, until| *until > now && until.duration_since(now) <= REJECTED_RETRY);
        rejected.keys().cloned().collect()
    }

    /// Skips a symbol until `until`.
    pub(super) fn insert(&self, symbol: &str, until: Timestamp) {
        let mut rejected = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        rejected.insert(symbol.to_owned(), until);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_followed_again_needs_confirmation_again() {
        let confirmed = ConfirmedSymbols::default();
        confirmed.insert("XYZ");
        confirmed.insert("BTC");
        confirmed.retain(|symbol| symbol == "BTC");
        assert!(confirmed.contains("BTC") && !confirmed.contains("XYZ"));
    }
}
