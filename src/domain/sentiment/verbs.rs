//! Interprets the verb of a clause: something goes up or down, begins or ends, and is good or bad to have.

use super::{
    grammar::{
        BEHIND, CONTINUES, ESCAPES, FADES, HARMS, LOSES, MOVES, OF_RISES, SINKS, SLOWER, WINS,
    },
    lists::{ENDS, MENDS, RAISE, REDUCE, STARTS},
    negation::negation,
    roles::{
        MAX_OBJECT_DISTANCE, is_acting, is_attribute, is_company, is_scheduled, object,
        object_is_unknown, subject,
    },
    terms::{Term, is_price, is_share, kind, polarity},
};

/// Weight of an event; a plain word of the lexicon has about 1.
const EVENT_WEIGHT: f64 = 1.5;

/// Weight of an event with a subject that is only known to be a company or price.
const UNKNOWN_SUBJECT_WEIGHT: f64 = 1.0;

/// Returns the value of the event of a verb or adjective, and the terms it uses.
pub(super) fn event(
    terms: &[Term],
    at: usize,
    words: &[&str],
    lower: &[String],
    is_title_case: bool,
) -> Option<(f64, Vec<usize>)> {
    let verb = &terms[at];
    if is_attribute(terms, at, lower) || is_scheduled(verb, lower) {
        return None;
    }
    let (object, subject) = (object(terms, at, lower), subject(terms, at, lower));
    let of_object = object.and_then(|place| {
        let sign = of_object(terms, at, place, lower, subject.is_some())?;
        Some((sign, vec![place]))
    });
    let of_subject = || {
        let place = subject?;
        if is_acting(terms, at, place, words, is_title_case) {
            return None;
        }
        Some((of_subject(terms, at, place, lower)?, vec![place]))
    };
    let unnamed = || {
        let is_known = subject.is_some_and(|place| !terms[place].is_wrong());
        let is_company =
            verb.weight.is_none() && subject.is_none() && is_company(verb, words, is_title_case);
        let is_change = verb.direction() != 0.0 && !is_known;
        // 'A 49% first-day pop'.
        let before = &lower[verb.from.saturating_sub(3)..verb.from];
        let is_measured = before.iter().any(|word| word.ends_with('%'));
        let is_going_on = is_measured
            || lower
                .get(verb.to)
                .is_some_and(|next| CONTINUES.contains(&next.as_str()));
        (is_change && (is_company || is_going_on && subject.is_none()))
            .then(|| (verb.direction() * UNKNOWN_SUBJECT_WEIGHT, Vec::new()))
    };
    let (value, used) = escape(terms, at)
        .or_else(|| rise_in(terms, at, lower))
        .or_else(|| sent(terms, at, lower))
        .or_else(|| of_move(terms, at, lower))
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
    // The preceding noun belongs to the verb: 'neither cost cuts nor a merger'.
    let from = used.iter().map(|place| &terms[*place]);
    let from = from
        .filter(|noun| noun.to == verb.from)
        .map(|noun| noun.from);
    let from = from.min().unwrap_or(verb.from);
    let value = match negation(lower, from, verb.to) {
        true if value > 0.0 => -0.8 * value,
        true => 0.9,
        false => value,
    };
    Some((strength * value, used))
}

/// Handles a rise or fall whose subject follows: 'no rise in bad loans'.
fn rise_in(terms: &[Term], at: usize, lower: &[String]) -> Option<(f64, Vec<usize>)> {
    let verb = &terms[at];
    let before = verb.from.checked_sub(1).map(|place| lower[place].as_str());
    let is_noun = before.is_none_or(|word| {
        OF_RISES.contains(&word) || word.ends_with("fold") || word.ends_with('%')
    }) && lower.get(verb.to).is_some_and(|word| word == "in");
    let (place, noun) = terms
        .iter()
        .enumerate()
        .skip(at + 1)
        .find(|(_, term)| term.polarity() != 0.0)?;
    let value = verb.direction() * noun.polarity() * EVENT_WEIGHT;
    (is_noun && value != 0.0 && noun.from <= verb.to + 3).then(|| (value, vec![place]))
}

