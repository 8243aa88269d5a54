//! Replicated records between the stream and the disk of the process that reads them.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use crate::store::Change;

/// A transaction is written once this many records are complete.
const BATCH_RECORDS: usize = 2_000;
/// Maximum time before received records are written, even if more keep arriving.
const MAX_BATCH_DELAY: Duration = Duration::from_millis(250);

/// Records received but not written yet.
#[derive(Default)]
pub(super) struct Batch {
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
    /// When the oldest waiting message arrived.
    pub(super) since: Option<Instant>,
    /// True if the source has published everything it has.
    pub(super) is_source_done: bool,
}

impl Batch {
    /// Returns true if no message is waiting.
    pub(super) fn is_empty(&self) -> bool {
        self.since.is_none()
    }

    /// Marks everything up to this message, the last one, as complete transactions.
    pub(super) fn end(&mut self, sequence: u64) {
        self.complete = self.changes.len();
        self.sequence = sequence;
        self.epoch = self.newest_epoch;
    }

    /// Returns true if the batch must be written although more messages may follow.
    pub(super) fn is_due(&self) -> bool {
        self.complete >= BATCH_RECORDS
            || self
                .since
                .is_some_and(|since| since.elapsed() > MAX_BATCH_DELAY)
    }
}

/// Merges two lists of changes, keeping the newest change of each record.
pub(super) fn newest_of_each(before: Vec<Change>, changes: Vec<Change>) -> Vec<Change> {
    let mut all: HashMap<_, Change> = HashMap::new();
    for change in before.into_iter().chain(changes) {
        all.insert((change.table.clone(), change.key.clone()), change);
    }
    all.into_values().collect()
}
