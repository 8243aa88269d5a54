//! What happens in a clause, and whether that is good: something goes up or down, begins or ends, and is good or bad
//! to have.

use super::{
    grammar::{
        BEHIND, FADES, FIRMS, HARMS, LOSES, MEASURES, OF_RISES, PLACES, RELIEF, SINKS, SLOWER, WINS,
    },
    lists::{ENDS, MENDS, RAISE, REDUCE, STARTS},
    negation::{compared, is_missing, negation, rating},
    terms::{Term, is_share, kind, plain, polarity, terms},
};

/// What an event weighs; a plain word of the lexicon weighs about 1.
const EVENT: f64 = 1.5;
/// An event whose subject is only known not to be a thing.
const UNNAMED: f64 = 1.0;
/// Words of the distance between a verb and its object.
const REACH: usize = 5;

/// The sum of what happens in a clause. `is_title_case`: capitals say nothing.
pub(super) fn score(words: &[&str], is_title_case: bool) -> (f64, bool) {
    let lower: Vec<String> = words.iter().map(|word| written(word)).collect();
    let mut terms = terms(&lower);
    let mut sum = 0.0;
    let mut is_of_shares = false;
    for at in 0..terms.len() {
        if terms[at].is_used {
            continue;
        }
        let Some((value, used)) = event(&terms, at, words, &lower, is_title_case) else {
            continue;
        };
        is_of_shares |= used.iter().any(|place| is_share(&terms[*place].text));
        for place in used {
            terms[place].is_used = true;
            // What stands before a noun belongs to it: 'delisting threat'.
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
        terms[at].is_used = true;
        // What hits or lifts something is only the cause.
        let is_effect = RAISE.has(&terms[at].text) || REDUCE.has(&terms[at].text);
        if is_effect && terms[at].direction() == 0.0 {
            sum = 0.0;
        }
        sum += value;
    }
    for (place, term) in terms.iter().enumerate().filter(|(_, term)| !term.is_used) {
        let Some(weight) = term.weight else { continue };
        // 'Inflation tops forecasts': what is measured is bad.
        let is_measured = MEASURES.contains(&term.text.split(' ').next().unwrap_or_default());
        let of_bad = is_measured
            && (0..place)
                .rev()
                .find(|noun| terms[*noun].is_noun())
                .is_some_and(|noun| polarity(&terms, noun) < 0.0);
        let weight = if of_bad { -weight } else { weight };
        let next = terms.get(place + 1).filter(|next| next.from == term.to);
        if weight < 0.0 && next.is_some_and(|next| RELIEF.contains(&next.text.as_str())) {
            sum += 1.0;
            continue;
        }
        let is_next = is_missing(&lower, term.from, term.to);
        sum += match negation(&lower, term.from, term.to) {
            true if weight < 0.0 => f64::from(u8::from(is_next)) * 0.9,
            true => -0.8 * weight,
            false => weight,
        };
    }
    (compared(&lower, sum) + rating(&lower), is_of_shares)
}

/// A word in lower case, but a symbol or a short name as it is: 'UPS' is no verb.
fn written(word: &str) -> String {
    let lower = plain(word);
    let is_name = word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase());
    let is_verb = [&RAISE, &REDUCE, &ENDS, &STARTS]
        .iter()
        .any(|list| list.has(&lower));
    if is_name && is_verb {
        word.to_owned()
    } else {
        lower
    }
}

/// The event of a verb or an adjective: its value, and the terms that it takes.
fn event(
    terms: &[Term],
    at: usize,
    words: &[&str],
    lower: &[String],
    is_title_case: bool,
) -> Option<(f64, Vec<usize>)> {
    let verb = &terms[at];
    let (object, subject) = (object(terms, at, lower), subject(terms, at, lower));
    let of_object = object.and_then(|place| {
        let sign = of_object(terms, at, place, subject.is_some())?;
        Some((sign, vec![place]))
    });
    let of_subject = || {
        let place = subject?;
        Some((of_subject(terms, at, place, lower)?, vec![place]))
    };
    let unnamed = || {
        let is_known = subject.is_some_and(|place| !terms[place].is_wrong());
        let is_company =
            verb.weight.is_none() && subject.is_none() && is_company(verb, words, is_title_case);
        let is_change = verb.direction() != 0.0 && !is_known;
        (is_change && (is_sent(verb, lower) || is_company))
            .then(|| (verb.direction() * UNNAMED, Vec::new()))
    };
    let (value, used) = rise_in(terms, at, lower)
        .or(of_object)
        .or_else(of_subject)
        .or_else(unnamed)?;
    // 'Climb at the slowest pace'.
    let mut behind = lower[verb.to..].iter().take(3);
    let is_slower = verb.direction() > 0.0 && behind.any(|word| SLOWER.contains(&word.as_str()));
    let value = if is_slower { -value } else { value };
    let is_mild = ["edge", "inch", "tick", "drift"]
        .iter()
        .any(|start| verb.text.starts_with(start));
    let strength = if is_mild { 0.5 } else { 1.0 };
    let value = match negation(lower, verb.from, verb.to) {
        true if value > 0.0 => -0.8 * value,
        true => 0.9,
        false => value,
    };
    Some((strength * value, used))
}

