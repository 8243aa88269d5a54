//! Classifies the sentiment of headlines for the price: positive, neutral or negative.
//!
//! Rules look at what goes up or down, begins or ends, and whether that is good (`events`); a lexicon contains terms
//! with a sentiment of their own (`lexicon`). A naive Bayes model of labeled headlines (`examples`) checks the rules.
//! Records, rises and falls are good or bad depending on their subject: record profits are good, record debt is not.
//! Questions, contradictory headlines, unknown subjects and labels below [`CONFIDENCE`] are neutral: a wrong label is
//! worse than none.

mod clauses;
mod events;
mod examples;
mod grammar;
#[cfg(test)]
mod held_out;
mod lexicon;
mod lists;
mod negation;
mod roles;
mod terms;
#[cfg(test)]
mod tests;
mod verbs;

use self::{
    events::{MIN_SUM, Subject, Sums},
    examples::{Examples, Shares, index_of},
    lists::{MARKETS, NOISE},
};
use super::{news::Sentiment, word_list::WordList};

/// Weight of the summary relative to the headline, and the maximum of its contribution.
const TEXT_WEIGHT: f64 = 0.35;
const MAX_TEXT_WEIGHT: f64 = 0.9;
/// Weight of a conceded clause ('despite …').
const CONCEDED_WEIGHT: f64 = 0.1;
/// Weight of a clause about earlier events or reasons, next to the news itself …
const PAST_WEIGHT: f64 = 0.25;
/// … and if the news itself has no sentiment.
const PAST_ONLY_WEIGHT: f64 = 0.6;
/// Weight of a stock's move in a headline.
const STOCK_MOVE_WEIGHT: f64 = 3.0;
/// A headline is contradictory if the smaller side is more than this share of the larger one.
const MAX_CONTRADICTION: f64 = 0.6;

/// Minimum probability of a positive or negative label; below it a headline is neutral.
///
/// It is the highest hundredth at which `labels.tsv`, `labels_held_out.tsv` and the twenty headlines of the reported
/// case keep 90 % agreement.
const CONFIDENCE: f64 = 0.97;
/// Minimum absolute sum of a strong verdict.
const STRONG_SUM: f64 = 1.5;

/// Returns the sentiment of an article. The headline decides; the summary (`content`) contributes.
pub(crate) fn of(title: &str, content: &str) -> Sentiment {
    label(title, content, Examples::known())
}

/// Returns the label, with the given examples.
fn label(title: &str, content: &str, examples: &Examples) -> Sentiment {
    if is_noise(title) {
        return Sentiment::Neutral;
    }
    let Some(title) = reported(title) else {
        return Sentiment::Neutral;
    };
    let text = (score(content, 1.0) * TEXT_WEIGHT).clamp(-MAX_TEXT_WEIGHT, MAX_TEXT_WEIGHT);
    let (headline, is_torn) = read(title, STOCK_MOVE_WEIGHT);
    let sum = headline + text;
    let is_undecided = headline.abs() < MIN_SUM;
    // If the summary decides, headlines with similar words do not; a contradictory headline stays neutral.
    if is_undecided && (is_torn || sum.abs() >= MIN_SUM) {
        return Verdict::of(sum, false).label();
    }
    let verdict = Verdict::of(sum, negation::is_within(title));
    confident_label(verdict, examples.judge(title))
}

/// Result of the rules alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// Label with a sum of at least [`STRONG_SUM`].
    Strong(Sentiment),
    Weak(Sentiment),
    /// Headline with a negation, whatever its sum.
    Negated(Sentiment),
    Undecided,
}

impl Verdict {
    fn of(sum: f64, is_negated: bool) -> Self {
        let label = match sum {
            s if s >= MIN_SUM => Sentiment::Positive,
            s if s <= -MIN_SUM => Sentiment::Negative,
            _ => Sentiment::Neutral,
        };
        match label {
            _ if is_negated => Self::Negated(label),
            Sentiment::Neutral => Self::Undecided,
            _ if sum.abs() >= STRONG_SUM => Self::Strong(label),
            _ => Self::Weak(label),
        }
    }

