//! What a fired alert says.

use jiff::Timestamp;

use super::{
    measure::window_hours,
    measurement::Measurement,
    occasion::Coming,
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
    let symbol = &alert.symbol;
    if is_gap(alert) {
        let (percent, side) = (measurement.value.abs(), side.word());
        return format!("{symbol} opened {percent:.2}% {side} its last close");
    }
    if alert.condition == Some(Condition::PercentChange) {
        let change = measurement.value;
        let way = if change < 0.0 { "fell" } else { "rose" };
        let (what, over) = changing(alert);
        return format!("{what} {way} {:.2}% {over}", change.abs());
    }
    if let Some(end) = end_of_range(alert) {
        let came = match (side, end) {
            (Side::Above, End::High) => "fell",
            (Side::Above, End::Low) => "rose",
            (Side::Below, _) => "came",
        };
        return format!("{symbol} {came} {}", place_in_range(alert, side, end));
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

/// What is so of an alert whose value is on `side` of its threshold when it begins to be watched.
pub(super) fn is_met(alert: &Alert, currency: Currency, side: Side) -> String {
    if is_gap(alert) {
        let percent = figure(alert.value.unwrap_or_default());
        let side = side.word();
        return format!(
            "{} opened more than {percent}% {side} its last close",
            alert.symbol
        );
    }
    if alert.condition == Some(Condition::PercentChange) {
        let way = if side == Side::Above { "rose" } else { "fell" };
        let (what, over) = changing(alert);
        let percent = figure(alert.value.unwrap_or_default());
        return format!("{what} {way} more than {percent}% {over} already");
    }
    if let Some(end) = end_of_range(alert) {
        let place = place_in_range(alert, side, end);
        return format!("{} is {place} already", alert.symbol);
    }
    let is = side.word();
    let threshold = threshold(alert, currency);
    format!("{} is {is} {threshold} already", value(alert))
}

/// What is said of an alert whose value is on `side` of its threshold when it begins to be watched, and that waits until it
/// comes there anew.
pub(super) fn already_met(alert: &Alert, currency: Currency, side: Side) -> String {
    let waits = if is_gap(alert) {
        "The alert fires when a session to come opens so.".to_owned()
    } else if alert.condition == Some(Condition::PercentChange) {
        "The alert fires when it does so anew.".to_owned()
    } else if end_of_range(alert).is_some() {
        "The alert fires when this has ended and is so again.".to_owned()
    } else {
        let comes = match side {
            Side::Above => "rises above",
            Side::Below => "falls below",
        };
        let threshold = threshold(alert, currency);
        format!("The alert fires when it has gone back and {comes} {threshold} again.")
    };
    format!("{}. {waits}", is_met(alert, currency, side))
}

/// What is said of an alert that is watched no more.
pub(super) fn expired(alert: &Alert, currency: Currency) -> String {
    format!("The alert '{}' has expired", watched(alert, currency))
}

/// What an alert waits for: `BTC price above $90,100`.
pub(crate) fn watched(alert: &Alert, currency: Currency) -> String {
    let symbol = &alert.symbol;
    let (side, is) = match alert.condition {
        None if alert.kind == AlertKind::Event => return event(alert),
        None => {
            let words = alert.words.as_ref();
            let told = words.map_or(String::new(), |words| format!(" with '{words}'"));
            return format!("{symbol} in the news{told}");
        }
        Some(Condition::PercentChange) if is_gap(alert) => {
            let percent = figure(alert.value.unwrap_or_default());
            return format!("{symbol} opening ±{percent}% from its last close");
        }
        Some(Condition::PercentChange) => {
            let (what, over) = changing(alert);
            let percent = figure(alert.value.unwrap_or_default());
            return format!("{what} ±{percent}% {over}");
        }
        Some(Condition::Above) => (Side::Above, "above"),
        Some(Condition::Below) => (Side::Below, "below"),
        Some(Condition::Crosses) => (Side::Above, "through"),
    };
    if let Some(end) = end_of_range(alert) {
        return format!("{symbol} {}", place_in_range(alert, side, end));
    }
    format!("{} {is} {}", value(alert), threshold(alert, currency))
}

/// What an alert on events waits for.
fn event(alert: &Alert) -> String {
    let symbol = &alert.symbol;
    match alert.indicator {
        Some(Indicator::Earnings) => format!("{symbol} reporting earnings tomorrow"),
        Some(Indicator::ExDate) => format!("{symbol} going ex-dividend tomorrow"),
        _ => format!("{symbol} without new prices"),
    }
}

/// What an alert says of a day to come: the next one, or today.
pub(super) fn coming(symbol: &str, event: Indicator, coming: Coming, is_today: bool) -> String {
    let (when, day) = (if is_today { "today" } else { "tomorrow" }, coming.day);
    match (event, coming.is_sure) {
        (Indicator::Earnings, true) => format!("{symbol} reports earnings {when}, on {day}"),
        (Indicator::Earnings, false) => {
            format!("{symbol} is expected to report earnings {when}, on {day}; nobody confirmed it")
        }
        (_, true) => format!("{symbol} goes ex-dividend {when}, on {day}"),
        (_, false) => {
            format!("{symbol} is expected to go ex-dividend {when}, on {day}; nobody announced it")
        }
    }
}

/// What an alert says of a price that stays away.
pub(super) fn stale(symbol: &str, as_of: Timestamp) -> String {
    let since = as_of.strftime("%Y-%m-%d %H:%M UTC");
    format!("{symbol} has had no new price since {since}")
}

/// What changes, and over which time: `BTC`, `in 24 hours`.
fn changing(alert: &Alert) -> (String, String) {
    let symbol = &alert.symbol;
    if alert.kind == AlertKind::Volume {
        let over = "against the trading day before";
        return (format!("{symbol} volume of a day"), over.to_owned());
    }
    (symbol.clone(), format!("in {}", window(alert)))
}

fn is_gap(alert: &Alert) -> bool {
    alert.indicator == Some(Indicator::Gap)
}

/// An end of the range of 52 weeks.
#[derive(Debug, Clone, Copy)]
enum End {
    High,
    Low,
}

fn end_of_range(alert: &Alert) -> Option<End> {
    match alert.indicator? {
        Indicator::YearHigh => Some(End::High),
        Indicator::YearLow => Some(End::Low),
        _ => None,
    }
}

/// Where a price is whose distance to `end` is on `side` of the threshold: `within 5% of its 52-week high`.
fn place_in_range(alert: &Alert, side: Side, end: End) -> String {
    let percent = figure(alert.value.unwrap_or_default());
    match (side, end) {
        (Side::Above, End::High) => format!("more than {percent}% below its 52-week high"),
        (Side::Above, End::Low) => format!("more than {percent}% above its 52-week low"),
        (Side::Below, End::High) => format!("within {percent}% of its 52-week high"),
        (Side::Below, End::Low) => format!("within {percent}% of its 52-week low"),
    }
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
