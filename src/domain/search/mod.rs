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
mod slips;
mod starts;
mod words;

use std::{collections::HashMap, ops::Range, sync::OnceLock};

use memchr::memmem::Finder;

pub(crate) use self::fold::fold;
use self::{
    heaviest::Heaviest,
    hints::{Hints, hints},
    lines::Lines,
    slips::Words,
    starts::{Start, Starts},
    words::{singular, words},
};
use super::{
    symbol::{self, Reading},
    ticker::{TickerId, TickerKind},
};

/// Letters a query needs before a slip is forgiven: with fewer, everything is one slip away.
const FORGIVING_FROM: usize = 4;
/// Letters from which two slips are.
const FORGIVING_TWO_FROM: usize = 7;
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

/// How well a line fits, the best first.
const WHOLE: usize = 0;
const WORDS_BEFORE: usize = 1;
const BEFORE: usize = 2;
const WORDS_WITHIN: usize = 3;
const WITHIN: usize = 4;

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
        let mut search = Search {
            index: self,
            weight: &|entry: usize| weight(self.entries[entry].id),
            most,
            kind: None,
            found: Vec::new(),
        };
        search.find(&query, &typed);
        let id = |entry: usize| self.entries[entry].id;
        search.found.into_iter().map(id).collect()
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

/// A search under way.
struct Search<'a> {
    index: &'a Index,
    weight: &'a dyn Fn(usize) -> f64,
    most: usize,
    /// What is looked for, where the query says so: `gold etf`.
    kind: Option<Hints>,
    /// Best first.
    found: Vec<usize>,
}

