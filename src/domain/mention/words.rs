//! The words of a headline.

/// One word, as it stands and as names are compared.
#[derive(Debug)]
pub(super) struct Word<'a> {
    /// Without the signs around it.
    pub(super) raw: &'a str,
    /// In lower case, without points and the sign of possession.
    pub(super) normal: String,
    /// The next word hangs on it: `Meta-analysis`.
    pub(super) is_joined: bool,
    /// A sign follows that ends a part of the sentence.
    pub(super) ends_clause: bool,
    is_marked: bool,
}

impl Word<'_> {
    /// It is marked as a symbol: by a dollar sign, or as all that stands in brackets, an exchange aside.
    pub(super) fn is_marked(&self) -> bool {
        self.is_marked
    }

    /// It begins with a capital, or a figure: `3M`.
    pub(super) fn is_capital(&self) -> bool {
        let first = self.raw.chars().next();
        first.is_some_and(|c| c.is_uppercase() || c.is_ascii_digit())
            || self.raw.chars().nth(1).is_some_and(char::is_uppercase)
    }
}

/// Exchanges, as they stand before a symbol in brackets.
const EXCHANGES: &[&str] = &[
    "nasdaq", "nasdaqgs", "nyse", "nysearca", "amex", "otc", "otcmkts", "lse", "tsx", "crypto",
    "arca",
];

/// The words of `text`.
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
    let raw = piece
        .trim_start_matches(signs)
        .trim_end_matches(['\'', '’']);
    let bare = raw.strip_suffix("'s").or_else(|| raw.strip_suffix("’s"));
    let raw = bare.unwrap_or(raw);
    let ends_with_point = raw.ends_with('.');
    let raw = raw.trim_end_matches('.');
    let normal = match raw {
        "&" => "and".to_owned(),
        raw => raw.replace(['.', '\'', '’'], "").to_lowercase(),
    };
    let (before, after) = (&text[..from], &text[to..]);
    let next = after.chars().next();
    let is_name_of_one = raw.chars().any(char::is_lowercase);
    (!normal.is_empty()).then(|| Word {
        is_joined: next == Some('-') && after[1..].starts_with(char::is_alphanumeric),
        ends_clause: next.is_some_and(|c| ":;,!?—–|".contains(c))
            || (ends_with_point && is_name_of_one)
            || after.trim_start().starts_with(['—', '–', '|']),
        is_marked: is_marked(before, after),
        raw,
        normal,
    })
}

fn is_marked(before: &str, after: &str) -> bool {
    if before.ends_with('$') {
        return true;
    }
    let Some((_, inside)) = before.rsplit_once('(') else {
        return false;
    };
    let is_last = after.starts_with(')');
    let exchange = inside.trim().trim_end_matches(':').to_lowercase();
    let is_of_exchange = inside.trim_end().ends_with(':') && EXCHANGES.contains(&exchange.as_str());
    is_last && (inside.trim().is_empty() || is_of_exchange)
}
