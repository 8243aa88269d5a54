//! Sorted array of the starts of lines and words (a sparse suffix array): all starts with a given prefix are
//! adjacent.

use std::{cmp::Ordering, ops::Range};

use super::lines::Lines;

/// Positions in the text, sorted by the rest of their line.
#[derive(Debug, Default)]
pub(super) struct PrefixIndex(Vec<Start>);

/// Start of a line or word.
#[derive(Debug, Clone, Copy)]
pub(super) struct Start {
    at: u32,
    /// Entry index × 2, plus 1 for the start of a line.
    entry: u32,
}

impl Start {
    fn new(at: usize, entry: usize, is_line: bool) -> Self {
        // The text is far below 4 GiB.
        Self {
            at: at as u32,
            entry: (entry as u32) << 1 | u32::from(is_line),
        }
    }

    /// Returns the index of the entry.
    pub(super) fn entry(self) -> usize {
        (self.entry >> 1) as usize
    }

    /// Returns the position in the text.
    pub(super) fn at(self) -> usize {
        self.at as usize
    }

    /// Returns true for the start of a line, false for a word inside one.
    pub(super) fn is_line(self) -> bool {
        self.entry & 1 == 1
    }
}

impl PrefixIndex {
    /// Builds the array from the text ranges of the entries.
    pub(super) fn of(lines: &Lines, entries: impl Iterator<Item = Range<usize>>) -> Self {
        let text = lines.text.as_bytes();
        let mut starts = Vec::new();
        for (entry, range) in entries.enumerate() {
            let begins = range.filter(|at| lines.is_begin(*at));
            starts.extend(begins.map(|at| {
                let is_line = at == 0 || text[at - 1] == b'\n';
                Start::new(at, entry, is_line)
            }));
        }
        let mut sorted: Vec<(u64, Start)> = starts
            .into_iter()
            .map(|start| (key(line(text, start.at)), start))
            .collect();
        sorted.sort_unstable_by(|(a_key, a), (b_key, b)| {
            let rest = || line(text, a.at).cmp(line(text, b.at));
            let order = a_key.cmp(b_key).then_with(rest);
            order.then_with(|| a.entry.cmp(&b.entry))
        });
        Self(sorted.into_iter().map(|(_, start)| start).collect())
    }

    /// Returns the starts that the query is a prefix of.
    pub(super) fn with(&self, text: &str, query: &str) -> &[Start] {
        let text = text.as_bytes();
        let beginning = |start: &Start| {
            let line = line(text, start.at);
            line[..line.len().min(query.len())].cmp(query.as_bytes())
        };
        let first = self
            .0
            .partition_point(|start| beginning(start) == Ordering::Less);
        let from_first = &self.0[first..];
        let end = from_first.partition_point(|start| beginning(start) == Ordering::Equal);
        &from_first[..end]
    }
}

/// Returns the rest of the line.
fn line(text: &[u8], at: u32) -> &[u8] {
    let rest = &text[at as usize..];
    &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())]
}

/// Returns the first eight bytes, which decide most comparisons without reading the text.
fn key(line: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    let length = line.len().min(8);
    bytes[..length].copy_from_slice(&line[..length]);
    u64::from_be_bytes(bytes)
}
