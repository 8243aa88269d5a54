//! Classifies the sentiment of headlines for the price: positive, neutral or negative.
//!
//! Rules score events: a thing rises or falls, starts or ends, and this is good or bad (`events`). A lexicon contains
//! terms with a sentiment of their own (`lexicon`). A naive Bayes model of labeled headlines (`naive_bayes`) checks the
//! rules. The sentiment of a rise depends on its subject: record profits are good, record debt is bad. Questions,
//! contradictory headlines, headlines with an unknown subject, and labels below [`CONFIDENCE`] are neutral, because a
//! wrong label is worse than a neutral one.

mod clauses;
mod events;
mod grammar;
#[cfg(test)]
mod held_out;
mod lexicon;
mod lists;
mod naive_bayes;
mod negation;
mod roles;
mod terms;
#[cfg(test)]
mod tests;
mod verbs;

use self::{
    events::{MIN_SUM, Subject, Sums},
    lists::{MARKET_WORDS, OFF_TOPIC_WORDS},
    naive_bayes::{HeadlineModel, LabelWeights, index_of},
};
use super::{news::Sentiment, word_list::WordList};

/// Weight of the summary relative to the headline.
const SUMMARY_WEIGHT: f64 = 0.35;
/// Maximum score, positive or negative, that the summary contributes.
const MAX_SUMMARY_SCORE: f64 = 0.9;
/// Weight of a conceded clause ('despite …').
const CONCEDED_WEIGHT: f64 = 0.1;
/// Weight of a background clause (an earlier event or a reason) if another clause has a sentiment.
const BACKGROUND_WEIGHT: f64 = 0.25;
/// Weight of a background clause if no other clause has a sentiment.
const BACKGROUND_ONLY_WEIGHT: f64 = 0.6;
/// Weight of the move of a stock in a headline.
const STOCK_MOVE_WEIGHT: f64 = 3.0;
/// A text is contradictory if the smaller of its positive and negative sums is more than this share of the larger sum.
const MAX_CONTRADICTION: f64 = 0.6;

/// Minimum probability of a positive or negative label; below it a headline is neutral.
///
/// It is the highest hundredth at which `labels.tsv`, `labels_held_out.tsv` and the twenty headlines of the reported
/// case keep 90 % agreement.
const CONFIDENCE: f64 = 0.97;
/// Minimum absolute score of a strong verdict.
const STRONG_SUM: f64 = 1.5;

/// Returns the sentiment of an article. The headline has the most weight; the summary contributes.
pub(crate) fn classify(title: &str, summary: &str) -> Sentiment {
    classify_with(title, summary, HeadlineModel::embedded())
}

/// Returns the sentiment of an article according to the rules and `model`.
fn classify_with(title: &str, summary: &str, model: &HeadlineModel) -> Sentiment {
    if is_off_topic(title) {
        return Sentiment::Neutral;
    }
    let Some(title) = news_part(title) else {
        return Sentiment::Neutral;
    };
    let summary_score =
        (score(summary, 1.0).sum * SUMMARY_WEIGHT).clamp(-MAX_SUMMARY_SCORE, MAX_SUMMARY_SCORE);
    let headline = score(title, STOCK_MOVE_WEIGHT);
    let sum = headline.sum + summary_score;
    let is_undecided = headline.sum.abs() < MIN_SUM;
    // The model is not used if the summary decides, or if the headline is contradictory.
    if is_undecided && (headline.is_contradictory || sum.abs() >= MIN_SUM) {
        return Verdict::from_sum(sum, false).label();
    }
    let verdict = Verdict::from_sum(sum, negation::contains_negation(title));
    confident_label(verdict, model.probabilities(title))
}

/// Result of the rules alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// Label with an absolute score of at least [`STRONG_SUM`].
    Strong(Sentiment),
    /// Label with an absolute score between [`MIN_SUM`] and [`STRONG_SUM`].
    Weak(Sentiment),
    /// Label of a headline with a negation, regardless of the score.
    Negated(Sentiment),
    /// Score below [`MIN_SUM`].
    Undecided,
}

