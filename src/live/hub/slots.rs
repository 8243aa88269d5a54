//! A list of subscribers with stable indexes. Unlike with the `slab` crate, a range of indexes can be visited, so that threads can
//! share the work while subscribers are added and removed.

use std::{ops::Range, sync::Arc};

/// A list of subscribers with stable indexes.
#[derive(Debug)]
pub(super) struct Slots<T> {
    /// The subscriber of each slot; `None` for unused slots.
    slots: Vec<Option<Arc<T>>>,
    /// Indexes of unused slots.
    free: Vec<usize>,
}

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self {
            slots: Vec::new(),
            free: Vec::new(),
        }
    }
}

impl<T> Slots<T> {
    /// Adds a subscriber and returns its index.
    pub(super) fn add(&mut self, subscriber: Arc<T>) -> usize {
        if let Some(slot) = self.free.pop() {
            self.slots[slot] = Some(subscriber);
            return slot;
        }
        self.slots.push(Some(subscriber));
        self.slots.len() - 1
    }

    /// Removes a subscriber.
    pub(super) fn remove(&mut self, slot: usize) {
        self.slots[slot] = None;
        self.free.push(slot);
    }

    /// Returns the number of slots, including unused ones.
    pub(super) fn slot_count(&self) -> usize {
        self.slots.len()
    }

    /// Iterates over the subscribers in a range of slots.
    pub(super) fn within(&self, range: Range<usize>) -> impl Iterator<Item = &Arc<T>> {
        self.slots[range].iter().flatten()
    }

    /// Iterates over all subscribers.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Arc<T>> {
        self.within(0..self.slots.len())
    }
}
