//! Search index: the normalized texts of all tickers and the positions of words in them.

use std::{collections::HashMap, ops::Range, sync::OnceLock};

use memchr::memmem::Finder;

use super::{lines::Lines, prefix_index::PrefixIndex, typos::FuzzyIndex};
use crate::domain::ticker::{TickerId, TickerKind};

/// The data of a ticker that the search needs.
#[derive(Debug, Clone)]
pub struct SearchableTicker<'a> {
    /// Id.
    pub id: TickerId,
    /// Symbol.
    pub symbol: &'a str,
    /// Full name.
    pub name: &'a str,
    /// Kind.
    pub kind: TickerKind,
    /// Other names, such as former names and nicknames.
    pub aliases: Vec<&'a str>,
}

/// A search index over tickers.
#[derive(Debug, Default)]
pub struct SearchIndex {
    /// Normalized lines of all tickers: symbol, name, aliases.
    pub(super) lines: Lines,
    /// One entry per ticker, in the order of addition.
    pub(super) entries: Vec<Entry>,
    /// Entry indices by upper-case symbol.
    pub(super) by_symbol: HashMap<String, u32>,
    /// Starts of lines and words, sorted by text.
    pub(super) prefix_index: PrefixIndex,
    /// Built for the first query that needs fuzzy matching.
    fuzzy_index: OnceLock<FuzzyIndex>,
}

/// Result of comparing a query word with the words of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WordMatch {
    /// The query word is the beginning of a word.
    Prefix,
    /// The query word equals a word.
    Whole,
}

/// A ticker and the byte range of its lines in the text.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) id: TickerId,
    pub(super) kind: TickerKind,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The texts of a search index that is not sorted yet, so that nothing has to be locked while it is sorted.
#[derive(Debug)]
pub struct UnsortedIndex(SearchIndex);

impl UnsortedIndex {
    /// Collects the texts. Among equal matches with equal weight, a ticker that was added earlier comes first.
    pub fn new<'a>(tickers: impl Iterator<Item = SearchableTicker<'a>>) -> Self {
        let mut index = SearchIndex::default();
        for (ticker, entry) in tickers.zip(0..) {
            let start = index.lines.text.len();
            index.lines.add_symbol(ticker.symbol);
            index.lines.add_name(ticker.name);
            for alias in ticker.aliases {
                index.lines.add_name(alias);
            }
            index
                .by_symbol
                .insert(ticker.symbol.to_ascii_uppercase(), entry);
            index.entries.push(Entry {
                id: ticker.id,
                kind: ticker.kind,
                start,
                end: index.lines.text.len(),
            });
        }
        index.lines.shrink_to_fit();
        Self(index)
    }

    /// Builds the index.
    pub fn sort(self) -> SearchIndex {
        let Self(mut index) = self;
        index.prefix_index = PrefixIndex::new(&index.lines, index.ranges());
        index
    }
}

impl SearchIndex {
    /// Builds the part that finds words with typos, so that the first query with a typo need not build it.
    pub fn prepare_typos(&self) {
        self.fuzzy_index();
    }

    /// Returns the indices of the entries whose lines contain the query, ascending.
    pub(super) fn entries_containing(&self, query: &str) -> impl Iterator<Item = usize> {
        let finder = Finder::new(query).into_owned();
        let (mut from, mut entry) = (0, 0);
        std::iter::from_fn(move || {
            let at = from + finder.find(&self.lines.text.as_bytes()[from..])?;
            let rest = &self.entries[entry..];
            // The match is usually in one of the next entries; otherwise, a binary search finds it.
            let nearby = rest.iter().take(8).position(|entry| entry.end > at);
            entry += nearby.unwrap_or_else(|| rest.partition_point(|entry| entry.end <= at));
            from = self.entries[entry].end;
            Some(entry)
        })
    }

    /// Returns the best match of `word` among the words of the entry; `None` if no word of the entry starts with `word`.
    pub(super) fn match_word(&self, entry: usize, word: &str) -> Option<WordMatch> {
        let Entry { start, end, .. } = self.entries[entry];
        let text = &self.lines.text[start..end];
        let mut best = None;
        for (offset, _) in text.match_indices(word) {
            let at = start + offset;
            if !self.lines.is_word_start(at) {
                continue;
            }
            if self.lines.is_word_end(at + word.len()) {
                return Some(WordMatch::Whole);
            }
            best = Some(WordMatch::Prefix);
        }
        best
    }

    /// Returns the byte range of each entry in the text.
    fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        self.entries.iter().map(|entry| entry.start..entry.end)
    }

    /// Returns the index for fuzzy matching; builds it on the first call.
    pub(super) fn fuzzy_index(&self) -> &FuzzyIndex {
        self.fuzzy_index
            .get_or_init(|| FuzzyIndex::new(&self.lines, self.ranges()))
    }
}
