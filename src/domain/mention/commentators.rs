//! Recognizes banks and agencies that only comment on other tickers. The headline is not about them.

use super::{context::Headline, lists::MACRO_WORDS};

/// Symbols of banks, brokers and agencies that publish ratings.
const BANKS: &[&str] = &[
    "BAC", "BCS", "BMO", "C", "DB", "EVR", "GS", "HSBC", "JEF", "JPM", "LAZ", "MCO", "MFG", "MORN",
    "MS", "NMR", "PIPR", "RJF", "RY", "SAN", "SCHW", "SF", "SPGI", "TD", "UBS", "WFC", "BARC.L",
    "DBK.DE", "UBSG.SW", "BNP.PA", "GLE.PA", "HSBA.L", "BLK",
];
/// Words that indicate a rating.
const RATING_WORDS: &[&str] = &[
    "analyst",
    "analysts",
    "downgrade",
    "downgraded",
    "downgrades",
    "initiates",
    "initiated",
    "neutral",
    "outperform",
    "overweight",
    "equal-weight",
    "rating",
    "reiterates",
    "target",
    "targets",
    "underweight",
    "underperform",
    "upgrade",
    "upgraded",
    "upgrades",
    "pick",
    "picks",
    "bullish",
    "bearish",
    "buy",
    "sell",
    "coverage",
    "conviction",
    "catalyst",
    "upside",
    "downside",
];

/// Returns true if the words from `start` to `end` name a bank that only comments on something else. `has_others` is
/// true if the headline names another ticker.
pub(super) fn is_commentator(
    headline: &Headline<'_>,
    symbol: &str,
    start: usize,
    end: usize,
    has_others: bool,
) -> bool {
    if !BANKS.contains(&symbol) {
        return false;
    }
    let next = headline
        .words
        .get(end)
        .map_or("", |word| word.normalized.as_str());
    let (before, last) = (
        start
            .checked_sub(1)
            .map_or("", |index| headline.normalized(index)),
        &headline.words[end - 1],
    );
    let is_macro = headline
        .words
        .iter()
        .any(|word| MACRO_WORDS.has(&word.normalized));
    let has_other_subject = has_others || is_macro;
    if !last.ends_clause
        && matches!(
            next,
            "analyst"
                | "analysts"
                | "strategist"
                | "strategists"
                | "economist"
                | "economists"
                | "research"
                | "warns"
                | "client"
                | "clients"
        )
        && (has_other_subject || next.starts_with(['a', 's', 'e']))
    {
        return true;
    }
    // '…, says Citi', '… - Citi', 'according to Citi', 'top pick at Citi'.
    let is_last = end == headline.words.len();
    let follows_attribution = matches!(
        before,
        "says" | "say" | "said" | "by" | "at" | "to" | "warns" | "sees" | "from" | "predicts"
    ) || start > 0 && headline.words[start - 1].ends_clause;
    let follows_speech_verb = matches!(
        before,
        "says" | "say" | "said" | "warns" | "sees" | "predicts"
    );
    if is_last && start >= 3 && (follows_speech_verb || follows_attribution && has_other_subject) {
        return true;
    }
    let is_rating = headline
        .words
        .iter()
        .any(|word| RATING_WORDS.contains(&word.normalized.as_str()));
    if has_others && is_rating {
        return true;
    }
    // 'Citi: buy Nvidia', 'Citi says gold will rise'.
    let starts_headline = start == 0 && last.ends_clause && !last.has_comma();
    let has_speech_verb = !last.ends_clause
        && matches!(
            next,
            "says"
                | "sees"
                | "expects"
                | "predicts"
                | "forecasts"
                | "thinks"
                | "recommends"
                | "likes"
                | "prefers"
                | "favors"
                | "warns"
                | "believes"
                | "tells"
                | "raises"
                | "cuts"
                | "lifts"
                | "trims"
                | "hikes"
                | "lowers"
                | "bets"
        );
    let subject = headline.normalized(end + 1);
    let is_about_itself = matches!(
        subject,
        "it" | "its" | "profit" | "ceo" | "dividend" | "jobs"
    ) || subject.is_empty();
    (starts_headline || has_speech_verb && !is_about_itself)
        && has_other_subject
        && (has_others || mentions_market(headline, end))
}

/// Returns true if one of the five words from `end` is about the market as a whole.
fn mentions_market(headline: &Headline<'_>, end: usize) -> bool {
    let mut words = headline.words.iter().skip(end).take(5);
    words.any(|word| MACRO_WORDS.has(&word.normalized))
}
