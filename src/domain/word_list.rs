//! Word lists in text files.

use std::{collections::HashSet, sync::LazyLock};

/// Lower-case words separated by white space. Lines that begin with `#` are comments; `_` is a space within a term.
pub(crate) struct WordList(LazyLock<HashSet<String>>);

impl WordList {
    pub(crate) const fn new(read: fn() -> HashSet<String>) -> Self {
        Self(LazyLock::new(read))
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

/// Declares one [`WordList`] per file.
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