    fn label(self) -> Sentiment {
        match self {
            Self::Strong(label) | Self::Weak(label) | Self::Negated(label) => label,
            Self::Undecided => Sentiment::Neutral,
        }
    }

    /// Returns how many headlines with this verdict human readers labeled negative, neutral and positive.
    ///
    /// Counted on `labels_fresh.tsv` and `labels_judged.tsv` with the versions of the rules from before each table
    /// was written; the current rules were written with the tables at hand.
    fn readers(self) -> Shares {
        use Sentiment::{Negative, Neutral, Positive};
        match self {
            Self::Strong(Positive) => [23.0, 32.0, 755.0],
            Self::Weak(Positive) => [8.0, 18.0, 186.0],
            Self::Strong(_) => [1016.0, 29.0, 45.0],
            Self::Weak(_) => [161.0, 13.0, 15.0],
            Self::Undecided => [246.0, 392.0, 269.0],
            Self::Negated(Positive) => [4.0, 4.0, 26.0],
            Self::Negated(Negative) => [24.0, 2.0, 4.0],
            Self::Negated(Neutral) => [21.0, 27.0, 15.0],
        }
    }
}

/// Totals of [`Verdict::readers`] per label.
const READERS: Shares = [1503.0, 517.0, 1315.0];

/// Combines the verdict of the rules with `similar`, the label probabilities from similar headlines (naive Bayes).
///
/// Returns a positive or negative label only if its probability reaches [`CONFIDENCE`] and the rules do not have the
/// opposite label.
fn confident_label(verdict: Verdict, similar: Shares) -> Sentiment {
    let counts = verdict.readers();
    let weight = |label: usize| similar[label] * (counts[label] + 1.0) / READERS[label];
    let all: f64 = (0..similar.len()).map(weight).sum();
    let rules = verdict.label();
    [Sentiment::Positive, Sentiment::Negative]
        .into_iter()
        .filter(|label| rules == *label || rules == Sentiment::Neutral)
        .find(|label| weight(index_of(*label)) >= CONFIDENCE * all)
        .unwrap_or(Sentiment::Neutral)
}

/// Beginnings of headlines that explain, advise or announce and report no news.
const EXPLAINS: &[&str] = &[
    "how ",
    "what ",
    "where ",
    "when to ",
    "which ",
    "who ",
    "guide to ",
    "a guide",
    "explainer:",
    "crash course",
    "ask a ",
    "ask an ",
    "ask the ",
    "the best ",
    "opinion:",
    "column:",
    "commentary:",
    "editorial:",
    "essay:",
    "letter:",
    "list:",
    "docket:",
    "maps:",
    "map:",
    "charts:",
    "quiz:",
    "poll:",
    "video:",
    "watch:",
    "photos:",
    "podcast:",
    "transcript:",
    "timeline:",
    "factbox",
    "recap:",
    "interview:",
    "fact check",
    "meet the ",
    "she ",
    "he ",
    "i ",
    "my ",
];

/// Phrases of headlines that list, advise or announce and report no news.
const OPEN: &[&str] = &[
    ": a guide",
    "how to ",
    "ways to ",
    "tips for ",
    "tips to ",
    "what to know",
    "what to expect",
    "biggest moves",
    "biggest movers",
    "stocks to watch",
    "stocks to buy",
    "things to know",
    "week ahead",
    "day ahead",
    "on the agenda",
    "lessons of",
    "lessons from",
    "law firm",
    "reminds investors",
    "reminds shareholders",
    "investor alert",
    "shareholder alert",
    "announces investigation",
    "announces an investigation",
    "investigates claims",
    "invites shareholders",
    "invites investors",
    "encourages investors",
    "encourages shareholders",
    "previously announced",
    ": what ",
    ": how ",
    "should know",
    "need to know",
    " explained",
    "with the highest ",
    "with the lowest ",
    "with the most ",
    "with the best ",
    "these are the ",
    "by the numbers",
    "a short history",
    "a brief history",
    "a history of",
    "in charts",
    "range-bound",
    "cheat sheet",
    " compared",
    "scheduled this ",
    "hears arguments",
    "to hear arguments",
    "evenly split",
    "in pictures",
    "llc investigates",
    "llp investigates",
    "fair to shareholders",
    " faq",
];

