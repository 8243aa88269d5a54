//! Sorts a million bars in a few megabytes: sorted runs that are merged.

use std::{cmp::Reverse, collections::BinaryHeap};

use crate::domain::{bar::Bar, packed_bars::PackedBars};

/// Number of rows that are sorted at once.
const RUN_LENGTH: usize = 32_768;
/// Maximum number of conflicting lines that are reported.
const MAX_CONFLICTS: usize = 1_000;

/// Rows with their line numbers, in sorted runs.
#[derive(Debug, Default)]
pub(super) struct SortedRuns {
    waiting: Vec<(u64, Bar)>,
    /// Each is ascending by start; equal starts by line.
    runs: Vec<PackedBars>,
}

impl SortedRuns {
    /// Adds a row.
    pub(super) fn add(&mut self, line: u64, bar: Bar) {
        self.waiting.push((line, bar));
        if self.waiting.len() >= RUN_LENGTH {
            self.pack();
        }
    }

    /// Returns the number of rows that are not packed yet.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Sorts and packs the waiting rows: appends them to the last run if they all follow it, otherwise starts a new
    /// run.
    pub(super) fn pack(&mut self) {
        let mut rows = std::mem::take(&mut self.waiting);
        let Some((_, first)) = rows.iter().min_by_key(|(_, bar)| bar.start) else {
            return;
        };
        let follows =
            |run: &&mut PackedBars| run.last().is_some_and(|last| last.start < first.start);
        let mut run = match self.runs.last_mut().filter(follows) {
            Some(_) => self.runs.pop().unwrap_or_default(),
            None => PackedBars::default(),
        };
        rows.sort_by_key(|(_, bar)| bar.start);
        for (line, bar) in rows {
            run.push_numbered(line, bar);
        }
        self.runs.push(run);
    }

    /// Returns the first bar of each start, ascending, and the conflicts: each line with different values for the same
    /// start, with the earlier line.
    pub(super) fn into_bars(mut self) -> (PackedBars, Vec<(u64, u64)>) {
        self.pack();
        let mut conflicts = Vec::new();
        let mut bars = PackedBars::default();
        let mut last: Option<(u64, Bar)> = None;
        for (line, bar) in MergedRuns::of(&self.runs) {
            match last {
                Some((before, known)) if known.start == bar.start => {
                    if known != bar && conflicts.len() < MAX_CONFLICTS {
                        conflicts.push((line, before));
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

/// Merges several runs, ascending by start, then by line.
struct MergedRuns<'a> {
    runs: Vec<crate::domain::packed_bars::Numbered<'a>>,
    next: BinaryHeap<Reverse<(i64, u64, usize)>>,
    ready: Vec<Option<Bar>>,
}

impl<'a> MergedRuns<'a> {
    fn of(runs: &'a [PackedBars]) -> Self {
        let mut merged = Self {
            runs: runs.iter().map(PackedBars::numbered).collect(),
            next: BinaryHeap::new(),
            ready: vec![None; runs.len()],
        };
        for run in 0..runs.len() {
            merged.advance(run);
        }
        merged
    }

    fn advance(&mut self, run: usize) {
        if let Some((line, bar)) = self.runs[run].next() {
            self.next.push(Reverse((bar.start, line, run)));
            self.ready[run] = Some(bar);
        }
    }
}

impl Iterator for MergedRuns<'_> {
    type Item = (u64, Bar);

    fn next(&mut self) -> Option<(u64, Bar)> {
        let Reverse((_, line, run)) = self.next.pop()?;
        let bar = self.ready[run].take()?;
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
    fn rows_are_sorted_and_the_first_line_of_a_time_is_kept() {
        let mut rng = fastrand::Rng::with_seed(3);
        let count = 2 * i64::try_from(RUN_LENGTH).unwrap() + 100;
        let ascending: Vec<i64> = (0..count).collect();
        let descending: Vec<i64> = ascending.iter().rev().copied().collect();
        let mut shuffled: Vec<i64> = (0..count).map(|at| at % (count - 50)).collect();
        rng.shuffle(&mut shuffled);
        for starts in [ascending, descending, shuffled] {
            let mut runs = SortedRuns::default();
            let mut known: BTreeMap<i64, (u64, f64)> = BTreeMap::new();
            let mut expected = Vec::new();
            for (line, start) in (1..).zip(&starts) {
                let close = f64::from(rng.u8(1..3));
                runs.add(line, bar(*start, close));
                match known.get(start) {
                    Some((before, other)) if other.to_bits() != close.to_bits() => {
                        expected.push((line, *before));
                    }
                    Some(_) => {}
                    None => drop(known.insert(*start, (line, close))),
                }
                if rng.u16(..) == 0 {
                    runs.pack();
                }
            }
            let (bars, conflicts) = runs.into_bars();
            let read: Vec<_> = bars
                .numbered()
                .map(|(line, bar)| (bar.start, (line, bar.close)))
                .collect();
            assert_eq!(read, known.into_iter().collect::<Vec<_>>());
            assert_eq!(conflicts, expected);
        }
    }
}
