//! Execution of a query: finds and ranks matching entries.

use super::{
    hints::{KindFilter, extract_kinds},
    index::{Entry, SearchIndex, WordMatch},
    prefix_index::Start,
    top_entries::TopEntries,
    words::singular,
};
use crate::domain::{
    symbol::{self, Candidate},
    ticker::TickerKind,
};

/// Minimum length of a query for one typo. A shorter query is similar to too many words.
const MIN_CHARS_ONE_TYPO: usize = 4;
/// Minimum length of a query for two typos.
const MIN_CHARS_TWO_TYPOS: usize = 7;

/// Ranks of a prefix match, best first. Rank 0: the query is a whole symbol or name.
const EXACT: usize = 0;
/// The query is the first words of a symbol or name.
const FIRST_WORDS: usize = 1;
/// A symbol or name starts with the query.
const PREFIX: usize = 2;
/// The query is one or more words inside a name.
const INNER_WORDS: usize = 3;
/// A word inside a name starts with the query.
const INNER_PREFIX: usize = 4;

/// Number of ranks per call of [`Search::add`].
const RANKS: usize = 3;

/// A running query.
pub(super) struct Search<'a> {
    index: &'a SearchIndex,
    weight: &'a dyn Fn(usize) -> f64,
    limit: usize,
    /// Kinds that the query asks for, as in `gold etf`.
    kinds: Option<KindFilter>,
    /// Indices of matching entries, best first.
    matches: Vec<usize>,
}

impl<'a> Search<'a> {
    /// Creates a query for at most `limit` entries.
    pub(super) fn new(
        index: &'a SearchIndex,
        weight: &'a dyn Fn(usize) -> f64,
        limit: usize,
    ) -> Self {
        Self {
            index,
            weight,
            limit,
            kinds: None,
            matches: Vec::new(),
        }
    }

    /// Returns the entries that match the query, best first. `query_words` are the normalized words of `query`.
    pub(super) fn run(mut self, query: &str, query_words: &[String]) -> Vec<usize> {
        let joined = query_words.concat();
        let has_several_words = query_words.len() > 1;
        self.add_prefix_matches(&joined, query);
        if self.matches.is_empty() && has_several_words {
            self.add_all_words_matches(query_words);
        }
        let singular_words = to_singular(query_words);
        if self.matches.is_empty() && has_several_words && singular_words != query_words {
            self.add_all_words_matches(&singular_words);
        }
        if self.matches.is_empty() {
            self.add_matches_of_kind(query_words);
        }
        if self.matches.is_empty() {
            self.add_singular_matches(query_words);
        }
        if self.matches.len() < self.limit && joined.len() > 1 {
            let entries = self.index.entries_containing(&joined);
            self.add(&mut entries.map(|entry| (0, entry)));
        }
        if self.matches.is_empty() {
            self.add_fuzzy_matches(query_words, &joined);
        }
        if self.matches.is_empty() && has_several_words {
            self.add_matches_without_a_word(query_words);
        }
        self.matches
    }

    /// Adds entries with their rank (0 to 2). Entries of worse ranks are added only while there are fewer than `limit`
    /// matches.
    fn add(&mut self, ranked_entries: &mut dyn Iterator<Item = (usize, usize)>) {
        let missing = self.limit - self.matches.len();
        if missing == 0 {
            return;
        }
        let mut by_rank: [TopEntries; RANKS] = std::array::from_fn(|_| TopEntries::new(missing));
        for (rank, entry) in ranked_entries {
            let kind = self.index.entries[entry].kind;
            if self.kinds.as_ref().is_none_or(|kinds| kinds.accepts(kind)) {
                by_rank[rank].add((self.weight)(entry), entry, &self.matches);
            }
        }
        for entry in by_rank.into_iter().flat_map(TopEntries::into_entries) {
            if self.matches.len() < self.limit && !self.matches.contains(&entry) {
                self.matches.push(entry);
            }
        }
    }

