//! Splits a headline into clauses and marks conceded and past ones.

use super::{
    lexicon,
    lists::{ENDS, RAISE, REDUCE, STARTS, WRONGS},
    terms::{is_direction, is_listed_noun},
};

/// Words that start a new clause.
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
/// Words that introduce a conceded clause.
const CONCESSIONS: &[&str] = &["despite", "although", "though", "notwithstanding", "even"];
/// Words that turn the clause before them into a conceded one.
const TURNS: &[&str] = &["but", "however", "yet"];
/// Words after which a statement is denied or uncertain.
const DENIALS: &[&str] = &["denies", "deny", "denied", "whether", "rumors", "rumours"];

/// Words that introduce an earlier event or a reason.
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
/// Verbs before a level that is reached: 'closes at record'.
pub(super) const REACHES: &[&str] = &[
    "closes", "ends", "finishes", "hits", "reaches", "sets", "settles", "touches",
];
/// Maximum number of words of a subject that other clauses inherit.
const MAX_SUBJECT_WORDS: usize = 4;
/// Words for no change, whatever happened before.
const STEADY: &[&str] = &["steady", "steadies", "flat", "unchanged", "treads", "tread"];

/// A clause.
#[derive(Debug, Default)]
pub(super) struct Clause<'a> {
    pub(super) words: Vec<&'a str>,
    /// True if the sentence only concedes it.
    pub(super) is_conceded: bool,
    /// True for an earlier event or a reason: 'after an outage'.
    pub(super) is_past: bool,
    /// Its introductory word; empty if there is none.
    begins: String,
    /// True if a comma or similar precedes it.
    is_after_sign: bool,
}

impl Clause<'_> {
    /// Returns true if it is the news, not a reason or condition.
    pub(super) fn is_main(&self) -> bool {
        !self.is_past && matches!(self.begins.as_str(), "" | "and" | "but" | "yet" | "while")
    }
}

/// Returns the clauses of `text`, without denied and questioned ones.
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
        // Both count in 'Sales fall, though the buyback lifts shares'.
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
            .position(|word| DENIALS.contains(&word.to_lowercase().as_str()));
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

/// Copies the subject of the first clause to clauses that begin with a verb: 'Netflix beats, but sinks 9%'.
fn inherit(all: &mut [Clause<'_>]) {
    let Some((first, rest)) = all.split_first_mut() else {
        return;
    };
    let verb = |word: &&str| {
        let is_name = word.chars().all(|c| c.is_ascii_uppercase());
        !is_name && (is_verb(word) || lexicon::weight(&word.to_lowercase()).is_some())
    };
    let end = first.words.iter().position(verb).unwrap_or(0);
    let subject = &first.words[..end.min(MAX_SUBJECT_WORDS)];
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

/// Words that form a phrase with the preceding preposition: 'on strike', 'for bankruptcy'.
const ON: &[&str] = &[
    "strike", "hold", "record", "track", "fire", "pause", "edge", "the",
];
/// Words after 'ahead' that do not refer to time: 'ahead of estimates'.
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

/// Verbs used with 'on'.
const OF_VERBS: &[&str] = &[
    "weigh", "weighs", "weighed", "weighing", "agree", "agrees", "agreed",
];

/// Words after a conceding 'even'.
const EVEN: &[&str] = &[
    "as", "though", "with", "if", "after", "when", "while", "amid",
];
/// Prepositions that join nouns before the verb: 'default rate on bank loans drops'.
const JOINS: &[&str] = &["on", "for", "with", "and"];

/// Returns true if a word may be the verb of its clause.
fn is_verb(word: &str) -> bool {
    let lower = word.to_lowercase();
    is_direction(&lower)
        || [&RAISE, &REDUCE, &ENDS, &STARTS]
            .iter()
            .any(|list| list.has(&lower))
}

/// Returns true if a preposition belongs to the noun before it or the word after it: 'sanctions on', 'plans for'.
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
    // 'Ahead of estimates' does not refer to time, but 'ahead of the report' does.
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

/// Splits a hyphenated word, except for prefixes: 'post-listing' is not 'posts'.
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
        // The 'yet' of 'best year yet' is not a contrast.
        let is_late = lower == "yet"
            && all.last().is_some_and(|last| !last.words.is_empty())
            && !is_verb(&next);
        if PARTS.contains(&lower.as_str()) && !is_joint && !is_late {
            all.push(Clause {
                begins: lower,
                ..Clause::default()
            });
        } else if let Some(last) = all.last_mut() {
            // 'Full-year' counts as two words, like 'record high'.
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

/// Returns true if most words are capitalized, so that capitals carry no information.
pub(super) fn is_title_case(text: &str) -> bool {
    let telling = text.split_whitespace().skip(1);
    let (mut capital, mut all) = (0, 0);
    for word in telling.filter(|word| word.len() > 3) {
        all += 1;
        capital += usize::from(word.starts_with(char::is_uppercase));
    }
    all > 0 && capital * 10 > all * 7
}
