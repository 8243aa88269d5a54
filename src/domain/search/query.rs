//! Execution of a query: finds and ranks matching entries.

use super::{
    hints::{Hints, hints},
    index::{Entry, Index},
    prefix_index::Start,
    top_entries::TopEntries,
    words::singular,
};
use crate::domain::{
    symbol::{self, Candidate},
    ticker::TickerKind,
};

/// Minimum length of a query for one typo; shorter ones are one typo away from everything.
const MIN_LETTERS_ONE_TYPO: usize = 4;
/// Minimum length of a query for two typos.
const MIN_LETTERS_TWO_TYPOS: usize = 7;
/// Ranks of a match, best first.
const EXACT: usize = 0;
const PREFIX_OF_WORDS: usize = 1;
const PREFIX: usize = 2;
const INNER_WORDS: usize = 3;
const INNER_PREFIX: usize = 4;

/// A running query.
pub(super) struct Search<'a> {
    index: &'a Index,
    weight: &'a dyn Fn(usize) -> f64,
    most: usize,
    /// Kind that the query asks for: `gold etf`.
    kind: Option<Hints>,
    /// Matches, best first.
    found: Vec<usize>,
}

impl<'a> Search<'a> {
    /// Creates a query for at most `most` entries.
    pub(super) fn new(index: &'a Index, weight: &'a dyn Fn(usize) -> f64, most: usize) -> Self {
        Self {
            index,
            weight,
            most,
            kind: None,
            found: Vec::new(),
        }
    }

    /// Returns the entries that match the query (`typed` are its words), best first.
    pub(super) fn find(mut self, query: &str, typed: &[String]) -> Vec<usize> {
        let joined = typed.concat();
        self.lines(&joined, query);
        let single: Vec<String> = typed
            .iter()
            .map(|word| singular(word).unwrap_or_else(|| word.clone()))
            .collect();
        if self.found.is_empty() && typed.len() > 1 {
            self.all_words(typed);
        }
        if self.found.is_empty() && typed.len() > 1 && single != typed {
            self.all_words(&single);
        }
        if self.found.is_empty() {
            self.with_hints(typed);
        }
        if self.found.is_empty() {
            self.in_singular(typed);
        }
        if self.found.len() < self.most && joined.len() > 1 {
            let inside = self.index.inside(&joined);
            self.add(&mut inside.map(|entry| (0, entry)));
        }
        if self.found.is_empty() {
            self.with_typos(typed, &joined);
        }
        if self.found.is_empty() && typed.len() > 1 {
            self.all_but_one(typed);
        }
        self.found
    }

    /// Adds entries with their rank. Worse ranks only fill up what better ones leave.
    fn add(&mut self, fitting: &mut dyn Iterator<Item = (usize, usize)>) {
        let missing = self.most - self.found.len();
        if missing == 0 {
            return;
        }
        let mut heaviest: [TopEntries; 3] = std::array::from_fn(|_| TopEntries::new(missing));
        for (fit, entry) in fitting {
            let kind = self.index.entries[entry].kind;
            if self.kind.as_ref().is_none_or(|hints| hints.fit(kind)) {
                heaviest[fit].offer((self.weight)(entry), entry, &self.found);
            }
        }
        for entry in heaviest.into_iter().flat_map(TopEntries::entries) {
            if self.found.len() < self.most && !self.found.contains(&entry) {
                self.found.push(entry);
            }
        }
    }

    /// Adds entries with a line or word that starts with the query.
    fn lines(&mut self, joined: &str, query: &str) {
        let index = self.index;
        let lines = &index.lines;
        let starts = index.starts.with(&lines.text, joined);
        let fit = |start: &Start| {
            let end = start.at() + joined.len();
            match (start.is_line(), lines.is_whole(end), lines.is_end(end)) {
                (true, true, _) => EXACT,
                (true, false, true) => PREFIX_OF_WORDS,
                (true, false, false) => PREFIX,
                (false, _, true) => INNER_WORDS,
                (false, _, false) => INNER_PREFIX,
            }
        };
        let spelled = symbol::candidates(query).into_iter().filter_map(|reading| {
            let Candidate { symbol, kind } = reading;
            let entry = *index.by_symbol.get(&symbol)? as usize;
            let is_kind = kind.is_none_or(|kind| kind == index.entries[entry].kind);
            is_kind.then_some((EXACT, entry))
        });
        let coin = symbol::coin_of_pair(query).and_then(|coin| {
            let entry = *index.by_symbol.get(&coin)? as usize;
            (index.entries[entry].kind == TickerKind::Crypto).then_some((PREFIX, entry))
        });
        let spelled = spelled.chain(coin);
        let fits = starts.iter().map(|start| (fit(start), start.entry()));
        let mut before = spelled.chain(fits.clone().filter(|(fit, _)| *fit <= PREFIX));
        self.add(&mut before);
        self.prefer_symbol(query);
        let within = fits.filter(|(fit, _)| *fit > PREFIX);
        self.add(&mut within.map(|(fit, entry)| (fit - INNER_WORDS, entry)));
    }

    /// Moves the ticker whose symbol is the query to the top, but behind indices and commodities of that name: 'Dow'
    /// is not the chemical company.
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

    /// Searches again without words that only name a kind or a question: `gold etf`, `tesla stock price`.
    fn with_hints(&mut self, typed: &[String]) {
        let (mut kind, mut rest) = hints(typed);
        if let ([before @ .., last], true) = (typed, rest.is_empty())
            && !before.is_empty()
        {
            // 'commodity etf': the last word is the kind, the others the subject.
            kind = hints(std::slice::from_ref(last)).0;
            before.clone_into(&mut rest);
        }
        if rest.is_empty() || rest.len() == typed.len() {
            return;
        }
        self.kind = Some(kind);
        self.lines(&rest.concat(), &rest.join(" "));
        if self.found.is_empty() && rest.len() > 1 {
            self.all_words(&rest);
        }
        if self.found.is_empty() {
            self.in_singular(&rest);
        }
        if self.found.is_empty() {
            self.with_typos(&rest, &rest.concat());
        }
        self.kind = None;
    }

    /// Adds entries that contain every word of the query, in any order.
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

    /// Adds entries whose name starts with all words of the query but one: `visa card`. Symbols are not considered.
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

    /// Adds entries with one typo, or two in long queries.
    fn with_typos(&mut self, typed: &[String], joined: &str) {
        let index = self.index;
        let text = &index.lines.text;
        let length = joined.chars().count();
        for (typos, from) in [(1, MIN_LETTERS_ONE_TYPO), (2, MIN_LETTERS_TWO_TYPOS)] {
            if length < from || !self.found.is_empty() {
                continue;
            }
            let near = index.words().near(text, joined, typos);
            self.add(&mut near.map(|(begins, entry)| (usize::from(!begins), entry)));
            if self.found.is_empty() && typed.len() > 1 {
                self.words_with_typos(typed, typos);
            }
        }
    }

    /// Adds entries that contain every word of the query, each with at most `typos` typos.
    fn words_with_typos(&mut self, typed: &[String], typos: usize) {
        let index = self.index;
        let mut all: Option<Vec<usize>> = None;
        for word in typed {
            let length = word.chars().count();
            let typos = if length >= MIN_LETTERS_TWO_TYPOS {
                typos
            } else {
                1
            };
            let mut having: Vec<usize> = index
                .starts
                .with(&index.lines.text, word)
                .iter()
                .map(|start| start.entry())
                .collect();
            if length >= MIN_LETTERS_ONE_TYPO {
                let near = index.words().near(&index.lines.text, word, typos);
                having.extend(near.map(|(_, entry)| entry));
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
