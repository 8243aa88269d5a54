//! What the connections of a stream have in common.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use jiff::{SignedDuration, Timestamp};

use crate::{
    providers::core::{capability::Registry, stream::StreamAccess},
    source::Context,
};

/// How long a symbol that was rejected is left out.
pub(super) const REJECTED: SignedDuration = SignedDuration::from_hours(24);

/// What the connections of a stream have in common.
pub(super) struct Shared<P> {
    pub(super) protocol: Arc<P>,
    pub(super) access: StreamAccess,
    pub(super) registry: Registry,
    pub(super) context: Context,
    pub(super) rejected: Arc<Rejected>,
    pub(super) confirmed: Arc<Confirmed>,
}

/// Symbols whose guessed names turned out to be right.
#[derive(Debug, Default)]
pub(super) struct Confirmed(Mutex<HashSet<String>>);

impl Confirmed {
    /// Whether `symbol` is among them.
    pub(super) fn contains(&self, symbol: &str) -> bool {
        self.lock().contains(symbol)
    }

    /// Adds a symbol.
    pub(super) fn insert(&self, symbol: &str) {
        self.lock().insert(symbol.to_owned());
    }

    /// Forgets symbols that are not followed any longer: one that is followed again may be another ticker.
    pub(super) fn retain(&self, is_known: impl Fn(&str) -> bool) {
        self.lock().retain(|symbol| is_known(symbol));
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Symbols that the provider does not have, and until when they are left out.
#[derive(Debug, Default)]
pub(super) struct Rejected(Mutex<HashMap<String, Timestamp>>);

impl Rejected {
    /// The symbols that are left out at `now`.
    pub(super) fn at(&self, now: Timestamp) -> HashSet<String> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A date that lies further off was reckoned before the clock was set back.
        all.retain(|_, until| *until > now && until.duration_since(now) <= REJECTED);
        all.keys().cloned().collect()
    }

    /// Leaves a symbol out until then.
    pub(super) fn insert(&self, symbol: &str, until: Timestamp) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert(symbol.to_owned(), until);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_that_is_followed_again_is_to_be_confirmed_again() {
        let confirmed = Confirmed::default();
        confirmed.insert("XYZ");
        confirmed.insert("BTC");
        confirmed.retain(|symbol| symbol == "BTC");
        assert!(confirmed.contains("BTC") && !confirmed.contains("XYZ"));
    }
}
