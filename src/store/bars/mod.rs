//! Reading the bars of a ticker.

pub(super) mod chunks;
pub(super) mod codec;
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
    /// The bars of a ticker that start within `range` (Unix seconds), ascending.
    pub fn bars(&self, id: TickerId, interval: Interval, range: Range<i64>) -> Result<Vec<Bar>> {
        if range.is_empty() {
            return Ok(vec![]);
        }
        let read = self
            .handle
            .read(|txn| chunks::within(txn, id, interval, &range));
        if let Err(error @ StoreError::Damaged(_)) = &read {
            tracing::debug!(%error, "store: cannot read bars");
            self.note_damaged_bars(id, interval);
        }
        read
    }

    /// All bars of a ticker, ascending.
    pub(crate) fn packed_bars(&self, id: TickerId, interval: Interval) -> Result<PackedBars> {
        self.handle.read(|txn| chunks::packed(txn, id, interval))
    }

    /// Calls `visit` for every ticker with bars, with the closes of the last `span` seconds before its newest bar and of that bar,
    /// ascending. May start over if a write failed meanwhile.
    pub fn each_newest_closes(
        &self,
        interval: Interval,
        span: i64,
        mut visit: impl FnMut(TickerId, &[Close]),
    ) -> Result<()> {
        let visit = RefCell::new(&mut visit);
        self.handle
            .read(|txn| chunks::each_newest_closes(txn, interval, span, &mut *visit.borrow_mut()))
    }

    /// The closes of a ticker's bars in the last `span` seconds before its newest bar, and of that bar, ascending; empty without
    /// bars.
    pub(crate) fn newest_closes(
        &self,
        id: TickerId,
        interval: Interval,
        span: i64,
    ) -> Result<Vec<Close>> {
        self.handle
            .read(|txn| chunks::newest_closes(txn, id, interval, span))
    }

    /// The start of the newest bar (Unix seconds) of every ticker with bars.
    pub fn newest_starts(&self, interval: Interval) -> Result<Vec<(TickerId, i64)>> {
        self.handle.read(|txn| {
            let mut starts = Vec::new();
            schema::tails(interval).read(txn)?.each(|id, tail| {
                starts.extend(tail.bars.last().map(|bar| (TickerId(id), bar.start)));
                Ok(())
            })?;
            Ok(starts)
        })
    }
}
