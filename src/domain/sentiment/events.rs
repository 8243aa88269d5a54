//! Scores the events of a clause.

use super::{
    grammar::{BEHIND, BRAVES, FADES, MEASURES, RELIEF, SLOWER},
    lists::{ENDS, MENDS, RAISE, REDUCE, STARTS},
    negation::{against_estimate, compared, is_missing, negation, rating},
    roles::is_attribute,
    terms::{Term, is_price, is_share, plain, polarity, terms},
    verbs::{event, pushed},
};

/// Minimum absolute sum of a label.
pub(super) const MIN_SUM: f64 = 0.75;
/// Weight of the absence of something.
const ABSENCE_WEIGHT: f64 = 1.0;
/// Factor of a term (negated) whose end the clause reports.
const END_FACTOR: f64 = 1.0;

/// Sums of positive and negative terms.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Sums {
    pub(super) good: f64,
    pub(super) bad: f64,
}

impl Sums {
    pub(super) fn add(&mut self, value: f64) {
        if value > 0.0 {
            self.good += value;
        } else {
            self.bad -= value;
        }
    }
}

/// Score of a clause.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClauseScore {
    /// Sum of the events.
    pub(super) sum: f64,
    /// Subject of the events.
    pub(super) subject: Subject,
    /// True if both positive and negative events occur.
    pub(super) is_torn: bool,
}

/// Scores a clause. With `is_title_case`, capitals carry no information.
pub(super) fn score(words: &[&str], is_title_case: bool) -> ClauseScore {
    let lower = normalized(words);
    let mut terms = terms(&lower);
    for term in &mut terms {
        term.is_owner = is_owner(words, term.to);
        term.is_name = !is_title_case && is_name(words, term);
    }
    let mut said = Sums::default();
    let mut move_of = Subject::Other;
    for at in 0..terms.len() {
        if terms[at].is_used || terms[at].is_name {
            continue;
        }
        let Some((value, used)) = event(&terms, at, words, &lower, is_title_case) else {
            continue;
        };
        // The subject of 'relief from falling cocoa' is not cocoa.
        for place in used
            .iter()
            .filter(|place| **place < at || is_share(&terms[**place].text))
        {
            move_of = move_of.max(Subject::of(&terms[*place].text));
        }
        take(&mut terms, at, &used);
        // In 'X hits Y', X is only the cause.
        let is_effect = RAISE.has(&terms[at].text) || REDUCE.has(&terms[at].text);
        if is_effect && terms[at].direction() == 0.0 {
            said = Sums::default();
        }
        said.add(value);
    }
    say_terms(&terms, &lower, &mut said);
    let sum = said.good - said.bad;
    let pushed = if sum == 0.0 { pushed(&lower) } else { 0.0 };
    let sum = compared(&lower, sum) + pushed + rating(&lower) + against_estimate(&lower);
    ClauseScore {
        sum,
        subject: move_of,
        is_torn: said.good.min(said.bad) >= MIN_SUM,
    }
}

/// Marks the terms that an event uses: its verb, its nouns, and their modifiers.
fn take(terms: &mut [Term], at: usize, nouns: &[usize]) {
    terms[at].is_used = true;
    for &place in nouns {
        // Words in between belong to the object: 'escapes the worst of tariffs'.
        for between in &mut terms[(at + 1).min(place)..place] {
            between.is_used |= between.weight.is_some();
        }
        terms[place].is_used = true;
        // Words before a noun modify it: 'delisting threat'.
        let mut first = place;
        while first > 0
            && first - 1 != at
            && terms[first - 1].to == terms[first].from
            && terms[first - 1].weight.is_some()
        {
            first -= 1;
            terms[first].is_used = true;
        }
    }
}

