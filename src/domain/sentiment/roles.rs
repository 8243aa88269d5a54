//! Finds the subject and the object of a verb.

use super::{
    clauses::LEVEL_VERBS,
    grammar::{
        AMOUNT_WORDS, COMPANY_NOUNS, COMPLEMENT_PREPOSITIONS, COURT_WIN_VERBS, DAYS_AND_MONTHS,
        NON_OBJECT_WORDS, PLACE_PREPOSITIONS,
    },
    lists::STARTING_VERBS,
    terms::{Term, is_share, normalize, polarity},
};

/// Maximum number of words between a verb and its object.
pub(super) const MAX_OBJECT_DISTANCE: usize = 5;
/// Maximum number of words between a verb for winning a court case and its object.
const MAX_CASE_DISTANCE: usize = 10;

/// Returns true if a word only modifies the following noun: 'a recalled car', 'biggest drop'.
pub(super) fn is_attribute(terms: &[Term], index: usize, lower: &[String]) -> bool {
    let term = &terms[index];
    let before = term
        .start
        .checked_sub(1)
        .map_or("", |index| lower[index].as_str());
    let has_noun = lower
        .get(term.end)
        .is_some_and(|word| !NON_OBJECT_WORDS.contains(&word.as_str()));
    let is_participle = term.text.ends_with("ed")
        && term.end == term.start + 1
        && has_noun
        && matches!(
            before,
            "of" | "for" | "on" | "the" | "a" | "an" | "its" | "their" | "with"
        );
    let modifies_move = term.text.ends_with("est")
        && terms
            .get(index + 1)
            .is_some_and(|next| next.start == term.end && next.direction() != 0.0);
    is_participle || modifies_move
}

/// Returns true if a verb only announces a plan: 'to open talks in April'.
pub(super) fn is_scheduled(verb: &Term, lower: &[String]) -> bool {
    let is_planned =
        verb.start > 0 && lower[verb.start - 1] == "to" && STARTING_VERBS.has(&verb.text);
    is_planned
        && lower[verb.end..]
            .iter()
            .any(|word| DAYS_AND_MONTHS.contains(&word.as_str()))
}

/// Returns true if something other than a known noun follows a verb.
pub(super) fn has_unknown_object(terms: &[Term], index: usize) -> bool {
    let next = terms.get(index + 1);
    next.is_none_or(|next| {
        !next.is_noun() && next.direction() == 0.0 && next.start > terms[index].end
    })
}

/// Returns true if a bad subject makes something else fall, instead of falling itself: 'drought shrivels the
/// Mississippi'.
pub(super) fn acts_on_object(
    terms: &[Term],
    index: usize,
    noun_index: usize,
    words: &[&str],
    is_title_case: bool,
) -> bool {
    let verb = &terms[index];
    let is_object = |word: &&str| {
        let is_day = DAYS_AND_MONTHS.contains(&word.to_lowercase().as_str());
        !is_title_case && word.starts_with(char::is_uppercase) && !is_day
    };
    polarity(terms, noun_index) < 0.0
        && verb.direction() < 0.0
        && !verb.is_passive()
        && words.get(verb.end).is_some_and(is_object)
}

/// Returns the index of the object of a verb: the next noun within [`MAX_OBJECT_DISTANCE`].
pub(super) fn object(terms: &[Term], index: usize, lower: &[String]) -> Option<usize> {
    let verb = &terms[index];
    let mut rest = terms.iter().enumerate().skip(index + 1);
    let (noun_index, mut noun) = rest.find(|(_, term)| term.is_noun() && !term.is_used)?;
    // The last of consecutive nouns is the head: 'profit forecast'.
    let mut last = noun_index;
    while let Some(next) = terms
        .get(last + 1)
        .filter(|next| next.start == noun.end && next.is_noun())
    {
        last += 1;
        noun = next;
    }
    // 'Wins $2 billion in contracts'.
    let is_place = |word: usize| {
        let is_amount = lower[word] == "in" && AMOUNT_WORDS.contains(&lower[word - 1].as_str());
        PLACE_PREPOSITIONS.contains(&lower[word].as_str()) && !is_amount
    };
    let is_object_of_verb = !(verb.end..terms[noun_index].start).any(is_place);
    let is_court_case = COURT_WIN_VERBS.contains(&verb.text.as_str()) && noun.is_bad_thing();
    let reach = if is_court_case {
        MAX_CASE_DISTANCE
    } else {
        MAX_OBJECT_DISTANCE
    };
    ((is_object_of_verb || is_court_case) && terms[noun_index].start < verb.end + reach)
        .then_some(last)
}