/// Handles a verb with an object: 'cuts costs', 'wins lawsuit', 'rising debt'.
fn of_object(
    terms: &[Term],
    at: usize,
    place: usize,
    lower: &[String],
    has_subject: bool,
) -> Option<f64> {
    let (verb, noun) = (&terms[at], &terms[place]);
    let text = verb.text.as_str();
    let (is_case, is_good) = kind(terms, place);
    // No object follows in 'dividend suspended amid losses'.
    let acts = !(text.ends_with("ed") && has_subject);
    let grows = polarity(terms, place);
    // 'Cleared of patent infringement'.
    if matches!(text, "cleared of" | "clears of" | "acquitted of") {
        return Some(EVENT_WEIGHT);
    }
    if is_case && WINS.contains(&text) {
        return Some(EVENT_WEIGHT);
    }
    if is_case && LOSES.contains(&text) {
        return Some(-EVENT_WEIGHT);
    }
    // 'Returns to Chapter 11', 'proposed agreement'.
    let is_return = MENDS.has(text) && lower.get(verb.to).is_some_and(|word| word == "to");
    if is_return || text == "proposed" || text == "over" && !is_case {
        return None;
    }
    if acts && is_case && (ENDS.has(text) || MENDS.has(text)) {
        return Some(EVENT_WEIGHT);
    }
    // 'Rate bets sink shares'.
    if acts && is_share(&noun.text) && SINKS.contains(&text) {
        return Some(-EVENT_WEIGHT);
    }
    // 'Hits profits', but not 'hits $4 trillion in value'.
    let is_close = !matches!(text, "hits" | "hit") || noun.from <= verb.to + 1;
    // The adjective decides: 'adds fewer jobs'.
    let before = &terms[place - 1];
    let is_qualified = place - 1 > at && before.to + 1 >= noun.from && before.direction() != 0.0;
    let is_less = is_qualified && before.direction() < 0.0;
    // An exchange 'adds futures' and a bank 'adds gold' to trade them.
    if matches!(text, "adds" | "add" | "added" | "adding") && is_price(&noun.text) {
        return None;
    }
    // 'Adds only 22,000 jobs'.
    let is_little = lower
        .get(verb.to)
        .is_some_and(|word| matches!(word.as_str(), "only" | "just" | "merely"));
    if acts && is_little && grows > 0.0 && (RAISE.has(text) || STARTS.has(text)) {
        return Some(-EVENT_WEIGHT);
    }
    if acts && is_close && !is_less && grows != 0.0 && RAISE.has(text) {
        return Some(grows * EVENT_WEIGHT);
    }
    if acts && is_close && grows != 0.0 && REDUCE.has(text) {
        return Some(-grows * EVENT_WEIGHT);
    }
    if acts && is_good && ENDS.has(text) {
        return Some(-EVENT_WEIGHT);
    }
    // 'Gets the claim dismissed'.
    let is_over = terms.get(place + 1).is_some_and(|next| {
        next.from == noun.to && next.is_passive() && (ENDS.has(&next.text) || MENDS.has(&next.text))
    });
    if is_case && is_over && STARTS.has(text) {
        return Some(EVENT_WEIGHT);
    }
    let harms = HARMS.contains(&text) && is_good;
    // 'Faces higher costs'.
    if acts && HARMS.contains(&text) && grows < 0.0 {
        return Some(-EVENT_WEIGHT);
    }
    if acts && !is_qualified && !harms && STARTS.has(text) && (is_case || is_good) {
        return Some(if is_case {
            -EVENT_WEIGHT
        } else {
            UNKNOWN_SUBJECT_WEIGHT
        });
    }
    let first = &terms[at + 1];
    let is_run = terms[at + 1..=place]
        .windows(2)
        .all(|pair| pair[0].to == pair[1].from);
    let is_beside = is_run && first.from <= verb.to + 1;
    let is_adjective = verb.is_adjective() && is_beside && verb.direction() * grows != 0.0;
    is_adjective.then(|| verb.direction() * grows * EVENT_WEIGHT)
}

/// Handles the subject of a verb: 'costs rise', 'dividend cut', 'strike ends'.
fn of_subject(terms: &[Term], at: usize, place: usize, lower: &[String]) -> Option<f64> {
    let (verb, noun) = (&terms[at], &terms[place]);
    let text = verb.text.as_str();
    let (is_case, is_good) = kind(terms, place);
    let grows = polarity(terms, place);
    // The bad thing ends something else: 'outage halts flights'.
    let has_object = lower
        .get(verb.to)
        .is_some_and(|next| !BEHIND.contains(&next.as_str()));
    if is_case && has_object && ENDS.has(text) && !FADES.contains(&text) {
        return Some(-EVENT_WEIGHT);
    }
    // 'Inflation hits homebuilders', 'the shortage is over'.
    let is_bad = is_case || grows < 0.0;
    if is_bad
        && has_object
        && object_is_unknown(terms, at)
        && REDUCE.has(text)
        && !verb.is_passive()
        && verb.direction() == 0.0
    {
        return Some(-EVENT_WEIGHT);
    }
    let is_after = |word: &str| verb.from > 0 && lower[verb.from - 1] == word;
    if (is_case || is_good) && text == "over" && (is_after("is") || is_after("are")) {
        return Some(if is_case { EVENT_WEIGHT } else { -EVENT_WEIGHT });
    }
    // 'Tariffs lifted' means removed, not raised.
    if verb.is_passive() && (ENDS.has(text) || MENDS.has(text)) && is_case {
        return Some(EVENT_WEIGHT);
    }
    if verb.direction() * grows != 0.0 {
        return Some(verb.direction() * grows * EVENT_WEIGHT);
    }
    let is_cut =
        matches!(text, "cut" | "cuts" | "reduction" | "reductions") && noun.to == verb.from;
    if grows != 0.0 && verb.is_passive() && RAISE.has(text) {
        return Some(grows * EVENT_WEIGHT);
    }
    // 'Dividend cut', 'job cuts'.
    if grows != 0.0 && (is_cut || verb.is_passive() && REDUCE.has(text)) {
        return Some(-grows * EVENT_WEIGHT);
    }
    let sign = if is_case { 1.0 } else { -1.0 };
    if (is_case || is_good) && ENDS.has(text) {
        return Some(sign * EVENT_WEIGHT);
    }
    ((is_case || is_good) && verb.is_passive() && STARTS.has(text)).then_some(-sign * EVENT_WEIGHT)
}