/// Beginnings of questions that presuppose a fact: 'Why did shares crash?'
const TAKES_FOR_GRANTED: &[&str] = &[
    "how did ",
    "where did that ",
    "why is ",
    "why are ",
    "why did ",
    "why was ",
    "why were ",
    "why has ",
    "why have ",
    "what's behind ",
    "what is behind ",
    "what sent ",
    "what's driving ",
    "what is driving ",
];

/// Minimum number of words of a statement after a question.
const MIN_STATEMENT_WORDS: usize = 4;

/// Returns the part of a headline that reports news: all of it, or the statement after a question; `None` if it asks,
/// explains or advises.
fn reported(title: &str) -> Option<&str> {
    let lower = title.to_lowercase().replace('’', "'");
    let begins = |starts: &[&str]| starts.iter().any(|start| lower.starts_with(start));
    if begins(TAKES_FOR_GRANTED) {
        return Some(title);
    }
    if let Some((_, statement)) = title.rsplit_once('?') {
        return (statement.split_whitespace().count() >= MIN_STATEMENT_WORDS).then_some(statement);
    }
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).collect();
    let any = |list: &[&str]| words.iter().any(|word| list.contains(word));
    let is_mixed = any(&["mixed", "undecided"]) || any(&["up"]) && any(&["down"]);
    // Notices of law firms that look for plaintiffs.
    let is_notice = any(&["notifies", "reminds", "alerts", "encourages", "advises"])
        && any(&["investors", "shareholders"])
        && any(&["action", "deadline", "lawsuit", "claims", "rights"]);
    let is_open =
        begins(EXPLAINS) || OPEN.iter().any(|part| lower.contains(part)) || is_mixed || is_notice;
    (!is_open).then_some(title)
}

/// Returns true if a headline is about sports or weather instead of a market.
fn is_noise(title: &str) -> bool {
    let lower = title.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !(c.is_alphanumeric() || c == '-'))
        .filter(|word| !word.is_empty())
        .collect();
    let any = |list: &WordList| {
        words.iter().any(|word| list.has(word))
            || words.windows(2).any(|pair| list.has(&pair.join(" ")))
    };
    any(&NOISE) && !any(&MARKETS)
}

/// Returns the sentiment sum of a text: about ±1 for a plain term, ±2 for a strong one, 0 if contradictory. The move
/// of a stock outweighs its reasons and is multiplied by `stock_weight`.
fn score(text: &str, stock_weight: f64) -> f64 {
    read(text, stock_weight).0
}

/// Like [`score`]; also returns whether the text contains both positive and negative events.
fn read(text: &str, stock_weight: f64) -> (f64, bool) {
    let is_title_case = clauses::is_title_case(text);
    let (mut news, mut past) = (Sums::default(), Sums::default());
    let (mut shares, mut is_torn) = (None, false);
    for clause in clauses::read(text) {
        let said = events::score(&clause.words, is_title_case);
        let mut value = said.sum;
        is_torn |= said.is_torn;
        let is_move =
            said.subject == Subject::Share || said.subject == Subject::Price && clause.is_main();
        if clause.is_conceded {
            value *= CONCEDED_WEIGHT;
        } else if is_move && value != 0.0 && shares.is_none() {
            shares = Some(value);
        }
        if clause.is_past {
            past.add(value);
        } else {
            news.add(value);
        }
    }
    if let Some(value) = shares {
        return (value * stock_weight, is_torn);
    }
    let share = if news == Sums::default() {
        PAST_ONLY_WEIGHT
    } else {
        PAST_WEIGHT
    };
    let (good, bad) = (news.good + past.good * share, news.bad + past.bad * share);
    if good.min(bad) > MAX_CONTRADICTION * good.max(bad) {
        return (0.0, true);
    }
    (good - bad, is_torn)
}