impl Verdict {
    fn from_sum(sum: f64, is_negated: bool) -> Self {
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
    /// The counts come from `labels_fresh.tsv` and `labels_judged.tsv`, with the versions of the rules from before each
    /// table was written, because the current rules are adapted to these tables.
    fn reader_counts(self) -> LabelWeights {
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

/// Totals of [`Verdict::reader_counts`] per label.
const READER_TOTALS: LabelWeights = [1503.0, 517.0, 1315.0];

/// Combines the verdict of the rules with `similar`, the label probabilities of the naive Bayes model.
///
/// Returns a positive or negative label only if its probability reaches [`CONFIDENCE`] and the rules do not have the
/// opposite label.
fn confident_label(verdict: Verdict, similar: LabelWeights) -> Sentiment {
    let counts = verdict.reader_counts();
    let weight = |label: usize| similar[label] * (counts[label] + 1.0) / READER_TOTALS[label];
    let total: f64 = (0..similar.len()).map(weight).sum();
    let rules = verdict.label();
    [Sentiment::Positive, Sentiment::Negative]
        .into_iter()
        .filter(|label| rules == *label || rules == Sentiment::Neutral)
        .find(|label| weight(index_of(*label)) >= CONFIDENCE * total)
        .unwrap_or(Sentiment::Neutral)
}

/// Beginnings of headlines that explain, advise or announce, and report no news.
const NON_NEWS_STARTS: &[&str] = &[
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

/// Phrases in headlines that list, advise or announce, and report no news.
const NON_NEWS_PHRASES: &[&str] = &[
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
const PRESUPPOSING_STARTS: &[&str] = &[
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

/// Returns the part of a headline that reports news: the whole headline, or the statement after a question. Returns
/// `None` for a headline that only asks, explains or advises.
fn news_part(title: &str) -> Option<&str> {
    let lower = title.to_lowercase().replace('’', "'");
    let begins = |starts: &[&str]| starts.iter().any(|start| lower.starts_with(start));
    if begins(PRESUPPOSING_STARTS) {
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
    let is_no_news = begins(NON_NEWS_STARTS)
        || NON_NEWS_PHRASES.iter().any(|part| lower.contains(part))
        || is_mixed
        || is_notice;
    (!is_no_news).then_some(title)
}

/// Returns true if a headline is about sports or weather instead of a market.
fn is_off_topic(title: &str) -> bool {
    let lower = title.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !(c.is_alphanumeric() || c == '-'))
        .filter(|word| !word.is_empty())
        .collect();
    let any = |list: &WordList| {
        words.iter().any(|word| list.has(word))
            || words.windows(2).any(|pair| list.has(&pair.join(" ")))
    };
    any(&OFF_TOPIC_WORDS) && !any(&MARKET_WORDS)
}

/// Score of a text.
#[derive(Debug, Clone, Copy)]
struct TextScore {
    /// About ±1 for a plain term, ±2 for a strong one; 0 if contradictory.
    sum: f64,
    /// True if the text contains both positive and negative events.
    is_contradictory: bool,
}

/// Scores a text. The move of a stock outweighs its reasons and is multiplied by `stock_weight`.
fn score(text: &str, stock_weight: f64) -> TextScore {
    let is_title_case = clauses::is_title_case(text);
    let (mut news, mut background) = (Sums::default(), Sums::default());
    let (mut stock_move, mut is_contradictory) = (None, false);
    for clause in clauses::parse(text) {
        let clause_score = events::score(&clause.words, is_title_case);
        let mut value = clause_score.sum;
        is_contradictory |= clause_score.is_contradictory;
        let is_move = clause_score.subject == Subject::Share
            || clause_score.subject == Subject::Price && clause.is_main();
        if clause.is_conceded {
            value *= CONCEDED_WEIGHT;
        } else if is_move && value != 0.0 && stock_move.is_none() {
            stock_move = Some(value);
        }
        if clause.is_background {
            background.add(value);
        } else {
            news.add(value);
        }
    }
    if let Some(value) = stock_move {
        return TextScore {
            sum: value * stock_weight,
            is_contradictory,
        };
    }
    let background_weight = if news == Sums::default() {
        BACKGROUND_ONLY_WEIGHT
    } else {
        BACKGROUND_WEIGHT
    };
    let positive = news.positive + background.positive * background_weight;
    let negative = news.negative + background.negative * background_weight;
    if positive.min(negative) > MAX_CONTRADICTION * positive.max(negative) {
        return TextScore {
            sum: 0.0,
            is_contradictory: true,
        };
    }
    TextScore {
        sum: positive - negative,
        is_contradictory,
    }
}
