//! Scores the event of a verb: something rises or falls, starts or ends, and is good or bad to have.

use super::{
    grammar::{
        CONTINUING_VERBS, COURT_LOSS_VERBS, COURT_WIN_VERBS, ESCAPING_VERB_STEMS, FADING_VERBS,
        HARMING_VERBS, MOVE_NOUNS, NON_OBJECT_WORDS, SINKING_VERBS, SLOW_PACE_WORDS,
        WORDS_BEFORE_MOVE_NOUNS,
    },
    lists::{ENDING_VERBS, RAISING_VERBS, REDUCING_VERBS, REPAIRING_VERBS, STARTING_VERBS},
    negation::is_negated,
    roles::{
        MAX_OBJECT_DISTANCE, acts_on_object, has_unknown_object, is_attribute, is_company,
        is_scheduled, object, subject,
    },
    terms::{Term, ThingKind, is_price, is_share, polarity, thing_kind},
};

/// Weight of an event. A plain word of the lexicon has a weight of about 1.
const EVENT_WEIGHT: f64 = 1.5;

/// Weight of an event whose subject is a company or price that the lists do not contain.
const UNKNOWN_SUBJECT_WEIGHT: f64 = 1.0;

/// Returns the score of the event of a verb or adjective, and the indexes of the nouns that belong to the event.
pub(super) fn score_event(
    terms: &[Term],
    index: usize,
    words: &[&str],
    lower: &[String],
    is_title_case: bool,
) -> Option<(f64, Vec<usize>)> {
    let verb = &terms[index];
    if is_attribute(terms, index, lower) || is_scheduled(verb, lower) {
        return None;
    }
    let (object, subject) = (object(terms, index, lower), subject(terms, index, lower));
    let object_score = object.and_then(|noun_index| {
        let value = score_object(terms, index, noun_index, lower, subject.is_some())?;
        Some((value, vec![noun_index]))
    });
    let subject_score = || {
        let noun_index = subject?;
        if acts_on_object(terms, index, noun_index, words, is_title_case) {
            return None;
        }
        Some((
            score_subject(terms, index, noun_index, lower)?,
            vec![noun_index],
        ))
    };
    // A name before the verb, which the lists do not contain.
    let unnamed_subject_score = || {
        let is_known = subject.is_some_and(|noun_index| !terms[noun_index].is_bad_thing());
        let is_company =
            verb.weight.is_none() && subject.is_none() && is_company(verb, words, is_title_case);
        let is_change = verb.direction() != 0.0 && !is_known;
        // 'A 49% first-day pop'.
        let before = &lower[verb.start.saturating_sub(3)..verb.start];
        let is_measured = before.iter().any(|word| word.ends_with('%'));
        let is_reported_move = is_measured
            || lower
                .get(verb.end)
                .is_some_and(|next| CONTINUING_VERBS.contains(&next.as_str()));
        (is_change && (is_company || is_reported_move && subject.is_none()))
            .then(|| (verb.direction() * UNKNOWN_SUBJECT_WEIGHT, Vec::new()))
    };
    let (value, used_nouns) = score_escape(terms, index)
        .or_else(|| score_rise_in(terms, index, lower))
        .or_else(|| score_sent_noun(terms, index, lower))
        .or_else(|| score_stopped_move(terms, index, lower))
        .or(object_score)
        .or_else(subject_score)
        .or_else(unnamed_subject_score)?;
    // 'Climb at the slowest pace'.
    let mut following = lower[verb.end..].iter().take(3);
    let is_slower =
        verb.direction() > 0.0 && following.any(|word| SLOW_PACE_WORDS.contains(&word.as_str()));
    let value = if is_slower { -value } else { value };
    let is_mild = ["edge", "inch", "tick", "drift"]
        .iter()
        .any(|start| verb.text.starts_with(start));
    let strength = if is_mild { 0.5 } else { 1.0 };
    // The preceding noun belongs to the verb: 'neither cost cuts nor a merger'.
    let start = used_nouns.iter().map(|noun_index| &terms[*noun_index]);
    let start = start
        .filter(|noun| noun.end == verb.start)
        .map(|noun| noun.start);
    let start = start.min().unwrap_or(verb.start);
    let value = match is_negated(lower, start, verb.end) {
        true if value > 0.0 => -0.8 * value,
        true => 0.9,
        false => value,
    };
    Some((strength * value, used_nouns))
}

