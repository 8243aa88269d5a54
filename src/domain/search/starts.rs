//! Where lines and their words begin, in the order of what stands there: whatever starts with a query stands together.

use std::{cmp::Ordering, ops::Range};

use super::lines::Lines;

/// Places in a text of lines, sorted by the rest of the line from there on.
#[derive(Debug, Default)]
pub(super) struct Starts(Vec<Start>);

/// Where something begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Start {
    at: u32,
    /// Twice the entry's place, and 1 where a line begins.
    entry: u32,
}

impl Start {
    fn new(at: usize, entry: usize, is_line: bool) -> Self {
        // Four gigabytes of names are far.
        Self {
            at: at as u32,
            entry: (entry as u32) << 1 | u32::from(is_line),
        }
    }

    /// Whose it is.
    pub(super) fn entry(self) -> usize {
        (self.entry >> 1) as usize
    }

    /// Place in the text.
    pub(super) fn at(self) -> usize {
        self.at as usize
    }

    /// Whether a line begins, and not a word inside of one.
    pub(super) fn is_line(self) -> bool {
        self.entry & 1 == 1
    }
}

impl Starts {
    /// Of entries, by where their lines are.
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

    /// Those behind which the query stands.
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

/// The rest of the line.
fn line(text: &[u8], at: u32) -> &[u8] {
    let rest = &text[at as usize..];
    &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())]
}

/// The first eight bytes, so that most comparisons need no look at the text.
fn key(line: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    let length = line.len().min(8);
    bytes[..length].copy_from_slice(&line[..length]);
    u64::from_be_bytes(bytes)
}
