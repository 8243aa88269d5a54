//! Merging of new bars into the stored ones.

use redb::WriteTransaction;

use super::{
    chunks::{chunk_of, stored_bars},
    series::{merge_series, sorted},
    tail::{MAX_TAIL_BARS, Tail},
};
use crate::{
    domain::{
        bar::{Bar, Interval},
        ticker::TickerId,
    },
    store::{Result, StoreError, schema, table::Writer},
};

/// Maximum number of bars in a complete tail of daily bars.
const MAX_TAIL_DAYS: usize = 30;
/// Number of daily bars that stay in a complete tail: those of the last two weeks, from which a start of the program reads the recent
/// closes, in markets that trade every day.
const KEPT_TAIL_DAYS: usize = 15;

/// Merges new bars into the stored bars. A new bar replaces a stored bar with the same start.
pub(crate) fn merge(
    txn: &WriteTransaction,
    batch: &[(TickerId, Interval, Vec<Bar>)],
) -> Result<()> {
    merge_tickers(txn, batch, |_, _, error| Err(error))
}

/// Like [`merge`], but skips tickers whose stored bars are damaged and calls `on_damaged` for each
/// of them.
pub(crate) fn merge_undamaged(
    txn: &WriteTransaction,
    batch: &[(TickerId, Interval, Vec<Bar>)],
    mut on_damaged: impl FnMut(TickerId, Interval),
) -> Result<()> {
    merge_tickers(txn, batch, |id, interval, error| {
        if !error.is_damage() {
            return Err(error);
        }
        on_damaged(id, interval);
        Ok(())
    })
}

fn merge_tickers(
    txn: &WriteTransaction,
    batch: &[(TickerId, Interval, Vec<Bar>)],
    mut on_error: impl FnMut(TickerId, Interval, StoreError) -> Result<()>,
) -> Result<()> {
    for interval in Interval::ALL {
        let mut entries = batch
            .iter()
            .filter(|(_, entry_interval, bars)| *entry_interval == interval && !bars.is_empty())
            .peekable();
        if entries.peek().is_none() {
            continue;
        }
        let mut tails = schema::tails(interval).write(txn)?;
        let mut chunks = schema::chunks(interval).write(txn)?;
        for (id, _, bars) in entries {
            if let Err(error) = merge_ticker(&mut tails, &mut chunks, *id, interval, bars) {
                on_error(*id, interval, error)?;
            }
        }
    }
    Ok(())
}

/// Merges the bars of one ticker. Finds damage before it writes anything.
fn merge_ticker(
    tails: &mut Writer<u32, Tail>,
    chunks: &mut Writer<(i32, u32), Vec<Bar>>,
    id: TickerId,
    interval: Interval,
    bars: &[Bar],
) -> Result<()> {
    let mut tail = tails.get(&id.0)?.unwrap_or_default();
    let has_all = tail.chunks.is_empty();
    let is_complete = has_all || tail.is_complete();
    let bars = sorted(bars);
    // In a complete tail, a bar from before its start would hide that bars in between are in chunks.
    let from = tail.bars.first().filter(|_| is_complete && !has_all);
    let split = from.map_or(0, |first| {
        bars.partition_point(|bar| bar.start < first.start)
    });
    let (mut folded, newer) = (bars[..split].to_vec(), &bars[split..]);
    tail.bars = merge_series(tail.bars, newer);
    let (max, kept) = match interval {
        Interval::Day if is_complete => (MAX_TAIL_DAYS, KEPT_TAIL_DAYS),
        _ => (MAX_TAIL_BARS, 1),
    };
    if tail.bars.len() > max {
        let newest = tail.bars.split_off(tail.bars.len() - kept);
        folded.append(&mut tail.bars);
        tail.bars = newest;
    }
    if !folded.is_empty() {
        let changed = merged_chunks(chunks, &tail, id, interval, &folded)?;
        if interval == Interval::Day && !is_complete {
            complete(&mut tail, &changed);
        }
        for (chunk, bars) in changed {
            chunks.put(&(chunk, id.0), &bars)?;
            tail.chunks.insert(chunk);
        }
    }
    tails.put(&id.0, &tail)
}

/// Adds the newest bars of the last chunk to a tail with only the newest bar, if they make it complete.
fn complete(tail: &mut Tail, changed: &[(i32, Vec<Bar>)]) {
    let last_listed = tail.chunks.iter().last().unwrap_or(i32::MIN);
    let Some((_, bars)) = changed.last().filter(|(chunk, _)| *chunk >= last_listed) else {
        return;
    };
    let added = bars.len().min(KEPT_TAIL_DAYS - 1);
    if added >= MAX_TAIL_BARS {
        let newest = std::mem::take(&mut tail.bars);
        tail.bars = merge_series(bars[bars.len() - added..].to_vec(), &newest);
    }
}

