//! Splits a clause into terms and classifies them.

use super::{
    lexicon,
    lists::{BAD, DOWN, ENDS, GOOD, GOODS, MENDS, PRICES, RAISE, REDUCE, STARTS, UP, WRONGS},
};
use crate::domain::word_list::WordList;

/// Number of words of the longest term.
const MAX_TERM_WORDS: usize = 4;

/// A term of a clause.
#[derive(Debug, Clone, Default)]
pub(super) struct Term {
    pub(super) text: String,
    pub(super) from: usize,
    pub(super) to: usize,
    /// Weight in the lexicon.
    pub(super) weight: Option<f64>,
    /// True if an event uses it.
    pub(super) is_used: bool,
    /// True for the owner of what follows: "the S&P 500's losses".
    pub(super) is_owner: bool,
    /// True for a part of a name: 'Jaguar Land Rover'.
    pub(super) is_name: bool,
}

impl Term {
    /// Returns +1 if more of it is good, -1 if more of it is bad, 0 otherwise.
    pub(super) fn polarity(&self) -> f64 {
        if has(&BAD, &self.text) {
            -1.0
        } else if has(&GOOD, &self.text) {
            1.0
        } else {
            0.0
        }
    }

    pub(super) fn is_wrong(&self) -> bool {
        has(&WRONGS, &self.text)
    }

    pub(super) fn is_good_thing(&self) -> bool {
        has(&GOODS, &self.text)
    }

    pub(super) fn is_noun(&self) -> bool {
        !self.is_owner && (self.polarity() != 0.0 || self.is_wrong() || self.is_good_thing())
    }

    /// Returns +1 for words of growth, -1 for words of decline.
    pub(super) fn direction(&self) -> f64 {
        if UP.has(&self.text) {
            1.0
        } else if DOWN.has(&self.text) {
            -1.0
        } else {
            0.0
        }
    }

    /// Returns true for adjectives: 'rising costs', 'record profit', 'weaker demand'.
    pub(super) fn is_adjective(&self) -> bool {
        ["ing", "er", "est"]
            .iter()
            .any(|end| self.text.ends_with(end))
            || matches!(
                self.text.as_str(),
                "record"
                    | "record number of"
                    | "sticky"
                    | "weak"
                    | "hot"
                    | "elevated"
                    | "fewer"
                    | "unprecedented"
                    | "high"
            )
    }

    /// Returns letters for the lists that contain it.
    pub(super) fn sign(&self) -> String {
        let lists = [
            ('U', UP.has(&self.text)),
            ('D', DOWN.has(&self.text)),
            ('G', has(&GOOD, &self.text)),
            ('B', has(&BAD, &self.text)),
            ('W', self.is_wrong()),
            ('H', self.is_good_thing()),
            ('R', RAISE.has(&self.text)),
            ('E', REDUCE.has(&self.text)),
            ('X', ENDS.has(&self.text)),
            ('S', STARTS.has(&self.text)),
            ('M', MENDS.has(&self.text)),
            ('+', self.weight.is_some_and(|weight| weight > 0.0)),
            ('-', self.weight.is_some_and(|weight| weight < 0.0)),
            ('0', self.weight == Some(0.0)),
        ];
        let lists = lists.into_iter().filter(|(_, is_in)| *is_in);
        lists.map(|(letter, _)| letter).collect()
    }

    pub(super) fn is_passive(&self) -> bool {
        self.text.ends_with("ed")
            || matches!(
                self.text.as_str(),
                "cut"
                    | "frozen"
                    | "thrown out"
                    | "withdrawn"
                    | "won"
                    | "lost"
                    | "up"
                    | "down"
                    | "called off"
                    | "turned down"
            )
    }
}

/// Returns true if a list contains a noun in singular or plural.
fn has(list: &WordList, noun: &str) -> bool {
    list.has(noun)
        || list.has(&format!("{noun}s"))
        || noun
            .strip_suffix('s')
            .is_some_and(|one| one.len() > 2 && list.has(one))
}

/// Returns true for words of growth or decline.
pub(super) fn is_direction(word: &str) -> bool {
    UP.has(word) || DOWN.has(word)
}

