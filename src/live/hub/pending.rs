//! Frames that wait to be written to a reader.

use std::sync::{PoisonError, RwLock};

use bytes::Bytes;

use super::batch::{Batch, ticker_in};
use crate::live::bit_set::BitSet;

/// The frames that were not written to a reader yet.
#[derive(Debug, Default)]
pub(super) struct PendingFrames {
    /// Watched tickers that have a newer frame.
    pub(super) dirty: BitSet,
    /// Frames for every reader, such as alerts.
    pub(super) broadcasts: Vec<Bytes>,
    /// Frames that announce a change, without duplicates: at most one per kind of change.
    pub(super) announced: Vec<Bytes>,
}

impl PendingFrames {
    /// Returns true if no frame is pending.
    pub(super) fn is_empty(&self) -> bool {
        self.dirty.is_empty() && self.broadcasts.is_empty() && self.announced.is_empty()
    }

    /// Moves the newest frame of everything pending into a batch; if `combines`, several tickers share a frame.
    pub(super) fn gather(&mut self, latest: &RwLock<Vec<Bytes>>, combines: bool, into: &mut Batch) {
        into.clear();
        let Self {
            dirty,
            broadcasts,
            announced,
        } = self;
        for frame in broadcasts.drain(..).chain(announced.drain(..)) {
            into.bytes.extend_from_slice(&frame);
            into.frames += 1;
        }
        into.unique = into.bytes.len();
        let combines = combines && dirty.count() > 1;
        let latest = latest.read().unwrap_or_else(PoisonError::into_inner);
        for index in dirty.ones() {
            let Some(frame) = latest.get(index).filter(|frame| !frame.is_empty()) else {
                continue;
            };
            if let Some(ticker) = ticker_in(frame).filter(|_| combines) {
                into.combine(index, ticker);
            } else {
                into.end_combined();
                into.bytes.extend_from_slice(frame);
                into.frames += 1;
                into.tickers.push((index, into.bytes.len()));
            }
        }
        into.end_combined();
        dirty.clear_all();
    }

    /// Handles a batch of which only the first `written` bytes were accepted. Returns the bytes that must be written before
    /// anything else. Tickers of which no byte was written become pending again and leave the batch, so a slow reader later
    /// gets the newest price and nothing is buffered for it.
    pub(super) fn put_back<'a>(&mut self, batch: &'a mut Batch, written: usize) -> &'a [u8] {
        let begun = batch.tickers.partition_point(|(_, end)| *end < written);
        let end = match batch.tickers.get(begun) {
            Some((_, end)) if written > batch.unique => *end,
            _ => batch.unique.max(written),
        };
        let mut frame = 0;
        while let Some((index, last)) = batch.tickers.pop_if(|(_, last)| *last > end) {
            self.dirty.set(index);
            // All tickers of a combined frame have the same end.
            batch.frames -= usize::from(last != frame);
            frame = last;
        }
        batch.bytes.truncate(end);
        &batch.bytes[written..]
    }
}
