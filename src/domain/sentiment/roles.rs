//! Finds the subject and object of a verb.

use super::{
    clauses::REACHES,
    grammar::{AMOUNTS, BEHIND, DAYS, FIRMS, JOINTS, PLACES, WINS},
    lists::STARTS,
    terms::{Term, is_share, plain, polarity},
};

/// Maximum number of words between a verb and its object.
pub(super) const MAX_OBJECT_DISTANCE: usize = 5;
/// The same for verbs of winning a court case.
const MAX_CASE_DISTANCE: usize = 10;

/// Returns true if a word only modifies the following noun: 'a recalled car', 'biggest drop'.
pub(super) fn is_attribute(terms: &[Term], at: usize, lower: &[String]) -> bool {
    let term = &terms[at];
    let before = term.from.checked_sub(1).map_or("", |at| lower[at].as_str());
    let has_noun = lower
        .get(term.to)
        .is_some_and(|word| !BEHIND.contains(&word.as_str()));
    let is_participle = term.text.ends_with("ed")
        && term.to == term.from + 1
        && has_noun
        && matches!(
            before,
            "of" | "for" | "on" | "the" | "a" | "an" | "its" | "their" | "with"
        );
    let of_move = term.text.ends_with("est")
        && terms
            .get(at + 1)
            .is_some_and(|next| next.from == term.to && next.direction() != 0.0);
    is_participle || of_move
}

/// Returns true if a verb only announces a plan: 'to open talks in April'.
pub(super) fn is_scheduled(verb: &Term, lower: &[String]) -> bool {
    let is_planned = verb.from > 0 && lower[verb.from - 1] == "to" && STARTS.has(&verb.text);
    is_planned
        && lower[verb.to..]
            .iter()
            .any(|word| DAYS.contains(&word.as_str()))
}

/// Returns true if no known noun follows a verb.
pub(super) fn object_is_unknown(terms: &[Term], at: usize) -> bool {
    let next = terms.get(at + 1);
    next.is_none_or(|next| !next.is_noun() && next.direction() == 0.0 && next.from > terms[at].to)
}

/// Returns true if a bad subject acts on something else with a verb of decline, and does not decline itself: 'drought
/// shrivels the Mississippi'.
pub(super) fn is_acting(
    terms: &[Term],
    at: usize,
    place: usize,
    words: &[&str],
    is_title_case: bool,
) -> bool {
    let verb = &terms[at];
    let is_object = |word: &&str| {
        let is_day = DAYS.contains(&word.to_lowercase().as_str());
        !is_title_case && word.starts_with(char::is_uppercase) && !is_day
    };
    polarity(terms, place) < 0.0
        && verb.direction() < 0.0
        && !verb.is_passive()
        && words.get(verb.to).is_some_and(is_object)
}

/// Returns the next noun after a verb, within its reach.
pub(super) fn object(terms: &[Term], at: usize, lower: &[String]) -> Option<usize> {
    let verb = &terms[at];
    let mut rest = terms.iter().enumerate().skip(at + 1);
    let (place, mut noun) = rest.find(|(_, term)| term.is_noun() && !term.is_used)?;
    // The last of consecutive nouns is the head: 'profit forecast'.
    let mut last = place;
    while let Some(next) = terms
        .get(last + 1)
        .filter(|next| next.from == noun.to && next.is_noun())
    {
        last += 1;
        noun = next;
    }
    // 'Wins $2 billion in contracts'.
    let is_place = |place: usize| {
        let is_amount = lower[place] == "in" && AMOUNTS.contains(&lower[place - 1].as_str());
        PLACES.contains(&lower[place].as_str()) && !is_amount
    };
    let is_of_verb = !(verb.to..terms[place].from).any(is_place);
    let is_cleared = WINS.contains(&verb.text.as_str()) && noun.is_wrong();
    let reach = if is_cleared {
        MAX_CASE_DISTANCE
    } else {
        MAX_OBJECT_DISTANCE
    };
    ((is_of_verb || is_cleared) && terms[place].from < verb.to + reach).then_some(last)
}

/// Returns the noun before a verb; a stock, if one is named.
pub(super) fn subject(terms: &[Term], at: usize, lower: &[String]) -> Option<usize> {
    let before = || {
        terms[..at]
            .iter()
            .enumerate()
            .rev()
            .filter(|(_, term)| term.is_noun() && !term.is_used)
    };
    let share = before().find(|(_, term)| is_share(&term.text));
    let (mut place, mut noun) = share.or_else(|| before().next())?;
    // The noun before the preposition is the head: 'shortage of workers', 'default rate on loans'.
    while let Some(head) = place.checked_sub(1).map(|head| &terms[head]) {
        let joins = |word: &String| JOINTS.contains(&word.as_str());
        let is_head = head.is_noun() && lower.get(head.to).is_some_and(joins);
        if is_share(&noun.text) || !is_head || noun.from > head.to + 3 {
            break;
        }
        (place, noun) = (place - 1, head);
    }
    (terms[at].from < noun.to + MAX_OBJECT_DISTANCE + 1).then_some(place)
}

/// Returns true if the unknown subject of a verb is a company or price instead of a possibly bad thing: a name with a
/// singular verb.
pub(super) fn is_company(verb: &Term, words: &[&str], is_title_case: bool) -> bool {
    let adverbs = |word: &&&str| {
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
    let Some(head) = words[..verb.from].iter().rev().find(adverbs) else {
        return false;
    };
    let place = words.iter().position(|word| word == head).unwrap_or(0);
    let lower = plain(head);
    let is_plural = lower.ends_with('s') && !lower.ends_with("ss");
    let first = verb.text.split(' ').next().unwrap_or_default();
    // 'Kellanova hits record'.
    let mut before = words[..verb.from].iter().rev();
    let is_reached = before
        .find(|word| !matches!(**word, "at" | "a" | "its"))
        .is_some_and(|word| REACHES.contains(word));
    // 'Zcash up tenfold', 'Humana down 13%'.
    let is_measured = matches!(first, "up" | "down" | "higher" | "lower")
        && words.get(verb.to).is_some_and(|word| {
            word.ends_with("fold") || word.starts_with(|c: char| c.is_ascii_digit())
        });
    let is_plural_verb = !(is_reached
        || is_measured
        || first.ends_with('s')
        || first.ends_with("ed")
        || matches!(first, "fell" | "rose" | "sank" | "slid"));
    let is_name = head.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    let singular = lower.strip_suffix('s').unwrap_or(&lower);
    let is_firm =
        singular.ends_with("maker") || FIRMS.contains(&lower.as_str()) || FIRMS.contains(&singular);
    if is_firm {
        return true;
    }
    if !is_name || lower.chars().all(|c| c.is_ascii_digit()) {
        return false;
    }
    if is_plural && is_plural_verb {
        return false;
    }
    // Inside a sentence a capital indicates a name; at the start, or in title case, only the verb can tell.
    (place > 0 && !is_title_case) || !is_plural_verb || is_title_case && !is_plural
}
