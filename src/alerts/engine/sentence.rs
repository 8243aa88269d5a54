//! What a fired alert says.

use super::{
    measure::window_hours,
    measurement::Measurement,
    technical::{AVERAGES, RSI},
};
use crate::domain::{
    alert::{Alert, AlertKind, Condition, Indicator, Side},
    bar::Interval,
    currency::Currency,
};

/// What `alert` says when its value came to `side` of the threshold.
pub(super) fn sentence(
    alert: &Alert,
    currency: Currency,
    side: Side,
    measurement: &Measurement,
) -> String {
    if alert.condition == Some(Condition::PercentChange) {
        let change = measurement.value;
        let way = if change < 0.0 { "fell" } else { "rose" };
        let (symbol, window) = (&alert.symbol, window(alert));
        return format!("{symbol} {way} {:.2}% in {window}", change.abs());
    }
    let crosses = alert.condition == Some(Condition::Crosses);
    let verb = match (crosses, side) {
        (false, Side::Above) => "rose above",
        (false, Side::Below) => "fell below",
        (true, Side::Above) => "crossed upwards through",
        (true, Side::Below) => "crossed downwards through",
    };
    format!("{} {verb} {}", value(alert), threshold(alert, currency))
}

/// What is said of an alert whose value is on `side` of its threshold when it begins to be watched.
pub(super) fn already_met(alert: &Alert, currency: Currency, side: Side) -> String {
    if alert.condition == Some(Condition::PercentChange) {
        let way = if side == Side::Above { "rose" } else { "fell" };
        let percent = figure(alert.value.unwrap_or_default());
        return format!(
            "{} {way} more than {percent}% in {} already. The alert fires when it does so anew.",
            alert.symbol,
            window(alert)
        );
    }
    let (is, comes) = match side {
        Side::Above => ("above", "rises above"),
        Side::Below => ("below", "falls below"),
    };
    let threshold = threshold(alert, currency);
    format!(
        "{} is {is} {threshold} already. The alert fires when it has gone back and {comes} {threshold} again.",
        value(alert)
    )
}

/// What is watched: `BTC price`.
fn value(alert: &Alert) -> String {
    let symbol = &alert.symbol;
    match (alert.kind, alert.indicator) {
        (AlertKind::Technical, Some(Indicator::SmaCross)) => {
            format!("{symbol} {}-{} average", AVERAGES.0, unit(alert))
        }
        (AlertKind::Technical, _) => format!("{symbol} RSI ({RSI} {}s)", unit(alert)),
        (AlertKind::Volume, _) => format!("{symbol} 24h volume"),
        _ if is_level(alert) => symbol.clone(),
        _ => format!("{symbol} price"),
    }
}

/// What it is held against: `$90,100`, `CHF 90`.
fn threshold(alert: &Alert, currency: Currency) -> String {
    let number = figure(alert.value.unwrap_or_default());
    match (alert.kind, alert.indicator) {
        (AlertKind::Technical, Some(Indicator::SmaCross)) => {
            format!("the {}-{} average", AVERAGES.1, unit(alert))
        }
        (AlertKind::Technical | AlertKind::Volume, _) => number,
        _ if is_level(alert) => number,
        _ => currency.amount(&number),
    }
}

/// An index is a level, and a pair of currencies a rate, which both are no money; the symbol says so.
pub(super) fn is_level(alert: &Alert) -> bool {
    alert.symbol.starts_with('^') || alert.symbol.ends_with("=X")
}

/// `24 hours`
fn window(alert: &Alert) -> String {
    match window_hours(alert) {
        1 => "1 hour".into(),
        hours => format!("{hours} hours"),
    }
}

/// What an alert on news says.
pub(super) fn headline(symbol: &str, title: &str) -> String {
    format!("{symbol} in the news: {title}")
}

/// What a daily summary says.
pub(super) fn summary(last: &str, times: u32) -> String {
    match times {
        1 => format!("Daily summary: {last}"),
        times => format!("Daily summary: {last} ({times} times, this one last)"),
    }
}

fn unit(alert: &Alert) -> &'static str {
    match alert.interval {
        Some(Interval::Day) => "day",
        Some(Interval::FiveMinutes) => "five-minute bar",
        _ => "hour",
    }
}

/// As few digits as the number needs, thousands apart: `90,100`, `0.0425`.
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
    use crate::domain::alert::AlertFrequency;

    #[test]
    fn an_index_has_a_level_a_pair_a_rate_and_a_price_its_currency() {
        let at = jiff::Timestamp::UNIX_EPOCH;
        let said = |symbol, code| {
            let currency = Currency::parse(code).unwrap();
            let mut alert = Alert::new(AlertKind::Price, symbol, AlertFrequency::Once, at);
            alert.condition = Some(Condition::Above);
            alert.value = Some(7_000.0);
            let measurement = Measurement::at(7_001.0, 7_000.0);
            sentence(&alert, currency, Side::Above, &measurement)
        };
        assert_eq!(said("^GSPC", "USD"), "^GSPC rose above 7,000");
        assert_eq!(said("^GDAXI", "EUR"), "^GDAXI rose above 7,000");
        assert_eq!(said("JPY=X", "JPY"), "JPY=X rose above 7,000");
        assert_eq!(said("BTC", "USD"), "BTC price rose above $7,000");
        assert_eq!(said("SAP.DE", "EUR"), "SAP.DE price rose above €7,000");
        assert_eq!(said("NESN.SW", "CHF"), "NESN.SW price rose above CHF 7,000");
    }

    #[test]
    fn numbers_are_written_as_people_write_them() {
        let written = [5.0, 999.5, 1_000.0, 90_100.0, 1_234_567.25, 0.0425].map(figure);
        assert_eq!(
            written,
            ["5", "999.5", "1,000", "90,100", "1,234,567.25", "0.0425"]
        );
    }
}