/// Returns the index of the subject of a verb: the stock before the verb, if the clause names one, else the last noun
/// before the verb.
pub(super) fn subject(terms: &[Term], index: usize, lower: &[String]) -> Option<usize> {
    let before = || {
        terms[..index]
            .iter()
            .enumerate()
            .rev()
            .filter(|(_, term)| term.is_noun() && !term.is_used)
    };
    let stock = before().find(|(_, term)| is_share(&term.text));
    let (mut noun_index, mut noun) = stock.or_else(|| before().next())?;
    // The noun before the preposition is the head: 'shortage of workers', 'default rate on loans'.
    while let Some(head) = noun_index.checked_sub(1).map(|head| &terms[head]) {
        let joins = |word: &String| COMPLEMENT_PREPOSITIONS.contains(&word.as_str());
        let is_head = head.is_noun() && lower.get(head.end).is_some_and(joins);
        if is_share(&noun.text) || !is_head || noun.start > head.end + 3 {
            break;
        }
        (noun_index, noun) = (noun_index - 1, head);
    }
    (terms[index].start < noun.end + MAX_OBJECT_DISTANCE + 1).then_some(noun_index)
}

/// Returns true if the unknown subject of a verb is a company or price, not a possibly bad thing: a name with a
/// singular verb.
pub(super) fn is_company(verb: &Term, words: &[&str], is_title_case: bool) -> bool {
    let may_be_head = |word: &&&str| {
        // 'NEAR' is a name.
        let lower = word.to_lowercase();
        let is_upper = word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase());
        is_upper
            || !(lower.ends_with("ly")
                || lower.ends_with("n't")
                || matches!(
                    lower.as_str(),
                    "again"
                        | "also"
                        | "now"
                        | "hits"
                        | "hit"
                        | "at"
                        | "to"
                        | "sets"
                        | "reaches"
                        | "reach"
                        | "a"
                        | "the"
                        | "its"
                        | "is"
                        | "are"
                        | "most"
                        | "in"
                        | "near"
                        | "closes"
                        | "ends"
                        | "touches"
                        | "could"
                        | "may"
                        | "might"
                        | "will"
                        | "would"
                        | "should"
                ))
    };
    let Some(head) = words[..verb.start].iter().rev().find(may_be_head) else {
        return false;
    };
    let head_index = words.iter().position(|word| word == head).unwrap_or(0);
    let lower = normalize(head);
    let is_plural = lower.ends_with('s') && !lower.ends_with("ss");
    let first = verb.text.split(' ').next().unwrap_or_default();
    // 'Kellanova hits record'.
    let mut before = words[..verb.start].iter().rev();
    let follows_level_verb = before
        .find(|word| !matches!(**word, "at" | "a" | "its"))
        .is_some_and(|word| LEVEL_VERBS.contains(word));
    // 'Zcash up tenfold', 'Humana down 13%'.
    let is_measured = matches!(first, "up" | "down" | "higher" | "lower")
        && words.get(verb.end).is_some_and(|word| {
            word.ends_with("fold") || word.starts_with(|c: char| c.is_ascii_digit())
        });
    let is_plural_verb = !(follows_level_verb
        || is_measured
        || first.ends_with('s')
        || first.ends_with("ed")
        || matches!(first, "fell" | "rose" | "sank" | "slid"));
    let is_name = head.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    let singular = lower.strip_suffix('s').unwrap_or(&lower);
    let is_company_noun = singular.ends_with("maker")
        || COMPANY_NOUNS.contains(&lower.as_str())
        || COMPANY_NOUNS.contains(&singular);
    if is_company_noun {
        return true;
    }
    if !is_name || lower.chars().all(|c| c.is_ascii_digit()) {
        return false;
    }
    if is_plural && is_plural_verb {
        return false;
    }
    // Inside a sentence a capital indicates a name; at the start, or in title case, only the verb can tell.
    (head_index > 0 && !is_title_case) || !is_plural_verb || is_title_case && !is_plural
}
