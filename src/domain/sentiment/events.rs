//! Scores a clause: its events, and the terms that belong to no event.

use super::{
    grammar::{
        COMPARISON_VERBS, FADING_VERBS, NON_OBJECT_WORDS, RELIEF_NOUNS, SLOW_PACE_WORDS,
        WITHSTANDING_VERBS,
    },
    lists::{ENDING_VERBS, RAISING_VERBS, REDUCING_VERBS, REPAIRING_VERBS, is_change_verb},
    negation::{adjust_for_comparison, estimate_score, is_absent, is_negated, rating_change},
    roles::is_attribute,
    terms::{Term, is_price, is_share, normalize, polarity, terms},
    verbs::{price_level_score, score_event},
};

/// Minimum absolute sum of a label.
pub(super) const MIN_SUM: f64 = 0.75;
/// Weight of a reported absence: 'no sign of stress'.
const ABSENCE_WEIGHT: f64 = 1.0;
/// Factor for the negated weight of a term whose end the clause reports: 'red ink recedes'.
const END_FACTOR: f64 = 1.0;

/// Sums of the positive and of the negative scores, both as positive numbers.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Sums {
    pub(super) positive: f64,
    pub(super) negative: f64,
}

impl Sums {
    pub(super) fn add(&mut self, value: f64) {
        if value > 0.0 {
            self.positive += value;
        } else {
            self.negative -= value;
        }
    }
}

/// Score of a clause.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClauseScore {
    /// Sum of the scores; positive is good.
    pub(super) sum: f64,
    /// The most important subject of the events.
    pub(super) subject: Subject,
    /// True if the clause has both positive and negative scores of at least [`MIN_SUM`].
    pub(super) is_contradictory: bool,
}

/// Scores a clause. `is_title_case` is true if the headline is in title case, so that capitals carry no information.
pub(super) fn score(words: &[&str], is_title_case: bool) -> ClauseScore {
    let lower = normalize_words(words);
    let mut terms = terms(&lower);
    for term in &mut terms {
        term.is_possessive = is_possessive(words, term.end);
        term.is_name = !is_title_case && is_name(words, term);
    }
    let mut sums = Sums::default();
    let mut subject = Subject::Other;
    for index in 0..terms.len() {
        if terms[index].is_used || terms[index].is_name {
            continue;
        }
        let Some((value, used)) = score_event(&terms, index, words, &lower, is_title_case) else {
            continue;
        };
        // The subject of 'relief from falling cocoa' is not cocoa.
        for term_index in used
            .iter()
            .filter(|term_index| **term_index < index || is_share(&terms[**term_index].text))
        {
            subject = subject.max(Subject::of(&terms[*term_index].text));
        }
        mark_used(&mut terms, index, &used);
        // In 'X hits Y', X is only the cause, so earlier scores do not count.
        let is_effect =
            RAISING_VERBS.has(&terms[index].text) || REDUCING_VERBS.has(&terms[index].text);
        if is_effect && terms[index].direction() == 0.0 {
            sums = Sums::default();
        }
        sums.add(value);
    }
    add_unused_terms(&terms, &lower, &mut sums);
    let sum = sums.positive - sums.negative;
    let price_level_score = if sum == 0.0 {
        price_level_score(&lower)
    } else {
        0.0
    };
    let sum = adjust_for_comparison(&lower, sum)
        + price_level_score
        + rating_change(&lower)
        + estimate_score(&lower);
    ClauseScore {
        sum,
        subject,
        is_contradictory: sums.positive.min(sums.negative) >= MIN_SUM,
    }
}

/// Marks the terms of an event as used: the verb at `index`, the nouns, and the modifiers of the nouns.
fn mark_used(terms: &mut [Term], index: usize, nouns: &[usize]) {
    terms[index].is_used = true;
    for &term_index in nouns {
        // Words in between belong to the object: 'escapes the worst of tariffs'.
        for between in &mut terms[(index + 1).min(term_index)..term_index] {
            between.is_used |= between.weight.is_some();
        }
        terms[term_index].is_used = true;
        // Words before a noun modify it: 'delisting threat'.
        let mut first = term_index;
        while first > 0
            && first - 1 != index
            && terms[first - 1].end == terms[first].start
            && terms[first - 1].weight.is_some()
        {
            first -= 1;
            terms[first].is_used = true;
        }
    }
}