/// Verbs by which something else moves the following noun.
const SENDS: &[&str] = &[
    "sends", "send", "sent", "sending", "pushes", "push", "pushing", "drives", "driving", "drags",
    "dragging",
];

/// Handles something bad that does not happen: 'dodges hurricane damage'.
fn escape(terms: &[Term], at: usize) -> Option<(f64, Vec<usize>)> {
    let verb = &terms[at];
    let next = terms.get(at + 1)?;
    let is_bad = next.weight.is_some_and(|weight| weight < 0.0) || next.is_wrong();
    let escapes = ESCAPES.iter().any(|stem| verb.text.starts_with(stem));
    (escapes && is_bad && next.from <= verb.to + 2).then(|| (EVENT_WEIGHT, vec![at + 1]))
}

/// Handles a verb with a move as its object: 'recoups the drop', 'extends its slide', 'halts the rally'.
fn of_move(terms: &[Term], at: usize, lower: &[String]) -> Option<(f64, Vec<usize>)> {
    let verb = &terms[at];
    let moved = terms.get(at + 1).filter(|next| {
        MOVES.contains(&next.text.as_str()) && next.from <= verb.to + 2 && next.direction() != 0.0
    })?;
    // 'Cuts drop' and 'halts fall in sales' name the thing that moves.
    let is_of = lower
        .get(moved.to)
        .is_some_and(|word| matches!(word.as_str(), "in" | "of"));
    let text = verb.text.as_str();
    let goes_on = matches!(
        text,
        "extends" | "extend" | "extended" | "deepens" | "adds to"
    );
    let sign = if goes_on {
        1.0
    } else if (REDUCE.has(text) || ENDS.has(text) || MENDS.has(text)) && !MOVES.contains(&text) {
        -1.0
    } else {
        return None;
    };
    (!is_of).then(|| (sign * moved.direction() * EVENT_WEIGHT, vec![at + 1]))
}

/// Handles a noun moved by something else: 'sends automakers higher', 'sends gold prices soaring'.
fn sent(terms: &[Term], at: usize, lower: &[String]) -> Option<(f64, Vec<usize>)> {
    let verb = &terms[at];
    let from = lower[..verb.from]
        .iter()
        .rposition(|word| SENDS.contains(&word.as_str()))?;
    let is_complement = verb.text.ends_with("ing")
        || matches!(verb.text.as_str(), "higher" | "lower" | "up" | "down")
        || lower[verb.from - 1] == "to";
    let is_near = verb.from > from + 1 && verb.from <= from + MAX_OBJECT_DISTANCE;
    if !(is_near && is_complement && verb.direction() != 0.0) {
        return None;
    }
    let mut moved = terms.iter().enumerate().take(at).rev();
    let moved = moved.find(|(_, term)| term.from > from && term.polarity() != 0.0);
    Some(match moved {
        Some((place, noun)) => (
            verb.direction() * noun.polarity() * EVENT_WEIGHT,
            vec![place],
        ),
        None => (verb.direction() * UNKNOWN_SUBJECT_WEIGHT, Vec::new()),
    })
}

/// Handles a price moved across a level: 'sends silver past $54', 'knocks bitcoin under $110,000'.
pub(super) fn pushed(lower: &[String]) -> f64 {
    let Some(from) = lower.iter().position(|word| SENDS.contains(&word.as_str())) else {
        return 0.0;
    };
    let rest = &lower[from + 1..];
    let levels = rest.windows(2).skip(1).take(MAX_OBJECT_DISTANCE);
    let is_figure = |word: &String| word.starts_with(|c: char| c.is_ascii_digit());
    let mut levels = levels.filter(|pair| is_figure(&pair[1]));
    levels
        .find_map(|pair| match pair[0].as_str() {
            "past" | "above" | "over" => Some(UNKNOWN_SUBJECT_WEIGHT),
            "below" | "under" | "beneath" => Some(-UNKNOWN_SUBJECT_WEIGHT),
            _ => None,
        })
        .unwrap_or(0.0)
}
