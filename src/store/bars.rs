//! Bars: chunks of packed bars, and before them the newest few.
//!
//! A commit every few minutes adds one bar to each of some hundred tickers. Were each chunk
//! rewritten for that, an SD card would see megabytes; so new bars gather in a short tail beside
//! the chunks, and move into their chunk a dozen at a time. Where both hold a bar, the tail's is
//! the newer version, and the newest bar of a ticker is always in the tail.
//!
//! A tail also says which chunks its ticker has. So a chunk that is missing is noticed, and none is
//! looked for in vain.

use std::{borrow::Cow, collections::BTreeMap, ops::Range};

use redb::{ReadTransaction, WriteTransaction};

use super::{
    Result, Store, StoreError,
    codec::{self, put_varint, take_varint, unzigzag, zigzag},
    schema,
    table::{Record, Writer},
};
use crate::domain::{
    bar::{Bar, Interval},
    ticker::TickerId,
};

/// A tail longer than this moves into its chunk.
const TAIL: usize = 12;
const DAY: i64 = 86_400;

/// Seconds of a chunk: of five-minute bars a day, of hours 30 days, of days 365.
fn chunk_seconds(interval: Interval) -> i64 {
    match interval {
        Interval::FiveMinutes => DAY,
        Interval::Hour => 30 * DAY,
        Interval::Day => 365 * DAY,
    }
}

/// The chunk a bar belongs to. Times outside of what an `i32` counts share the outermost chunks.
pub(super) fn chunk_of(interval: Interval, start: i64) -> i32 {
    start
        .div_euclid(chunk_seconds(interval))
        .clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

/// The newest bars of a ticker, and which chunks hold the others.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Tail {
    pub(super) chunks: Chunks,
    /// Ascending by start.
    pub(super) bars: Vec<Bar>,
}

/// Chunk numbers, as runs from first to last. A series has few gaps, so they are few.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Chunks(Vec<(i32, i32)>);

impl Chunks {
    /// Every number, ascending.
    pub(super) fn iter(&self) -> impl Iterator<Item = i32> {
        self.0.iter().flat_map(|(first, last)| *first..=*last)
    }

    /// Those from `first` to `last`, ascending.
    fn within(&self, first: i32, last: i32) -> impl Iterator<Item = i32> {
        self.0
            .iter()
            .flat_map(move |run| run.0.max(first)..=run.1.min(last))
    }

    fn contains(&self, chunk: i32) -> bool {
        self.0
            .iter()
            .any(|(first, last)| (*first..=*last).contains(&chunk))
    }

    /// Adds a number.
    pub(super) fn insert(&mut self, chunk: i32) {
        if self.contains(chunk) {
            return;
        }
        let at = self.0.partition_point(|(_, last)| *last < chunk);
        let joins_before = at > 0 && i64::from(self.0[at - 1].1) + 1 == i64::from(chunk);
        let joins_after = at < self.0.len() && i64::from(chunk) + 1 == i64::from(self.0[at].0);
        match (joins_before, joins_after) {
            (true, true) => {
                self.0[at - 1].1 = self.0[at].1;
                self.0.remove(at);
            }
            (true, false) => self.0[at - 1].1 = chunk,
            (false, true) => self.0[at].0 = chunk,
            (false, false) => self.0.insert(at, (chunk, chunk)),
        }
    }

    /// Takes out the numbers below `oldest`, and gives them.
    pub(super) fn take_before(&mut self, oldest: i32) -> Vec<i32> {
        let taken = self.iter().take_while(|chunk| *chunk < oldest).collect();
        self.0.retain_mut(|(first, last)| {
            *first = (*first).max(oldest);
            first <= last
        });
        taken
    }
}

impl Record for Tail {
    /// The runs, each as the distance from the one before and its length, then the packed bars.
    fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        put_varint(&mut bytes, self.chunks.0.len() as u64);
        let mut before = 0;
        for (first, last) in &self.chunks.0 {
            put_varint(&mut bytes, zigzag(i64::from(*first) - before));
            put_varint(&mut bytes, (i64::from(*last) - i64::from(*first)) as u64);
            before = i64::from(*last);
        }
        bytes.extend_from_slice(&codec::pack(&self.bars));
        Ok(bytes)
    }

    fn from_bytes(mut bytes: &[u8]) -> Result<Self> {
        let damaged = || StoreError::Damaged("a list of chunks does not unpack".into());
        let chunks = take_chunks(&mut bytes).ok_or_else(damaged)?;
        Ok(Self {
            chunks,
            bars: Record::from_bytes(bytes)?,
        })
    }
}

