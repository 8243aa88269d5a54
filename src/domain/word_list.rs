//! Lists of words that are kept in files of their own.

use std::{collections::HashSet, sync::LazyLock};

/// Words in lower case, by white space; lines that begin with `#` explain them. `_` stands for a space within a term.
pub(crate) struct WordList(LazyLock<HashSet<String>>);

impl WordList {
    pub(crate) const fn new(read: fn() -> HashSet<String>) -> Self {
        Self(LazyLock::new(read))
    }

    /// Whether a word is in the list.
    pub(crate) fn has(&self, word: &str) -> bool {
        self.0.contains(word)
    }

    /// The words of a file.
    pub(crate) fn parse(text: &str) -> HashSet<String> {
        text.lines()
            .filter(|line| !line.starts_with('#'))
            .flat_map(str::split_whitespace)
            .map(|word| word.replace('_', " "))
            .collect()
    }
}

/// Makes a list of each file.
macro_rules! word_lists {
    ($($name:ident = $file:literal;)*) => {
        $(
            pub(super) static $name: crate::domain::word_list::WordList =
                crate::domain::word_list::WordList::new(|| {
                    crate::domain::word_list::WordList::parse(include_str!($file))
                });
        )*
    };
}
pub(crate) use word_lists;