    /// Adds entries with a line or word that starts with the query, and entries whose symbol `query` may mean. `joined`
    /// is the query without spaces.
    fn add_prefix_matches(&mut self, joined: &str, query: &str) {
        let index = self.index;
        let lines = &index.lines;
        let starts = index.prefix_index.find(&lines.text, joined);
        let rank = |start: &Start| {
            let end = start.at() + joined.len();
            match (
                start.is_line(),
                lines.is_name_end(end),
                lines.is_word_end(end),
            ) {
                (true, true, _) => EXACT,
                (true, false, true) => FIRST_WORDS,
                (true, false, false) => PREFIX,
                (false, _, true) => INNER_WORDS,
                (false, _, false) => INNER_PREFIX,
            }
        };
        let symbol_matches = symbol::candidates(query)
            .into_iter()
            .filter_map(|candidate| {
                let Candidate { symbol, kind } = candidate;
                let entry = *index.by_symbol.get(&symbol)? as usize;
                let has_kind = kind.is_none_or(|kind| kind == index.entries[entry].kind);
                has_kind.then_some((EXACT, entry))
            });
        let coin_match = symbol::coin_of_pair(query).and_then(|coin| {
            let entry = *index.by_symbol.get(&coin)? as usize;
            (index.entries[entry].kind == TickerKind::Crypto).then_some((PREFIX, entry))
        });
        let ranked = starts.iter().map(|start| (rank(start), start.entry()));
        let at_line_start = ranked.clone().filter(|(rank, _)| *rank <= PREFIX);
        self.add(&mut symbol_matches.chain(coin_match).chain(at_line_start));
        self.move_symbol_to_top(query);
        let inside_line = ranked.filter(|(rank, _)| *rank > PREFIX);
        self.add(&mut inside_line.map(|(rank, entry)| (rank - INNER_WORDS, entry)));
    }

    /// Moves the ticker whose symbol equals the query to the top, but behind indices and commodities that matched better.
    /// Example: 'Dow' first finds the Dow Jones index, then the company with the symbol DOW.
    fn move_symbol_to_top(&mut self, query: &str) {
        let index = self.index;
        let entry = index.by_symbol.get(&query.trim().to_ascii_uppercase());
        let position = entry.and_then(|entry| {
            let mut matches = self.matches.iter();
            matches.position(|other| *other == *entry as usize)
        });
        let Some(position) = position else {
            return;
        };
        let is_benchmark = |entry: &&usize| {
            let kind = index.entries[**entry].kind;
            matches!(kind, TickerKind::Index | TickerKind::Commodity)
        };
        let benchmarks = self.matches[..position]
            .iter()
            .take_while(is_benchmark)
            .count();
        self.matches[benchmarks..=position].rotate_right(1);
    }

    /// Repeats the search without words for kinds and ignored words: `gold etf`, `tesla stock price`.
    fn add_matches_of_kind(&mut self, query_words: &[String]) {
        let (mut kinds, mut name_words) = extract_kinds(query_words);
        if let ([first_words @ .., last], true) = (query_words, name_words.is_empty())
            && !first_words.is_empty()
        {
            // All words are kinds or ignored, as in 'commodity etf': the last word is the kind, the others the name.
            kinds = extract_kinds(std::slice::from_ref(last)).0;
            first_words.clone_into(&mut name_words);
        }
        if name_words.is_empty() || name_words.len() == query_words.len() {
            return;
        }
        self.kinds = Some(kinds);
        self.add_prefix_matches(&name_words.concat(), &name_words.join(" "));
        if self.matches.is_empty() && name_words.len() > 1 {
            self.add_all_words_matches(&name_words);
        }
        if self.matches.is_empty() {
            self.add_singular_matches(&name_words);
        }
        if self.matches.is_empty() {
            self.add_fuzzy_matches(&name_words, &name_words.concat());
        }
        self.kinds = None;
    }

