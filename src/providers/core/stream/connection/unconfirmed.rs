//! Tickers whose symbol at the provider is a guess. Their prices count only once one of them is
//! close to the known price.

use std::{collections::HashMap, time::Duration};

use tokio::time::Instant;

use crate::domain::quote::QuoteUpdate;

/// Largest difference between the prices of one coin at two exchanges, as a fraction.
const MAX_DEVIATION: f64 = 0.1;
/// Time after which a symbol with deviating prices counts as another coin. A fresh price to compare
/// with arrives sooner than that.
const CONFIRMATION_TIMEOUT: Duration = Duration::from_secs(10 * 60);

/// Unconfirmed guesses, by our symbol.
#[derive(Debug, Default)]
pub(super) struct UnconfirmedSymbols(HashMap<String, Unconfirmed>);

#[derive(Debug)]
struct Unconfirmed {
    /// The provider's symbol.
    name: String,
    /// Time of the first price that deviates from the known one.
    unlike_since: Option<Instant>,
}

impl UnconfirmedSymbols {
    /// Adds the guess that `name` is the provider's symbol of `symbol`.
    pub(super) fn begin(&mut self, symbol: &str, name: &str) {
        let entry = Unconfirmed {
            name: name.to_owned(),
            unlike_since: None,
        };
        self.0.insert(symbol.to_owned(), entry);
    }

    /// Removes `symbol`.
    pub(super) fn forget(&mut self, symbol: &str) {
        self.0.remove(symbol);
    }

    /// Returns true if the guess for `symbol` is unconfirmed.
    pub(super) fn contains(&self, symbol: &str) -> bool {
        self.0.contains_key(symbol)
    }

    /// Confirms the guess if the price is close to the `known` one. Returns true if it is
    /// confirmed.
    pub(super) fn confirm(&mut self, quote: &QuoteUpdate, known: Option<f64>) -> bool {
        let is_alike =
            known.is_some_and(|known| (quote.price / known - 1.0).abs() <= MAX_DEVIATION);
        if is_alike {
            self.0.remove(&quote.symbol);
        } else if let Some(entry) = self.0.get_mut(&quote.symbol) {
            entry.unlike_since.get_or_insert_with(Instant::now);
        }
        is_alike
    }

    /// Returns the provider's symbols whose prices deviated for too long.
    pub(super) fn timed_out(&self) -> Vec<String> {
        let is_over = |entry: &&Unconfirmed| {
            let since = entry.unlike_since;
            since.is_some_and(|since| since.elapsed() >= CONFIRMATION_TIMEOUT)
        };
        let over = self.0.values().filter(is_over);
        over.map(|entry| entry.name.clone()).collect()
    }
}
