//! Readers in numbered places that stay theirs: whoever goes through them meets each once, whoever comes and goes meanwhile.

use std::{ops::Range, sync::Arc};

/// The places.
#[derive(Debug)]
pub(super) struct Slots<T> {
    places: Vec<Option<Arc<T>>>,
    /// Those in which nobody is.
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
    /// Gives a reader a place: its number.
    pub(super) fn add(&mut self, reader: Arc<T>) -> usize {
        if let Some(slot) = self.free.pop() {
            self.places[slot] = Some(reader);
            return slot;
        }
        self.places.push(Some(reader));
        self.places.len() - 1
    }

    /// Takes a reader out of its place.
    pub(super) fn remove(&mut self, slot: usize) {
        self.places[slot] = None;
        self.free.push(slot);
    }

    /// How many places there are, with those in which nobody is.
    pub(super) fn slots(&self) -> usize {
        self.places.len()
    }

    /// The readers in some places.
    pub(super) fn within(&self, slots: Range<usize>) -> impl Iterator<Item = &Arc<T>> {
        self.places[slots].iter().flatten()
    }

    /// All of them.
    pub(super) fn all(&self) -> impl Iterator<Item = &Arc<T>> {
        self.within(0..self.places.len())
    }
}
