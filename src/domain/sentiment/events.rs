//! What happens in a clause, and whether that is good: something goes up or down, begins or ends, and is good or bad
//! to have.

use super::{
    Sums, UNDECIDED,
    clauses::REACHES,
    grammar::{
        AMOUNTS, BEHIND, BRAVES, CONTINUES, DAYS, ESCAPES, FADES, FIRMS, HARMS, JOINTS, LOSES,
        MEASURES, MOVES, OF_RISES, PLACES, RELIEF, SINKS, SLOWER, WINS,
    },
    lists::{ENDS, MENDS, RAISE, REDUCE, STARTS},
    negation::{against_estimate, compared, is_missing, negation, rating},
    terms::{Term, is_price, is_share, kind, plain, polarity, terms},
};

/// What an event weighs; a plain word of the lexicon weighs about 1.
const EVENT: f64 = 1.5;
/// An event whose subject is only known not to be a thing.
const UNNAMED: f64 = 1.0;
/// What it weighs that there is none of a noun.
const MISSING: f64 = 1.0;
/// What remains of a term, turned round, of which the clause says that it ends.
const ENDED: f64 = 1.0;
/// Words of the distance between a verb and its object, and the same where somebody wins a case.
const REACH: usize = 5;
const REACH_OF_CASES: usize = 10;

/// What a clause says.
#[derive(Debug, Clone, Copy)]
pub(super) struct Said {
    /// The sum of what happens.
    pub(super) sum: f64,
    /// What it happens to.
    pub(super) subject: Subject,
    /// Something good and something bad happens.
    pub(super) is_torn: bool,
}

/// What happens in a clause, and what it happens to. `is_title_case`: capitals say nothing.
pub(super) fn score(words: &[&str], is_title_case: bool) -> Said {
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
        // 'Relief from falling cocoa' is not about cocoa.
        for place in used
            .iter()
            .filter(|place| **place < at || is_share(&terms[**place].text))
        {
            move_of = move_of.max(Subject::of(&terms[*place].text));
        }
        for place in used {
            // 'Escapes the worst of tariffs': what stands between belongs to the object.
            for between in &mut terms[(at + 1).min(place)..place] {
                between.is_used |= between.weight.is_some();
            }
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
            said = Sums::default();
        }
        said.add(value);
    }
    let mut ended = None;
    for (place, term) in terms.iter().enumerate().filter(|(_, term)| !term.is_used) {
        if ended == Some(place) || term.is_name || is_attribute(&terms, place, &lower) {
            continue;
        }
        let Some(weight) = term.weight else {
            // 'No sign of stress', 'no deal'.
            let is_plan = matches!(term.text.as_str(), "plan" | "plans");
            if term.is_noun() && !is_plan && is_missing(&lower, term.from, term.to) {
                let is_bad = term.is_wrong() || term.polarity() < 0.0;
                said.add(if is_bad { MISSING } else { -MISSING });
            }
            continue;
        };
        // 'Shrugs off the short seller': what is bad does not matter.
        let is_braved = |braver: &Term| BRAVES.contains(&braver.text.as_str());
        if weight < 0.0 && terms[..place].iter().any(is_braved) {
            continue;
        }
        // 'Red ink recedes', 'the shortage is over'.
        if weight != 0.0 && is_ended(&terms, place, &lower) {
            ended = Some(place + 1);
            said.add(-ENDED * weight);
            continue;
        }
        // 'Climb at the slowest pace': the event has it.
        let is_pace = SLOWER.contains(&term.text.split(' ').next().unwrap_or_default())
            && place
                .checked_sub(1)
                .is_some_and(|at| terms[at].is_used && terms[at].direction() > 0.0);
        if is_pace {
            continue;
        }
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
            said.add(1.0);
            continue;
        }
        let is_next = is_missing(&lower, term.from, term.to);
        said.add(match negation(&lower, term.from, term.to) {
            true if weight < 0.0 => f64::from(u8::from(is_next)) * 0.9,
            true => -0.8 * weight,
            false => weight,
        });
    }
    let sum = said.good - said.bad;
    let pushed = if sum == 0.0 { pushed(&lower) } else { 0.0 };
    let sum = compared(&lower, sum) + pushed + rating(&lower) + against_estimate(&lower);
    Said {
        sum,
        subject: move_of,
        is_torn: said.good.min(said.bad) >= UNDECIDED,
    }
}

/// What the events of a clause happen to, the weightiest last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Subject {
    Other,
    /// A commodity, a coin, a currency or an index.
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

/// Whether a word within a sentence is the name of something: 'Jaguar Land Rover' lands nothing.
fn is_name(words: &[&str], term: &Term) -> bool {
    let is_capital =
        |word: &&str| word.starts_with(char::is_uppercase) && word.chars().any(char::is_lowercase);
    term.from > 0 && term.to == term.from + 1 && words.get(term.from).is_some_and(is_capital)
}

