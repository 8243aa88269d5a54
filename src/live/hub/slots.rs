//! Readers with stable indexes. Unlike the `slab` crate, a range of indexes can be visited on its own, which lets threads share
//! the work while readers come and go.

use std::{ops::Range, sync::Arc};

/// A list of readers with stable indexes.
#[derive(Debug)]
pub(super) struct Slots<T> {
    places: Vec<Option<Arc<T>>>,
    /// Unused indexes.
    free: Vec<usize>,
}

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self {
            places: Vec::new(),
            free: Vec::new(),
        }
    }
}

impl<T> Slots<T> {
    /// Adds a reader and returns its index.
    pub(super) fn add(&mut self, reader: Arc<T>) -> usize {
        if let Some(slot) = self.free.pop() {
            self.places[slot] = Some(reader);
            return slot;
        }
        self.places.push(Some(reader));
        self.places.len() - 1
    }

    /// Removes a reader.
    pub(super) fn remove(&mut self, slot: usize) {
        self.places[slot] = None;
        self.free.push(slot);
    }

    /// Returns the number of slots, including unused ones.
    pub(super) fn slots(&self) -> usize {
        self.places.len()
    }

    /// Iterates over the readers in a range of slots.
    pub(super) fn within(&self, slots: Range<usize>) -> impl Iterator<Item = &Arc<T>> {
        self.places[slots].iter().flatten()
    }

    /// Iterates over all readers.
    pub(super) fn all(&self) -> impl Iterator<Item = &Arc<T>> {
        self.within(0..self.places.len())
    }
}