fn take_chunks(bytes: &mut &[u8]) -> Option<Chunks> {
    let mut chunks = Chunks::default();
    let mut before = 0_i64;
    for _ in 0..take_varint(bytes)? {
        let first = before.checked_add(unzigzag(take_varint(bytes)?))?;
        let last = first.checked_add(i64::try_from(take_varint(bytes)?).ok()?)?;
        chunks
            .0
            .push((i32::try_from(first).ok()?, i32::try_from(last).ok()?));
        before = last;
    }
    Some(chunks)
}

/// Merges bars into what is stored, by start; the new one wins.
pub(super) fn merge(
    txn: &WriteTransaction,
    batch: &[(TickerId, Interval, Vec<Bar>)],
) -> Result<()> {
    for interval in Interval::ALL {
        let mut of_interval = batch
            .iter()
            .filter(|(_, of, bars)| *of == interval && !bars.is_empty())
            .peekable();
        if of_interval.peek().is_none() {
            continue;
        }
        let mut tails = schema::tails(interval).write(txn)?;
        let mut chunks = schema::chunks(interval).write(txn)?;
        for (id, _, bars) in of_interval {
            let mut tail = tails.get(&id.0)?.unwrap_or_default();
            tail.bars = merged(tail.bars, &ascending(bars));
            if tail.bars.len() > TAIL {
                let newest = tail.bars.split_off(tail.bars.len() - 1);
                fold(&mut chunks, &mut tail.chunks, *id, interval, &tail.bars)?;
                tail.bars = newest;
            }
            tails.put(&id.0, &tail)?;
        }
    }
    Ok(())
}

/// Merges ascending bars into their chunks.
fn fold(
    chunks: &mut Writer<(i32, u32), Vec<Bar>>,
    known: &mut Chunks,
    id: TickerId,
    interval: Interval,
    bars: &[Bar],
) -> Result<()> {
    let chunk = |bar: &Bar| chunk_of(interval, bar.start);
    for bars in bars.chunk_by(|a, b| chunk(a) == chunk(b)) {
        let key = (chunk(&bars[0]), id.0);
        let stored = if known.contains(key.0) {
            chunks.get(&key)?.ok_or_else(missing)?
        } else {
            vec![]
        };
        chunks.put(&key, &merged(stored, bars))?;
        known.insert(key.0);
    }
    Ok(())
}

fn missing() -> StoreError {
    StoreError::Damaged("a chunk of bars is missing".into())
}

/// Removes every bar of a ticker.
pub(super) fn forget(txn: &WriteTransaction, id: TickerId) -> Result<()> {
    for interval in Interval::ALL {
        let mut tails = schema::tails(interval).write(txn)?;
        let Some(tail) = tails.get(&id.0)? else {
            continue;
        };
        let mut chunks = schema::chunks(interval).write(txn)?;
        for chunk in tail.chunks.iter() {
            chunks.remove(&(chunk, id.0))?;
        }
        tails.remove(&id.0)?;
    }
    Ok(())
}

impl Store {
    /// The bars of a ticker that start within `range` (Unix seconds), ascending.
    pub fn bars(&self, id: TickerId, interval: Interval, range: Range<i64>) -> Result<Vec<Bar>> {
        if range.is_empty() {
            return Ok(vec![]);
        }
        self.handle
            .read(|txn| bars_within(txn, id, interval, &range))
    }

    /// The newest bar of a ticker.
    pub fn last_bar(&self, id: TickerId, interval: Interval) -> Result<Option<Bar>> {
        self.handle.read(|txn| {
            let tail = schema::tails(interval).read(txn)?.get(&id.0)?;
            Ok(tail.and_then(|tail| tail.bars.last().copied()))
        })
    }
}

fn bars_within(
    txn: &ReadTransaction,
    id: TickerId,
    interval: Interval,
    range: &Range<i64>,
) -> Result<Vec<Bar>> {
    let Some(tail) = schema::tails(interval).read(txn)?.get(&id.0)? else {
        return Ok(vec![]);
    };
    let chunks = schema::chunks(interval).read(txn)?;
    let (first, last) = (
        chunk_of(interval, range.start),
        chunk_of(interval, range.end - 1),
    );
    let mut bars = Vec::new();
    for chunk in tail.chunks.within(first, last) {
        bars.append(&mut chunks.get(&(chunk, id.0))?.ok_or_else(missing)?);
    }
    let mut bars = merged(bars, &tail.bars);
    bars.retain(|bar| range.contains(&bar.start));
    Ok(bars)
}

