//! A search: which entries fit a query, and how well.

use super::{
    heaviest::Heaviest,
    hints::{Hints, hints},
    index::{Entry, Index},
    starts::Start,
    words::singular,
};
use crate::domain::{
    symbol::{self, Reading},
    ticker::TickerKind,
};

/// Letters a query needs before a slip is forgiven: with fewer, everything is one slip away.
const FORGIVING_FROM: usize = 4;
/// Letters from which two slips are.
const FORGIVING_TWO_FROM: usize = 7;
/// How well a line fits, the best first.
const WHOLE: usize = 0;
const WORDS_BEFORE: usize = 1;
const BEFORE: usize = 2;
const WORDS_WITHIN: usize = 3;
const WITHIN: usize = 4;

/// A search under way.
pub(super) struct Search<'a> {
    index: &'a Index,
    weight: &'a dyn Fn(usize) -> f64,
    most: usize,
    /// What is looked for, where the query says so: `gold etf`.
    kind: Option<Hints>,
    /// Best first.
    found: Vec<usize>,
}

impl<'a> Search<'a> {
    /// A search for `most` entries at most, the heavier before others that fit as well.
    pub(super) fn new(index: &'a Index, weight: &'a dyn Fn(usize) -> f64, most: usize) -> Self {
        Self {
            index,
            weight,
            most,
            kind: None,
            found: Vec::new(),
        }
    }

    /// The entries that fit the query, which has these words, the best first.
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
            self.with_slips(typed, &joined);
        }
        if self.found.is_empty() && typed.len() > 1 {
            self.all_but_one(typed);
        }
        self.found
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
        let coin = symbol::coin_of_pair(query).and_then(|coin| {
            let entry = *index.by_symbol.get(&coin)? as usize;
            (index.entries[entry].kind == TickerKind::Crypto).then_some((BEFORE, entry))
        });
        let spelled = spelled.chain(coin);
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
        let (mut kind, mut rest) = hints(typed);
        if let ([before @ .., last], true) = (typed, rest.is_empty())
            && !before.is_empty()
        {
            // 'commodity etf': the last word says the kind, and the others what it is of.
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
            self.add(&mut near.map(|(begins, entry)| (usize::from(!begins), entry)));
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
                let near = index.words().near(&index.lines.text, word, slips);
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
