//! Word lists in text files.

use std::{collections::HashSet, sync::LazyLock};

/// A set of lower-case words and terms, loaded from a text file on first use.
///
/// In the file, white space separates the words, `_` is a space within a term, and lines that begin with `#` are
/// comments.
pub(crate) struct WordList(LazyLock<HashSet<String>>);

impl WordList {
    /// Creates a list that calls `load` on first use.
    pub(crate) const fn new(load: fn() -> HashSet<String>) -> Self {
        Self(LazyLock::new(load))
    }

    /// Returns true if the list contains `word`.
    pub(crate) fn has(&self, word: &str) -> bool {
        self.0.contains(word)
    }

    /// Parses the text of a list file.
    pub(crate) fn parse(text: &str) -> HashSet<String> {
        text.lines()
            .filter(|line| !line.starts_with('#'))
            .flat_map(str::split_whitespace)
            .map(|word| word.replace('_', " "))
            .collect()
    }
}

/// Declares a static [`WordList`] for each file.
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