/// Whether a sign of possession follows the words before `to`: "the S&P 500's losses".
fn is_owner(words: &[&str], to: usize) -> bool {
    let has_sign = |word: &&str| word.ends_with("'s") || word.ends_with("’s");
    let is_figure = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
    let last = words.get(to - 1).is_some_and(has_sign);
    last || words
        .get(to)
        .is_some_and(|word| is_figure(word) && has_sign(word))
}

/// Whether the term behind a term says that it ends, and ends nothing else.
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

/// The words of a clause as the lists have them.
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

/// A word in lower case, but a symbol or a short name as it is: 'UPS' is no verb.
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

/// The event of a verb or an adjective: its value, and the terms that it takes.
fn event(
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
            .then(|| (verb.direction() * UNNAMED, Vec::new()))
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
    // 'Neither cost cuts nor a merger': the noun before belongs to the verb.
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

/// Whether a word only describes the noun behind it: 'a recalled car', 'biggest drop'.
fn is_attribute(terms: &[Term], at: usize, lower: &[String]) -> bool {
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

/// Whether a verb only says what is planned for a day: 'to open talks in April'.
fn is_scheduled(verb: &Term, lower: &[String]) -> bool {
    let is_planned = verb.from > 0 && lower[verb.from - 1] == "to" && STARTS.has(&verb.text);
    is_planned
        && lower[verb.to..]
            .iter()
            .any(|word| DAYS.contains(&word.as_str()))
}

/// What rises or falls is named behind it: 'no rise in bad loans'.
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
    let value = verb.direction() * noun.polarity() * EVENT;
    (is_noun && value != 0.0 && noun.from <= verb.to + 3).then(|| (value, vec![place]))
}

/// What a verb does to its object: 'cuts costs', 'wins lawsuit', 'rising debt'.
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
    // 'Dividend suspended amid losses': what follows is no object.
    let acts = !(text.ends_with("ed") && has_subject);
    let grows = polarity(terms, place);
    // 'Cleared of patent infringement'.
    if matches!(text, "cleared of" | "clears of" | "acquitted of") {
        return Some(EVENT);
    }
    if is_case && WINS.contains(&text) {
        return Some(EVENT);
    }
    if is_case && LOSES.contains(&text) {
        return Some(-EVENT);
    }
    // 'Returns to Chapter 11', 'proposed agreement'.
    let is_return = MENDS.has(text) && lower.get(verb.to).is_some_and(|word| word == "to");
    if is_return || text == "proposed" || text == "over" && !is_case {
        return None;
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
    // An exchange 'adds futures', a bank 'adds gold': they trade them.
    if matches!(text, "adds" | "add" | "added" | "adding") && is_price(&noun.text) {
        return None;
    }
    // 'Adds only 22,000 jobs'.
    let is_little = lower
        .get(verb.to)
        .is_some_and(|word| matches!(word.as_str(), "only" | "just" | "merely"));
    if acts && is_little && grows > 0.0 && (RAISE.has(text) || STARTS.has(text)) {
        return Some(-EVENT);
    }
    if acts && is_close && !is_less && grows != 0.0 && RAISE.has(text) {
        return Some(grows * EVENT);
    }
    if acts && is_close && grows != 0.0 && REDUCE.has(text) {
        return Some(-grows * EVENT);
    }
    if acts && is_good && ENDS.has(text) {
        return Some(-EVENT);
    }
    // 'Gets the claim dismissed'.
    let is_over = terms.get(place + 1).is_some_and(|next| {
        next.from == noun.to && next.is_passive() && (ENDS.has(&next.text) || MENDS.has(&next.text))
    });
    if is_case && is_over && STARTS.has(text) {
        return Some(EVENT);
    }
    let harms = HARMS.contains(&text) && is_good;
    // 'Faces higher costs'.
    if acts && HARMS.contains(&text) && grows < 0.0 {
        return Some(-EVENT);
    }
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
    // 'Inflation hits homebuilders', 'the shortage is over'.
    let is_bad = is_case || grows < 0.0;
    if is_bad
        && has_object
        && object_is_unknown(terms, at)
        && REDUCE.has(text)
        && !verb.is_passive()
        && verb.direction() == 0.0
    {
        return Some(-EVENT);
    }
    let is_after = |word: &str| verb.from > 0 && lower[verb.from - 1] == word;
    if (is_case || is_good) && text == "over" && (is_after("is") || is_after("are")) {
        return Some(if is_case { EVENT } else { -EVENT });
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

/// Verbs that say that something else moves what stands behind them.
const SENDS: &[&str] = &[
    "sends", "send", "sent", "sending", "pushes", "push", "pushing", "drives", "driving", "drags",
    "dragging",
];

/// Something bad does not happen: 'dodges hurricane damage'.
fn escape(terms: &[Term], at: usize) -> Option<(f64, Vec<usize>)> {
    let verb = &terms[at];
    let next = terms.get(at + 1)?;
    let is_bad = next.weight.is_some_and(|weight| weight < 0.0) || next.is_wrong();
    let escapes = ESCAPES.iter().any(|stem| verb.text.starts_with(stem));
    (escapes && is_bad && next.from <= verb.to + 2).then(|| (EVENT, vec![at + 1]))
}

/// What a verb does to a move: 'recoups the drop', 'extends its slide', 'halts the rally'.
fn of_move(terms: &[Term], at: usize, lower: &[String]) -> Option<(f64, Vec<usize>)> {
    let verb = &terms[at];
    let moved = terms.get(at + 1).filter(|next| {
        MOVES.contains(&next.text.as_str()) && next.from <= verb.to + 2 && next.direction() != 0.0
    })?;
    // 'Cuts drop' and 'halts fall in sales' name what moves.
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
    (!is_of).then(|| (sign * moved.direction() * EVENT, vec![at + 1]))
}

/// Whether no noun that is known follows a verb.
fn object_is_unknown(terms: &[Term], at: usize) -> bool {
    let next = terms.get(at + 1);
    next.is_none_or(|next| !next.is_noun() && next.direction() == 0.0 && next.from > terms[at].to)
}

/// Something else moves what stands between: 'sends automakers higher', 'sends gold prices soaring'.
fn sent(terms: &[Term], at: usize, lower: &[String]) -> Option<(f64, Vec<usize>)> {
    let verb = &terms[at];
    let from = lower[..verb.from]
        .iter()
        .rposition(|word| SENDS.contains(&word.as_str()))?;
    let is_complement = verb.text.ends_with("ing")
        || matches!(verb.text.as_str(), "higher" | "lower" | "up" | "down")
        || lower[verb.from - 1] == "to";
    let is_near = verb.from > from + 1 && verb.from <= from + REACH;
    if !(is_near && is_complement && verb.direction() != 0.0) {
        return None;
    }
    let mut moved = terms.iter().enumerate().take(at).rev();
    let moved = moved.find(|(_, term)| term.from > from && term.polarity() != 0.0);
    Some(match moved {
        Some((place, noun)) => (verb.direction() * noun.polarity() * EVENT, vec![place]),
        None => (verb.direction() * UNNAMED, Vec::new()),
    })
}

/// Something moves a price across a level: 'sends silver past $54', 'knocks bitcoin under $110,000'.
fn pushed(lower: &[String]) -> f64 {
    let Some(from) = lower.iter().position(|word| SENDS.contains(&word.as_str())) else {
        return 0.0;
    };
    let rest = &lower[from + 1..];
    let levels = rest.windows(2).skip(1).take(REACH);
    let is_figure = |word: &String| word.starts_with(|c: char| c.is_ascii_digit());
    let mut levels = levels.filter(|pair| is_figure(&pair[1]));
    levels
        .find_map(|pair| match pair[0].as_str() {
            "past" | "above" | "over" => Some(UNNAMED),
            "below" | "under" | "beneath" => Some(-UNNAMED),
            _ => None,
        })
        .unwrap_or(0.0)
}

/// Whether what is bad does something to something else by a verb of decline, so that it does not decline itself:
/// 'drought shrivels the Mississippi'.
fn is_acting(terms: &[Term], at: usize, place: usize, words: &[&str], is_title_case: bool) -> bool {
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
    // 'Wins $2 billion in contracts'.
    let is_place = |place: usize| {
        let is_amount = lower[place] == "in" && AMOUNTS.contains(&lower[place - 1].as_str());
        PLACES.contains(&lower[place].as_str()) && !is_amount
    };
    let is_of_verb = !(verb.to..terms[place].from).any(is_place);
    let is_cleared = WINS.contains(&verb.text.as_str()) && noun.is_wrong();
    let reach = if is_cleared { REACH_OF_CASES } else { REACH };
    ((is_of_verb || is_cleared) && terms[place].from < verb.to + reach).then_some(last)
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
    // 'Shortage of workers', 'default rate on loans': the noun before the preposition is what it is about.
    while let Some(head) = place.checked_sub(1).map(|head| &terms[head]) {
        let joins = |word: &String| JOINTS.contains(&word.as_str());
        let is_head = head.is_noun() && lower.get(head.to).is_some_and(joins);
        if is_share(&noun.text) || !is_head || noun.from > head.to + 3 {
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
    // Within a sentence a capital makes a name; at its start, or in a title, only the verb can tell.
    (place > 0 && !is_title_case) || !is_plural_verb || is_title_case && !is_plural
}
