//! Tickers whose names at the provider are guessed: their prices count only once one of them is like
//! the price that is known already.

use std::{collections::HashMap, time::Duration};

use tokio::time::Instant;

use crate::domain::quote::QuoteUpdate;

/// How far the prices of one coin lie apart at two places at most, as a part.
const ALIKE: f64 = 0.1;
/// A name whose prices were unlike the known one for so long is another coin's. Who is asked for the
/// known price answers within less.
const PATIENCE: Duration = Duration::from_secs(10 * 60);

/// What is not certain yet, by our symbols.
#[derive(Debug, Default)]
pub(super) struct Doubts(HashMap<String, Doubt>);

#[derive(Debug)]
struct Doubt {
    /// The provider's name.
    name: String,
    /// Since when prices come that are unlike the known one.
    unlike_since: Option<Instant>,
}

impl Doubts {
    /// `name` is guessed to be `symbol`'s.
    pub(super) fn begin(&mut self, symbol: &str, name: &str) {
        let doubt = Doubt {
            name: name.to_owned(),
            unlike_since: None,
        };
        self.0.insert(symbol.to_owned(), doubt);
    }

    /// Nothing more comes for `symbol`.
    pub(super) fn forget(&mut self, symbol: &str) {
        self.0.remove(symbol);
    }

    /// Whether the name of `symbol` is not certain.
    pub(super) fn contains(&self, symbol: &str) -> bool {
        self.0.contains_key(symbol)
    }

    /// Whether a price shows that the name was guessed right: it is like the `known` one.
    pub(super) fn settled_by(&mut self, quote: &QuoteUpdate, known: Option<f64>) -> bool {
        let is_alike = known.is_some_and(|known| (quote.price / known - 1.0).abs() <= ALIKE);
        if is_alike {
            self.0.remove(&quote.symbol);
        } else if let Some(doubt) = self.0.get_mut(&quote.symbol) {
            doubt.unlike_since.get_or_insert_with(Instant::now);
        }
        is_alike
    }

    /// The names whose prices were unlike the known ones for long.
    pub(super) fn given_up(&self) -> Vec<String> {
        let is_over = |doubt: &&Doubt| {
            let since = doubt.unlike_since;
            since.is_some_and(|since| since.elapsed() >= PATIENCE)
        };
        let over = self.0.values().filter(is_over);
        over.map(|doubt| doubt.name.clone()).collect()
    }
}
