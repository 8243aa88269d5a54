//! Splits a headline into words.

/// A word as written and as normalized for comparison.
#[derive(Debug)]
pub(super) struct Word<'a> {
    /// Without surrounding punctuation.
    pub(super) raw: &'a str,
    /// Lower case, without dots and possessive.
    pub(super) normal: String,
    /// True if a hyphen joins it with the next word: `Meta-analysis`.
    pub(super) is_joined: bool,
    /// True if a possessive follows: `Lowe's`.
    pub(super) is_possessive: bool,
    /// True if punctuation that ends a clause follows.
    pub(super) ends_clause: bool,
    /// Character right after the word.
    pub(super) next: Option<char>,
    /// Start in the text.
    pub(super) from: usize,
    /// End in the text.
    pub(super) to: usize,
}

impl Word<'_> {
    /// Returns true if it starts with a capital or a digit: `3M`.
    pub(super) fn is_capital(&self) -> bool {
        let first = self.raw.chars().next();
        first.is_some_and(|c| c.is_uppercase() || c.is_ascii_digit())
            || self.raw.chars().nth(1).is_some_and(char::is_uppercase)
    }

    /// Returns true if it has no lower-case letter.
    pub(super) fn is_upper(&self) -> bool {
        !self.raw.chars().any(char::is_lowercase)
    }

    /// Returns true if a comma follows, as in a list of names.
    pub(super) fn has_comma(&self) -> bool {
        self.next == Some(',')
    }

    /// Returns true for a number: `300`, `$5bn`.
    pub(super) fn is_number(&self) -> bool {
        self.raw.starts_with(|c: char| c.is_ascii_digit())
    }
}

/// Returns the words of `text`.
pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let mut all = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        let is_inside = c.is_alphanumeric() || ".&'’".contains(c);
        match (start, is_inside) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                start = None;
                all.extend(word(text, from, at));
            }
            _ => {}
        }
    }
    all
}

fn word(text: &str, from: usize, to: usize) -> Option<Word<'_>> {
    let piece = &text[from..to];
    let signs = |c: char| ".'’".contains(c);
    let trimmed = piece.trim_start_matches(signs);
    let from = from + piece.len() - trimmed.len();
    let raw = trimmed.trim_end_matches(['\'', '’']);
    let bare = raw.strip_suffix("'s").or_else(|| raw.strip_suffix("’s"));
    let is_possessive =
        bare.is_some() || (trimmed.len() > raw.len() && raw.ends_with(['s', 'S', 'x', 'z']));
    let raw = bare.unwrap_or(raw);
    let ends_with_point = raw.ends_with('.');
    let raw = raw.trim_end_matches('.');
    let normal = match raw {
        "&" => "and".to_owned(),
        raw => fold(raw),
    };
    let after = &text[to..];
    let next = after.chars().next();
    let is_name_of_one = raw.chars().any(char::is_lowercase) && raw.len() > 3;
    (!normal.is_empty()).then(|| Word {
        is_joined: next.is_some_and(|c| "-‑".contains(c))
            && after.chars().nth(1).is_some_and(char::is_alphanumeric),
        is_possessive,
        next,
        ends_clause: next.is_some_and(|c| ":;,!?—–|".contains(c))
            || (ends_with_point && is_name_of_one && normal != "corp")
            || after.trim_start().starts_with(['—', '–', '|'])
            || after.starts_with(" - "),
        from,
        to,
        raw,
        normal,
    })
}

/// Returns `raw` in lower case without dots, apostrophes and accents.
fn fold(raw: &str) -> String {
    let plain = raw.replace(['.', '\'', '’'], "");
    super::super::search::fold(&plain)
}

/// Returns true if most words are capitalized.
pub(super) fn is_title_case(words: &[Word<'_>]) -> bool {
    let telling = words
        .iter()
        .skip(1)
        .filter(|word| word.normal.len() > 3 && !word.is_number());
    let (mut capital, mut all) = (0, 0);
    for word in telling {
        all += 1;
        capital += usize::from(word.is_capital());
    }
    capital * 10 > all * 7
}