impl Search<'_> {
    fn find(&mut self, query: &str, typed: &[String]) {
        let joined = typed.concat();
        self.lines(&joined, query);
        if self.found.is_empty() {
            self.with_hints(typed);
        }
        if self.found.is_empty() && typed.len() > 1 {
            self.all_words(typed);
        }
        if self.found.is_empty() {
            self.in_singular(typed);
        }
        if self.found.len() < self.most && joined.len() > 1 {
            let inside = self.index.inside(&joined);
            self.add(&mut inside.map(|entry| (0, entry)));
        }
        if self.found.is_empty() {
            self.with_slips(typed, &joined);
        }
        if self.found.is_empty() && typed.len() > 1 {
            self.all_but_one(typed);
        }
    }

    /// Adds entries with how well they fit, the best fit first. A worse fit is taken only where there are too few of the better.
    fn add(&mut self, fitting: &mut dyn Iterator<Item = (usize, usize)>) {
        let missing = self.most - self.found.len();
        if missing == 0 {
            return;
        }
        let mut heaviest: [Heaviest; 3] = std::array::from_fn(|_| Heaviest::new(missing));
        for (fit, entry) in fitting {
            let kind = self.index.entries[entry].kind;
            if self.kind.as_ref().is_none_or(|hints| hints.fit(kind)) {
                heaviest[fit].offer((self.weight)(entry), entry, &self.found);
            }
        }
        for entry in heaviest.into_iter().flat_map(Heaviest::entries) {
            if self.found.len() < self.most && !self.found.contains(&entry) {
                self.found.push(entry);
            }
        }
    }

    /// Entries with a line, or a word of one, that starts with the query.
    fn lines(&mut self, joined: &str, query: &str) {
        let index = self.index;
        let lines = &index.lines;
        let starts = index.starts.with(&lines.text, joined);
        let fit = |start: &Start| {
            let end = start.at() + joined.len();
            match (start.is_line(), lines.is_whole(end), lines.is_end(end)) {
                (true, true, _) => WHOLE,
                (true, false, true) => WORDS_BEFORE,
                (true, false, false) => BEFORE,
                (false, _, true) => WORDS_WITHIN,
                (false, _, false) => WITHIN,
            }
        };
        let spelled = symbol::readings(query).into_iter().filter_map(|reading| {
            let Reading { symbol, kind } = reading;
            let entry = *index.by_symbol.get(&symbol)? as usize;
            let is_kind = kind.is_none_or(|kind| kind == index.entries[entry].kind);
            is_kind.then_some((WHOLE, entry))
        });
        let fits = starts.iter().map(|start| (fit(start), start.entry()));
        let mut before = spelled.chain(fits.clone().filter(|(fit, _)| *fit <= BEFORE));
        self.add(&mut before);
        self.prefer_symbol(query);
        let within = fits.filter(|(fit, _)| *fit > BEFORE);
        self.add(&mut within.map(|(fit, entry)| (fit - WORDS_WITHIN, entry)));
    }

    /// Whoever types a symbol means it, unless an index or a commodity is called so: the Dow is no chemical company.
    fn prefer_symbol(&mut self, query: &str) {
        let index = self.index;
        let of_query = index.by_symbol.get(&query.trim().to_ascii_uppercase());
        let Some(at) = of_query.and_then(|exact| {
            let mut found = self.found.iter();
            found.position(|entry| *entry == *exact as usize)
        }) else {
            return;
        };
        let is_benchmark = |entry: &&usize| {
            let kind = index.entries[**entry].kind;
            matches!(kind, TickerKind::Index | TickerKind::Commodity)
        };
        let before = self.found[..at].iter().take_while(is_benchmark).count();
        self.found[before..=at].rotate_right(1);
    }

    /// The same for what is left of a query that says what kind is meant, or that something is asked of it: `gold etf`,
    /// `tesla stock price`.
    fn with_hints(&mut self, typed: &[String]) {
        let (hints, rest) = hints(typed);
        if rest.is_empty() || rest.len() == typed.len() {
            return;
        }
        self.kind = Some(hints);
        self.lines(&rest.concat(), &rest.join(" "));
        if self.found.is_empty() && rest.len() > 1 {
            self.all_words(&rest);
        }
        if self.found.is_empty() {
            self.in_singular(&rest);
        }
        if self.found.is_empty() {
            self.with_slips(&rest, &rest.concat());
        }
        self.kind = None;
    }

    /// Entries that have every word of the query, in any order.
    fn all_words(&mut self, typed: &[String]) {
        let index = self.index;
        let of = |word: &String| index.starts.with(&index.lines.text, word);
        let Some(rarest) = typed.iter().min_by_key(|word| of(word).len()) else {
            return;
        };
        let fitting = of(rarest).iter().filter_map(|start| {
            let entry = start.entry();
            let has = |word: &String| index.has_word(entry, word);
            let all: Vec<_> = typed.iter().map(has).collect();
            let fit = usize::from(!all.iter().all(|(_, is_word)| *is_word));
            all.iter()
                .all(|(begins, _)| *begins)
                .then_some((fit, entry))
        });
        self.add(&mut fitting.into_iter());
    }

    /// Entries whose name starts with all words of the query but one: `visa card`. A symbol with another word is no name.
    fn all_but_one(&mut self, typed: &[String]) {
        let index = self.index;
        let lines = &index.lines;
        for without in (0..typed.len()).rev() {
            let rest = [&typed[..without], &typed[without + 1..]].concat().concat();
            let starts = index.starts.with(&lines.text, &rest);
            let fits = starts.iter().filter(|start| {
                let Entry { start: symbol, .. } = index.entries[start.entry()];
                start.is_line() && start.at() > symbol && lines.is_end(start.at() + rest.len())
            });
            self.add(&mut fits.map(|start| (0, start.entry())));
            if !self.found.is_empty() {
                return;
            }
        }
    }

    fn in_singular(&mut self, typed: &[String]) {
        let single: Vec<String> = typed
            .iter()
            .map(|word| singular(word).unwrap_or_else(|| word.clone()))
            .collect();
        if single != typed {
            self.lines(&single.concat(), &single.join(" "));
        }
    }

    /// Entries that are a slip away, or two of long queries.
    fn with_slips(&mut self, typed: &[String], joined: &str) {
        let index = self.index;
        let text = &index.lines.text;
        let length = joined.chars().count();
        for (slips, from) in [(1, FORGIVING_FROM), (2, FORGIVING_TWO_FROM)] {
            if length < from || !self.found.is_empty() {
                continue;
            }
            let near = index.words().near(text, joined, slips);
            self.add(&mut near.map(|entry| (0, entry)));
            if self.found.is_empty() && typed.len() > 1 {
                self.words_with_slips(typed, slips);
            }
        }
    }

    /// Entries that have every word of the query, each with slips at most.
    fn words_with_slips(&mut self, typed: &[String], slips: usize) {
        let index = self.index;
        let mut all: Option<Vec<usize>> = None;
        for word in typed {
            let length = word.chars().count();
            let slips = if length >= FORGIVING_TWO_FROM {
                slips
            } else {
                1
            };
            let mut having: Vec<usize> = index
                .starts
                .with(&index.lines.text, word)
                .iter()
                .map(|start| start.entry())
                .collect();
            if length >= FORGIVING_FROM {
                having.extend(index.words().near(&index.lines.text, word, slips));
            }
            having.sort_unstable();
            having.dedup();
            all = Some(match all {
                None => having,
                Some(mut before) => {
                    before.retain(|entry| having.binary_search(entry).is_ok());
                    before
                }
            });
        }
        self.add(&mut all.unwrap_or_default().into_iter().map(|entry| (0, entry)));
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
