//! Tickers whose symbol at the provider is derived from another symbol. Their prices are used only after one of them was close to
//! the stored price.

use std::{collections::HashMap, time::Duration};

use tokio::time::Instant;

use crate::domain::quote::QuoteUpdate;

/// The maximum difference between the prices of a coin at two exchanges, as a fraction.
const MAX_DEVIATION: f64 = 0.1;
/// The time after which a symbol with deviating prices counts as another coin. Another source updates the stored price within
/// this time.
const CONFIRMATION_TIMEOUT: Duration = Duration::from_secs(10 * 60);

/// Derived symbols that no price has confirmed yet, by Marketdeck's symbol.
#[derive(Debug, Default)]
pub(super) struct UnconfirmedSymbols(HashMap<String, Unconfirmed>);

#[derive(Debug)]
struct Unconfirmed {
    /// The provider's symbol.
    name: String,
    /// The time of the first price that deviates from the stored one.
    deviating_since: Option<Instant>,
}

impl UnconfirmedSymbols {
    /// Adds `name`, which was derived as the provider's symbol for `symbol`.
    pub(super) fn insert(&mut self, symbol: &str, name: &str) {
        let entry = Unconfirmed {
            name: name.to_owned(),
            deviating_since: None,
        };
        self.0.insert(symbol.to_owned(), entry);
    }

    /// Removes the derived symbol of `symbol`.
    pub(super) fn remove(&mut self, symbol: &str) {
        self.0.remove(symbol);
    }

    /// Returns true if the derived symbol of `symbol` is unconfirmed.
    pub(super) fn contains(&self, symbol: &str) -> bool {
        self.0.contains_key(symbol)
    }

    /// Confirms the derived symbol if the price is close to `stored_price`. Returns true if it is.
    pub(super) fn confirm(&mut self, quote: &QuoteUpdate, stored_price: Option<f64>) -> bool {
        let is_close =
            stored_price.is_some_and(|stored| (quote.price / stored - 1.0).abs() <= MAX_DEVIATION);
        if is_close {
            self.0.remove(&quote.symbol);
        } else if let Some(entry) = self.0.get_mut(&quote.symbol) {
            entry.deviating_since.get_or_insert_with(Instant::now);
        }
        is_close
    }

    /// Returns the provider's symbols whose prices have deviated for too long.
    pub(super) fn timed_out(&self) -> Vec<String> {
        let is_timed_out = |entry: &&Unconfirmed| {
            let since = entry.deviating_since;
            since.is_some_and(|since| since.elapsed() >= CONFIRMATION_TIMEOUT)
        };
        let timed_out = self.0.values().filter(is_timed_out);
        timed_out.map(|entry| entry.name.clone()).collect()
    }
}
