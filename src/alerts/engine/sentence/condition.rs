//! The texts of one condition.

use crate::{
    alerts::engine::{
        technical::{RSI_PERIOD, SMA_PERIODS},
        threshold::Measurement,
    },
    domain::{
        alert::{AlertKind, Condition, Indicator, Side, Term},
        bar::Interval,
        quotation::QuotedIn,
    },
};

/// Returns the text that a value crossed to `side` of its threshold: `BTC price rose above $90,100`.
pub(super) fn crossing_text(
    symbol: &str,
    term: &Term,
    quoted_in: QuotedIn,
    side: Side,
    measurement: &Measurement,
) -> String {
    if is_gap(term) {
        let (percent, side) = (measurement.value.abs(), side.word());
        return format!("{symbol} opened {percent:.2}% {side} its last close");
    }
    if term.kind == AlertKind::Cost {
        let verb = match side {
            Side::Above => "rose",
            Side::Below => "fell",
        };
        return format!("{symbol} {verb} to {}", cost_text(term));
    }
    if term.condition == Condition::PercentChange {
        let change = measurement.value;
        let verb = if change < 0.0 { "fell" } else { "rose" };
        let (subject, period) = change_texts(symbol, term);
        return format!("{subject} {verb} {:.2}% {period}", change.abs());
    }
    if let Some(extreme) = range_extreme(term) {
        let verb = match (side, extreme) {
            (Side::Above, Extreme::High) => "fell",
            (Side::Above, Extreme::Low) => "rose",
            (Side::Below, _) => "came",
        };
        return format!("{symbol} {verb} {}", range_text(term, side, extreme));
    }
    let crosses = term.condition == Condition::Crosses;
    let verb = match (crosses, side) {
        (false, Side::Above) => "rose above",
        (false, Side::Below) => "fell below",
        (true, Side::Above) => "crossed above",
        (true, Side::Below) => "crossed below",
    };
    format!(
        "{} {verb} {}",
        value_name(symbol, term),
        threshold_text(symbol, term, quoted_in)
    )
}

/// Returns the text that a value is on `side` of its threshold: `BTC price is above $90,100`.
pub(super) fn met_text(symbol: &str, term: &Term, quoted_in: QuotedIn, side: Side) -> String {
    let percent = format_number(term.value.unwrap_or_default());
    if is_gap(term) {
        let side = side.word();
        return format!("{symbol} opened more than {percent}% {side} its last close");
    }
    if term.kind == AlertKind::Cost {
        return format!("{symbol} is more than {}", cost_text(term));
    }
    if term.condition == Condition::PercentChange {
        let verb = if side == Side::Above { "rose" } else { "fell" };
        let (subject, period) = change_texts(symbol, term);
        return format!("{subject} {verb} more than {percent}% {period}");
    }
    if let Some(extreme) = range_extreme(term) {
        return format!("{symbol} is {}", range_text(term, side, extreme));
    }
    let (relation, threshold) = (side.word(), threshold_text(symbol, term, quoted_in));
    format!("{} is {relation} {threshold}", value_name(symbol, term))
}

/// Returns the description of a condition: `BTC price above $90,100`.
pub(super) fn condition_text(symbol: &str, term: &Term, quoted_in: QuotedIn) -> String {
    let percent = format_number(term.value.unwrap_or_default());
    let (side, relation) = match term.condition {
        Condition::PercentChange if is_gap(term) => {
            return format!("{symbol} opening ±{percent}% from its last close");
        }
        Condition::PercentChange if term.kind == AlertKind::Holdings => {
            return format!("{symbol} ±{percent}% in a day");
        }
        Condition::PercentChange => {
            let (subject, period) = change_texts(symbol, term);
            return format!("{subject} ±{percent}% {period}");
        }
        Condition::Above => (Side::Above, "above"),
        Condition::Below => (Side::Below, "below"),
        Condition::Crosses => (Side::Above, "through"),
    };
    if term.kind == AlertKind::Cost {
        return format!("{symbol} {}", cost_text(term));
    }
    if let Some(extreme) = range_extreme(term) {
        return format!("{symbol} {}", range_text(term, side, extreme));
    }
    let threshold = threshold_text(symbol, term, quoted_in);
    format!("{} {relation} {threshold}", value_name(symbol, term))
}

/// Returns the subject and the period of a percent change: `BTC`, `in 24 hours`.
fn change_texts(symbol: &str, term: &Term) -> (String, String) {
    if term.kind == AlertKind::Volume {
        let period = "from the previous trading day";
        return (format!("{symbol} daily volume"), period.to_owned());
    }
    (symbol.to_owned(), format!("in {}", window_text(term)))
}

pub(super) fn is_gap(term: &Term) -> bool {
    term.indicator == Some(Indicator::Gap)
}

