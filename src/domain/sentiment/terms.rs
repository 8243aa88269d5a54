//! The terms of a clause, and what each of them is.

use super::{
    lexicon,
    lists::{BAD, DOWN, ENDS, GOOD, GOODS, MENDS, PRICES, RAISE, REDUCE, STARTS, UP, WRONGS},
};
use crate::domain::word_list::WordList;

/// Words in the longest term.
const LONGEST: usize = 4;

/// A term of a clause.
#[derive(Debug, Clone, Default)]
pub(super) struct Term {
    pub(super) text: String,
    pub(super) from: usize,
    pub(super) to: usize,
    /// What the lexicon gives it.
    pub(super) weight: Option<f64>,
    /// An event took it.
    pub(super) is_used: bool,
    /// It has what stands behind it: "the S&P 500's losses".
    pub(super) is_owner: bool,
    /// It is a part of a name: 'Jaguar Land Rover'.
    pub(super) is_name: bool,
}

impl Term {
    /// +1 for what is good when it grows, -1 for what is bad, 0 for the rest.
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

    /// +1 for words of growth, -1 for words of decline.
    pub(super) fn direction(&self) -> f64 {
        if UP.has(&self.text) {
            1.0
        } else if DOWN.has(&self.text) {
            -1.0
        } else {
            0.0
        }
    }

    /// It stands before its noun: 'rising costs', 'record profit', 'weaker demand'.
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

    /// What the lists say of it, as letters.
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

/// Whether a noun is in a list, in its singular or its plural.
fn has(list: &WordList, noun: &str) -> bool {
    list.has(noun)
        || list.has(&format!("{noun}s"))
        || noun
            .strip_suffix('s')
            .is_some_and(|one| one.len() > 2 && list.has(one))
}

/// Whether a word says that something goes up or down.
pub(super) fn is_direction(word: &str) -> bool {
    UP.has(word) || DOWN.has(word)
}

/// Whether a word is a noun that is good or bad to have, or to have more of.
pub(super) fn is_listed_noun(word: &str) -> bool {
    [&GOOD, &BAD, &WRONGS, &GOODS]
        .iter()
        .any(|list| has(list, word))
}

/// Nouns that take their meaning from the one before them: 'rent growth'.
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

/// What is good or bad about a noun when it grows, with the noun before it.
pub(super) fn polarity(terms: &[Term], place: usize) -> f64 {
    let noun = &terms[place];
    let before = place.checked_sub(1).map(|before| &terms[before]);
    let of_bad = before.is_some_and(|before| before.to == noun.from && has(&BAD, &before.text));
    if of_bad && HEADS.contains(&noun.text.as_str()) {
        return -1.0;
    }
    match noun.polarity() {
        // What is bad to have is bad to have more of.
        0.0 if noun.is_wrong() => -1.0,
        polarity => polarity,
    }
}

/// Whether a noun is bad to have, and whether it is good to have, with the noun before it: 'layoff plans' are bad.
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

/// In lower case, without the sign of possession.
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

/// Whether a noun has a price of its own: a share, a commodity, a coin, a currency or an index.
pub(super) fn is_price(text: &str) -> bool {
    is_share(text) || PRICES.has(text)
}

/// The terms of a clause, the longest first at every place.
pub(super) fn terms(words: &[String]) -> Vec<Term> {
    let mut found = Vec::new();
    let mut from = 0;
    while from < words.len() {
        // 'Hits $100,000' is where a price stands.
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
            (1..=LONGEST.min(words.len() - from))
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
