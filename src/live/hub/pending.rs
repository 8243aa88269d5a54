//! Frames that wait to be written to a subscriber.

use std::sync::{PoisonError, RwLock};

use bytes::Bytes;

use super::batch::{Batch, ticker_json};
use crate::{domain::person::PersonId, live::bit_set::BitSet};

/// The frames that have not been written to a subscriber yet.
#[derive(Debug, Default)]
pub(super) struct PendingFrames {
    /// Watched tickers that have a newer frame.
    pub(super) dirty: BitSet,
    /// Frames for a person, such as fired alerts.
    pub(super) broadcasts: Vec<(PersonId, Bytes)>,
    /// Frames that tell the client to reload a kind of data, without duplicates.
    pub(super) announcements: Vec<Bytes>,
}

impl PendingFrames {
    /// Returns true if no frame is pending.
    pub(super) fn is_empty(&self) -> bool {
        self.dirty.is_empty() && self.broadcasts.is_empty() && self.announcements.is_empty()
    }

    /// Replaces the content of `batch` with the newest frames of everything pending. If `combines_frames` is true, several tickers share a
    /// frame.
    pub(super) fn gather(
        &mut self,
        latest: &RwLock<Vec<Bytes>>,
        combines_frames: bool,
        batch: &mut Batch,
    ) {
        batch.clear();
        let Self {
            dirty,
            broadcasts,
            announcements,
        } = self;
        let broadcasts = broadcasts.drain(..).map(|(_, frame)| frame);
        for frame in broadcasts.chain(announcements.drain(..)) {
            batch.bytes.extend_from_slice(&frame);
            batch.frames += 1;
        }
        batch.broadcast_len = batch.bytes.len();
        let combines_frames = combines_frames && dirty.count() > 1;
        let latest = latest.read().unwrap_or_else(PoisonError::into_inner);
        for index in dirty.iter() {
            let Some(frame) = latest.get(index).filter(|frame| !frame.is_empty()) else {
                continue;
            };
            if let Some(ticker) = ticker_json(frame).filter(|_| combines_frames) {
                batch.combine(index, ticker);
            } else {
                batch.end_combined();
                batch.bytes.extend_from_slice(frame);
                batch.frames += 1;
                batch.tickers.push((index, batch.bytes.len()));
            }
        }
        batch.end_combined();
        dirty.clear();
    }

    /// Handles a batch that was written only partly, up to `written` bytes. Returns the rest of the partly written frame and of the
    /// broadcast frames, which must be written before anything else. Tickers whose frames were not started become pending again and are
    /// removed from the batch, so that a slow subscriber later gets the newest price and needs no buffer.
    pub(super) fn put_back<'a>(&mut self, batch: &'a mut Batch, written: usize) -> &'a [u8] {
        let started = batch.tickers.partition_point(|(_, end)| *end < written);
        let end = match batch.tickers.get(started) {
            Some((_, end)) if written > batch.broadcast_len => *end,
            _ => batch.broadcast_len.max(written),
        };
        let mut removed_frame_end = 0;
        while let Some((index, frame_end)) = batch.tickers.pop_if(|(_, frame_end)| *frame_end > end)
        {
            self.dirty.insert(index);
            // All tickers of a combined frame have the same end, and the frame counts once.
            batch.frames -= usize::from(frame_end != removed_frame_end);
            removed_frame_end = frame_end;
        }
        batch.bytes.truncate(end);
        &batch.bytes[written..]
    }
}
