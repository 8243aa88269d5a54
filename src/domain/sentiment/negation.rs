//! Negations, comparisons with estimates, and rating changes.

use super::lists::{NEGATIONS, RAISING_VERBS, REDUCING_VERBS};

/// Words that may stand between 'no' and the negated noun.
const WORDS_BEFORE_NEGATED_NOUNS: &[&str] = &[
    "sign", "signs", "evidence", "plan", "plans", "of", "for", "the", "more", "further", "any",
    "new", "risk", "threat", "to", "need", "a", "longer", "hurry", "rush", "reason",
];
/// Negations of nouns: they apply only to the next noun.
const NOUN_NEGATIONS: &[&str] = &[
    "no", "without", "neither", "nor", "none", "lacks", "lack", "few", "little",
];

/// Returns true if a headline contains a negation.
pub(super) fn contains_negation(title: &str) -> bool {
    let lower = title.to_lowercase().replace('’', "'");
    let mut words = lower.split(|c: char| !(c.is_alphanumeric() || c == '\''));
    words.any(|word| NEGATIONS.has(word) || word.ends_with("n't"))
}

/// Returns true if the term from `start` to `end` is reported as absent or unlikely: 'no sign of recession'.
pub(super) fn is_absent(lower: &[String], start: usize, end: usize) -> bool {
    if lower.get(end).is_some_and(|word| word == "unlikely") {
        return true;
    }
    let before = lower[..start].iter().rev();
    let word = before
        .into_iter()
        .find(|word| !WORDS_BEFORE_NEGATED_NOUNS.contains(&word.as_str()));
    word.is_some_and(|word| {
        NOUN_NEGATIONS.contains(&word.as_str())
            || matches!(word.as_str(), "not" | "nothing")
            || word.ends_with("n't")
    })
}

/// Returns true if a word before the term from `start` to `end`, or directly after it, negates the term.
pub(super) fn is_negated(lower: &[String], start: usize, end: usize) -> bool {
    let before = &lower[start.saturating_sub(3)..start];
    let is_negated_before = before.iter().enumerate().any(|(index, word)| {
        let pair = before.get(index + 1).map(|next| format!("{word} {next}"));
        let is_only = before.get(index + 1).is_some_and(|next| next == "only");
        (NEGATIONS.has(word) && !is_only && !NOUN_NEGATIONS.contains(&word.as_str()))
            || pair.is_some_and(|pair| NEGATIONS.has(&pair))
    });
    let is_negated_after = lower
        .get(end)
        .is_some_and(|word| matches!(word.as_str(), "nothing" | "little" | "unlikely"));
    is_negated_before || is_negated_after || is_absent(lower, start, end)
}

/// Ratings to buy a stock.
const BUY_RATINGS: &[&str] = &["buy", "outperform", "overweight", "accumulate"];
/// Ratings to hold or sell a stock.
const OTHER_RATINGS: &[&str] = &[
    "sell",
    "underperform",
    "underweight",
    "junk",
    "hold",
    "neutral",
    "reduce",
    "equal",
    "market",
    "sector",
    "peer",
];

/// Returns the score of a rating change: 'raises retailer to buy'; 0 without a rating change.
pub(super) fn rating_change(lower: &[String]) -> f64 {
    let end = lower.windows(2).position(|pair| {
        pair[0] == "to"
            && (BUY_RATINGS.contains(&pair[1].as_str())
                || OTHER_RATINGS.contains(&pair[1].as_str()))
    });
    let Some(end) = end else { return 0.0 };
    let is_buy = BUY_RATINGS.contains(&lower[end + 1].as_str());
    let mut before = lower[..end].iter();
    let is_upgrade =
        |word: &String| RAISING_VERBS.has(word) || matches!(word.as_str(), "moves" | "moved");
    if before.clone().any(is_upgrade) {
        // 'Raised to hold' is an improvement.
        return if is_buy { 1.8 } else { 1.2 };
    }
    let is_cut =
        before.any(|word| REDUCING_VERBS.has(word) || matches!(word.as_str(), "drops" | "dropped"));
    if !is_buy && is_cut { -1.8 } else { 0.0 }
}

/// Adjusts the score of a clause for a comparison with expectations: 'falls less than feared' is good news.
pub(super) fn adjust_for_comparison(lower: &[String], sum: f64) -> f64 {
    let than = lower.windows(2).position(|pair| {
        pair[0] == "than"
            && matches!(
                pair[1].as_str(),
                "feared"
                    | "expected"
                    | "forecast"
                    | "estimated"
                    | "thought"
                    | "anticipated"
                    | "predicted"
            )
    });
    // 'Burns less cash than feared'.
    let is_less_than_expected = than.is_some_and(|than| {
        let before = &lower[than.saturating_sub(3)..than];
        before
            .iter()
            .any(|word| matches!(word.as_str(), "less" | "fewer"))
    });
    let is_relief = sum == 0.0 && lower.iter().any(|word| word == "feared");
    match is_less_than_expected {
        true if is_relief => 1.0,
        true => -0.7 * sum,
        false => sum,
    }
}

/// Returns the score of a figure compared with its estimate: 'EPS $3.38 vs. $3.81 expected'; 0 without an estimate.
pub(super) fn estimate_score(lower: &[String]) -> f64 {
    const ESTIMATE_WORDS: &[&str] = &[
        "expected",
        "est",
        "estimate",
        "estimated",
        "estimates",
        "consensus",
        "forecast",
    ];
    let figure = |index: usize| lower.get(index)?.replace(',', "").parse::<f64>().ok();
    let versus = |word: &String| matches!(word.as_str(), "vs" | "versus");
    let Some(index) = lower.iter().position(versus).filter(|index| *index > 0) else {
        return 0.0;
    };
    let is_expected = lower[index..]
        .iter()
        .any(|word| ESTIMATE_WORDS.contains(&word.as_str()));
    match (figure(index - 1), figure(index + 1)) {
        (Some(actual), Some(estimate)) if is_expected && actual > estimate => 1.5,
        (Some(actual), Some(estimate)) if is_expected && actual < estimate => -1.5,
        _ => 0.0,
    }
}
