//! Reading the bars of a ticker.

use std::ops::Range;

use super::{Result, Store, chunks, schema};
use crate::domain::{
    bar::{Bar, Interval},
    ticker::TickerId,
};

impl Store {
    /// The bars of a ticker that start within `range` (Unix seconds), ascending.
    pub fn bars(&self, id: TickerId, interval: Interval, range: Range<i64>) -> Result<Vec<Bar>> {
        if range.is_empty() {
            return Ok(vec![]);
        }
        self.handle
            .read(|txn| chunks::within(txn, id, interval, &range))
    }

    /// The newest bar of a ticker.
    pub fn last_bar(&self, id: TickerId, interval: Interval) -> Result<Option<Bar>> {
        self.handle.read(|txn| {
            let tail = schema::tails(interval).read(txn)?.get(&id.0)?;
            Ok(tail.and_then(|tail| tail.bars.last().copied()))
        })
    }
}
