//! What an answer is read with.

use jiff::Timestamp;

use crate::domain::split::Split;

/// When an answer came, and what was known before it.
#[derive(Debug, Clone, Copy)]
pub(in crate::providers::yahoo) struct Reading<'a> {
    /// When it came.
    pub(in crate::providers::yahoo) now: Timestamp,
    /// The splits of the ticker that are known already.
    pub(in crate::providers::yahoo) splits: &'a [Split],
}

impl Reading<'_> {
    /// At `now`, of a ticker of which no splits are known.
    pub(in crate::providers::yahoo) fn at(now: Timestamp) -> Self {
        Self { now, splits: &[] }
    }
}
