//! Recognizes banks and agencies that comment on others: the headline is then not about them.

use super::{context::Headline, lists::MACRO};

/// Symbols of banks and brokers that publish ratings.
const BROKERS: &[&str] = &[
    "BAC", "BCS", "BMO", "C", "DB", "EVR", "GS", "HSBC", "JEF", "JPM", "LAZ", "MCO", "MFG", "MORN",
    "MS", "NMR", "PIPR", "RJF", "RY", "SAN", "SCHW", "SF", "SPGI", "TD", "UBS", "WFC", "BARC.L",
    "DBK.DE", "UBSG.SW", "BNP.PA", "GLE.PA", "HSBA.L", "BLK",
];
/// Words that indicate a rating.
const RATES: &[&str] = &[
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

/// Returns true if a bank named from `at` to `end` only comments on something else. `has_others` is true if the
/// headline names another ticker.
pub(super) fn is_speaker(
    headline: &Headline<'_>,
    symbol: &str,
    at: usize,
    end: usize,
    has_others: bool,
) -> bool {
    if !BROKERS.contains(&symbol) {
        return false;
    }
    let next = headline
        .words
        .get(end)
        .map_or("", |word| word.normal.as_str());
    let (before, last) = (
        at.checked_sub(1).map_or("", |at| headline.normal(at)),
        &headline.words[end - 1],
    );
    let is_macro = headline.words.iter().any(|word| MACRO.has(&word.normal));
    let is_about_else = has_others || is_macro;
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
        && (is_about_else || next.starts_with(['a', 's', 'e']))
    {
        return true;
    }
    // '…, says Citi', '… - Citi', 'according to Citi', 'top pick at Citi'.
    let is_last = end == headline.words.len();
    let is_behind = matches!(
        before,
        "says" | "say" | "said" | "by" | "at" | "to" | "warns" | "sees" | "from" | "predicts"
    ) || at > 0 && headline.words[at - 1].ends_clause;
    let is_said = matches!(
        before,
        "says" | "say" | "said" | "warns" | "sees" | "predicts"
    );
    if is_last && at >= 3 && (is_said || is_behind && is_about_else) {
        return true;
    }
    let is_rating = headline
        .words
        .iter()
        .any(|word| RATES.contains(&word.normal.as_str()));
    if has_others && is_rating {
        return true;
    }
    // 'Citi: buy Nvidia', 'Citi says gold will rise'.
    let is_heading = at == 0 && last.ends_clause && !last.has_comma();
    let speaks = !last.ends_clause
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
    let subject = headline.normal(end + 1);
    let is_of_own = matches!(
        subject,
        "it" | "its" | "profit" | "ceo" | "dividend" | "jobs"
    ) || subject.is_empty();
    (is_heading || speaks && !is_of_own)
        && is_about_else
        && (has_others || speaks_of_market(headline, end))
}

/// Returns true if the words after a speaker are about the market as a whole.
fn speaks_of_market(headline: &Headline<'_>, end: usize) -> bool {
    let mut words = headline.words.iter().skip(end).take(5);
    words.any(|word| MACRO.has(&word.normal))
}
