//! The text of the search index. It has one line per symbol, name and alias, without spaces and punctuation, so that
//! `coca cola`, `Coca-Cola` and `cocacola` are equal.

use super::words::{count_name_words, split_words};

/// The lines of all tickers and the positions (in bytes) of words in them.
#[derive(Debug, Default)]
pub(super) struct Lines {
    pub(super) text: String,
    word_starts: BitSet,
    word_ends: BitSet,
    /// Positions at which a whole symbol or name ends. A name ends before and after its legal form.
    name_ends: BitSet,
}

impl Lines {
    /// Adds a symbol.
    pub(super) fn add_symbol(&mut self, symbol: &str) {
        let words = split_words(symbol);
        let word_count = words.len();
        self.add_line(&words, word_count);
    }

    /// Adds a name. The name without its legal form ('Inc.') also counts as a whole name.
    pub(super) fn add_name(&mut self, name: &str) {
        let words = split_words(name);
        self.add_line(&words, count_name_words(&words));
    }

    /// Adds a line. The whole name ends after `name_word_count` words and after each further word.
    fn add_line(&mut self, words: &[String], name_word_count: usize) {
        for (word, number) in words.iter().zip(1..) {
            self.word_starts.insert(self.text.len());
            self.text.push_str(word);
            self.word_ends.insert(self.text.len());
            if number >= name_word_count {
                self.name_ends.insert(self.text.len());
            }
        }
        self.text.push('\n');
    }

    pub(super) fn is_word_start(&self, at: usize) -> bool {
        self.word_starts.contains(at)
    }

    pub(super) fn is_word_end(&self, at: usize) -> bool {
        self.word_ends.contains(at)
    }

    pub(super) fn is_name_end(&self, at: usize) -> bool {
        self.name_ends.contains(at)
    }

    pub(super) fn shrink_to_fit(&mut self) {
        self.text.shrink_to_fit();
    }
}

/// A set of positions, with one bit per position.
#[derive(Debug, Default)]
struct BitSet(Vec<u64>);

impl BitSet {
    fn insert(&mut self, at: usize) {
        if self.0.len() <= at / 64 {
            self.0.resize(at / 64 + 1, 0);
        }
        self.0[at / 64] |= 1 << (at % 64);
    }

    fn contains(&self, at: usize) -> bool {
        self.0
            .get(at / 64)
            .is_some_and(|bits| bits >> (at % 64) & 1 == 1)
    }
}