/// Scores a rise or fall whose subject follows: 'no rise in bad loans'.
fn score_rise_in(terms: &[Term], index: usize, lower: &[String]) -> Option<(f64, Vec<usize>)> {
    let verb = &terms[index];
    let before = verb
        .start
        .checked_sub(1)
        .map(|before| lower[before].as_str());
    let is_noun = before.is_none_or(|word| {
        WORDS_BEFORE_MOVE_NOUNS.contains(&word) || word.ends_with("fold") || word.ends_with('%')
    }) && lower.get(verb.end).is_some_and(|word| word == "in");
    let (noun_index, noun) = terms
        .iter()
        .enumerate()
        .skip(index + 1)
        .find(|(_, term)| term.polarity() != 0.0)?;
    let value = verb.direction() * noun.polarity() * EVENT_WEIGHT;
    (is_noun && value != 0.0 && noun.start <= verb.end + 3).then(|| (value, vec![noun_index]))
}

/// Scores a verb with an object: 'cuts costs', 'wins lawsuit', 'rising debt'.
fn score_object(
    terms: &[Term],
    index: usize,
    noun_index: usize,
    lower: &[String],
    has_subject: bool,
) -> Option<f64> {
    let (verb, noun) = (&terms[index], &terms[noun_index]);
    let text = verb.text.as_str();
    let ThingKind { is_bad, is_good } = thing_kind(terms, noun_index);
    // No object follows in 'dividend suspended amid losses'.
    let has_object = !(text.ends_with("ed") && has_subject);
    let polarity_of_noun = polarity(terms, noun_index);
    // 'Cleared of patent infringement'.
    if matches!(text, "cleared of" | "clears of" | "acquitted of") {
        return Some(EVENT_WEIGHT);
    }
    if is_bad && COURT_WIN_VERBS.contains(&text) {
        return Some(EVENT_WEIGHT);
    }
    if is_bad && COURT_LOSS_VERBS.contains(&text) {
        return Some(-EVENT_WEIGHT);
    }
    // 'Returns to Chapter 11', 'proposed agreement'.
    let is_return =
        REPAIRING_VERBS.has(text) && lower.get(verb.end).is_some_and(|word| word == "to");
    if is_return || text == "proposed" || text == "over" && !is_bad {
        return None;
    }
    if has_object && is_bad && (ENDING_VERBS.has(text) || REPAIRING_VERBS.has(text)) {
        return Some(EVENT_WEIGHT);
    }
    // 'Rate bets sink shares'.
    if has_object && is_share(&noun.text) && SINKING_VERBS.contains(&text) {
        return Some(-EVENT_WEIGHT);
    }
    // 'Hits profits', but not 'hits $4 trillion in value'.
    let is_close = !matches!(text, "hits" | "hit") || noun.start <= verb.end + 1;
    // The adjective decides: 'adds fewer jobs'.
    let before = &terms[noun_index - 1];
    let is_qualified =
        noun_index - 1 > index && before.end + 1 >= noun.start && before.direction() != 0.0;
    let is_reduced = is_qualified && before.direction() < 0.0;
    // An exchange 'adds futures' and a bank 'adds gold' to trade them.
    if matches!(text, "adds" | "add" | "added" | "adding") && is_price(&noun.text) {
        return None;
    }
    // 'Adds only 22,000 jobs'.
    let is_disappointing = lower
        .get(verb.end)
        .is_some_and(|word| matches!(word.as_str(), "only" | "just" | "merely"));
    if has_object
        && is_disappointing
        && polarity_of_noun > 0.0
        && (RAISING_VERBS.has(text) || STARTING_VERBS.has(text))
    {
        return Some(-EVENT_WEIGHT);
    }
    if has_object && is_close && !is_reduced && polarity_of_noun != 0.0 && RAISING_VERBS.has(text) {
        return Some(polarity_of_noun * EVENT_WEIGHT);
    }
    if has_object && is_close && polarity_of_noun != 0.0 && REDUCING_VERBS.has(text) {
        return Some(-polarity_of_noun * EVENT_WEIGHT);
    }
    if has_object && is_good && ENDING_VERBS.has(text) {
        return Some(-EVENT_WEIGHT);
    }
    // 'Gets the claim dismissed'.
    let is_ended = terms.get(noun_index + 1).is_some_and(|next| {
        next.start == noun.end
            && next.is_passive()
            && (ENDING_VERBS.has(&next.text) || REPAIRING_VERBS.has(&next.text))
    });
    if is_bad && is_ended && STARTING_VERBS.has(text) {
        return Some(EVENT_WEIGHT);
    }
    let harms = HARMING_VERBS.contains(&text) && is_good;
    // 'Faces higher costs'.
    if has_object && HARMING_VERBS.contains(&text) && polarity_of_noun < 0.0 {
        return Some(-EVENT_WEIGHT);
    }
    if has_object && !is_qualified && !harms && STARTING_VERBS.has(text) && (is_bad || is_good) {
        return Some(if is_bad {
            -EVENT_WEIGHT
        } else {
            UNKNOWN_SUBJECT_WEIGHT
        });
    }
    let first = &terms[index + 1];
    let is_contiguous = terms[index + 1..=noun_index]
        .windows(2)
        .all(|pair| pair[0].end == pair[1].start);
    let is_adjacent = is_contiguous && first.start <= verb.end + 1;
    let is_adjective =
        verb.is_adjective() && is_adjacent && verb.direction() * polarity_of_noun != 0.0;
    is_adjective.then(|| verb.direction() * polarity_of_noun * EVENT_WEIGHT)
}

