//! Records on the way from the stream to the disk of a process that reads them.

use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

use crate::store::Change;

/// Records that are taken in one transaction, while there are many.
const BATCH_RECORDS: usize = 2_000;
/// What came is brought on after so long even where more comes all the time.
const MAX_BATCH_DELAY: Duration = Duration::from_millis(250);

/// Records that came and are not taken yet.
#[derive(Default)]
pub(super) struct Batch {
    pub(super) changes: Vec<Change>,
    /// How many of them belong to whole transactions.
    pub(super) whole: usize,
    /// The last message of these.
    pub(super) sequence: u64,
    /// The epoch of that message.
    pub(super) epoch: u64,
    /// The last message.
    pub(super) heard: u64,
    /// The epoch of the last message, which may be of another source than what is whole.
    pub(super) newest_epoch: u64,
    /// When the first of those came that wait.
    pub(super) since: Option<Instant>,
    /// Whether the source has published all it has.
    pub(super) is_source_done: bool,
}

impl Batch {
    /// Nothing was heard that was not brought on.
    pub(super) fn is_empty(&self) -> bool {
        self.since.is_none()
    }

    /// All that came up to this message, the last, is whole.
    pub(super) fn end(&mut self, sequence: u64) {
        self.whole = self.changes.len();
        self.sequence = sequence;
        self.epoch = self.newest_epoch;
    }

    /// Whether what came is to be brought on though more comes.
    pub(super) fn is_due(&self) -> bool {
        self.whole >= BATCH_RECORDS
            || self
                .since
                .is_some_and(|since| since.elapsed() > MAX_BATCH_DELAY)
    }
}

/// Changes of which later ones replace earlier ones of the same record.
pub(super) fn newest_of_each(before: Vec<Change>, changes: Vec<Change>) -> Vec<Change> {
    let mut all: HashMap<_, Change> = HashMap::new();
    for change in before.into_iter().chain(changes) {
        all.insert((change.table.clone(), change.key.clone()), change);
    }
    all.into_values().collect()
}
