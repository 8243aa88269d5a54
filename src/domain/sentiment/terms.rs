//! Splits a clause into terms and classifies them.

use super::{
    lexicon,
    lists::{
        BAD_THINGS, BAD_WHEN_RISING, ENDING_VERBS, FALL_WORDS, GOOD_THINGS, GOOD_WHEN_RISING,
        PRICED_NOUNS, RAISING_VERBS, REDUCING_VERBS, REPAIRING_VERBS, RISE_WORDS, STARTING_VERBS,
    },
};
use crate::domain::word_list::WordList;

/// Maximum number of words of a term without a gap.
const MAX_TERM_WORDS: usize = 4;

/// A term of a clause.
#[derive(Debug, Clone, Default)]
pub(super) struct Term {
    pub(super) text: String,
    /// Index of the first word in the clause.
    pub(super) start: usize,
    /// Index after the last word.
    pub(super) end: usize,
    /// Weight in the lexicon; `None` if the lexicon does not contain the term.
    pub(super) weight: Option<f64>,
    /// True if the term is part of an event that is already counted.
    pub(super) is_used: bool,
    /// True for a possessive: "the S&P 500's losses".
    pub(super) is_possessive: bool,
    /// True if the term is part of a name: 'Land' in 'Jaguar Land Rover'.
    pub(super) is_name: bool,
}

impl Term {
    /// Returns 1 for a noun whose rise is good, -1 for a noun whose rise is bad, and 0 for other terms.
    pub(super) fn polarity(&self) -> f64 {
        if has_noun(&BAD_WHEN_RISING, &self.text) {
            -1.0
        } else if has_noun(&GOOD_WHEN_RISING, &self.text) {
            1.0
        } else {
            0.0
        }
    }

    /// Returns true for a thing that is bad to have: 'lawsuit'.
    pub(super) fn is_bad_thing(&self) -> bool {
        has_noun(&BAD_THINGS, &self.text)
    }

    /// Returns true for a thing that is good to have: 'contract'.
    pub(super) fn is_good_thing(&self) -> bool {
        has_noun(&GOOD_THINGS, &self.text)
    }

    /// Returns true for a noun of the lists that can be a subject or object.
    pub(super) fn is_noun(&self) -> bool {
        !self.is_possessive
            && (self.polarity() != 0.0 || self.is_bad_thing() || self.is_good_thing())
    }

