//! The search index, kept for as long as the tickers stay the same.

use std::sync::{Arc, Mutex, PoisonError};

use crate::{domain::search::Index, market::MarketState};

/// The search index, made anew when profiles change.
#[derive(Default)]
pub(crate) struct SearchCache(Mutex<Option<(u64, Arc<Index>)>>);

impl SearchCache {
    pub(super) fn index(&self, version: u64, market: &MarketState) -> Arc<Index> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match kept.as_ref() {
            Some((of, index)) if *of == version => Arc::clone(index),
            _ => {
                let index = Arc::new(market.search_index());
                *kept = Some((version, Arc::clone(&index)));
                index
            }
        }
    }
}
