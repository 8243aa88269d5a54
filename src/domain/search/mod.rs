//! Ranking of ticker search results.
//!
//! Best first: a symbol or a name that is the query, one that starts with it, a word of a name that does, all words
//! of the query in any order, the query inside of a symbol or name, and last one with a slip of the finger or two. Names are
//! also former names and nicknames ([`crate::domain::alias`]). Among equals the heavier comes first, by what it weighs
//! now. Case, accents, spaces and signs never matter.

mod fold;
mod heaviest;
mod hints;
mod lines;
mod query;
mod slips;
mod starts;
mod words;

use std::{collections::HashMap, ops::Range, sync::OnceLock};

use memchr::memmem::Finder;

pub(crate) use self::fold::fold;
use self::{lines::Lines, query::Search, slips::Words, starts::Starts, words::words};
use super::ticker::{TickerId, TickerKind};

/// Letters of a query that are looked at.
const MOST_LETTERS: usize = 100;

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
    lines: Lines,
    /// In the order in which they were given.
    entries: Vec<Entry>,
    by_symbol: HashMap<String, u32>,
    /// Where lines and their words begin.
    starts: Starts,
    /// Made when a query fits nothing as it was typed.
    words: OnceLock<Words>,
}

/// One ticker, as places in the text.
#[derive(Debug)]
struct Entry {
    id: TickerId,
    kind: TickerKind,
    start: usize,
    end: usize,
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

    /// At most `most` matches, best first, and among equal fits the one that `weight` says is heavier;
    /// none for a blank query.
    pub fn find(
        &self,
        query: &str,
        most: usize,
        weight: impl Fn(TickerId) -> f64,
    ) -> Vec<TickerId> {
        let query: String = query.chars().take(MOST_LETTERS).collect();
        let typed = words(&query);
        if typed.is_empty() || most == 0 {
            return Vec::new();
        }
        let weight = |entry: usize| weight(self.entries[entry].id);
        let found = Search::new(self, &weight, most).find(&query, &typed);
        found
            .into_iter()
            .map(|entry| self.entries[entry].id)
            .collect()
    }

    /// The entries that have the query somewhere in a line, ascending.
    fn inside(&self, query: &str) -> impl Iterator<Item = usize> {
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
    fn has_word(&self, entry: usize, word: &str) -> (bool, bool) {
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

    fn words(&self) -> &Words {
        self.words
            .get_or_init(|| Words::of(&self.lines, self.ranges()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(query: &str) -> Vec<&'static str> {
        const TICKERS: [(&str, &str, f64); 15] = [
            ("^GSPC", "S&P 500", 0.0),
            ("AAPL", "Apple Inc.", 3500.0),
            ("APLE", "Apple Hospitality REIT", 3.0),
            ("APT", "Aptos", 2.8),
            ("AMZN", "Amazon.com, Inc.", 2000.0),
            ("META", "Meta Platforms, Inc.", 1500.0),
            ("BTC", "Bitcoin", 1900.0),
            ("BCH", "Bitcoin Cash", 10.0),
            ("ETH", "Ethereum", 400.0),
            ("ETC", "Ethereum Classic", 4.0),
            ("GC=F", "Gold", 0.0),
            ("GLD", "SPDR Gold Shares", 90.0),
            ("NVDA", "NVIDIA Corporation", 4000.0),
            ("NESN", "Nestlé S.A.", 250.0),
            ("MSFT", "Microsoft Corporation", 3400.0),
        ];
        let index = Index::new((1..).zip(TICKERS).map(|(id, (symbol, name, _))| Subject {
            id: TickerId(id),
            symbol,
            name,
            kind: TickerKind::Stock,
            aliases: Vec::new(),
        }));
        index
            .find(query, 10, |id| TICKERS[id.index()].2)
            .into_iter()
            .map(|id| TICKERS[id.index()].0)
            .collect()
    }

    #[test]
    fn the_best_match_is_first_on_a_judged_list() {
        for (query, best) in [
            ("aapl", "AAPL"),
            ("apple", "AAPL"),
            ("ap", "AAPL"),
            ("apt", "APT"),
            ("App", "AAPL"),
            ("btc", "BTC"),
            ("bitcoin", "BTC"),
            ("bitcoin cash", "BCH"),
            ("eth", "ETH"),
            ("ethereum cl", "ETC"),
            ("gold", "GC=F"),
            ("gc", "GC=F"),
            ("gspc", "^GSPC"),
            ("s&p", "^GSPC"),
            ("nestle", "NESN"),
            ("Nestlé", "NESN"),
            ("corp", "NVDA"),
            ("platforms", "META"),
            ("amazno", "AMZN"),
            ("nvdia", "NVDA"),
            ("mircosoft", "MSFT"),
            ("  msft ", "MSFT"),
            ("soft", "MSFT"),
        ] {
            assert_eq!(
                found(query).first(),
                Some(&best),
                "{query}: {:?}",
                found(query)
            );
        }
    }

    #[test]
    fn among_equal_fits_the_larger_comes_first() {
        assert_eq!(found("apple"), ["AAPL", "APLE"]);
    }

    #[test]
    fn short_nonsense_finds_nothing() {
        assert!(found("zz").is_empty());
        assert!(found("xyz").is_empty());
        assert!(found("   ").is_empty());
    }
}
