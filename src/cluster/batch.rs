//! Records that were read from the stream and are not on disk yet.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use crate::store::Change;

/// Number of records in complete transactions after which the batch is written.
const MAX_BATCH_RECORDS: usize = 2_000;
/// Maximum time before received records are written, even if more keep arriving.
const MAX_BATCH_DELAY: Duration = Duration::from_millis(250);

/// Records received but not written yet.
#[derive(Default)]
pub(super) struct Batch {
    /// The records, in the order of the stream.
    pub(super) changes: Vec<Change>,
    /// Number of leading records that belong to complete transactions.
    pub(super) complete: usize,
    /// Sequence of the last message of those complete transactions.
    pub(super) sequence: u64,
    /// Epoch of that message.
    pub(super) epoch: u64,
    /// Sequence of the last message received.
    pub(super) received: u64,
    /// Epoch of the last message received, possibly of a newer source than the complete transactions.
    pub(super) newest_epoch: u64,
    /// Arrival time of the oldest message in the batch; `None` if the batch is empty.
    pub(super) since: Option<Instant>,
    /// True if the source has published all of its records.
    pub(super) is_source_done: bool,
}

impl Batch {
    /// Returns true if the batch contains no message.
    pub(super) fn is_empty(&self) -> bool {
        self.since.is_none()
    }

    /// Marks all records as complete transactions; `sequence` is the sequence of the last message.
    pub(super) fn mark_complete(&mut self, sequence: u64) {
        self.complete = self.changes.len();
        self.sequence = sequence;
        self.epoch = self.newest_epoch;
    }

    /// Returns true if the batch must be written even though more messages may follow soon.
    pub(super) fn is_due(&self) -> bool {
        self.complete >= MAX_BATCH_RECORDS
            || self
                .since
                .is_some_and(|since| since.elapsed() > MAX_BATCH_DELAY)
    }
}

/// Merges two lists of changes, keeping the newest change of each record.
pub(super) fn merge_changes(older: Vec<Change>, newer: Vec<Change>) -> Vec<Change> {
    let mut merged: HashMap<_, Change> = HashMap::new();
    for change in older.into_iter().chain(newer) {
        merged.insert((change.table.clone(), change.key.clone()), change);
    }
    merged.into_values().collect()
}