/// Adds the terms that no event uses.
fn say_terms(terms: &[Term], lower: &[String], said: &mut Sums) {
    let mut ended = None;
    for (place, term) in terms.iter().enumerate().filter(|(_, term)| !term.is_used) {
        if ended == Some(place) || term.is_name || is_attribute(terms, place, lower) {
            continue;
        }
        let Some(weight) = term.weight else {
            // 'No sign of stress', 'no deal'.
            let is_plan = matches!(term.text.as_str(), "plan" | "plans");
            if term.is_noun() && !is_plan && is_missing(lower, term.from, term.to) {
                let is_bad = term.is_wrong() || term.polarity() < 0.0;
                said.add(if is_bad {
                    ABSENCE_WEIGHT
                } else {
                    -ABSENCE_WEIGHT
                });
            }
            continue;
        };
        // The bad thing does no harm: 'shrugs off the short seller'.
        let is_braved = |braver: &Term| BRAVES.contains(&braver.text.as_str());
        if weight < 0.0 && terms[..place].iter().any(is_braved) {
            continue;
        }
        // 'Red ink recedes', 'the shortage is over'.
        if weight != 0.0 && is_ended(terms, place, lower) {
            ended = Some(place + 1);
            said.add(-END_FACTOR * weight);
            continue;
        }
        // The event accounts for the pace: 'climb at the slowest pace'.
        let is_pace = SLOWER.contains(&term.text.split(' ').next().unwrap_or_default())
            && place
                .checked_sub(1)
                .is_some_and(|at| terms[at].is_used && terms[at].direction() > 0.0);
        if is_pace {
            continue;
        }
        // The measured thing is bad: 'inflation tops forecasts'.
        let is_measured = MEASURES.contains(&term.text.split(' ').next().unwrap_or_default());
        let of_bad = is_measured
            && (0..place)
                .rev()
                .find(|noun| terms[*noun].is_noun())
                .is_some_and(|noun| polarity(terms, noun) < 0.0);
        let weight = if of_bad { -weight } else { weight };
        let next = terms.get(place + 1).filter(|next| next.from == term.to);
        if weight < 0.0 && next.is_some_and(|next| RELIEF.contains(&next.text.as_str())) {
            said.add(1.0);
            continue;
        }
        let is_next = is_missing(lower, term.from, term.to);
        said.add(match negation(lower, term.from, term.to) {
            true if weight < 0.0 => f64::from(u8::from(is_next)) * 0.9,
            true => -0.8 * weight,
            false => weight,
        });
    }
}

/// Subject of the events of a clause, in ascending order of weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Subject {
    Other,
    /// The price of a commodity, coin, currency or index.
    Price,
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
    term.from > 0 && term.to == term.from + 1 && words.get(term.from).is_some_and(is_capital)
}

/// Returns true if the words before `to` end with a possessive: "the S&P 500's losses".
fn is_owner(words: &[&str], to: usize) -> bool {
    let has_sign = |word: &&str| word.ends_with("'s") || word.ends_with("’s");
    let is_figure = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
    let last = words.get(to - 1).is_some_and(has_sign);
    last || words
        .get(to)
        .is_some_and(|word| is_figure(word) && has_sign(word))
}

/// Returns true if the next term reports the end of this one and of nothing else.
fn is_ended(terms: &[Term], place: usize, lower: &[String]) -> bool {
    let (term, Some(next)) = (&terms[place], terms.get(place + 1)) else {
        return false;
    };
    let between = &lower[term.to..next.from];
    let is_beside = between.len() <= 1
        && between.iter().all(|word| {
            matches!(
                word.as_str(),
                "is" | "are" | "was" | "were" | "finally" | "may" | "will"
            )
        });
    let text = next.text.as_str();
    let ends = FADES.contains(&text) && (text != "over" || !between.is_empty())
        || next.direction() < 0.0 && !next.is_adjective()
        || next.is_passive() && (ENDS.has(text) || MENDS.has(text));
    let is_last = lower
        .get(next.to)
        .is_none_or(|word| BEHIND.contains(&word.as_str()));
    !next.is_used && is_beside && ends && is_last
}

/// Returns the words of a clause as the lists contain them.
fn normalized(words: &[&str]) -> Vec<String> {
    let mut lower: Vec<String> = words.iter().map(|word| written(word)).collect();
    for at in 1..lower.len() {
        let is_figure = lower[at].starts_with(|c: char| c.is_ascii_digit());
        match lower[at - 1].as_str() {
            // 'Humana off 13%'.
            "off" if lower[at].ends_with('%') => "down".clone_into(&mut lower[at - 1]),
            // 'Nikkei breaks 50,000'.
            "breaks" | "clears" | "passes" | "vaults" if is_figure => {
                "crosses".clone_into(&mut lower[at - 1]);
            }
            _ => {}
        }
    }
    lower
}

/// Returns a word in lower case; symbols and short names stay, because 'UPS' is not a verb.
fn written(word: &str) -> String {
    let lower = plain(word);
    let is_name = word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase());
    let is_verb = lower == "jolts"
        || [&RAISE, &REDUCE, &ENDS, &STARTS]
            .iter()
            .any(|list| list.has(&lower));
    if is_name && is_verb {
        word.to_owned()
    } else {
        lower
    }
}
