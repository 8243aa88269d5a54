//! Storage of bars: their compression, their chunks and tails, and the read methods of [`Store`].

pub(super) mod chunks;
pub(super) mod codec;
pub(super) mod merge;
pub(super) mod series;
pub(super) mod tail;

use std::{cell::RefCell, ops::Range};

use crate::{
    domain::{
        bar::{Bar, Close, Interval},
        packed_bars::PackedBars,
        ticker::TickerId,
    },
    store::{Result, Store, StoreError, schema},
};

impl Store {
    /// Returns the bars of a ticker that start within `range` (Unix seconds), in ascending order.
    pub fn bars(&self, id: TickerId, interval: Interval, range: Range<i64>) -> Result<Vec<Bar>> {
        if range.is_empty() {
            return Ok(vec![]);
        }
        let result = self
            .handle
            .read(|txn| chunks::within(txn, id, interval, &range));
        if let Err(error @ StoreError::Damaged(_)) = &result {
            tracing::debug!(%error, "store: cannot read bars");
            self.note_damaged_bars(id, interval);
        }
        result
    }

    /// Returns all bars of a ticker in ascending order, packed to save memory.
    pub(crate) fn packed_bars(&self, id: TickerId, interval: Interval) -> Result<PackedBars> {
        self.handle.read(|txn| chunks::packed(txn, id, interval))
    }

    /// Calls `visit` for each ticker that has bars, with its closes in ascending order: the close
    /// of the newest bar and the closes in the `span` seconds before its start. If a write breaks the
    /// handle meanwhile, the reading starts over and visits tickers again.
    pub fn for_each_newest_closes(
        &self,
        interval: Interval,
        span: i64,
        mut visit: impl FnMut(TickerId, &[Close]),
    ) -> Result<()> {
        let visit = RefCell::new(&mut visit);
        self.handle.read(|txn| {
            chunks::for_each_newest_closes(txn, interval, span, &mut *visit.borrow_mut())
        })
    }

    /// Returns the closes of one ticker in ascending order: the close of the newest bar and the
    /// closes in the `span` seconds before its start. Empty if the ticker has no bars.
    pub(crate) fn newest_closes(
        &self,
        id: TickerId,
        interval: Interval,
        span: i64,
    ) -> Result<Vec<Close>> {
        self.handle
            .read(|txn| chunks::newest_closes(txn, id, interval, span))
    }

    /// Returns the start of the newest bar (Unix seconds) for each ticker that has bars.
    pub fn newest_starts(&self, interval: Interval) -> Result<Vec<(TickerId, i64)>> {
        self.handle.read(|txn| {
            let mut starts = Vec::new();
            schema::tails(interval).read(txn)?.for_each(|id, tail| {
                starts.extend(tail.bars.last().map(|bar| (TickerId(id), bar.start)));
                Ok(())
            })?;
            Ok(starts)
        })
    }
}
