//! Which tickers a headline is about: by symbol, and by the names of companies and coins.
//!
//! Precision comes first. A name that is a word of everyday language counts only where something beside
//! it says that a company is meant, and who rates a company is not what the headline is about.

mod names;
mod words;

use std::collections::HashMap;

use self::{
    names::{AMBIGUOUS, BROKERS, NICKNAMES, NO_SYMBOLS, OTHER_THINGS, PEOPLE, RATES, normal},
    words::{Word, words},
};
use super::ticker::{Profile, TickerKind};

/// Words that stand before the name of a company as well as at the start of a headline.
const BEFORE: &[&str] = &[
    "and", "as", "at", "after", "by", "for", "from", "how", "if", "that", "vs", "why", "with",
    "when",
];
/// Words that follow the name of a company, or of a coin, and hardly anything else.
const AFTER: &[&str] = &[
    "acquires",
    "adds",
    "agrees",
    "announces",
    "beats",
    "blockchain",
    "boosts",
    "buys",
    "ceo",
    "cfo",
    "climbs",
    "corp",
    "cuts",
    "drops",
    "earnings",
    "expands",
    "faces",
    "falls",
    "forecasts",
    "foundation",
    "gains",
    "group",
    "hits",
    "inc",
    "invests",
    "investors",
    "jumps",
    "launches",
    "lifts",
    "misses",
    "named",
    "names",
    "network",
    "outlook",
    "pause",
    "pauses",
    "plans",
    "plc",
    "plunges",
    "posts",
    "price",
    "profit",
    "profits",
    "protocol",
    "raises",
    "rallies",
    "reports",
    "results",
    "revenue",
    "rises",
    "sales",
    "says",
    "sees",
    "sells",
    "share",
    "shareholders",
    "shares",
    "slides",
    "slips",
    "soars",
    "stock",
    "sues",
    "surges",
    "token",
    "tumbles",
    "unveils",
];

/// The names of the tickers that are known, prepared for reading headlines.
#[derive(Debug, Default)]
pub struct Names {
    /// By first word, the longest first.
    by_name: HashMap<String, Vec<Named>>,
    /// Symbols, as headlines write them.
    symbols: HashMap<String, String>,
}

/// A name without its first word.
#[derive(Debug)]
struct Named {
    rest: Vec<String>,
    /// The symbols of those who bear it.
    whose: Vec<String>,
}

