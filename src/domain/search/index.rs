//! Tickers prepared for searching: their texts, and where words begin.

use std::{collections::HashMap, ops::Range, sync::OnceLock};

use memchr::memmem::Finder;

use super::{lines::Lines, slips::Words, starts::Starts};
use crate::domain::ticker::{TickerId, TickerKind};

/// A ticker to be found.
#[derive(Debug, Clone)]
pub struct Subject<'a> {
    /// Its number.
    pub id: TickerId,
    /// As Marketdeck writes it.
    pub symbol: &'a str,
    /// Full name.
    pub name: &'a str,
    /// What it is.
    pub kind: TickerKind,
    /// Former names, nicknames and the like.
    pub aliases: Vec<&'a str>,
}

/// Tickers prepared for searching.
#[derive(Debug, Default)]
pub struct Index {
    /// The lines of every ticker: symbol, name, other names.
    pub(super) lines: Lines,
    /// In the order in which they were given.
    pub(super) entries: Vec<Entry>,
    pub(super) by_symbol: HashMap<String, u32>,
    /// Where lines and their words begin.
    pub(super) starts: Starts,
    /// Made when a query fits nothing as it was typed.
    words: OnceLock<Words>,
}

/// One ticker, as places in the text.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) id: TickerId,
    pub(super) kind: TickerKind,
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Index {
    /// Prepares tickers. Of equal fits that weigh the same, the one that was given first comes first.
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
        index.starts = Starts::of(&index.lines, index.ranges());
        index
    }

    /// The entries that have the query somewhere in a line, ascending.
    pub(super) fn inside(&self, query: &str) -> impl Iterator<Item = usize> {
        let finder = Finder::new(query).into_owned();
        let (mut from, mut entry) = (0, 0);
        std::iter::from_fn(move || {
            let at = from + finder.find(&self.lines.text.as_bytes()[from..])?;
            let rest = &self.entries[entry..];
            // Often the next one, or not far from it.
            let near = rest.iter().take(8).position(|entry| entry.end > at);
            entry += near.unwrap_or_else(|| rest.partition_point(|entry| entry.end <= at));
            from = self.entries[entry].end;
            Some(entry)
        })
    }

    /// Whether a word of the entry starts with `word`, and whether one is it.
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

    /// Where the lines of each entry are.
    fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        self.entries.iter().map(|entry| entry.start..entry.end)
    }

    pub(super) fn words(&self) -> &Words {
        self.words
            .get_or_init(|| Words::of(&self.lines, self.ranges()))
    }
}
