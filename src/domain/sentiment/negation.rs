//! Negations, comparisons and changed ratings, which invert the meaning of other words.

use super::lists::{NEGATIONS, RAISE, REDUCE};

/// Words between 'no' and the negated noun.
const FILLERS: &[&str] = &[
    "sign", "signs", "evidence", "plan", "plans", "of", "for", "the", "more", "further", "any",
    "new", "risk", "threat", "to", "need", "a", "longer", "hurry", "rush", "reason",
];
/// Negations that apply only to the following noun.
const OF_NOUNS: &[&str] = &[
    "no", "without", "neither", "nor", "none", "lacks", "lack", "few", "little",
];

/// Returns true if a headline contains a negation.
pub(super) fn is_within(title: &str) -> bool {
    let lower = title.to_lowercase().replace('’', "'");
    let mut words = lower.split(|c: char| !(c.is_alphanumeric() || c == '\''));
    words.any(|word| NEGATIONS.has(word) || word.ends_with("n't"))
}

/// Returns true if the term at `from` is absent: 'no sign of recession'.
pub(super) fn is_missing(lower: &[String], from: usize, to: usize) -> bool {
    if lower.get(to).is_some_and(|word| word == "unlikely") {
        return true;
    }
    let before = lower[..from].iter().rev();
    let word = before
        .into_iter()
        .find(|word| !FILLERS.contains(&word.as_str()));
    word.is_some_and(|word| {
        OF_NOUNS.contains(&word.as_str())
            || matches!(word.as_str(), "not" | "nothing")
            || word.ends_with("n't")
    })
}

/// Returns true if a word before a term, or right after it, negates it.
pub(super) fn negation(lower: &[String], from: usize, to: usize) -> bool {
    let before = &lower[from.saturating_sub(3)..from];
    let is_before = before.iter().enumerate().any(|(at, word)| {
        let pair = before.get(at + 1).map(|next| format!("{word} {next}"));
        let is_only = before.get(at + 1).is_some_and(|next| next == "only");
        (NEGATIONS.has(word) && !is_only && !OF_NOUNS.contains(&word.as_str()))
            || pair.is_some_and(|pair| NEGATIONS.has(&pair))
    });
    let is_behind = lower
        .get(to)
        .is_some_and(|word| matches!(word.as_str(), "nothing" | "little" | "unlikely"));
    is_before || is_behind || is_missing(lower, from, to)
}

/// Buy ratings, and ratings to sell or hold.
const BUY: &[&str] = &["buy", "outperform", "overweight", "accumulate"];
const NO_BUY: &[&str] = &[
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

/// Returns the weight of a rating change: 'raises retailer to buy'.
pub(super) fn rating(lower: &[String]) -> f64 {
    let to = lower.windows(2).position(|pair| {
        pair[0] == "to" && (BUY.contains(&pair[1].as_str()) || NO_BUY.contains(&pair[1].as_str()))
    });
    let Some(to) = to else { return 0.0 };
    let is_buy = BUY.contains(&lower[to + 1].as_str());
    let mut before = lower[..to].iter();
    let changes = |word: &String| RAISE.has(word) || matches!(word.as_str(), "moves" | "moved");
    if before.clone().any(changes) {
        // 'Raised to hold' is an improvement.
        return if is_buy { 1.8 } else { 1.2 };
    }
    let is_cut =
        before.any(|word| REDUCE.has(word) || matches!(word.as_str(), "drops" | "dropped"));
    if !is_buy && is_cut { -1.8 } else { 0.0 }
}

/// Adjusts a sum for a comparison: 'falls less than feared' is good news.
pub(super) fn compared(lower: &[String], sum: f64) -> f64 {
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
    let is_less = than.is_some_and(|than| {
        let before = &lower[than.saturating_sub(3)..than];
        before
            .iter()
            .any(|word| matches!(word.as_str(), "less" | "fewer"))
    });
    let is_relief = sum == 0.0 && lower.iter().any(|word| word == "feared");
    match is_less {
        true if is_relief => 1.0,
        true => -0.7 * sum,
        false => sum,
    }
}

/// Returns the weight of a figure compared with its estimate: 'EPS $3.38 vs. $3.81 expected'.
pub(super) fn against_estimate(lower: &[String]) -> f64 {
    const EXPECTED: &[&str] = &[
        "expected",
        "est",
        "estimate",
        "estimated",
        "estimates",
        "consensus",
        "forecast",
    ];
    let figure = |at: usize| lower.get(at)?.replace(',', "").parse::<f64>().ok();
    let versus = |word: &String| matches!(word.as_str(), "vs" | "versus");
    let Some(at) = lower.iter().position(versus).filter(|at| *at > 0) else {
        return 0.0;
    };
    let is_expected = lower[at..]
        .iter()
        .any(|word| EXPECTED.contains(&word.as_str()));
    match (figure(at - 1), figure(at + 1)) {
        (Some(actual), Some(estimate)) if is_expected && actual > estimate => 1.5,
        (Some(actual), Some(estimate)) if is_expected && actual < estimate => -1.5,
        _ => 0.0,
    }
}