/// Merges bars into their chunks, and returns those chunks in ascending order.
fn merged_chunks(
    chunks: &Writer<(i32, u32), Vec<Bar>>,
    tail: &Tail,
    id: TickerId,
    interval: Interval,
    bars: &[Bar],
) -> Result<Vec<(i32, Vec<Bar>)>> {
    let number_of = |bar: &Bar| chunk_of(interval, bar.start);
    let groups = bars.chunk_by(|a, b| number_of(a) == number_of(b));
    let merged = groups.map(|bars| {
        let number = number_of(&bars[0]);
        let stored = stored_bars(chunks, tail, number, id)?;
        Ok((number, merge_series(stored, bars)))
    });
    merged.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{Store, bars::tail::Chunks};

    const DAY: i64 = 86_400;
    /// The first day with a bar, in days since 1970-01-01.
    const FIRST_DAY: i64 = 20_100;

    fn bar(day: i64) -> Bar {
        let price = 100.0 + day as f64;
        Bar {
            start: day * DAY,
            open: price,
            high: price,
            low: price,
            close: price,
            volume: 1_000.0,
        }
    }

    fn recent_days(store: &Store) -> Vec<i64> {
        let closes = store.newest_closes(TickerId(1), Interval::Day, 14 * DAY);
        let days = closes.unwrap().into_iter().map(|(start, _)| start / DAY);
        days.collect()
    }

    fn tail(store: &Store) -> Tail {
        let tail = store.handle.read(|txn| {
            let tails = schema::tails(Interval::Day).read(txn)?;
            tails.get(&1)
        });
        tail.unwrap().unwrap()
    }

    /// Writes a chunk and a tail as earlier versions left them: the tail has few bars, among them a late one, and bars in between are in the
    /// chunk.
    fn write_incomplete_tail(store: &Store, chunk: &[Bar], tail_bars: Vec<Bar>) {
        let number = chunk_of(Interval::Day, chunk[0].start);
        let mut chunks = Chunks::default();
        chunks.insert(number);
        let tail = Tail {
            chunks,
            bars: tail_bars,
        };
        let written = store.handle.write(|txn| {
            schema::chunks(Interval::Day)
                .write(txn)?
                .put(&(number, 1), &chunk.to_vec())?;
            schema::tails(Interval::Day).write(txn)?.put(&1, &tail)
        });
        written.unwrap();
    }

    fn merge_day(store: &Store, day: i64) {
        let batch = [(TickerId(1), Interval::Day, vec![bar(day)])];
        store.handle.write(|txn| merge(txn, &batch)).unwrap();
    }

    #[test]
    fn a_tail_of_an_earlier_version_becomes_complete_and_never_hides_a_bar() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("test.redb")).unwrap();
        let (late, newest) = (FIRST_DAY + 3, FIRST_DAY + 40);
        let mut days: Vec<i64> = (FIRST_DAY..=newest).collect();
        let stored: Vec<Bar> = days
            .iter()
            .filter(|day| **day != late)
            .map(|day| bar(*day))
            .collect();
        let (chunk, last) = stored.split_at(stored.len() - 1);
        write_incomplete_tail(&store, chunk, vec![bar(late), last[0]]);
        let mut was_complete = false;
        for day in newest + 1..newest + 60 {
            merge_day(&store, day);
            days.push(day);
            assert_eq!(recent_days(&store), days[days.len() - 15..], "day {day}");
            let tail = tail(&store);
            assert!(tail.bars.len() <= MAX_TAIL_DAYS);
            was_complete |= tail.is_complete();
            assert_eq!(tail.is_complete(), was_complete, "it stays complete");
        }
        assert!(was_complete);
        let all = store.bars(TickerId(1), Interval::Day, 0..i64::MAX).unwrap();
        let starts: Vec<i64> = all.iter().map(|bar| bar.start / DAY).collect();
        assert_eq!(starts, days);
        store.verify().unwrap();
    }

    #[test]
    fn a_late_bar_does_not_enter_a_complete_tail() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("test.redb")).unwrap();
        let days: Vec<i64> = (FIRST_DAY..FIRST_DAY + 60)
            .filter(|day| *day != FIRST_DAY + 20)
            .collect();
        let batch = [(
            TickerId(1),
            Interval::Day,
            days.iter().map(|day| bar(*day)).collect(),
        )];
        store.handle.write(|txn| merge(txn, &batch)).unwrap();
        let before = tail(&store);
        assert!(before.is_complete());
        merge_day(&store, FIRST_DAY + 20);
        assert_eq!(tail(&store).bars, before.bars);
        let all = store.bars(TickerId(1), Interval::Day, 0..i64::MAX).unwrap();
        assert_eq!(all.len(), 60);
        // One within the tail does.
        merge_day(&store, FIRST_DAY + 50);
        assert_eq!(tail(&store).bars.len(), before.bars.len());
        assert_eq!(recent_days(&store).len(), 15);
    }
}