/// Scores a verb with a subject: 'costs rise', 'dividend cut', 'strike ends'.
fn score_subject(terms: &[Term], index: usize, noun_index: usize, lower: &[String]) -> Option<f64> {
    let (verb, noun) = (&terms[index], &terms[noun_index]);
    let text = verb.text.as_str();
    let ThingKind { is_bad, is_good } = thing_kind(terms, noun_index);
    let polarity_of_noun = polarity(terms, noun_index);
    // The bad thing ends something else: 'outage halts flights'.
    let is_followed_by_object = lower
        .get(verb.end)
        .is_some_and(|next| !NON_OBJECT_WORDS.contains(&next.as_str()));
    if is_bad && is_followed_by_object && ENDING_VERBS.has(text) && !FADING_VERBS.contains(&text) {
        return Some(-EVENT_WEIGHT);
    }
    // 'Inflation hits homebuilders', 'the shortage is over'.
    let is_bad = is_bad || polarity_of_noun < 0.0;
    if is_bad
        && is_followed_by_object
        && has_unknown_object(terms, index)
        && REDUCING_VERBS.has(text)
        && !verb.is_passive()
        && verb.direction() == 0.0
    {
        return Some(-EVENT_WEIGHT);
    }
    let is_after = |word: &str| verb.start > 0 && lower[verb.start - 1] == word;
    if (is_bad || is_good) && text == "over" && (is_after("is") || is_after("are")) {
        return Some(if is_bad { EVENT_WEIGHT } else { -EVENT_WEIGHT });
    }
    // 'Tariffs lifted' means removed, not raised.
    if verb.is_passive() && (ENDING_VERBS.has(text) || REPAIRING_VERBS.has(text)) && is_bad {
        return Some(EVENT_WEIGHT);
    }
    if verb.direction() * polarity_of_noun != 0.0 {
        return Some(verb.direction() * polarity_of_noun * EVENT_WEIGHT);
    }
    let is_cut =
        matches!(text, "cut" | "cuts" | "reduction" | "reductions") && noun.end == verb.start;
    if polarity_of_noun != 0.0 && verb.is_passive() && RAISING_VERBS.has(text) {
        return Some(polarity_of_noun * EVENT_WEIGHT);
    }
    // 'Dividend cut', 'job cuts'.
    if polarity_of_noun != 0.0 && (is_cut || verb.is_passive() && REDUCING_VERBS.has(text)) {
        return Some(-polarity_of_noun * EVENT_WEIGHT);
    }
    let sign = if is_bad { 1.0 } else { -1.0 };
    if (is_bad || is_good) && ENDING_VERBS.has(text) {
        return Some(sign * EVENT_WEIGHT);
    }
    ((is_bad || is_good) && verb.is_passive() && STARTING_VERBS.has(text))
        .then_some(-sign * EVENT_WEIGHT)
}