/// The 52-week high or low.
#[derive(Debug, Clone, Copy)]
pub(super) enum Extreme {
    High,
    Low,
}

pub(super) fn range_extreme(term: &Term) -> Option<Extreme> {
    match term.indicator? {
        Indicator::YearHigh => Some(Extreme::High),
        Indicator::YearLow => Some(Extreme::Low),
        Indicator::Rsi
        | Indicator::SmaCross
        | Indicator::Gap
        | Indicator::Earnings
        | Indicator::ExDate
        | Indicator::Stale
        | Indicator::Filing => None,
    }
}

/// Returns the position of a price relative to its 52-week high or low: `within 5% of its 52-week high`.
fn range_text(term: &Term, side: Side, extreme: Extreme) -> String {
    let percent = format_number(term.value.unwrap_or_default());
    match (side, extreme) {
        (Side::Above, Extreme::High) => format!("more than {percent}% below its 52-week high"),
        (Side::Above, Extreme::Low) => format!("more than {percent}% above its 52-week low"),
        (Side::Below, Extreme::High) => format!("within {percent}% of its 52-week high"),
        (Side::Below, Extreme::Low) => format!("within {percent}% of its 52-week low"),
    }
}

/// Returns the position of a price relative to the average cost: `10% above your cost`.
pub(super) fn cost_text(term: &Term) -> String {
    let percent = format_number(term.value.unwrap_or_default());
    let side = if term.condition == Condition::Below {
        Side::Below
    } else {
        Side::Above
    };
    format!("{percent}% {} your cost", side.word())
}

/// Returns true for the condition that two moving averages cross.
fn is_average_cross(term: &Term) -> bool {
    term.indicator.is_some_and(|indicator| match indicator {
        Indicator::SmaCross => true,
        Indicator::Rsi
        | Indicator::YearHigh
        | Indicator::YearLow
        | Indicator::Gap
        | Indicator::Earnings
        | Indicator::ExDate
        | Indicator::Stale
        | Indicator::Filing => false,
    })
}

/// Returns the name of the value: `BTC price`.
fn value_name(symbol: &str, term: &Term) -> String {
    match term.kind {
        AlertKind::Technical if is_average_cross(term) => {
            format!("{symbol} {}-{} average", SMA_PERIODS.0, unit(term))
        }
        AlertKind::Technical => format!("{symbol} {RSI_PERIOD}-{} RSI", unit(term)),
        AlertKind::Volume => format!("{symbol} 24h volume"),
        _ if is_level(symbol) => symbol.to_owned(),
        AlertKind::Price
        | AlertKind::News
        | AlertKind::Event
        | AlertKind::Screen
        | AlertKind::Cost
        | AlertKind::Holdings => {
            format!("{symbol} price")
        }
    }
}

/// Returns the text of the threshold: `$90,100` or `CHF 90`.
pub(super) fn threshold_text(symbol: &str, term: &Term, quoted_in: QuotedIn) -> String {
    let number = format_number(term.value.unwrap_or_default());
    match term.kind {
        AlertKind::Technical if is_average_cross(term) => {
            format!("the {}-{} average", SMA_PERIODS.1, unit(term))
        }
        AlertKind::Technical | AlertKind::Volume => number,
        _ if is_level(symbol) => number,
        AlertKind::Price
        | AlertKind::News
        | AlertKind::Event
        | AlertKind::Screen
        | AlertKind::Cost
        | AlertKind::Holdings => quoted_in.format_price(&number),
    }
}

/// Returns true for the symbol of an index or a currency pair, whose values have no currency sign.
pub(in crate::alerts::engine) fn is_level(symbol: &str) -> bool {
    symbol.starts_with('^') || symbol.ends_with("=X")
}

/// Returns the window in words: `24 hours`.
fn window_text(term: &Term) -> String {
    match term.hours() {
        1 => "1 hour".into(),
        hours => format!("{hours} hours"),
    }
}

fn unit(term: &Term) -> &'static str {
    match term.interval {
        Some(Interval::Day) => "day",
        Some(Interval::FiveMinutes) => "five-minute bar",
        _ => "hour",
    }
}

/// Formats a number with thousands separators and without trailing zeros: `90,100` or `0.0425`.
fn format_number(value: f64) -> String {
    let plain = value.to_string();
    let (whole, rest) = plain.split_once('.').unwrap_or((&plain, ""));
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    if rest.is_empty() {
        grouped
    } else {
        format!("{grouped}.{rest}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn format_number_separates_thousands() {
        let formatted = [5.0, 999.5, 1_000.0, 90_100.0, 1_234_567.25, 0.0425].map(format_number);
        assert_eq!(
            formatted,
            ["5", "999.5", "1,000", "90,100", "1,234,567.25", "0.0425"]
        );
    }
}
