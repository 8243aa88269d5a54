//! Storage of bars: chunks of packed bars, and a tail with the newest few bars.
//!
//! Every few minutes a commit adds one bar to each of several hundred tickers. Rewriting a chunk
//! for each bar would write megabytes to an SD card, so new bars first collect in a short tail and
//! then move to their chunk a dozen at a time. If a chunk and the tail both contain a bar, the
//! version in the tail is newer. The newest bar of a ticker is always in the tail; of daily bars, those of
//! the last two weeks, so that a start of the program does not read a chunk of a year for each ticker.
//!
//! A tail also lists the chunks of its ticker, so that a missing chunk is noticed and no chunk is
//! looked up in vain.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use redb::{ReadTransaction, ReadableTable, WriteTransaction};

use super::{
    codec,
    series::merge_series,
    tail::{Chunks, Tail},
};
use crate::{
    domain::{
        bar::{Bar, Close, Interval},
        packed_bars::PackedBars,
        ticker::TickerId,
    },
    store::{
        Result, StoreError, schema,
        table::{Bytes, Reader, Records, Writer},
    },
};

const DAY: i64 = 86_400;

/// Time span of a chunk in seconds: one day of five-minute bars, 30 days of hourly bars, 365 days of daily bars.
fn chunk_seconds(interval: Interval) -> i64 {
    match interval {
        Interval::FiveMinutes => DAY,
        Interval::Hour => 30 * DAY,
        Interval::Day => 365 * DAY,
    }
}