/// What rises or falls is named behind it: 'no rise in bad loans'.
fn rise_in(terms: &[Term], at: usize, lower: &[String]) -> Option<(f64, Vec<usize>)> {
    let verb = &terms[at];
    let before = verb.from.checked_sub(1).map(|place| lower[place].as_str());
    let is_noun = before.is_some_and(|word| OF_RISES.contains(&word))
        && lower.get(verb.to).is_some_and(|word| word == "in");
    let (place, noun) = terms
        .iter()
        .enumerate()
        .skip(at + 1)
        .find(|(_, term)| term.polarity() != 0.0)?;
    let value = verb.direction() * noun.polarity() * EVENT;
    (is_noun && value != 0.0 && noun.from <= verb.to + 3).then(|| (value, vec![place]))
}

/// What a verb does to its object: 'cuts costs', 'wins lawsuit', 'rising debt'.
fn of_object(terms: &[Term], at: usize, place: usize, has_subject: bool) -> Option<f64> {
    let (verb, noun) = (&terms[at], &terms[place]);
    let text = verb.text.as_str();
    let (is_case, is_good) = kind(terms, place);
    // 'Dividend suspended amid losses': what follows is no object.
    let acts = !(text.ends_with("ed") && has_subject);
    let grows = polarity(terms, place);
    if is_case && WINS.contains(&text) {
        return Some(EVENT);
    }
    if is_case && LOSES.contains(&text) {
        return Some(-EVENT);
    }
    if acts && is_case && (ENDS.has(text) || MENDS.has(text)) {
        return Some(EVENT);
    }
    // 'Rate bets sink shares'.
    if acts && is_share(&noun.text) && SINKS.contains(&text) {
        return Some(-EVENT);
    }
    // 'Hits profits', but not 'hits $4 trillion in value'.
    let is_close = !matches!(text, "hits" | "hit") || noun.from <= verb.to + 1;
    // 'Adds fewer jobs': the adjective tells.
    let before = &terms[place - 1];
    let is_qualified = place - 1 > at && before.to + 1 >= noun.from && before.direction() != 0.0;
    let is_less = is_qualified && before.direction() < 0.0;
    if acts && is_close && !is_less && grows != 0.0 && RAISE.has(text) {
        return Some(grows * EVENT);
    }
    if acts && is_close && grows != 0.0 && REDUCE.has(text) {
        return Some(-grows * EVENT);
    }
    if acts && is_good && ENDS.has(text) {
        return Some(-EVENT);
    }
    let harms = HARMS.contains(&text) && is_good;
    if acts && !is_qualified && !harms && STARTS.has(text) && (is_case || is_good) {
        return Some(if is_case { -EVENT } else { UNNAMED });
    }
    let first = &terms[at + 1];
    let is_run = terms[at + 1..=place]
        .windows(2)
        .all(|pair| pair[0].to == pair[1].from);
    let is_beside = is_run && first.from <= verb.to + 1;
    let is_adjective = verb.is_adjective() && is_beside && verb.direction() * grows != 0.0;
    is_adjective.then(|| verb.direction() * grows * EVENT)
}

