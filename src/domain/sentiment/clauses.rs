//! Splits a headline into clauses and marks conceded clauses and background.

use super::{
    lexicon,
    lists::{BAD_THINGS, is_change_verb},
    terms::{is_direction, is_listed_noun},
};

/// Words that start a new clause.
const CLAUSE_STARTERS: &[&str] = &[
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
/// Words that make the clause before them a conceded clause.
const CONTRASTS: &[&str] = &["but", "however", "yet"];
/// Words that introduce a denied or uncertain statement.
const DENIALS: &[&str] = &["denies", "deny", "denied", "whether", "rumors", "rumours"];

/// Words that introduce background: an earlier event or a reason.
const BACKGROUND_STARTERS: &[&str] = &[
    "after",
    "following",
    "since",
    "as",
    "amid",
    "when",
    "before",
    "on",
];
/// Verbs for reaching a level: 'closes at record'.
pub(super) const LEVEL_VERBS: &[&str] = &[
    "closes", "ends", "finishes", "hits", "reaches", "sets", "settles", "touches",
];
/// Maximum number of words of the subject that other clauses inherit from the first clause.
const MAX_SUBJECT_WORDS: usize = 4;
/// Words for no change; the other clauses of such a headline have little weight.
const NO_CHANGE_WORDS: &[&str] = &["steady", "steadies", "flat", "unchanged", "treads", "tread"];

/// A clause.
#[derive(Debug, Default)]
pub(super) struct Clause<'a> {
    pub(super) words: Vec<&'a str>,
    /// True for a conceded clause: 'despite weak sales'.
    pub(super) is_conceded: bool,
    /// True for background, an earlier event or a reason: 'after an outage'.
    pub(super) is_background: bool,
    /// The introductory word; empty if the clause has none.
    starter: String,
    /// True if the clause follows punctuation such as a comma, or is the first clause.
    follows_punctuation: bool,
}

impl Clause<'_> {
    /// Returns true if the clause is the news itself, not background or a condition.
    pub(super) fn is_main(&self) -> bool {
        !self.is_background && matches!(self.starter.as_str(), "" | "and" | "but" | "yet" | "while")
    }
}

/// Returns the clauses of `text`, without denied and uncertain statements.
pub(super) fn parse(text: &str) -> Vec<Clause<'_>> {
    let mut clauses = split(text);
    let contrast = clauses
        .iter()
        .position(|clause| CONTRASTS.contains(&clause.starter.as_str()));
    let is_steady = clauses.first().is_some_and(|first| {
        first
            .words
            .iter()
            .any(|word| NO_CHANGE_WORDS.contains(word))
    });
    let (mut is_conceding, mut is_denied) = (false, false);
    for (index, clause) in clauses.iter_mut().enumerate() {
        // Both count in 'Sales fall, though the buyback lifts shares'.
        let is_exception = index > 0 && clause.starter == "though";
        if CONCESSIONS.contains(&clause.starter.as_str()) && !is_exception {
            is_conceding = true;
        } else if clause.follows_punctuation || CONTRASTS.contains(&clause.starter.as_str()) {
            is_conceding = false;
        }
        clause.is_background = BACKGROUND_STARTERS.contains(&clause.starter.as_str());
        clause.is_conceded = is_conceding
            || contrast.is_some_and(|contrast| index < contrast)
            || is_steady && !clause.starter.is_empty();
        is_denied &= !clause.follows_punctuation;
        let denial = clause
            .words
            .iter()
            .position(|word| DENIALS.contains(&word.to_lowercase().as_str()));
        if is_denied {
            clause.words.clear();
        } else if let Some(denial_index) = denial {
            is_denied = true;
            clause.words.truncate(denial_index);
        }
    }
    inherit_subject(&mut clauses);
    clauses
}

