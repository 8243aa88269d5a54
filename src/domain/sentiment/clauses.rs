//! The parts of a sentence, and which of them it only concedes.

use super::lists::WRONGS;

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
];
/// Words behind which something is only conceded.
const CONCESSIONS: &[&str] = &["despite", "although", "though", "notwithstanding", "even"];
/// Words before which something is only conceded.
const TURNS: &[&str] = &["but", "however"];
/// Words behind which nothing is said to be so.
const UNSAID: &[&str] = &["denies", "deny", "denied", "whether", "rumors", "rumours"];

/// A part of a sentence.
#[derive(Debug, Default)]
pub(super) struct Clause<'a> {
    pub(super) words: Vec<&'a str>,
    /// The sentence only concedes it.
    pub(super) is_conceded: bool,
    /// The word that begins it; empty for none.
    begins: String,
    /// A comma or the like stands before it.
    is_after_sign: bool,
}

/// The parts of `text`, without what is only denied or asked.
pub(super) fn read(text: &str) -> Vec<Clause<'_>> {
    let mut all = split(text);
    let turn = all
        .iter()
        .position(|clause| TURNS.contains(&clause.begins.as_str()));
    let (mut is_conceding, mut is_unsaid) = (false, false);
    for (at, clause) in all.iter_mut().enumerate() {
        if CONCESSIONS.contains(&clause.begins.as_str()) {
            is_conceding = true;
        } else if clause.is_after_sign || TURNS.contains(&clause.begins.as_str()) {
            is_conceding = false;
        }
        clause.is_conceded = is_conceding || turn.is_some_and(|turn| at < turn);
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
    all
}

/// Whether a preposition belongs to the noun before it: 'sanctions on', 'plans for'.
fn goes_on(words: &[&str], preposition: &str) -> bool {
    let noun = words
        .last()
        .map_or(String::new(), |word| word.to_lowercase());
    match preposition {
        "on" => WRONGS.has(&noun) || noun == "spending",
        "for" => matches!(
            noun.as_str(),
            "plans" | "plan" | "need" | "reason" | "calls" | "demand" | "sight"
        ),
        _ => false,
    }
}

fn split(text: &str) -> Vec<Clause<'_>> {
    let mut all = vec![Clause {
        is_after_sign: true,
        ..Clause::default()
    }];
    for token in text.split_whitespace() {
        let word = token.trim_matches(|c: char| !(c.is_alphanumeric() || "%&".contains(c)));
        let lower = word.to_lowercase();
        let is_joint = all.last().is_some_and(|last| goes_on(&last.words, &lower));
        if PARTS.contains(&lower.as_str()) && !is_joint {
            all.push(Clause {
                begins: lower,
                ..Clause::default()
            });
        } else if let Some(last) = all.last_mut() {
            // 'Full-year' is two words, as 'record high' is.
            last.words
                .extend(word.split(['-', '/']).filter(|part| !part.is_empty()));
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