impl Names {
    /// The names of `profiles`.
    pub fn of<'a>(profiles: impl Iterator<Item = &'a Profile>) -> Self {
        let mut names = Self::default();
        for profile in profiles {
            let symbol = &profile.symbol;
            names
                .symbols
                .insert(symbol.replace('-', "."), symbol.clone());
            names.symbols.insert(symbol.clone(), symbol.clone());
            if matches!(profile.kind, TickerKind::Stock | TickerKind::Crypto) {
                for name in normal(&profile.name) {
                    names.add(name, symbol);
                }
            }
        }
        for (nickname, symbols) in NICKNAMES {
            for symbol in *symbols {
                if names.symbols.contains_key(*symbol) {
                    let words = nickname.split(' ').map(str::to_owned).collect();
                    names.add(words, symbol);
                }
            }
        }
        names
    }

    fn add(&mut self, mut name: Vec<String>, symbol: &str) {
        if name.concat().len() < 2 {
            return;
        }
        let first = name.remove(0);
        let all = self.by_name.entry(first).or_default();
        match all.iter_mut().find(|named| named.rest == name) {
            Some(named) if named.whose.iter().any(|one| one == symbol) => {}
            Some(named) => named.whose.push(symbol.to_owned()),
            None => {
                let whose = vec![symbol.to_owned()];
                all.push(Named { rest: name, whose });
                // The longest name counts.
                all.sort_by_key(|named| std::cmp::Reverse(named.rest.len()));
            }
        }
    }

    /// Whom a headline is about, in the order in which they are named; of the text beneath it only
    /// symbols count that are marked as such.
    pub fn mentioned(&self, title: &str, text: &str) -> Vec<String> {
        let title_words = words(title);
        let is_shouted = !title.chars().any(char::is_lowercase);
        let mut found: Vec<(&str, bool)> = Vec::new();
        let mut at = 0;
        while let Some(word) = title_words.get(at) {
            if let Some(symbol) = self.by_symbol(word, is_shouted) {
                found.push((symbol, false));
                at += 1;
            } else if let Some((whose, length)) = self.by_name(&title_words, at) {
                let is_broker = BROKERS.contains(&whose[0].as_str());
                found.extend(whose.iter().map(|symbol| (symbol.as_str(), is_broker)));
                at += length;
            } else {
                at += 1;
            }
        }
        let text_words = words(text);
        let marked = text_words.iter().filter(|word| word.is_marked());
        found.extend(marked.filter_map(|word| Some((self.marked(word)?, false))));
        let is_rating = title_words
            .iter()
            .any(|word| RATES.contains(&word.normal.as_str()));
        let has_others = found.iter().any(|(_, is_broker)| !is_broker);
        let mut all = Vec::new();
        for (symbol, is_broker) in found {
            let is_judge = is_broker && is_rating && has_others;
            if !is_judge && !all.iter().any(|known| known == symbol) {
                all.push(symbol.to_owned());
            }
        }
        all
    }

    fn marked(&self, word: &Word<'_>) -> Option<&str> {
        self.symbols.get(word.raw).map(String::as_str)
    }

    /// A symbol that is marked (`$AAPL`, `(NASDAQ: AAPL)`), or one in capitals that is no word.
    fn by_symbol(&self, word: &Word<'_>, is_shouted: bool) -> Option<&str> {
        let is_capital = word
            .raw
            .chars()
            .all(|c| c.is_ascii_uppercase() || ".-".contains(c));
        let is_plain =
            is_capital && !is_shouted && word.raw.len() >= 3 && !NO_SYMBOLS.contains(&word.raw);
        self.marked(word).filter(|_| word.is_marked() || is_plain)
    }

    /// Whose name begins at a word, and how many words it has.
    fn by_name(&self, words: &[Word<'_>], at: usize) -> Option<(&[String], usize)> {
        let first = &words[at];
        let named = self.by_name.get(&first.normal)?;
        let is_here = |named: &&Named| {
            let end = at + 1 + named.rest.len();
            let here = words.get(at + 1..end).into_iter().flatten();
            here.map(|word| &word.normal).eq(&named.rest)
        };
        let Named { rest, whose } = named.iter().find(is_here)?;
        let length = rest.len() + 1;
        let is_meant = first.is_capital() && self.is_meant(words, at, length);
        is_meant.then_some((whose.as_slice(), length))
    }

    /// Whether a company is meant, and not the thing that its name is a word for.
    fn is_meant(&self, words: &[Word<'_>], at: usize, length: usize) -> bool {
        let (first, last) = (&words[at], &words[at + length - 1]);
        let next = words
            .get(at + length)
            .map_or("", |word| word.normal.as_str());
        let is_other = OTHER_THINGS
            .iter()
            .any(|(name, things)| first.normal == *name && things.contains(&next));
        let before = at.checked_sub(1).map(|at| &words[at]);
        let is_person = before
            .is_some_and(|word| PEOPLE.contains(&(word.normal.as_str(), first.normal.as_str())));
        if is_other || is_person || last.is_joined {
            return false;
        }
        let name = words[at..at + length]
            .iter()
            .map(|word| word.normal.as_str());
        let name = name.collect::<Vec<_>>().join(" ");
        if !AMBIGUOUS.contains(&name.as_str()) {
            return true;
        }
        if words
            .get(at + length)
            .is_some_and(|word| word.is_marked() && self.marked(word).is_some())
        {
            return true;
        }
        let begins =
            before.is_none_or(|word| word.ends_clause || BEFORE.contains(&word.normal.as_str()));
        begins && AFTER.contains(&next)
    }
}

#[cfg(test)]
mod tests;