/// Copies the subject of the first clause to clauses that begin with a verb: 'Netflix beats, but sinks 9%'.
fn inherit_subject(clauses: &mut [Clause<'_>]) {
    let Some((first, rest)) = clauses.split_first_mut() else {
        return;
    };
    let verb = |word: &&str| {
        let is_name = word.chars().all(|c| c.is_ascii_uppercase());
        !is_name && (is_verb(word) || lexicon::weight(&word.to_lowercase()).is_some())
    };
    let end = first.words.iter().position(verb).unwrap_or(0);
    let subject = &first.words[..end.min(MAX_SUBJECT_WORDS)];
    for clause in rest {
        let may_inherit = matches!(clause.starter.as_str(), "" | "but" | "yet" | "and");
        let is_finite = clause.words.first().is_some_and(|word| {
            let lower = word.to_lowercase();
            let is_past_tense = matches!(lower.as_str(), "fell" | "rose" | "sank" | "slid");
            let is_lower_case = word.starts_with(char::is_lowercase);
            is_past_tense
                || is_lower_case
                    && lower.ends_with(['s', 'd'])
                    && (is_direction(&lower) || LEVEL_VERBS.contains(&lower.as_str()))
        });
        if may_inherit && is_finite {
            clause.words.splice(..0, subject.iter().copied());
        }
    }
}

/// Words that form a phrase with 'on': 'on strike'.
const WORDS_AFTER_ON: &[&str] = &[
    "strike", "hold", "record", "track", "fire", "pause", "edge", "the",
];
/// Words after 'ahead' that do not refer to time: 'ahead of estimates'.
const PHRASES_AFTER_AHEAD: &[&str] = &[
    "of estimates",
    "of expectations",
    "of forecasts",
    "of views",
    "of consensus",
    "of schedule",
    "of plan",
    "of target",
];
/// Words that form a phrase with 'for': 'for bankruptcy'.
const WORDS_AFTER_FOR: &[&str] = &["bankruptcy", "chapter", "ipo", "recession", "depression"];

/// Verbs used with 'on'.
const VERBS_WITH_ON: &[&str] = &[
    "weigh", "weighs", "weighed", "weighing", "agree", "agrees", "agreed",
];

/// Words after which 'even' introduces a concession: 'even as'.
const CONCESSIONS_AFTER_EVEN: &[&str] = &[
    "as", "though", "with", "if", "after", "when", "while", "amid",
];
/// Prepositions that join nouns before the verb: 'default rate on bank loans drops'.
const NOUN_JOINERS: &[&str] = &["on", "for", "with", "and"];

/// Returns true if a word may be the verb of its clause.
fn is_verb(word: &str) -> bool {
    let lower = word.to_lowercase();
    is_direction(&lower) || is_change_verb(&lower)
}

/// Returns true if a word of [`CLAUSE_STARTERS`] does not start a clause, because it belongs to the noun before it or to
/// the word after it: 'sanctions on', 'for bankruptcy'.
fn belongs_to_clause(words: &[&str], preposition: &str, next: &str) -> bool {
    // 'Beats earnings and revenue estimates', 'demand for chips soars'.
    if NOUN_JOINERS.contains(&preposition) {
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
    if preposition == "even" && !CONCESSIONS_AFTER_EVEN.contains(&next) {
        return true;
    }
    // 'Yet to' is a negation.
    if preposition == "yet" && next == "to" {
        return true;
    }
    // 'Ahead of estimates' does not refer to time, but 'ahead of the report' does.
    if preposition == "ahead" && PHRASES_AFTER_AHEAD.contains(&next) {
        return true;
    }
    if preposition == "on" && WORDS_AFTER_ON.contains(&next)
        || preposition == "for" && WORDS_AFTER_FOR.contains(&next)
    {
        return true;
    }
    let noun = words
        .last()
        .map_or(String::new(), |word| word.to_lowercase());
    match preposition {
        "on" => {
            BAD_THINGS.has(&noun) || VERBS_WITH_ON.contains(&noun.as_str()) || noun == "spending"
        }
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
fn split_hyphens(word: &str) -> impl Iterator<Item = &str> {
    const PREFIXES: &[&str] = &[
        "post-", "pre-", "non-", "anti-", "ex-", "mid-", "Post-", "Pre-",
    ];
    let has_prefix = PREFIXES.iter().any(|prefix| word.starts_with(prefix));
    word.split(move |c| !has_prefix && matches!(c, '-' | '/'))
}

/// Splits a text into clauses at punctuation and at the words of [`CLAUSE_STARTERS`].
fn split<'a>(text: &'a str) -> Vec<Clause<'a>> {
    let mut clauses = vec![Clause {
        follows_punctuation: true,
        ..Clause::default()
    }];
    let without_punctuation =
        |token: &'a str| token.trim_matches(|c: char| !(c.is_alphanumeric() || "%&".contains(c)));
    let tokens: Vec<&str> = text.split_whitespace().collect();
    for (index, token) in tokens.iter().enumerate() {
        let word = without_punctuation(token);
        let after = |by: usize| {
            tokens
                .get(index + by)
                .map_or("", |next| without_punctuation(next))
        };
        let mut next = after(1).to_lowercase();
        if next == "of" {
            next = format!("of {}", after(2).to_lowercase());
        }
        let lower = word.to_lowercase();
        let is_joined = clauses
            .last()
            .is_some_and(|last| belongs_to_clause(&last.words, &lower, &next));
        // The 'yet' of 'best year yet' is not a contrast.
        let is_exception = lower == "yet"
            && clauses.last().is_some_and(|last| !last.words.is_empty())
            && !is_verb(&next);
        if CLAUSE_STARTERS.contains(&lower.as_str()) && !is_joined && !is_exception {
            clauses.push(Clause {
                starter: lower,
                ..Clause::default()
            });
        } else if let Some(last) = clauses.last_mut() {
            // 'Full-year' counts as two words, like 'record high'.
            last.words
                .extend(split_hyphens(word).filter(|part| !part.is_empty()));
        }
        let is_dash = word.is_empty() && token.contains(['-', '–', '—']);
        let ends_here = token.ends_with([',', ';', ':', '—', '–', '|', '!']);
        let has_ended = token.ends_with('.') && word.len() > 3;
        if is_dash || ends_here || has_ended {
            clauses.push(Clause {
                follows_punctuation: true,
                ..Clause::default()
            });
        }
    }
    clauses
}

/// Returns true if most words are capitalized, so that capitals carry no information.
pub(super) fn is_title_case(text: &str) -> bool {
    let significant = text.split_whitespace().skip(1);
    let (mut capitalized, mut total) = (0, 0);
    for word in significant.filter(|word| word.len() > 3) {
        total += 1;
        capitalized += usize::from(word.starts_with(char::is_uppercase));
    }
    total > 0 && capitalized * 10 > total * 7
}
