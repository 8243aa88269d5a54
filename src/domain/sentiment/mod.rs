//! How a headline sounds for the price: what goes up or down, begins or ends, and whether that is good.
//!
//! A rule of subject and direction (`events`), with a table of terms that judge by themselves (`lexicon`), checked by
//! what readers said of other headlines (`examples`). Records,
//! rises and falls are good or bad only by what they are of: profits at a record are good, debts are not. A question
//! is no news, and where the signs of a headline contradict each other, or its subject is not known, it is
//! neutral: a wrong label is worse than none.

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
mod sums;
mod terms;
#[cfg(test)]
mod tests;
mod verbs;

use self::{
    events::Subject,
    examples::{Examples, Shares, place},
    lists::{MARKETS, NOISE},
    sums::{Sums, UNDECIDED},
};
use super::{news::Sentiment, word_list::WordList};

/// How much the text counts beside its headline, and the most that it can.
const TEXT_SHARE: f64 = 0.35;
const MOST_OF_TEXT: f64 = 0.9;
/// What remains of the clause that the sentence concedes.
const CONCEDED: f64 = 0.1;
/// What counts of the clause that says what came before, beside the news itself.
const PAST_SHARE: f64 = 0.25;
/// The same where the news itself says nothing.
const ALONE: f64 = 0.6;
/// How often the move of a share counts in a headline.
const OF_SHARES: f64 = 3.0;
/// The share of the smaller side at which a headline contradicts itself.
const CONTRADICTION: f64 = 0.6;

/// Minimum probability of a positive or negative label; below it a headline is neutral.
///
/// The highest hundredth at which `labels.tsv`, `labels_held_out.tsv` and the headlines of the case keep 90 % agreement.
const CONFIDENCE: f64 = 0.97;
/// Rule sums at least this far from zero are strong.
const STRONG: f64 = 1.5;

/// How an article sounds; the headline decides, its text helps.
pub(crate) fn of(title: &str, content: &str) -> Sentiment {
    label(title, content, Examples::known())
}

/// The same, checked against other examples.
fn label(title: &str, content: &str, examples: &Examples) -> Sentiment {
    if is_noise(title) {
        return Sentiment::Neutral;
    }
    let Some(title) = reported(title) else {
        return Sentiment::Neutral;
    };
    let text = (score(content, 1.0) * TEXT_SHARE).clamp(-MOST_OF_TEXT, MOST_OF_TEXT);
    let (headline, is_torn) = read(title, OF_SHARES);
    let sum = headline + text;
    let is_undecided = headline.abs() < UNDECIDED;
    // What the text decides is not for the headline to doubt, and what contradicts itself is not for others to decide.
    if is_undecided && (is_torn || sum.abs() >= UNDECIDED) {
        return Verdict::of(sum, false).label();
    }
    let verdict = Verdict::of(sum, negation::is_within(title));
    confident_label(verdict, examples.judge(title))
}

/// What the rules alone say about a headline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// A label whose sum is at least [`STRONG`].
    Strong(Sentiment),
    /// A label with a smaller sum.
    Weak(Sentiment),
    /// A headline with a negation in it, whatever its sum.
    Negated(Sentiment),
    Undecided,
}

impl Verdict {
    fn of(sum: f64, is_negated: bool) -> Self {
        let label = match sum {
            s if s >= UNDECIDED => Sentiment::Positive,
            s if s <= -UNDECIDED => Sentiment::Negative,
            _ => Sentiment::Neutral,
        };
        match label {
            _ if is_negated => Self::Negated(label),
            Sentiment::Neutral => Self::Undecided,
            _ if sum.abs() >= STRONG => Self::Strong(label),
            _ => Self::Weak(label),
        }
    }

    fn label(self) -> Sentiment {
        match self {
            Self::Strong(label) | Self::Weak(label) | Self::Negated(label) => label,
            Self::Undecided => Sentiment::Neutral,
        }
    }

    /// How many of the headlines with this verdict readers called negative, neutral and positive.
    ///
    /// Counted over `labels_fresh.tsv` and `labels_judged.tsv` by the rules as they were before each of these tables
    /// was written: today's rules were made with them in sight.
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

/// The sums of [`Verdict::readers`] over all verdicts.
const READERS: Shares = [1503.0, 517.0, 1315.0];

/// Combines the verdict of the rules with `similar`, the shares of readers by headlines like it (naive Bayes).
///
/// Returns a positive or negative label only if its probability reaches [`CONFIDENCE`] and the rules do not say the opposite.
fn confident_label(verdict: Verdict, similar: Shares) -> Sentiment {
    let counts = verdict.readers();
    let weight = |label: usize| similar[label] * (counts[label] + 1.0) / READERS[label];
    let all: f64 = (0..similar.len()).map(weight).sum();
    let rules = verdict.label();
    [Sentiment::Positive, Sentiment::Negative]
        .into_iter()
        .filter(|label| rules == *label || rules == Sentiment::Neutral)
        .find(|label| weight(place(*label)) >= CONFIDENCE * all)
        .unwrap_or(Sentiment::Neutral)
}

/// How headlines begin that explain, advise or announce something, and report nothing.
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

/// Parts of headlines that list, advise or announce, and report nothing.
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

/// How questions begin that take for granted what they ask about: 'Why did shares crash?'
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

/// Fewest words of a statement behind a question.
const STATEMENT: usize = 4;

/// What a headline reports: all of it, or the statement behind its question; `None` where it asks, explains or advises.
fn reported(title: &str) -> Option<&str> {
    let lower = title.to_lowercase().replace('’', "'");
    let begins = |starts: &[&str]| starts.iter().any(|start| lower.starts_with(start));
    if begins(TAKES_FOR_GRANTED) {
        return Some(title);
    }
    if let Some((_, statement)) = title.rsplit_once('?') {
        return (statement.split_whitespace().count() >= STATEMENT).then_some(statement);
    }
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).collect();
    let any = |list: &[&str]| words.iter().any(|word| list.contains(word));
    let is_mixed = any(&["mixed", "undecided"]) || any(&["up"]) && any(&["down"]);
    // What lawyers announce to find plaintiffs.
    let is_notice = any(&["notifies", "reminds", "alerts", "encourages", "advises"])
        && any(&["investors", "shareholders"])
        && any(&["action", "deadline", "lawsuit", "claims", "rights"]);
    let is_open =
        begins(EXPLAINS) || OPEN.iter().any(|part| lower.contains(part)) || is_mixed || is_notice;
    (!is_open).then_some(title)
}

/// Whether a headline is about a game or the weather, and not about a market.
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

/// The sum of what is said: about 1 for a plain word, 2 for a strong one; 0 where it contradicts itself. The move of a
/// share outweighs its reasons, and counts `of_shares` times.
fn score(text: &str, of_shares: f64) -> f64 {
    read(text, of_shares).0
}

/// The same, and whether something good and something bad is said.
fn read(text: &str, of_shares: f64) -> (f64, bool) {
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
            value *= CONCEDED;
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
        return (value * of_shares, is_torn);
    }
    let share = if news == Sums::default() {
        ALONE
    } else {
        PAST_SHARE
    };
    let (good, bad) = (news.good + past.good * share, news.bad + past.bad * share);
    if good.min(bad) > CONTRADICTION * good.max(bad) {
        return (0.0, true);
    }
    (good - bad, is_torn)
}
