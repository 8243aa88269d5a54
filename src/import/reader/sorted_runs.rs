//! Sorts a million bars with a few megabytes of memory: sorts packed runs of bars and merges them.

use std::{cmp::Reverse, collections::BinaryHeap};

use crate::domain::{bar::Bar, packed_bars::PackedBars};

/// Number of rows that are sorted at a time.
const RUN_LENGTH: usize = 32_768;
/// Maximum number of conflicting lines that are reported.
const MAX_CONFLICTS: usize = 1_000;

/// Rows with their line numbers, which are stored in sorted runs.
#[derive(Debug, Default)]
pub(super) struct SortedRuns {
    unpacked: Vec<(u64, Bar)>,
    /// Each run is ascending by start, and rows with equal starts are ascending by line.
    runs: Vec<PackedBars>,
}

impl SortedRuns {
    /// Adds a row.
    pub(super) fn add(&mut self, line: u64, bar: Bar) {
        self.unpacked.push((line, bar));
        if self.unpacked.len() >= RUN_LENGTH {
            self.pack();
        }
    }

    /// Returns the number of rows that are not packed yet.
    pub(super) fn unpacked(&self) -> usize {
        self.unpacked.len()
    }

    /// Sorts and packs the unpacked rows. Appends them to the last run if all of them start after
    /// it, and otherwise starts a new run.
    pub(super) fn pack(&mut self) {
        let mut rows = std::mem::take(&mut self.unpacked);
        let Some((_, first)) = rows.iter().min_by_key(|(_, bar)| bar.start) else {
            return;
        };
        let is_before_rows =
            |run: &&mut PackedBars| run.last().is_some_and(|last| last.start < first.start);
        let mut run = match self.runs.last_mut().filter(is_before_rows) {
            Some(_) => self.runs.pop().unwrap_or_default(),
            None => PackedBars::default(),
        };
        rows.sort_by_key(|(_, bar)| bar.start);
        for (line, bar) in rows {
            run.push_numbered(line, bar);
        }
        self.runs.push(run);
    }

    /// Returns the first bar of each start in ascending order, and the conflicts. A conflict is a
    /// line with different values for the start of an earlier line, followed by the earlier line.
    pub(super) fn into_bars(mut self) -> (PackedBars, Vec<(u64, u64)>) {
        self.pack();
        let mut conflicts = Vec::new();
        let mut bars = PackedBars::default();
        let mut last: Option<(u64, Bar)> = None;
        for (line, bar) in MergedRuns::of(&self.runs) {
            match last {
                Some((first_line, first_bar)) if first_bar.start == bar.start => {
                    if first_bar != bar && conflicts.len() < MAX_CONFLICTS {
                        conflicts.push((line, first_line));
                    }
                }
                _ => {
                    bars.push_numbered(line, bar);
                    last = Some((line, bar));
                }
            }
        }
        conflicts.sort_unstable();
        (bars, conflicts)
    }
}

/// Iterator that merges runs. Yields rows in ascending order of start and line.
struct MergedRuns<'a> {
    runs: Vec<crate::domain::packed_bars::NumberedBars<'a>>,
    next: BinaryHeap<Reverse<(i64, u64, usize)>>,
    next_bars: Vec<Option<Bar>>,
}

impl<'a> MergedRuns<'a> {
    fn of(runs: &'a [PackedBars]) -> Self {
        let mut merged = Self {
            runs: runs.iter().map(PackedBars::iter_numbered).collect(),
            next: BinaryHeap::new(),
            next_bars: vec![None; runs.len()],
        };
        for run in 0..runs.len() {
            merged.advance(run);
        }
        merged
    }

    fn advance(&mut self, run: usize) {
        if let Some((line, bar)) = self.runs[run].next() {
            self.next.push(Reverse((bar.start, line, run)));
            self.next_bars[run] = Some(bar);
        }
    }
}

impl Iterator for MergedRuns<'_> {
    type Item = (u64, Bar);

    fn next(&mut self) -> Option<(u64, Bar)> {
        let Reverse((_, line, run)) = self.next.pop()?;
        let bar = self.next_bars[run].take()?;
        self.advance(run);
        Some((line, bar))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn bar(start: i64, close: f64) -> Bar {
        Bar {
            start,
            open: close,
            high: close,
            low: close,
            close,
            volume: 1.0,
        }
    }

    #[test]
    fn rows_are_sorted_and_the_first_row_of_a_start_is_kept() {
        let mut rng = fastrand::Rng::with_seed(3);
        let count = 2 * i64::try_from(RUN_LENGTH).unwrap() + 100;
        let ascending: Vec<i64> = (0..count).collect();
        let descending: Vec<i64> = ascending.iter().rev().copied().collect();
        let mut shuffled: Vec<i64> = (0..count).map(|index| index % (count - 50)).collect();
        rng.shuffle(&mut shuffled);
        for starts in [ascending, descending, shuffled] {
            let mut runs = SortedRuns::default();
            let mut first_rows: BTreeMap<i64, (u64, f64)> = BTreeMap::new();
            let mut expected = Vec::new();
            for (line, start) in (1..).zip(&starts) {
                let close = f64::from(rng.u8(1..3));
                runs.add(line, bar(*start, close));
                match first_rows.get(start) {
                    Some((first_line, other)) if other.to_bits() != close.to_bits() => {
                        expected.push((line, *first_line));
                    }
                    Some(_) => {}
                    None => drop(first_rows.insert(*start, (line, close))),
                }
                if rng.u16(..) == 0 {
                    runs.pack();
                }
            }
            let (bars, conflicts) = runs.into_bars();
            let read: Vec<_> = bars
                .iter_numbered()
                .map(|(line, bar)| (bar.start, (line, bar.close)))
                .collect();
            assert_eq!(read, first_rows.into_iter().collect::<Vec<_>>());
            assert_eq!(conflicts, expected);
        }
    }
}
