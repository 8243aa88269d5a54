//! Daily bars from before those that are stored, where they need not be stored at all.

use std::sync::Arc;

use crate::domain::bar::Bar;

/// Works out, whenever it is asked, daily bars that nobody stores: the sample market's are a function of
/// its seed. It may take tens of milliseconds, so it is not asked on a thread that serves.
pub trait GeneratedHistory: Send + Sync + 'static {
    /// The daily bars of a ticker before the one that starts at `first` (Unix seconds), ascending; each the one
    /// that would be stored. None that starts at `since` or later is missing; there may be older ones. Empty where
    /// there is none.
    fn before(&self, symbol: &str, since: i64, first: i64) -> Arc<[Bar]>;
}