/// Returns the number of the chunk for a bar that starts at `start` (Unix seconds). Chunk numbers
/// are clamped to the range of `i32`.
pub(crate) fn chunk_of(interval: Interval, start: i64) -> i32 {
    start
        .div_euclid(chunk_seconds(interval))
        .clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

/// Returns the bars in a chunk; none if the tail does not list the chunk.
pub(super) fn stored_bars<T: ReadableTable<Bytes, Bytes>>(
    chunks: &Records<(i32, u32), Vec<Bar>, T>,
    tail: &Tail,
    number: i32,
    id: TickerId,
) -> Result<Vec<Bar>> {
    if !tail.chunks.contains(number) {
        return Ok(vec![]);
    }
    chunks.get(&(number, id.0))?.ok_or_else(missing_chunk_error)
}

fn missing_chunk_error() -> StoreError {
    StoreError::Unmatched("a chunk of bars is missing")
}

/// Removes all bars of a ticker.
pub(crate) fn remove_all(txn: &WriteTransaction, id: TickerId) -> Result<()> {
    for interval in Interval::ALL {
        let mut tails = schema::tails(interval).write(txn)?;
        let mut chunks = schema::chunks(interval).write(txn)?;
        let numbers = match tails.get(&id.0) {
            Ok(None) => continue,
            Ok(Some(tail)) => tail.chunks.iter().collect(),
            // The chunk list of a damaged tail is unreadable, so the keys of the chunk table
            // replace it.
            Err(error) if error.is_damage() => chunk_numbers_of(&chunks, id)?,
            Err(error) => return Err(error),
        };
        for chunk in numbers {
            chunks.remove(&(chunk, id.0))?;
        }
        tails.remove(&id.0)?;
    }
    Ok(())
}

/// Returns the chunk numbers of a ticker, which it reads from the keys of the whole table.
fn chunk_numbers_of(chunks: &Writer<(i32, u32), Vec<Bar>>, id: TickerId) -> Result<Vec<i32>> {
    let mut numbers = Vec::new();
    chunks.for_each_key(|(chunk, ticker)| {
        if ticker == id.0 {
            numbers.push(chunk);
        }
        Ok(())
    })?;
    Ok(numbers)
}

/// Returns the bars of a ticker that start in `range` (Unix seconds), in ascending order.
pub(crate) fn within(
    txn: &ReadTransaction,
    id: TickerId,
    interval: Interval,
    range: &Range<i64>,
) -> Result<Vec<Bar>> {
    let Some(tail) = schema::tails(interval).read(txn)?.get(&id.0)? else {
        return Ok(vec![]);
    };
    let chunks = schema::chunks(interval).read(txn)?;
    let mut bars = Vec::new();
    for chunk in chunk_numbers_within(&tail.chunks, interval, range) {
        bars.append(
            &mut chunks
                .get(&(chunk, id.0))?
                .ok_or_else(missing_chunk_error)?,
        );
    }
    let mut bars = merge_series(bars, &tail.bars);
    bars.retain(|bar| range.contains(&bar.start));
    Ok(bars)
}

/// Returns all bars of a ticker in ascending order. Reads and packs one chunk at a time.
pub(crate) fn packed(
    txn: &ReadTransaction,
    id: TickerId,
    interval: Interval,
) -> Result<PackedBars> {
    let mut packed = PackedBars::default();
    let Some(tail) = schema::tails(interval).read(txn)?.get(&id.0)? else {
        return Ok(packed);
    };
    let chunks = schema::chunks(interval).read(txn)?;
    let number_of = |bar: &Bar| chunk_of(interval, bar.start);
    let numbers: BTreeSet<i32> = tail
        .chunks
        .iter()
        .chain(tail.bars.iter().map(number_of))
        .collect();
    for number in numbers {
        let stored = stored_bars(&chunks, &tail, number, id)?;
        let newer: Vec<Bar> = tail
            .bars
            .iter()
            .filter(|bar| number_of(bar) == number)
            .copied()
            .collect();
        for bar in merge_series(stored, &newer) {
            packed.push(bar);
        }
    }
    Ok(packed)
}

/// Returns the numbers of the listed chunks that may contain bars in `range` (Unix seconds), in
/// ascending order.
fn chunk_numbers_within(
    chunks: &Chunks,
    interval: Interval,
    range: &Range<i64>,
) -> impl Iterator<Item = i32> {
    let first = chunk_of(interval, range.start);
    chunks.within(first, chunk_of(interval, range.end - 1))
}

/// Calls `visit` for each ticker that has bars, with its closes in ascending order: the close of
/// the newest bar and the closes in the `span` seconds before its start.
pub(crate) fn for_each_newest_closes(
    txn: &ReadTransaction,
    interval: Interval,
    span: i64,
    visit: &mut impl FnMut(TickerId, &[Close]),
) -> Result<()> {
    let chunks = schema::chunks(interval).read(txn)?;
    schema::tails(interval).read(txn)?.for_each(|id, tail| {
        let closes = newest_closes_of(&chunks, interval, span, id, &tail)?;
        if !closes.is_empty() {
            visit(TickerId(id), &closes);
        }
        Ok(())
    })
}

/// Like [`for_each_newest_closes`], but returns the closes of one ticker, or an empty list if it
/// has no bars.
pub(crate) fn newest_closes(
    txn: &ReadTransaction,
    id: TickerId,
    interval: Interval,
    span: i64,
) -> Result<Vec<Close>> {
    match schema::tails(interval).read(txn)?.get(&id.0)? {
        Some(tail) => newest_closes_of(
            &schema::chunks(interval).read(txn)?,
            interval,
            span,
            id.0,
            &tail,
        ),
        None => Ok(vec![]),
    }
}

fn newest_closes_of(
    chunks: &Reader<(i32, u32), Vec<Bar>>,
    interval: Interval,
    span: i64,
    id: u32,
    tail: &Tail,
) -> Result<Vec<Close>> {
    let Some(last) = tail.bars.last() else {
        return Ok(vec![]);
    };
    if span == 0 {
        // The newest bar is always in the tail.
        return Ok(vec![(last.start, last.close)]);
    }
    let range = last.start - span..last.start + 1;
    let mut closes: Vec<Close> = Vec::new();
    let in_chunks = if tail.is_complete() && tail.bars[0].start <= range.start {
        None
    } else {
        Some(chunk_numbers_within(&tail.chunks, interval, &range))
    };
    for chunk in in_chunks.into_iter().flatten() {
        let unpacked = chunks.get_as(&(chunk, id), |bytes| {
            codec::unpack_closes(bytes).ok_or_else(schema::invalid_bars)
        })?;
        closes.append(&mut unpacked.ok_or_else(missing_chunk_error)?);
    }
    for bar in &tail.bars {
        match closes.binary_search_by_key(&bar.start, |(start, _)| *start) {
            Ok(index) => closes[index].1 = bar.close,
            Err(index) => closes.insert(index, (bar.start, bar.close)),
        }
    }
    let first = closes.partition_point(|(start, _)| *start < range.start);
    Ok(closes.split_off(first))
}

/// Creates the tails of a new file from its chunks. The tail of a ticker gets the ticker's bars in
/// `newest`, or the last bar of its last chunk if `newest` has none.
pub(crate) fn create_tails(
    txn: &WriteTransaction,
    interval: Interval,
    newest: BTreeMap<u32, Vec<Bar>>,
) -> Result<()> {
    let chunks = schema::chunks(interval).write(txn)?;
    let mut tails_by_ticker: BTreeMap<u32, Tail> = newest
        .into_iter()
        .map(|(id, bars)| {
            let chunks = Chunks::default();
            (id, Tail { chunks, bars })
        })
        .collect();
    chunks.for_each_key(|(chunk, id)| {
        tails_by_ticker.entry(id).or_default().chunks.insert(chunk);
        Ok(())
    })?;
    let mut tails = schema::tails(interval).write(txn)?;
    for (id, mut tail) in tails_by_ticker {
        if tail.bars.is_empty()
            && let Some(last) = tail.chunks.iter().last()
        {
            let bars = chunks.get(&(last, id))?.ok_or_else(missing_chunk_error)?;
            tail.bars = bars.last().copied().into_iter().collect();
        }
        tails.put(&id, &tail)?;
    }
    Ok(())
}

/// Verifies that every chunk listed in a tail exists and that every existing chunk is listed.
pub(crate) fn verify(txn: &ReadTransaction) -> Result<()> {
    for interval in Interval::ALL {
        let chunks = schema::chunks(interval).read(txn)?;
        let mut listed = 0;
        schema::tails(interval).read(txn)?.for_each(|id, tail| {
            for chunk in tail.chunks.iter() {
                listed += 1;
                if !chunks.contains(&(chunk, id))? {
                    return Err(missing_chunk_error());
                }
            }
            Ok(())
        })?;
        if chunks.len()? != listed {
            return Err(StoreError::Unmatched("a chunk of bars is not listed"));
        }
    }
    Ok(())
}
