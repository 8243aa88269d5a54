//! What keeps a symbol in trouble.

use std::collections::HashSet;

use crate::domain::bar::Interval;

/// Why symbols are in trouble. Each reason lasts until an answer of the same symbol and kind is good.
#[derive(Debug, Default)]
pub(super) struct Troubles {
    /// Whose answers of which length could not be read.
    pub(super) not_understood: HashSet<(String, Interval)>,
}

impl Troubles {
    /// Returns true if nothing is wrong with a symbol.
    pub(super) fn is_free(&self, symbol: &str) -> bool {
        let is_of = |(of, _): &(String, Interval)| of == symbol;
        !self.not_understood.iter().any(is_of)
    }
}