    /// Returns 1 for words for a rise, -1 for words for a fall, and 0 for other terms.
    pub(super) fn direction(&self) -> f64 {
        if RISE_WORDS.has(&self.text) {
            1.0
        } else if FALL_WORDS.has(&self.text) {
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

    /// Returns one letter for each list that contains the term, as a feature of the naive Bayes model.
    pub(super) fn list_letters(&self) -> String {
        let lists = [
            ('U', RISE_WORDS.has(&self.text)),
            ('D', FALL_WORDS.has(&self.text)),
            ('G', has_noun(&GOOD_WHEN_RISING, &self.text)),
            ('B', has_noun(&BAD_WHEN_RISING, &self.text)),
            ('W', self.is_bad_thing()),
            ('H', self.is_good_thing()),
            ('R', RAISING_VERBS.has(&self.text)),
            ('E', REDUCING_VERBS.has(&self.text)),
            ('X', ENDING_VERBS.has(&self.text)),
            ('S', STARTING_VERBS.has(&self.text)),
            ('M', REPAIRING_VERBS.has(&self.text)),
            ('+', self.weight.is_some_and(|weight| weight > 0.0)),
            ('-', self.weight.is_some_and(|weight| weight < 0.0)),
            ('0', self.weight == Some(0.0)),
        ];
        let lists = lists.into_iter().filter(|(_, is_in)| *is_in);
        lists.map(|(letter, _)| letter).collect()
    }

    /// Returns true for a passive or past verb: 'lawsuit dismissed'.
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
fn has_noun(list: &WordList, noun: &str) -> bool {
    list.has(noun)
        || list.has(&format!("{noun}s"))
        || noun
            .strip_suffix('s')
            .is_some_and(|one| one.len() > 2 && list.has(one))
}

/// Returns true for words for a rise or a fall.
pub(super) fn is_direction(word: &str) -> bool {
    RISE_WORDS.has(word) || FALL_WORDS.has(word)
}

/// Returns true for nouns of the lists of good and bad things, and of nouns whose rise is good or bad.
pub(super) fn is_listed_noun(word: &str) -> bool {
    [
        &GOOD_WHEN_RISING,
        &BAD_WHEN_RISING,
        &BAD_THINGS,
        &GOOD_THINGS,
    ]
    .iter()
    .any(|list| has_noun(list, word))
}

/// Nouns whose polarity depends on the noun before them: 'rent growth'.
const DEPENDENT_NOUNS: &[&str] = &[
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

/// Returns the polarity of a noun, including the effect of the noun before it.
pub(super) fn polarity(terms: &[Term], index: usize) -> f64 {
    let noun = &terms[index];
    let before = index.checked_sub(1).map(|before| &terms[before]);
    let follows_bad_noun = before
        .is_some_and(|before| before.end == noun.start && has_noun(&BAD_WHEN_RISING, &before.text));
    if follows_bad_noun && DEPENDENT_NOUNS.contains(&noun.text.as_str()) {
        return -1.0;
    }
    match noun.polarity() {
        // More of a bad thing is bad.
        0.0 if noun.is_bad_thing() => -1.0,
        polarity => polarity,
    }
}

/// Whether a noun is a good or bad thing to have. Both may be true for a noun in both lists.
#[derive(Debug, Clone, Copy)]
pub(super) struct ThingKind {
    pub(super) is_bad: bool,
    pub(super) is_good: bool,
}

/// Returns whether a noun is a good or bad thing, including the effect of the noun before it: 'layoff plans' are bad.
pub(super) fn thing_kind(terms: &[Term], index: usize) -> ThingKind {
    let noun = &terms[index];
    let is_plan = matches!(
        noun.text.as_str(),
        "plan" | "plans" | "project" | "campaign" | "bill" | "fight"
    );
    let follows_bad_thing = index.checked_sub(1).is_some_and(|before| {
        let before = &terms[before];
        before.end == noun.start && (before.is_bad_thing() || before.polarity() < 0.0)
    });
    if is_plan && follows_bad_thing {
        return ThingKind {
            is_bad: true,
            is_good: false,
        };
    }
    ThingKind {
        is_bad: noun.is_bad_thing(),
        is_good: noun.is_good_thing(),
    }
}

/// Returns a word in lower case without its possessive.
pub(super) fn normalize(word: &str) -> String {
    let lower = word.to_lowercase().replace('’', "'");
    match lower.strip_suffix("'s") {
        Some(bare) => bare.to_owned(),
        None => lower,
    }
}

/// Returns true for words for the stock of a company.
pub(super) fn is_share(text: &str) -> bool {
    let last = text.rsplit(' ').next().unwrap_or_default();
    matches!(last, "shares" | "share" | "stock" | "stocks") || text == "share price"
}

/// Returns true for a noun with a price: a stock, commodity, coin, currency or index.
pub(super) fn is_price(text: &str) -> bool {
    is_share(text) || PRICED_NOUNS.has(text)
}

/// Splits a clause into terms. Longer terms take precedence.
pub(super) fn terms(words: &[String]) -> Vec<Term> {
    let mut terms_found = Vec::new();
    let mut start = 0;
    while start < words.len() {
        // 'Hits $100,000' is a price level.
        let is_level = matches!(words[start].as_str(), "hits" | "hit" | "hitting")
            && words
                .get(start + 1)
                .is_some_and(|next| next.starts_with(|c: char| c.is_ascii_digit()));
        if is_level {
            start += 1;
            continue;
        }
        let with_gap = lexicon::find_with_gap(&words[start..]).map(|(weight, length)| Term {
            text: words[start..start + length].join(" "),
            start,
            end: start + length,
            weight: Some(weight),
            is_used: false,
            is_possessive: false,
            is_name: false,
        });
        let exact = || {
            (1..=MAX_TERM_WORDS.min(words.len() - start))
                .rev()
                .find_map(|length| {
                    let text = words[start..start + length].join(" ");
                    let weight = lexicon::weight(&text);
                    let is_in_list = [
                        &RISE_WORDS,
                        &FALL_WORDS,
                        &RAISING_VERBS,
                        &REDUCING_VERBS,
                        &ENDING_VERBS,
                        &STARTING_VERBS,
                        &REPAIRING_VERBS,
                    ]
                    .iter()
                    .any(|list| list.has(&text))
                        || [
                            &GOOD_WHEN_RISING,
                            &BAD_WHEN_RISING,
                            &BAD_THINGS,
                            &GOOD_THINGS,
                        ]
                        .iter()
                        .any(|list| has_noun(list, &text));
                    (weight.is_some() || is_in_list).then(|| Term {
                        text,
                        start,
                        end: start + length,
                        weight,
                        is_used: false,
                        is_possessive: false,
                        is_name: false,
                    })
                })
        };
        match with_gap.or_else(exact) {
            Some(term) => {
                start = term.end;
                terms_found.push(term);
            }
            None => start += 1,
        }
    }
    terms_found
}