/// Adds the scores of the terms that belong to no event.
fn add_unused_terms(terms: &[Term], lower: &[String], sums: &mut Sums) {
    let mut ended_by = None;
    for (term_index, term) in terms.iter().enumerate().filter(|(_, term)| !term.is_used) {
        if ended_by == Some(term_index) || term.is_name || is_attribute(terms, term_index, lower) {
            continue;
        }
        let Some(weight) = term.weight else {
            // 'No sign of stress', 'no deal'.
            let is_plan = matches!(term.text.as_str(), "plan" | "plans");
            if term.is_noun() && !is_plan && is_absent(lower, term.start, term.end) {
                let is_bad = term.is_bad_thing() || term.polarity() < 0.0;
                sums.add(if is_bad {
                    ABSENCE_WEIGHT
                } else {
                    -ABSENCE_WEIGHT
                });
            }
            continue;
        };
        // The bad thing does no harm: 'shrugs off the short seller'.
        let withstands = |verb: &Term| WITHSTANDING_VERBS.contains(&verb.text.as_str());
        if weight < 0.0 && terms[..term_index].iter().any(withstands) {
            continue;
        }
        // 'Red ink recedes', 'the shortage is over'.
        if weight != 0.0 && is_ended(terms, term_index, lower) {
            ended_by = Some(term_index + 1);
            sums.add(-END_FACTOR * weight);
            continue;
        }
        // The event accounts for the pace: 'climb at the slowest pace'.
        let is_pace = SLOW_PACE_WORDS.contains(&term.text.split(' ').next().unwrap_or_default())
            && term_index
                .checked_sub(1)
                .is_some_and(|index| terms[index].is_used && terms[index].direction() > 0.0);
        if is_pace {
            continue;
        }
        // The measured thing is bad: 'inflation tops forecasts'.
        let is_measured =
            COMPARISON_VERBS.contains(&term.text.split(' ').next().unwrap_or_default());
        let measures_bad_noun = is_measured
            && (0..term_index)
                .rev()
                .find(|noun| terms[*noun].is_noun())
                .is_some_and(|noun| polarity(terms, noun) < 0.0);
        let weight = if measures_bad_noun { -weight } else { weight };
        let next = terms
            .get(term_index + 1)
            .filter(|next| next.start == term.end);
        if weight < 0.0 && next.is_some_and(|next| RELIEF_NOUNS.contains(&next.text.as_str())) {
            sums.add(1.0);
            continue;
        }
        let is_reported_absent = is_absent(lower, term.start, term.end);
        sums.add(match is_negated(lower, term.start, term.end) {
            true if weight < 0.0 => f64::from(u8::from(is_reported_absent)) * 0.9,
            true => -0.8 * weight,
            false => weight,
        });
    }
}

/// Subject of the events of a clause, in ascending order of importance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Subject {
    /// Any other subject.
    Other,
    /// The price of a commodity, coin, currency or index.
    Price,
    /// The stock of a company.
    Share,
}

impl Subject {
    fn of(noun: &str) -> Self {
        match noun {
            noun if is_share(noun) => Self::Share,
            noun if is_price(noun) => Self::Price,
            _ => Self::Other,
        }
    }
}

/// Returns true if a word inside a sentence is part of a name: 'Land' in 'Jaguar Land Rover' is not a verb.
fn is_name(words: &[&str], term: &Term) -> bool {
    let is_capital =
        |word: &&str| word.starts_with(char::is_uppercase) && word.chars().any(char::is_lowercase);
    term.start > 0 && term.end == term.start + 1 && words.get(term.start).is_some_and(is_capital)
}

/// Returns true if the words before `to` end with a possessive: "the S&P 500's losses".
fn is_possessive(words: &[&str], end: usize) -> bool {
    let has_sign = |word: &&str| word.ends_with("'s") || word.ends_with("’s");
    let is_figure = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
    let last = words.get(end - 1).is_some_and(has_sign);
    last || words
        .get(end)
        .is_some_and(|word| is_figure(word) && has_sign(word))
}

/// Returns true if the next term reports that the thing of this term ends: 'the shortage is over'.
fn is_ended(terms: &[Term], term_index: usize, lower: &[String]) -> bool {
    let (term, Some(next)) = (&terms[term_index], terms.get(term_index + 1)) else {
        return false;
    };
    let between = &lower[term.end..next.start];
    let is_adjacent = between.len() <= 1
        && between.iter().all(|word| {
            matches!(
                word.as_str(),
                "is" | "are" | "was" | "were" | "finally" | "may" | "will"
            )
        });
    let text = next.text.as_str();
    let ends = FADING_VERBS.contains(&text) && (text != "over" || !between.is_empty())
        || next.direction() < 0.0 && !next.is_adjective()
        || next.is_passive() && (ENDING_VERBS.has(text) || REPAIRING_VERBS.has(text));
    let has_no_object = lower
        .get(next.end)
        .is_none_or(|word| NON_OBJECT_WORDS.contains(&word.as_str()));
    !next.is_used && is_adjacent && ends && has_no_object
}

/// Returns the words of a clause as they are spelled in the lists.
fn normalize_words(words: &[&str]) -> Vec<String> {
    let mut lower: Vec<String> = words.iter().map(|word| normalize_word(word)).collect();
    for index in 1..lower.len() {
        let is_figure = lower[index].starts_with(|c: char| c.is_ascii_digit());
        match lower[index - 1].as_str() {
            // 'Humana off 13%'.
            "off" if lower[index].ends_with('%') => "down".clone_into(&mut lower[index - 1]),
            // 'Nikkei breaks 50,000'.
            "breaks" | "clears" | "passes" | "vaults" if is_figure => {
                "crosses".clone_into(&mut lower[index - 1]);
            }
            _ => {}
        }
    }
    lower
}

/// Returns a word in lower case. An upper-case word that would become a verb of the lists stays unchanged: 'UPS'.
fn normalize_word(word: &str) -> String {
    let lower = normalize(word);
    let is_name = word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase());
    let is_verb = lower == "jolts" || is_change_verb(&lower);
    if is_name && is_verb {
        word.to_owned()
    } else {
        lower
    }
}
