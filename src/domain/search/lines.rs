//! The searched text: one line per symbol, name and alias, without spaces and punctuation, so that `coca cola`,
//! `Coca-Cola` and `cocacola` are equal.

use super::words::{core, words};

/// Lines with the positions of words.
#[derive(Debug, Default)]
pub(super) struct Lines {
    pub(super) text: String,
    begins: Bits,
    ends: Bits,
    /// Positions at which the text before is the whole symbol or name.
    whole: Bits,
}

impl Lines {
    /// Adds a symbol.
    pub(super) fn add_symbol(&mut self, symbol: &str) {
        let words = words(symbol);
        let last = words.len();
        self.add(&words, last);
    }

    /// Adds a name; it also counts as whole without its legal form ('Inc.').
    pub(super) fn add_name(&mut self, name: &str) {
        let words = words(name);
        self.add(&words, core(&words));
    }

    fn add(&mut self, words: &[String], core: usize) {
        for (word, nth) in words.iter().zip(1..) {
            self.begins.set(self.text.len());
            self.text.push_str(word);
            self.ends.set(self.text.len());
            if nth >= core {
                self.whole.set(self.text.len());
            }
        }
        self.text.push('\n');
    }

    pub(super) fn is_begin(&self, at: usize) -> bool {
        self.begins.has(at)
    }

    pub(super) fn is_end(&self, at: usize) -> bool {
        self.ends.has(at)
    }

    pub(super) fn is_whole(&self, at: usize) -> bool {
        self.whole.has(at)
    }

    pub(super) fn shrink_to_fit(&mut self) {
        self.text.shrink_to_fit();
    }
}

/// A bit set of positions.
#[derive(Debug, Default)]
struct Bits(Vec<u64>);

impl Bits {
    fn set(&mut self, at: usize) {
        if self.0.len() <= at / 64 {
            self.0.resize(at / 64 + 1, 0);
        }
        self.0[at / 64] |= 1 << (at % 64);
    }

    fn has(&self, at: usize) -> bool {
        self.0
            .get(at / 64)
            .is_some_and(|bits| bits >> (at % 64) & 1 == 1)
    }
}