    /// Adds entries that have every word of the query, in any order. The query may contain only beginnings of words.
    fn add_all_words_matches(&mut self, query_words: &[String]) {
        let index = self.index;
        let starts_of = |word: &String| index.prefix_index.find(&index.lines.text, word);
        let Some(rarest) = query_words.iter().min_by_key(|word| starts_of(word).len()) else {
            return;
        };
        let ranked = starts_of(rarest).iter().filter_map(|start| {
            let entry = start.entry();
            let word_matches: Option<Vec<WordMatch>> = query_words
                .iter()
                .map(|word| index.match_word(entry, word))
                .collect();
            let has_partial_word = word_matches?.contains(&WordMatch::Prefix);
            Some((usize::from(has_partial_word), entry))
        });
        self.add(&mut ranked.into_iter());
    }

    /// Adds entries whose name starts with all words of the query except one: `visa card` finds Visa. Symbols are
    /// ignored.
    fn add_matches_without_a_word(&mut self, query_words: &[String]) {
        let index = self.index;
        let lines = &index.lines;
        for omitted in (0..query_words.len()).rev() {
            let joined = [&query_words[..omitted], &query_words[omitted + 1..]]
                .concat()
                .concat();
            let starts = index.prefix_index.find(&lines.text, &joined);
            let names = starts.iter().filter(|start| {
                let Entry {
                    start: symbol_start,
                    ..
                } = index.entries[start.entry()];
                let end = start.at() + joined.len();
                start.is_line() && start.at() > symbol_start && lines.is_word_end(end)
            });
            self.add(&mut names.map(|start| (0, start.entry())));
            if !self.matches.is_empty() {
                return;
            }
        }
    }

    /// Repeats the prefix search with plural words in the singular.
    fn add_singular_matches(&mut self, query_words: &[String]) {
        let singular_words = to_singular(query_words);
        if singular_words != query_words {
            self.add_prefix_matches(&singular_words.concat(), &singular_words.join(" "));
        }
    }

    /// Adds entries that match the query with one typo or, if the query is long, two typos.
    fn add_fuzzy_matches(&mut self, query_words: &[String], joined: &str) {
        let index = self.index;
        let text = &index.lines.text;
        let length = joined.chars().count();
        for (max_typos, min_length) in [(1, MIN_CHARS_ONE_TYPO), (2, MIN_CHARS_TWO_TYPOS)] {
            if length < min_length || !self.matches.is_empty() {
                continue;
            }
            let similar = index.fuzzy_index().find(text, joined, max_typos);
            self.add(&mut similar.map(|(is_first_letter_equal, entry)| {
                (usize::from(!is_first_letter_equal), entry)
            }));
            if self.matches.is_empty() && query_words.len() > 1 {
                self.add_fuzzy_all_words_matches(query_words, max_typos);
            }
        }
    }

    /// Adds entries that have every word of the query, each with at most `max_typos` typos.
    fn add_fuzzy_all_words_matches(&mut self, query_words: &[String], max_typos: usize) {
        let index = self.index;
        let text = &index.lines.text;
        let mut common: Option<Vec<usize>> = None;
        for word in query_words {
            let length = word.chars().count();
            let max_typos = if length >= MIN_CHARS_TWO_TYPOS {
                max_typos
            } else {
                1
            };
            let starts = index.prefix_index.find(text, word);
            let mut entries: Vec<usize> = starts.iter().map(|start| start.entry()).collect();
            if length >= MIN_CHARS_ONE_TYPO {
                let similar = index.fuzzy_index().find(text, word, max_typos);
                entries.extend(similar.map(|(_, entry)| entry));
            }
            entries.sort_unstable();
            entries.dedup();
            common = Some(match common {
                None => entries,
                Some(mut common) => {
                    common.retain(|entry| entries.binary_search(entry).is_ok());
                    common
                }
            });
        }
        self.add(
            &mut common
                .unwrap_or_default()
                .into_iter()
                .map(|entry| (0, entry)),
        );
    }
}

/// Replaces plural words with their singular.
fn to_singular(words: &[String]) -> Vec<String> {
    words
        .iter()
        .map(|word| singular(word).unwrap_or_else(|| word.clone()))
        .collect()
}
