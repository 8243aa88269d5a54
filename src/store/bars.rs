//! Bars: chunks of packed bars, and before them the newest few.
//!
//! A commit every few minutes adds one bar to each of some hundred tickers. Were each chunk
//! rewritten for that, an SD card would see megabytes; so new bars gather in a short tail beside
//! the chunks, and move into their chunk a dozen at a time. Where both hold a bar, the tail's is
//! the newer version, and the newest bar of a ticker is always in the tail.

use std::{borrow::Cow, collections::BTreeMap, ops::Range};

use redb::{AccessGuard, ReadTransaction, ReadableTable, Table, WriteTransaction};

use super::{
    Result, Store, StoreError, codec,
    record::{verified, with_checksum},
    tables,
};
use crate::domain::{
    Timestamp,
    bar::{Bar, Interval},
    ticker::TickerId,
};

/// A tail longer than this moves into its chunk.
const TAIL: usize = 12;
const DAY: i64 = 86_400;

/// Seconds of a chunk: of five-minute bars a day, of hours 30 days, of days 365.
pub(super) fn chunk_seconds(interval: Interval) -> i64 {
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

type Tails<'txn> = Table<'txn, u32, &'static [u8]>;
type Chunks<'txn> = Table<'txn, (i32, u32), &'static [u8]>;

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
        let mut tails = txn.open_table(tables::tails(interval))?;
        let mut chunks = txn.open_table(tables::chunks(interval))?;
        for (id, _, bars) in of_interval {
            merge_one(&mut tails, &mut chunks, *id, interval, bars)?;
        }
    }
    Ok(())
}

fn merge_one(
    tails: &mut Tails,
    chunks: &mut Chunks,
    id: TickerId,
    interval: Interval,
    bars: &[Bar],
) -> Result<()> {
    let mut tail = merged(read(tails.get(id.0)?)?, &ascending(bars));
    if tail.len() > TAIL {
        let newest = tail.split_off(tail.len() - 1);
        fold(chunks, id, interval, &tail)?;
        tail = newest;
    }
    tails.insert(id.0, with_checksum_packed(&tail).as_slice())?;
    Ok(())
}

/// Merges ascending bars into their chunks.
fn fold(chunks: &mut Chunks, id: TickerId, interval: Interval, bars: &[Bar]) -> Result<()> {
    let chunk = |bar: &Bar| chunk_of(interval, bar.start);
    for bars in bars.chunk_by(|a, b| chunk(a) == chunk(b)) {
        let key = (chunk(&bars[0]), id.0);
        let all = merged(read(chunks.get(key)?)?, bars);
        chunks.insert(key, with_checksum_packed(&all).as_slice())?;
    }
    Ok(())
}

/// Starts a tail with the newest bar of a packed chunk.
pub(super) fn tail_from(
    txn: &WriteTransaction,
    id: u32,
    interval: Interval,
    chunk: &[u8],
) -> Result<()> {
    let bars = unpacked(chunk)?;
    let newest = &bars[bars.len().saturating_sub(1)..];
    txn.open_table(tables::tails(interval))?
        .insert(id, with_checksum_packed(newest).as_slice())?;
    Ok(())
}

/// Removes every bar of a ticker.
pub(super) fn forget(txn: &WriteTransaction, id: TickerId) -> Result<()> {
    for interval in Interval::ALL {
        txn.open_table(tables::tails(interval))?.remove(id.0)?;
        let mut chunks = txn.open_table(tables::chunks(interval))?;
        let Some((first, last)) = span(&chunks)? else {
            continue;
        };
        for chunk in first..=last {
            chunks.remove((chunk, id.0))?;
        }
    }
    Ok(())
}

/// Removes the chunks that are wholly older than their retention at `now`, but for the tickers
/// that `keep` says belong to a file.
pub(super) fn expire(
    txn: &WriteTransaction,
    now: Timestamp,
    keep: impl Fn(TickerId) -> bool,
) -> Result<()> {
    for interval in Interval::ALL {
        let Some(retention) = interval.retention_seconds() else {
            continue;
        };
        let oldest = chunk_of(interval, now.as_second() - retention);
        let mut chunks = txn.open_table(tables::chunks(interval))?;
        chunks.retain_in((i32::MIN, 0)..(oldest, 0), |(_, id), _| keep(TickerId(id)))?;
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
            let tails = txn.open_table(tables::tails(interval))?;
            let tail = read(tails.get(id.0)?)?;
            Ok(tail.last().copied())
        })
    }
}

fn bars_within(
    txn: &ReadTransaction,
    id: TickerId,
    interval: Interval,
    range: &Range<i64>,
) -> Result<Vec<Bar>> {
    let tails = txn.open_table(tables::tails(interval))?;
    let tail = read(tails.get(id.0)?)?;
    let chunks = txn.open_table(tables::chunks(interval))?;
    let mut bars = Vec::new();
    if let Some((first, last)) = span(&chunks)? {
        let first = first.max(chunk_of(interval, range.start));
        let last = last.min(chunk_of(interval, range.end - 1));
        for chunk in first..=last {
            bars.append(&mut read(chunks.get((chunk, id.0))?)?);
        }
    }
    let mut bars = merged(bars, &tail);
    bars.retain(|bar| range.contains(&bar.start));
    Ok(bars)
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

/// The first and the last chunk number of a table.
fn span(chunks: &impl ReadableTable<(i32, u32), &'static [u8]>) -> Result<Option<(i32, i32)>> {
    let (first, last) = (chunks.first()?, chunks.last()?);
    Ok(first
        .zip(last)
        .map(|((first, _), (last, _))| (first.value().0, last.value().0)))
}

fn with_checksum_packed(bars: &[Bar]) -> Vec<u8> {
    with_checksum(&codec::pack(bars))
}

/// The bars of a row; none when there is no row.
fn read(row: Option<AccessGuard<&'static [u8]>>) -> Result<Vec<Bar>> {
    row.map_or_else(|| Ok(vec![]), |row| unpacked(row.value()))
}

fn unpacked(sealed: &[u8]) -> Result<Vec<Bar>> {
    codec::unpack(verified(sealed)?).ok_or_else(|| StoreError::Damaged("bars do not unpack".into()))
}
