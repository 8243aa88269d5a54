//! Prefix search: a sorted array of the starts of lines and words (a sparse suffix array). All starts with the same
//! prefix are adjacent, so a binary search finds them.

use std::{cmp::Ordering, ops::Range};

use super::lines::Lines;

/// Starts of lines and words, sorted by the text from the start to the end of the line.
#[derive(Debug, Default)]
pub(super) struct PrefixIndex(Vec<Start>);

/// Start of a line or word.
#[derive(Debug, Clone, Copy)]
pub(super) struct Start {
    /// Position in the text in bytes.
    at: u32,
    /// Entry index × 2, plus 1 for the start of a line.
    entry_and_flag: u32,
}

impl Start {
    fn new(at: usize, entry: usize, is_line: bool) -> Self {
        // The text is far below 4 GiB.
        Self {
            at: at as u32,
            entry_and_flag: (entry as u32) << 1 | u32::from(is_line),
        }
    }

    /// Returns the index of the entry.
    pub(super) fn entry(self) -> usize {
        (self.entry_and_flag >> 1) as usize
    }

    /// Returns the position in the text in bytes.
    pub(super) fn at(self) -> usize {
        self.at as usize
    }

    /// Returns true for the start of a line, false for a word inside one.
    pub(super) fn is_line(self) -> bool {
        self.entry_and_flag & 1 == 1
    }
}

impl PrefixIndex {
    /// Builds the index from the byte ranges of the entries.
    pub(super) fn new(lines: &Lines, entries: impl Iterator<Item = Range<usize>>) -> Self {
        let text = lines.text.as_bytes();
        let mut starts = Vec::new();
        for (entry, range) in entries.enumerate() {
            let word_starts = range.filter(|at| lines.is_word_start(*at));
            starts.extend(word_starts.map(|at| {
                let is_line = at == 0 || text[at - 1] == b'\n';
                Start::new(at, entry, is_line)
            }));
        }
        let mut sorted: Vec<(u64, Start)> = starts
            .into_iter()
            .map(|start| (sort_key(rest_of_line(text, start.at)), start))
            .collect();
        sorted.sort_unstable_by(|(a_key, a), (b_key, b)| {
            a_key
                .cmp(b_key)
                .then_with(|| rest_of_line(text, a.at).cmp(rest_of_line(text, b.at)))
                .then_with(|| a.entry_and_flag.cmp(&b.entry_and_flag))
        });
        Self(sorted.into_iter().map(|(_, start)| start).collect())
    }

    /// Returns the starts of lines and words that begin with the query.
    pub(super) fn find(&self, text: &str, query: &str) -> &[Start] {
        let text = text.as_bytes();
        let compare_prefix = |start: &Start| {
            let rest = rest_of_line(text, start.at);
            rest[..rest.len().min(query.len())].cmp(query.as_bytes())
        };
        let first = self
            .0
            .partition_point(|start| compare_prefix(start) == Ordering::Less);
        let from_first = &self.0[first..];
        let end = from_first.partition_point(|start| compare_prefix(start) == Ordering::Equal);
        &from_first[..end]
    }
}

/// Returns the text from a position to the end of the line.
fn rest_of_line(text: &[u8], at: u32) -> &[u8] {
    let rest = &text[at as usize..];
    &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())]
}

/// Returns the first eight bytes as a number. The number decides most comparisons, so that sorting rarely reads the text.
fn sort_key(text: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    let length = text.len().min(8);
    bytes[..length].copy_from_slice(&text[..length]);
    u64::from_be_bytes(bytes)
}