/// Returns true for nouns of the lists that are good or bad to have, or to have more of.
pub(super) fn is_listed_noun(word: &str) -> bool {
    [&GOOD, &BAD, &WRONGS, &GOODS]
        .iter()
        .any(|list| has(list, word))
}

/// Nouns whose meaning comes from the one before: 'rent growth'.
const HEADS: &[&str] = &[
    "starts",
    "filings",
    "notices",
    "applications",
    "cases",
    "count",
    "odds",
    "growth",
    "forecast",
    "forecasts",
    "outlook",
    "estimates",
    "expectations",
    "index",
    "volume",
    "volumes",
    "value",
    "bets",
    "target",
];

/// Returns the polarity of a noun together with the noun before it.
pub(super) fn polarity(terms: &[Term], place: usize) -> f64 {
    let noun = &terms[place];
    let before = place.checked_sub(1).map(|before| &terms[before]);
    let of_bad = before.is_some_and(|before| before.to == noun.from && has(&BAD, &before.text));
    if of_bad && HEADS.contains(&noun.text.as_str()) {
        return -1.0;
    }
    match noun.polarity() {
        // More of a bad thing is bad.
        0.0 if noun.is_wrong() => -1.0,
        polarity => polarity,
    }
}

/// Returns whether a noun is bad to have and whether it is good to have, together with the noun before it: 'layoff
/// plans' are bad.
pub(super) fn kind(terms: &[Term], place: usize) -> (bool, bool) {
    let noun = &terms[place];
    let is_plan = matches!(
        noun.text.as_str(),
        "plan" | "plans" | "project" | "campaign" | "bill" | "fight"
    );
    let of_wrong = place.checked_sub(1).is_some_and(|before| {
        let before = &terms[before];
        before.to == noun.from && (before.is_wrong() || before.polarity() < 0.0)
    });
    if is_plan && of_wrong {
        return (true, false);
    }
    (noun.is_wrong(), noun.is_good_thing())
}

/// Returns a word in lower case without its possessive.
pub(super) fn plain(word: &str) -> String {
    let lower = word.to_lowercase().replace('’', "'");
    match lower.strip_suffix("'s") {
        Some(bare) => bare.to_owned(),
        None => lower,
    }
}

pub(super) fn is_share(text: &str) -> bool {
    let last = text.rsplit(' ').next().unwrap_or_default();
    matches!(last, "shares" | "share" | "stock" | "stocks") || text == "share price"
}

/// Returns true for a noun with a price: a stock, commodity, coin, currency or index.
pub(super) fn is_price(text: &str) -> bool {
    is_share(text) || PRICES.has(text)
}

/// Splits a clause into terms, preferring longer ones.
pub(super) fn terms(words: &[String]) -> Vec<Term> {
    let mut found = Vec::new();
    let mut from = 0;
    while from < words.len() {
        // 'Hits $100,000' is a price level.
        let is_level = matches!(words[from].as_str(), "hits" | "hit" | "hitting")
            && words
                .get(from + 1)
                .is_some_and(|next| next.starts_with(|c: char| c.is_ascii_digit()));
        if is_level {
            from += 1;
            continue;
        }
        let gapped = lexicon::gapped(&words[from..]).map(|(weight, length)| Term {
            text: words[from..from + length].join(" "),
            from,
            to: from + length,
            weight: Some(weight),
            is_used: false,
            is_owner: false,
            is_name: false,
        });
        let exact = || {
            (1..=MAX_TERM_WORDS.min(words.len() - from))
                .rev()
                .find_map(|length| {
                    let text = words[from..from + length].join(" ");
                    let weight = lexicon::weight(&text);
                    let is_listed = [&UP, &DOWN, &RAISE, &REDUCE, &ENDS, &STARTS, &MENDS]
                        .iter()
                        .any(|list| list.has(&text))
                        || [&GOOD, &BAD, &WRONGS, &GOODS]
                            .iter()
                            .any(|list| has(list, &text));
                    (weight.is_some() || is_listed).then(|| Term {
                        text,
                        from,
                        to: from + length,
                        weight,
                        is_used: false,
                        is_owner: false,
                        is_name: false,
                    })
                })
        };
        match gapped.or_else(exact) {
            Some(term) => {
                from = term.to;
                found.push(term);
            }
            None => from += 1,
        }
    }
    found
}