/// What happens to the subject of a verb: 'costs rise', 'dividend cut', 'strike ends'.
fn of_subject(terms: &[Term], at: usize, place: usize, lower: &[String]) -> Option<f64> {
    let (verb, noun) = (&terms[at], &terms[place]);
    let text = verb.text.as_str();
    let (is_case, is_good) = kind(terms, place);
    let grows = polarity(terms, place);
    // 'Outage halts flights': what is bad ends something else.
    let has_object = lower
        .get(verb.to)
        .is_some_and(|next| !BEHIND.contains(&next.as_str()));
    if is_case && has_object && ENDS.has(text) && !FADES.contains(&text) {
        return Some(-EVENT);
    }
    // 'Tariffs lifted' are gone, not higher.
    if verb.is_passive() && (ENDS.has(text) || MENDS.has(text)) && is_case {
        return Some(EVENT);
    }
    if verb.direction() * grows != 0.0 {
        return Some(verb.direction() * grows * EVENT);
    }
    let is_cut =
        matches!(text, "cut" | "cuts" | "reduction" | "reductions") && noun.to == verb.from;
    if grows != 0.0 && verb.is_passive() && RAISE.has(text) {
        return Some(grows * EVENT);
    }
    // 'Dividend cut', 'job cuts'.
    if grows != 0.0 && (is_cut || verb.is_passive() && REDUCE.has(text)) {
        return Some(-grows * EVENT);
    }
    let sign = if is_case { 1.0 } else { -1.0 };
    if (is_case || is_good) && ENDS.has(text) {
        return Some(sign * EVENT);
    }
    ((is_case || is_good) && verb.is_passive() && STARTS.has(text)).then_some(-sign * EVENT)
}

/// Whether something else moves what a headline is about: 'sends automakers higher'.
fn is_sent(verb: &Term, lower: &[String]) -> bool {
    let sends = |word: &String| {
        matches!(
            word.as_str(),
            "sends" | "send" | "sent" | "pushes" | "push" | "drives" | "drags"
        )
    };
    matches!(verb.text.as_str(), "higher" | "lower" | "up" | "down")
        && lower[..verb.from].iter().any(sends)
}

/// The next noun after a verb, within its reach.
fn object(terms: &[Term], at: usize, lower: &[String]) -> Option<usize> {
    let verb = &terms[at];
    let mut rest = terms.iter().enumerate().skip(at + 1);
    let (place, mut noun) = rest.find(|(_, term)| term.is_noun() && !term.is_used)?;
    // The last of nouns that stand together is what they are about: 'profit forecast'.
    let mut last = place;
    while let Some(next) = terms
        .get(last + 1)
        .filter(|next| next.from == noun.to && next.is_noun())
    {
        last += 1;
        noun = next;
    }
    let between = &lower[verb.to..terms[place].from];
    let is_of_verb = !between.iter().any(|word| PLACES.contains(&word.as_str()));
    let is_cleared = WINS.contains(&verb.text.as_str()) && noun.is_wrong();
    ((is_of_verb || is_cleared) && terms[place].from < verb.to + REACH).then_some(last)
}

/// The noun before a verb: a share where one is named.
fn subject(terms: &[Term], at: usize, lower: &[String]) -> Option<usize> {
    let before = || {
        terms[..at]
            .iter()
            .enumerate()
            .rev()
            .filter(|(_, term)| term.is_noun() && !term.is_used)
    };
    let share = before().find(|(_, term)| is_share(&term.text));
    let (mut place, mut noun) = share.or_else(|| before().next())?;
    // 'Shortage of workers': the noun before 'of' is what it is about.
    while let Some(head) = place.checked_sub(1).map(|head| &terms[head]) {
        let is_head = head.is_noun() && lower.get(head.to).is_some_and(|word| word == "of");
        if is_share(&noun.text) || !is_head || noun.from > head.to + 2 {
            break;
        }
        (place, noun) = (place - 1, head);
    }
    (terms[at].from < noun.to + REACH + 1).then_some(place)
}

/// Whether the unknown subject of a verb is a company or a price, and not a thing that may be bad: its verb is of the
/// singular, and it is a name.
fn is_company(verb: &Term, words: &[&str], is_title_case: bool) -> bool {
    let adverbs = |word: &&&str| {
        // 'NEAR' is a name.
        let lower = word.to_lowercase();
        let is_upper = word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase());
        is_upper
            || !(lower.ends_with("ly")
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
    let is_plural_verb = !(first.ends_with('s')
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
    // Within a sentence a capital makes a name; at its start, or in a title, only the verb can tell.
    (place > 0 && !is_title_case) || !is_plural_verb || is_title_case && !is_plural
}
