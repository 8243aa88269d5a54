//! Search index: normalized texts of tickers and the positions of words.

use std::{collections::HashMap, ops::Range, sync::OnceLock};

use memchr::memmem::Finder;

use super::{lines::Lines, prefix_index::PrefixIndex, typos::Words};
use crate::domain::ticker::{TickerId, TickerKind};

/// A ticker to index.
#[derive(Debug, Clone)]
pub struct Subject<'a> {
    /// Id.
    pub id: TickerId,
    /// Symbol.
    pub symbol: &'a str,
    /// Full name.
    pub name: &'a str,
    /// Kind.
    pub kind: TickerKind,
    /// Former names, nicknames and similar.
    pub aliases: Vec<&'a str>,
}

/// A search index over tickers.
#[derive(Debug, Default)]
pub struct Index {
    /// Normalized lines of all tickers: symbol, name, aliases.
    pub(super) lines: Lines,
    /// Entries in the order in which they were added.
    pub(super) entries: Vec<Entry>,
    pub(super) by_symbol: HashMap<String, u32>,
    /// Starts of lines and words, sorted by text.
    pub(super) starts: PrefixIndex,
    /// Built on the first query without an exact match.
    words: OnceLock<Words>,
}

/// A ticker as a range of the text.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) id: TickerId,
    pub(super) kind: TickerKind,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Index {
    /// Builds the index. Among equal matches with equal weight, the ticker added first comes first.
    pub fn new<'a>(tickers: impl Iterator<Item = Subject<'a>>) -> Self {
        let mut index = Self::default();
        for (subject, nth) in tickers.zip(0..) {
            let start = index.lines.text.len();
            index.lines.add_symbol(subject.symbol);
            index.lines.add_name(subject.name);
            for alias in subject.aliases {
                index.lines.add_name(alias);
            }
            index
                .by_symbol
                .insert(subject.symbol.to_ascii_uppercase(), nth);
            index.entries.push(Entry {
                id: subject.id,
                kind: subject.kind,
                start,
                end: index.lines.text.len(),
            });
        }
        index.lines.shrink_to_fit();
        index.starts = PrefixIndex::of(&index.lines, index.ranges());
        index
    }

    /// Returns the entries that contain the query in a line, ascending.
    pub(super) fn inside(&self, query: &str) -> impl Iterator<Item = usize> {
        let finder = Finder::new(query).into_owned();
        let (mut from, mut entry) = (0, 0);
        std::iter::from_fn(move || {
            let at = from + finder.find(&self.lines.text.as_bytes()[from..])?;
            let rest = &self.entries[entry..];
            // Usually one of the next entries.
            let near = rest.iter().take(8).position(|entry| entry.end > at);
            entry += near.unwrap_or_else(|| rest.partition_point(|entry| entry.end <= at));
            from = self.entries[entry].end;
            Some(entry)
        })
    }

    /// Returns whether a word of the entry starts with `word`, and whether one equals it.
    pub(super) fn has_word(&self, entry: usize, word: &str) -> (bool, bool) {
        let Entry { start, end, .. } = self.entries[entry];
        let text = &self.lines.text[start..end];
        let places = text.match_indices(word).map(|(at, _)| start + at);
        let begins = places.filter(|at| self.lines.is_begin(*at));
        let mut has = (false, false);
        for at in begins {
            has.0 = true;
            has.1 |= self.lines.is_end(at + word.len());
        }
        has
    }

    /// Returns the text range of each entry.
    fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        self.entries.iter().map(|entry| entry.start..entry.end)
    }

    pub(super) fn words(&self) -> &Words {
        self.words
            .get_or_init(|| Words::of(&self.lines, self.ranges()))
    }
}
