//! What is new to a reader, and how it is gathered to be written.

use std::sync::{PoisonError, RwLock};

use bytes::Bytes;

use super::batch::{Batch, ticker_in};
use crate::live::bits::Bits;

/// What was not written yet.
#[derive(Debug, Default)]
pub(super) struct Fresh {
    /// Watched tickers with a newer frame.
    pub(super) dirty: Bits,
    /// Frames for everybody: alerts, so few.
    pub(super) news: Vec<Bytes>,
    /// Frames that say what has changed: each once, so there are as many as kinds of things at most.
    pub(super) announced: Vec<Bytes>,
}

impl Fresh {
    /// Whether there is nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.dirty.is_empty() && self.news.is_empty() && self.announced.is_empty()
    }

    /// Gathers the newest frame of everything that is new; where it `joins`, several tickers in one.
    pub(super) fn gather(&mut self, latest: &RwLock<Vec<Bytes>>, joins: bool, into: &mut Batch) {
        into.clear();
        let Self {
            dirty,
            news,
            announced,
        } = self;
        for frame in news.drain(..).chain(announced.drain(..)) {
            into.bytes.extend_from_slice(&frame);
            into.frames += 1;
        }
        into.unique = into.bytes.len();
        let joins = joins && dirty.count() > 1;
        let latest = latest.read().unwrap_or_else(PoisonError::into_inner);
        for index in dirty.ones() {
            let Some(frame) = latest.get(index).filter(|frame| !frame.is_empty()) else {
                continue;
            };
            if let Some(ticker) = ticker_in(frame).filter(|_| joins) {
                into.join(index, ticker);
            } else {
                into.end_joined();
                into.bytes.extend_from_slice(frame);
                into.frames += 1;
                into.tickers.push((index, into.bytes.len()));
            }
        }
        into.end_joined();
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
