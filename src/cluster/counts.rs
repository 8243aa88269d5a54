//! Counters of the messages exchanged with NATS.

use crate::runtime::{health::ClusterCounts, metrics::Counter};

/// Counters of one role: messages sent by the source, or received by another process.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub(super) records: Counter,
    pub(super) prices: Counter,
    pub(super) gaps: Counter,
    pub(super) price_rereads: Counter,
    pub(super) record_rereads: Counter,
}

impl Counts {
    /// Returns the current values.
    pub(super) fn read(&self) -> ClusterCounts {
        ClusterCounts {
            records: self.records.get(),
            prices: self.prices.get(),
            gaps: self.gaps.get(),
            price_rereads: self.price_rereads.get(),
            record_rereads: self.record_rereads.get(),
        }
    }
}
