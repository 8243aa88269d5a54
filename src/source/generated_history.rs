//! Computed daily bars older than the stored ones.

use std::sync::Arc;

use crate::domain::bar::Bar;

/// Computes daily bars that are not stored: those of the sample market are a function of its seed. May take tens of milliseconds, so
/// it must not run on an async thread.
pub trait GeneratedHistory: Send + Sync + 'static {
    /// The daily bars of a ticker before the one that starts at `first` (Unix seconds), ascending. Contains all bars that start at
    /// `since` or later, and possibly older ones. Empty if there are none.
    fn before(&self, symbol: &str, since: i64, first: i64) -> Arc<[Bar]>;
}
