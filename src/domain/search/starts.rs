//! Where symbols, names and the words of names begin, in the order of what stands there: whatever starts with a query stands
//! together.

use std::{cmp::Ordering, ops::Range};

/// Places in a text of lines, sorted by the rest of the line from there on.
#[derive(Debug, Default)]
pub(super) struct Starts(Vec<Start>);

/// Where something begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Start {
    at: u32,
    /// Twice the entry's place, and 1 where a symbol or a name begins.
    entry: u32,
}

impl Start {
    fn new(at: usize, entry: usize, is_whole: bool) -> Self {
        // Four gigabytes of names are far.
        Self {
            at: at as u32,
            entry: (entry as u32) << 1 | u32::from(is_whole),
        }
    }

    /// Whose it is.
    pub(super) fn entry(self) -> usize {
        (self.entry >> 1) as usize
    }

    /// Whether a symbol or a name begins, and not a word inside of a name.
    pub(super) fn is_whole(self) -> bool {
        self.entry & 1 == 1
    }
}

impl Starts {
    /// Of entries, by where their symbols and names are.
    pub(super) fn of(
        text: &str,
        entries: impl Iterator<Item = (Range<usize>, Range<usize>)>,
    ) -> Self {
        let mut starts = Vec::new();
        for (entry, (symbol, name)) in entries.enumerate() {
            let bare = text[symbol.clone()].trim_start_matches('^').len();
            let bare = symbol.end - bare;
            let text = text.as_bytes();
            starts.push(Start::new(symbol.start, entry, true));
            if bare > symbol.start {
                starts.push(Start::new(bare, entry, true));
            }
            starts.push(Start::new(name.start, entry, true));
            let words = (name.start + 1..name.end).filter(|at| begins_word(text, *at));
            starts.extend(words.map(|at| Start::new(at, entry, false)));
        }
        let text = text.as_bytes();
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

/// Whether a word begins at this place of a name.
fn begins_word(text: &[u8], at: usize) -> bool {
    matches!(text[at - 1], b' ' | b'-' | b'(')
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
