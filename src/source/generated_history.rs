//! The interface of the sample market that computes daily bars older than the stored ones.

use std::sync::Arc;

use crate::domain::bar::Bar;

/// Computes daily bars that are not stored, because those of the sample market are a function of its seed. Calls may take tens of
/// milliseconds, so they must not run on an async thread.
pub trait GeneratedHistory: Send + Sync + 'static {
    /// Returns the daily bars of a ticker before the one that starts at `first` (Unix seconds), ascending. They contain all bars that
    /// start at `since` or later, and possibly older ones.
    fn before(&self, symbol: &str, since: i64, first: i64) -> Arc<[Bar]>;
}
