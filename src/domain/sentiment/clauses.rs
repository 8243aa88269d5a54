//! The parts of a sentence, and which of them it only concedes.

use super::{
    lexicon,
    lists::{ENDS, RAISE, REDUCE, STARTS, WRONGS},
    terms::{is_direction, is_listed_noun},
};

/// Words that begin a part of a sentence, at which the search for a subject ends.
const PARTS: &[&str] = &[
    "as",
    "after",
    "while",
    "amid",
    "because",
    "on",
    "since",
    "before",
    "following",
    "for",
    "when",
    "and",
    "despite",
    "although",
    "though",
    "but",
    "however",
    "even",
    "notwithstanding",
    "with",
    "ahead",
    "yet",
];
/// Words behind which something is only conceded.
const CONCESSIONS: &[&str] = &["despite", "although", "though", "notwithstanding", "even"];
/// Words before which something is only conceded.
const TURNS: &[&str] = &["but", "however", "yet"];
/// Words behind which nothing is said to be so.
const UNSAID: &[&str] = &["denies", "deny", "denied", "whether", "rumors", "rumours"];

/// Words behind which stands what came before the news, or its reason.
const BEGIN_PAST: &[&str] = &[
    "after",
    "following",
    "since",
    "as",
    "amid",
    "when",
    "before",
    "on",
];
/// Verbs behind which the level stands that something reaches: 'closes at record'.
pub(super) const REACHES: &[&str] = &[
    "closes", "ends", "finishes", "hits", "reaches", "sets", "settles", "touches",
];
/// Most words of a subject that other parts of the sentence have as well.
const MOST_OF_SUBJECT: usize = 4;
/// Words that say that nothing moves, whatever came before.
const STEADY: &[&str] = &["steady", "steadies", "flat", "unchanged", "treads", "tread"];

/// A part of a sentence.
#[derive(Debug, Default)]
pub(super) struct Clause<'a> {
    pub(super) words: Vec<&'a str>,
    /// The sentence only concedes it.
    pub(super) is_conceded: bool,
    /// What came before the news, or its reason: 'after an outage'.
    pub(super) is_past: bool,
    /// The word that begins it; empty for none.
    begins: String,
    /// A comma or the like stands before it.
    is_after_sign: bool,
}

impl Clause<'_> {
    /// What it says is the news, and not a reason or a condition.
    pub(super) fn is_main(&self) -> bool {
        !self.is_past && matches!(self.begins.as_str(), "" | "and" | "but" | "yet" | "while")
    }
}

/// The parts of `text`, without what is only denied or asked.
pub(super) fn read(text: &str) -> Vec<Clause<'_>> {
    let mut all = split(text);
    let turn = all
        .iter()
        .position(|clause| TURNS.contains(&clause.begins.as_str()));
    let is_steady = all
        .first()
        .is_some_and(|first| first.words.iter().any(|word| STEADY.contains(word)));
    let (mut is_conceding, mut is_unsaid) = (false, false);
    for (at, clause) in all.iter_mut().enumerate() {
        // 'Sales fall, though the buyback lifts shares' says both.
        let is_late = at > 0 && clause.begins == "though";
        if CONCESSIONS.contains(&clause.begins.as_str()) && !is_late {
            is_conceding = true;
        } else if clause.is_after_sign || TURNS.contains(&clause.begins.as_str()) {
            is_conceding = false;
        }
        clause.is_past = BEGIN_PAST.contains(&clause.begins.as_str());
        clause.is_conceded = is_conceding
            || turn.is_some_and(|turn| at < turn)
            || is_steady && !clause.begins.is_empty();
        is_unsaid &= !clause.is_after_sign;
        let unsaid = clause
            .words
            .iter()
            .position(|word| UNSAID.contains(&word.to_lowercase().as_str()));
        if is_unsaid {
            clause.words.clear();
        } else if let Some(place) = unsaid {
            is_unsaid = true;
            clause.words.truncate(place);
        }
    }
    inherit(&mut all);
    all
}