/// Verbs whose subject moves the following noun: 'sends gold higher'.
const SENDING_VERBS: &[&str] = &[
    "sends", "send", "sent", "sending", "pushes", "push", "pushing", "drives", "driving", "drags",
    "dragging",
];

/// Scores a bad thing that does not happen: 'dodges hurricane damage'.
fn score_escape(terms: &[Term], index: usize) -> Option<(f64, Vec<usize>)> {
    let verb = &terms[index];
    let next = terms.get(index + 1)?;
    let is_bad = next.weight.is_some_and(|weight| weight < 0.0) || next.is_bad_thing();
    let escapes = ESCAPING_VERB_STEMS
        .iter()
        .any(|stem| verb.text.starts_with(stem));
    (escapes && is_bad && next.start <= verb.end + 2).then(|| (EVENT_WEIGHT, vec![index + 1]))
}

/// Scores a verb with a move as its object: 'recoups the drop', 'extends its slide', 'halts the rally'.
fn score_stopped_move(terms: &[Term], index: usize, lower: &[String]) -> Option<(f64, Vec<usize>)> {
    let verb = &terms[index];
    let moved = terms.get(index + 1).filter(|next| {
        MOVE_NOUNS.contains(&next.text.as_str())
            && next.start <= verb.end + 2
            && next.direction() != 0.0
    })?;
    // 'Cuts drop' and 'halts fall in sales' name the thing that moves.
    let is_of = lower
        .get(moved.end)
        .is_some_and(|word| matches!(word.as_str(), "in" | "of"));
    let text = verb.text.as_str();
    let continues = matches!(
        text,
        "extends" | "extend" | "extended" | "deepens" | "adds to"
    );
    let sign = if continues {
        1.0
    } else if (REDUCING_VERBS.has(text) || ENDING_VERBS.has(text) || REPAIRING_VERBS.has(text))
        && !MOVE_NOUNS.contains(&text)
    {
        -1.0
    } else {
        return None;
    };
    (!is_of).then(|| (sign * moved.direction() * EVENT_WEIGHT, vec![index + 1]))
}

/// Scores a noun that something else moves: 'sends automakers higher', 'sends gold prices soaring'.
fn score_sent_noun(terms: &[Term], index: usize, lower: &[String]) -> Option<(f64, Vec<usize>)> {
    let verb = &terms[index];
    let start = lower[..verb.start]
        .iter()
        .rposition(|word| SENDING_VERBS.contains(&word.as_str()))?;
    let is_complement = verb.text.ends_with("ing")
        || matches!(verb.text.as_str(), "higher" | "lower" | "up" | "down")
        || lower[verb.start - 1] == "to";
    let is_near = verb.start > start + 1 && verb.start <= start + MAX_OBJECT_DISTANCE;
    if !(is_near && is_complement && verb.direction() != 0.0) {
        return None;
    }
    let mut moved = terms.iter().enumerate().take(index).rev();
    let moved = moved.find(|(_, term)| term.start > start && term.polarity() != 0.0);
    Some(match moved {
        Some((noun_index, noun)) => (
            verb.direction() * noun.polarity() * EVENT_WEIGHT,
            vec![noun_index],
        ),
        None => (verb.direction() * UNKNOWN_SUBJECT_WEIGHT, Vec::new()),
    })
}

/// Scores a price that something moves across a level: 'sends silver past $54', 'pushes bitcoin under $110,000'.
pub(super) fn price_level_score(lower: &[String]) -> f64 {
    let Some(start) = lower
        .iter()
        .position(|word| SENDING_VERBS.contains(&word.as_str()))
    else {
        return 0.0;
    };
    let rest = &lower[start + 1..];
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
