//! The texts of one condition.

use crate::{
    alerts::engine::{
        technical::{RSI_PERIOD, SMA_PERIODS},
        threshold::Measurement,
    },
    domain::{
        alert::{AlertKind, Condition, Indicator, Side, Term},
        bar::Interval,
        currency::Currency,
    },
};

/// States that a value crossed to `side` of its threshold: `BTC price rose above $90,100`.
pub(super) fn crossing_text(
    symbol: &str,
    term: &Term,
    currency: Currency,
    side: Side,
    measurement: &Measurement,
) -> String {
    if is_gap(term) {
        let (percent, side) = (measurement.value.abs(), side.word());
        return format!("{symbol} opened {percent:.2}% {side} its last close");
    }
    if term.condition == Condition::PercentChange {
        let change = measurement.value;
        let verb = if change < 0.0 { "fell" } else { "rose" };
        let (what, over) = changing(symbol, term);
        return format!("{what} {verb} {:.2}% {over}", change.abs());
    }
    if let Some(end) = end_of_range(term) {
        let verb = match (side, end) {
            (Side::Above, End::High) => "fell",
            (Side::Above, End::Low) => "rose",
            (Side::Below, _) => "came",
        };
        return format!("{symbol} {verb} {}", place_in_range(term, side, end));
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
        value(symbol, term),
        threshold(symbol, term, currency)
    )
}

/// States that a value is on `side` of its threshold: `BTC price is above $90,100`.
pub(super) fn met_text(symbol: &str, term: &Term, currency: Currency, side: Side) -> String {
    let percent = figure(term.value.unwrap_or_default());
    if is_gap(term) {
        let side = side.word();
        return format!("{symbol} opened more than {percent}% {side} its last close");
    }
    if term.condition == Condition::PercentChange {
        let verb = if side == Side::Above { "rose" } else { "fell" };
        let (what, over) = changing(symbol, term);
        return format!("{what} {verb} more than {percent}% {over}");
    }
    if let Some(end) = end_of_range(term) {
        return format!("{symbol} is {}", place_in_range(term, side, end));
    }
    let (is, threshold) = (side.word(), threshold(symbol, term, currency));
    format!("{} is {is} {threshold}", value(symbol, term))
}

/// Describes a condition: `BTC price above $90,100`.
pub(super) fn condition_text(symbol: &str, term: &Term, currency: Currency) -> String {
    let percent = figure(term.value.unwrap_or_default());
    let (side, is) = match term.condition {
        Condition::PercentChange if is_gap(term) => {
            return format!("{symbol} opening ±{percent}% from its last close");
        }
        Condition::PercentChange => {
            let (what, over) = changing(symbol, term);
            return format!("{what} ±{percent}% {over}");
        }
        Condition::Above => (Side::Above, "above"),
        Condition::Below => (Side::Below, "below"),
        Condition::Crosses => (Side::Above, "through"),
    };
    if let Some(end) = end_of_range(term) {
        return format!("{symbol} {}", place_in_range(term, side, end));
    }
    let threshold = threshold(symbol, term, currency);
    format!("{} {is} {threshold}", value(symbol, term))
}

/// The subject and the period of a percent change: `BTC`, `in 24 hours`.
fn changing(symbol: &str, term: &Term) -> (String, String) {
    if term.kind == AlertKind::Volume {
        let over = "from the previous trading day";
        return (format!("{symbol} daily volume"), over.to_owned());
    }
    (symbol.to_owned(), format!("in {}", window(term)))
}

pub(super) fn is_gap(term: &Term) -> bool {
    term.indicator == Some(Indicator::Gap)
}

/// The 52-week high or low.
#[derive(Debug, Clone, Copy)]
pub(super) enum End {
    High,
    Low,
}

pub(super) fn end_of_range(term: &Term) -> Option<End> {
    match term.indicator? {
        Indicator::YearHigh => Some(End::High),
        Indicator::YearLow => Some(End::Low),
        Indicator::Rsi
        | Indicator::SmaCross
        | Indicator::Gap
        | Indicator::Earnings
        | Indicator::ExDate
        | Indicator::Stale => None,
    }
}

/// The position of a price relative to the 52-week high or low: `within 5% of its 52-week high`.
fn place_in_range(term: &Term, side: Side, end: End) -> String {
    let percent = figure(term.value.unwrap_or_default());
    match (side, end) {
        (Side::Above, End::High) => format!("more than {percent}% below its 52-week high"),
        (Side::Above, End::Low) => format!("more than {percent}% above its 52-week low"),
        (Side::Below, End::High) => format!("within {percent}% of its 52-week high"),
        (Side::Below, End::Low) => format!("within {percent}% of its 52-week low"),
    }
}

/// Returns true for a crossing of two moving averages. The only other technical condition with a threshold is the RSI.
fn is_cross(term: &Term) -> bool {
    term.indicator.is_some_and(|indicator| match indicator {
        Indicator::SmaCross => true,
        Indicator::Rsi
        | Indicator::YearHigh
        | Indicator::YearLow
        | Indicator::Gap
        | Indicator::Earnings
        | Indicator::ExDate
        | Indicator::Stale => false,
    })
}

/// The name of the value: `BTC price`.
fn value(symbol: &str, term: &Term) -> String {
    match term.kind {
        AlertKind::Technical if is_cross(term) => {
            format!("{symbol} {}-{} average", SMA_PERIODS.0, unit(term))
        }
        AlertKind::Technical => format!("{symbol} RSI ({RSI_PERIOD} {}s)", unit(term)),
        AlertKind::Volume => format!("{symbol} 24h volume"),
        _ if is_level(symbol) => symbol.to_owned(),
        AlertKind::Price | AlertKind::News | AlertKind::Event => format!("{symbol} price"),
    }
}

/// The threshold: `$90,100`, `CHF 90`.
pub(super) fn threshold(symbol: &str, term: &Term, currency: Currency) -> String {
    let number = figure(term.value.unwrap_or_default());
    match term.kind {
        AlertKind::Technical if is_cross(term) => {
            format!("the {}-{} average", SMA_PERIODS.1, unit(term))
        }
        AlertKind::Technical | AlertKind::Volume => number,
        _ if is_level(symbol) => number,
        AlertKind::Price | AlertKind::News | AlertKind::Event => currency.amount(&number),
    }
}

/// Returns true for symbols of indices (levels) and currency pairs (rates), which have no currency sign.
pub(in crate::alerts::engine) fn is_level(symbol: &str) -> bool {
    symbol.starts_with('^') || symbol.ends_with("=X")
}

/// The window in words: `24 hours`.
fn window(term: &Term) -> String {
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

/// Formats a number with thousands separators and no superfluous digits: `90,100`, `0.0425`.
fn figure(value: f64) -> String {
    let plain = value.to_string();
    let (whole, rest) = plain.split_once('.').unwrap_or((&plain, ""));
    let mut grouped = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
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
    fn figure_separates_thousands() {
        let written = [5.0, 999.5, 1_000.0, 90_100.0, 1_234_567.25, 0.0425].map(figure);
        assert_eq!(
            written,
            ["5", "999.5", "1,000", "90,100", "1,234,567.25", "0.0425"]
        );
    }
}