/// Gives the subject of the sentence to parts that begin with their verb: 'Netflix beats, but sinks 9%'.
fn inherit(all: &mut [Clause<'_>]) {
    let Some((first, rest)) = all.split_first_mut() else {
        return;
    };
    let verb = |word: &&str| {
        let is_name = word.chars().all(|c| c.is_ascii_uppercase());
        !is_name && (is_verb(word) || lexicon::weight(&word.to_lowercase()).is_some())
    };
    let end = first.words.iter().position(verb).unwrap_or(0);
    let subject = &first.words[..end.min(MOST_OF_SUBJECT)];
    for clause in rest {
        let begins = matches!(clause.begins.as_str(), "" | "but" | "yet" | "and");
        let is_finite = clause.words.first().is_some_and(|word| {
            let lower = word.to_lowercase();
            let is_past = matches!(lower.as_str(), "fell" | "rose" | "sank" | "slid");
            let is_small = word.starts_with(char::is_lowercase);
            is_past
                || is_small
                    && lower.ends_with(['s', 'd'])
                    && (is_direction(&lower) || REACHES.contains(&lower.as_str()))
        });
        if begins && is_finite {
            clause.words.splice(..0, subject.iter().copied());
        }
    }
}

/// Words that make one expression with the preposition before them: 'on strike', 'for bankruptcy'.
const ON: &[&str] = &[
    "strike", "hold", "record", "track", "fire", "pause", "edge", "the",
];
/// What makes no time of 'ahead': 'ahead of estimates'.
const AHEAD: &[&str] = &[
    "of estimates",
    "of expectations",
    "of forecasts",
    "of views",
    "of consensus",
    "of schedule",
    "of plan",
    "of target",
];
const FOR: &[&str] = &["bankruptcy", "chapter", "ipo", "recession", "depression"];

/// Verbs that an 'on' belongs to.
const OF_VERBS: &[&str] = &[
    "weigh", "weighs", "weighed", "weighing", "agree", "agrees", "agreed",
];

/// Words behind an 'even' that concedes.
const EVEN: &[&str] = &[
    "as", "though", "with", "if", "after", "when", "while", "amid",
];
/// Prepositions that join nouns as long as no verb has come: 'default rate on bank loans drops'.
const JOINS: &[&str] = &["on", "for", "with", "and"];

/// Whether a word may be the verb of its clause.
fn is_verb(word: &str) -> bool {
    let lower = word.to_lowercase();
    is_direction(&lower)
        || [&RAISE, &REDUCE, &ENDS, &STARTS]
            .iter()
            .any(|list| list.has(&lower))
}

/// Whether a preposition belongs to the noun before it, or to the word behind it: 'sanctions on', 'plans for'.
fn goes_on(words: &[&str], preposition: &str, next: &str) -> bool {
    // 'Beats earnings and revenue estimates', 'demand for chips soars'.
    if JOINS.contains(&preposition) {
        let last = words.len().saturating_sub(2)..;
        let last = words[last].join(" ").to_lowercase();
        let is_noun =
            is_listed_noun(&last) || last.split(' ').next_back().is_some_and(is_listed_noun);
        let joins_nouns = preposition == "and" && is_noun && is_listed_noun(next);
        let is_subject = is_noun && !words.iter().any(|word| is_verb(word));
        if joins_nouns || is_subject {
            return true;
        }
    }
    // 'Won't break even this year' concedes nothing.
    if preposition == "even" && !EVEN.contains(&next) {
        return true;
    }
    // 'Yet to' is a negation.
    if preposition == "yet" && next == "to" {
        return true;
    }
    // 'Ahead of estimates' is no time, as 'ahead of the report' is.
    if preposition == "ahead" && AHEAD.contains(&next) {
        return true;
    }
    if preposition == "on" && ON.contains(&next) || preposition == "for" && FOR.contains(&next) {
        return true;
    }
    let noun = words
        .last()
        .map_or(String::new(), |word| word.to_lowercase());
    match preposition {
        "on" => WRONGS.has(&noun) || OF_VERBS.contains(&noun.as_str()) || noun == "spending",
        "for" => matches!(
            noun.as_str(),
            "plans"
                | "plan"
                | "need"
                | "reason"
                | "calls"
                | "demand"
                | "sight"
                | "bid"
                | "offer"
                | "approval"
                | "permit"
                | "orders"
                | "prices"
                | "costs"
                | "claims"
                | "applications"
                | "fees"
        ),
        _ => false,
    }
}

/// The words that a hyphen joins, but for what only begins a word: 'post-listing' posts nothing.
fn parts(word: &str) -> impl Iterator<Item = &str> {
    const BEGINNINGS: &[&str] = &[
        "post-", "pre-", "non-", "anti-", "ex-", "mid-", "Post-", "Pre-",
    ];
    let is_one = BEGINNINGS.iter().any(|begin| word.starts_with(begin));
    word.split(move |c| !is_one && matches!(c, '-' | '/'))
}

fn split<'a>(text: &'a str) -> Vec<Clause<'a>> {
    let mut all = vec![Clause {
        is_after_sign: true,
        ..Clause::default()
    }];
    let bare =
        |token: &'a str| token.trim_matches(|c: char| !(c.is_alphanumeric() || "%&".contains(c)));
    let tokens: Vec<&str> = text.split_whitespace().collect();
    for (at, token) in tokens.iter().enumerate() {
        let word = bare(token);
        let after = |by: usize| tokens.get(at + by).map_or("", |next| bare(next));
        let mut next = after(1).to_lowercase();
        if next == "of" {
            next = format!("of {}", after(2).to_lowercase());
        }
        let lower = word.to_lowercase();
        let is_joint = all
            .last()
            .is_some_and(|last| goes_on(&last.words, &lower, &next));
        // 'Best year yet' turns nothing.
        let is_late = lower == "yet"
            && all.last().is_some_and(|last| !last.words.is_empty())
            && !is_verb(&next);
        if PARTS.contains(&lower.as_str()) && !is_joint && !is_late {
            all.push(Clause {
                begins: lower,
                ..Clause::default()
            });
        } else if let Some(last) = all.last_mut() {
            // 'Full-year' is two words, as 'record high' is.
            last.words
                .extend(parts(word).filter(|part| !part.is_empty()));
        }
        let is_dash = word.is_empty() && token.contains(['-', '–', '—']);
        let ends_here = token.ends_with([',', ';', ':', '—', '–', '|', '!']);
        let has_ended = token.ends_with('.') && word.len() > 3;
        if is_dash || ends_here || has_ended {
            all.push(Clause {
                is_after_sign: true,
                ..Clause::default()
            });
        }
    }
    all
}

/// Whether most words begin with a capital, so that capitals say nothing.
pub(super) fn is_title_case(text: &str) -> bool {
    let telling = text.split_whitespace().skip(1);
    let (mut capital, mut all) = (0, 0);
    for word in telling.filter(|word| word.len() > 3) {
        all += 1;
        capital += usize::from(word.starts_with(char::is_uppercase));
    }
    all > 0 && capital * 10 > all * 7
}
