//! What is new to a reader, and how it is gathered to be written.

use std::sync::{PoisonError, RwLock};

use bytes::Bytes;

use super::batch::{Batch, ticker_in};
use crate::live::bit_set::BitSet;

/// What was not written yet.
#[derive(Debug, Default)]
pub(super) struct PendingFrames {
    /// Watched tickers with a newer frame.
    pub(super) dirty: BitSet,
    /// Frames for everybody: alerts, so few.
    pub(super) broadcasts: Vec<Bytes>,
    /// Frames that say what has changed: each once, so there are as many as kinds of things at most.
    pub(super) announced: Vec<Bytes>,
}

impl PendingFrames {
    /// Whether there is nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.dirty.is_empty() && self.broadcasts.is_empty() && self.announced.is_empty()
    }

    /// Gathers the newest frame of everything that is new; where it `combines`, several tickers in one.
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

    /// Of a batch of which only `written` bytes could be written: what must follow before anything else. Tickers of which
    /// nothing was written are new again and no longer of the batch, so that a slow reader gets what is newest when it can
    /// take more, and nothing is held for it meanwhile.
    pub(super) fn put_back<'a>(&mut self, batch: &'a mut Batch, written: usize) -> &'a [u8] {
        let begun = batch.tickers.partition_point(|(_, end)| *end < written);
        let end = match batch.tickers.get(begun) {
            Some((_, end)) if written > batch.unique => *end,
            _ => batch.unique.max(written),
        };
        let mut frame = 0;
        while let Some((index, last)) = batch.tickers.pop_if(|(_, last)| *last > end) {
            self.dirty.set(index);
            // Tickers of one frame end with it.
            batch.frames -= usize::from(last != frame);
            frame = last;
        }
        batch.bytes.truncate(end);
        &batch.bytes[written..]
    }
}
