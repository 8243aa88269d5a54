//! Splits a headline into words.

/// A word as written and as normalized for comparison.
#[derive(Debug)]
pub(super) struct Word<'a> {
    /// The word as written, without surrounding punctuation and possessive.
    pub(super) raw: &'a str,
    /// The word in lower case, without dots, apostrophes, accents and possessive.
    pub(super) normalized: String,
    /// True if a hyphen joins the word with the next word: `Meta-analysis`.
    pub(super) is_hyphenated: bool,
    /// True for a possessive: `Lowe's`.
    pub(super) is_possessive: bool,
    /// True if punctuation that ends a clause follows.
    pub(super) ends_clause: bool,
    /// The character after the word; `None` at the end of the text.
    next_char: Option<char>,
    /// Byte offset of the start in the text.
    pub(super) start: usize,
    /// Byte offset of the end in the text, after possessive and punctuation marks such as dots.
    pub(super) end: usize,
}

impl Word<'_> {
    /// Returns true if the word starts with a capital or a digit (`3M`), or its second letter is a capital (`iPhone`).
    pub(super) fn is_capital(&self) -> bool {
        let first = self.raw.chars().next();
        first.is_some_and(|c| c.is_uppercase() || c.is_ascii_digit())
            || self.raw.chars().nth(1).is_some_and(char::is_uppercase)
    }

    /// Returns true if the word has no lower-case letter.
    pub(super) fn is_upper(&self) -> bool {
        !self.raw.chars().any(char::is_lowercase)
    }

    /// Returns true if a comma follows, as in a list of names.
    pub(super) fn has_comma(&self) -> bool {
        self.next_char == Some(',')
    }

    /// Returns true for a number: `300`, `5bn`.
    pub(super) fn is_number(&self) -> bool {
        self.raw.starts_with(|c: char| c.is_ascii_digit())
    }
}

/// Returns the words of `text`.
pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut word_start = None;
    for (offset, c) in text.char_indices().chain([(text.len(), ' ')]) {
        let is_word_char = c.is_alphanumeric() || ".&'’".contains(c);
        match (word_start, is_word_char) {
            (None, true) => word_start = Some(offset),
            (Some(start), false) => {
                word_start = None;
                words.extend(word(text, start, offset));
            }
            _ => {}
        }
    }
    words
}

/// Returns the word between two byte offsets; `None` for punctuation only.
fn word(text: &str, start: usize, end: usize) -> Option<Word<'_>> {
    let token = &text[start..end];
    let trimmed = token.trim_start_matches(|c: char| ".'’".contains(c));
    let start = start + token.len() - trimmed.len();
    let unquoted = trimmed.trim_end_matches(['\'', '’']);
    let owner = unquoted
        .strip_suffix("'s")
        .or_else(|| unquoted.strip_suffix("’s"));
    let is_plural_possessive =
        trimmed.len() > unquoted.len() && unquoted.ends_with(['s', 'S', 'x', 'z']);
    let is_possessive = owner.is_some() || is_plural_possessive;
    let with_dots = owner.unwrap_or(unquoted);
    let ends_with_dot = with_dots.ends_with('.');
    let raw = with_dots.trim_end_matches('.');
    let normalized = match raw {
        "&" => "and".to_owned(),
        raw => normalize(raw),
    };
    let rest = &text[end..];
    let next_char = rest.chars().next();
    // The dot after an abbreviation ('U.S.', 'Inc.', 'Corp.') does not end a clause.
    let is_long_word = raw.chars().any(char::is_lowercase) && raw.len() > 3;
    (!normalized.is_empty()).then(|| Word {
        is_hyphenated: next_char.is_some_and(|c| "-‑".contains(c))
            && rest.chars().nth(1).is_some_and(char::is_alphanumeric),
        is_possessive,
        next_char,
        ends_clause: next_char.is_some_and(|c| ":;,!?—–|".contains(c))
            || (ends_with_dot && is_long_word && normalized != "corp")
            || rest.trim_start().starts_with(['—', '–', '|'])
            || rest.starts_with(" - "),
        start,
        end,
        raw,
        normalized,
    })
}

/// Returns `raw` in lower case without dots, apostrophes and accents.
fn normalize(raw: &str) -> String {
    let plain = raw.replace(['.', '\'', '’'], "");
    super::super::search::fold(&plain)
}

/// Returns true if most words are capitalized.
pub(super) fn is_title_case(words: &[Word<'_>]) -> bool {
    // The first word is always capitalized; short words and numbers are not evidence.
    let significant = words
        .iter()
        .skip(1)
        .filter(|word| word.normalized.len() > 3 && !word.is_number());
    let (mut capitalized, mut total) = (0, 0);
    for word in significant {
        total += 1;
        capitalized += usize::from(word.is_capital());
    }
    capitalized * 10 > total * 7
}