/// Makes the tails of a new file, whose chunks are written: with the newest bars of each ticker that
/// `newest` knows, and otherwise the last bar of its last chunk.
pub(super) fn make_tails(
    txn: &WriteTransaction,
    interval: Interval,
    newest: BTreeMap<u32, Vec<Bar>>,
) -> Result<()> {
    let chunks = schema::chunks(interval).write(txn)?;
    let mut made: BTreeMap<u32, Tail> = newest
        .into_iter()
        .map(|(id, bars)| {
            let chunks = Chunks::default();
            (id, Tail { chunks, bars })
        })
        .collect();
    chunks.each_key(|(chunk, id)| {
        made.entry(id).or_default().chunks.insert(chunk);
        Ok(())
    })?;
    let mut tails = schema::tails(interval).write(txn)?;
    for (id, mut tail) in made {
        if tail.bars.is_empty()
            && let Some(last) = tail.chunks.iter().last()
        {
            let bars = chunks.get(&(last, id))?.ok_or_else(missing)?;
            tail.bars = bars.last().copied().into_iter().collect();
        }
        tails.put(&id, &tail)?;
    }
    Ok(())
}

/// Compares what tails say with the chunks there are: neither may know of one that the other does
/// not.
pub(super) fn verify(txn: &ReadTransaction) -> Result<()> {
    for interval in Interval::ALL {
        let chunks = schema::chunks(interval).read(txn)?;
        let mut listed = 0;
        schema::tails(interval).read(txn)?.each(|id, tail| {
            for chunk in tail.chunks.iter() {
                listed += 1;
                if !chunks.contains(&(chunk, id))? {
                    return Err(missing());
                }
            }
            Ok(())
        })?;
        if chunks.len()? != listed {
            return Err(StoreError::Damaged("a chunk of bars is in no list".into()));
        }
    }
    Ok(())
}

/// Both of two ascending series; where they share a start, the bar of `newer`.
fn merged(older: Vec<Bar>, newer: &[Bar]) -> Vec<Bar> {
    let Some(first) = newer.first() else {
        return older;
    };
    let mut all = older;
    // What comes before the newer series stays where it is: usually all of it.
    let rest = all.split_off(all.partition_point(|bar| bar.start < first.start));
    all.reserve(rest.len() + newer.len());
    let mut rest = rest.into_iter().peekable();
    for bar in newer {
        while let Some(old) = rest.next_if(|old| old.start <= bar.start) {
            if old.start < bar.start {
                all.push(old);
            }
        }
        all.push(*bar);
    }
    all.extend(rest);
    all
}

/// Ascending by start; of bars with one start, the last.
fn ascending(bars: &[Bar]) -> Cow<'_, [Bar]> {
    if bars.is_sorted_by(|a, b| a.start < b.start) {
        return Cow::Borrowed(bars);
    }
    let by_start: BTreeMap<i64, Bar> = bars.iter().map(|bar| (bar.start, *bar)).collect();
    Cow::Owned(by_start.into_values().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunk_numbers_come_back_whatever_their_order_and_gaps() {
        let mut rng = fastrand::Rng::with_seed(5);
        for _ in 0..200 {
            let mut chunks = Chunks::default();
            let mut model = std::collections::BTreeSet::new();
            for _ in 0..rng.usize(..40) {
                let chunk = match rng.u8(..20) {
                    0 => i32::MAX,
                    1 => i32::MIN,
                    _ => rng.i32(-15..15),
                };
                // Runs over the whole range would be listed number by number.
                chunks.insert(chunk);
                model.insert(chunk);
            }
            let tail = Tail {
                chunks,
                bars: vec![],
            };
            let mut read = Tail::from_bytes(&tail.to_bytes().unwrap()).unwrap();
            assert_eq!(read, tail);
            assert!(read.chunks.iter().eq(model.iter().copied()));
            assert!(
                read.chunks
                    .0
                    .is_sorted_by(|a, b| i64::from(a.1) + 1 < i64::from(b.0))
            );
            let taken = read.chunks.take_before(3);
            assert!(taken.iter().eq(model.range(..3)));
            assert!(read.chunks.iter().eq(model.range(3..).copied()));
        }
    }

    #[test]
    fn a_bar_of_1927_costs_one_chunk_and_not_those_of_a_century() {
        let mut chunks = Chunks::default();
        let (early, late) = (-15_706, 20_778);
        chunks.insert(late);
        chunks.insert(early);
        assert!(chunks.within(i32::MIN, i32::MAX).eq([early, late]));
        assert!(chunks.within(late - 30, late + 30).eq([late]));
        assert_eq!(chunks.within(0, 100).count(), 0);
    }

    #[test]
    fn a_damaged_list_of_chunks_is_refused_and_not_endless() {
        let mut rng = fastrand::Rng::with_seed(6);
        for _ in 0..20_000 {
            let bytes: Vec<u8> = (0..rng.usize(..12)).map(|_| rng.u8(..)).collect();
            // Whatever comes of it: no panic.
            let _ = Tail::from_bytes(&bytes);
        }
    }
}
