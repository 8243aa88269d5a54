//! What a fired alert says.

use jiff::Timestamp;

use super::{
    measurement::Measurement,
    occasion::Coming,
    rule::Crossing,
    technical::{AVERAGES, RSI},
};
use crate::domain::{
    alert::{Alert, AlertKind, Condition, Indicator, Side, Term},
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
    alert.first_term().map_or(String::new(), |term| {
        came(&alert.symbol, &term, currency, side, measurement)
    })
}

/// What `alert` says when all of its conditions hold at once, on these sides; the one that came to do so last stands first.
pub(super) fn joined(
    alert: &Alert,
    currency: Currency,
    crossing: Option<Crossing>,
    sides: &[Side],
) -> String {
    let last = crossing.map(|crossing| crossing.part);
    let mut facts = vec![];
    for (at, (term, side)) in alert.terms().zip(sides).enumerate() {
        match crossing.filter(|_| last == Some(at)) {
            Some(Crossing {
                side, measurement, ..
            }) => facts.insert(0, came(&alert.symbol, &term, currency, side, &measurement)),
            None => facts.push(holds(&alert.symbol, &term, currency, *side)),
        }
    }
    together(&alert.symbol, &facts)
}

/// Facts of one ticker in a sentence, which names it once: `BTC price is above $90,100 and RSI (14 days) is above 70`.
fn together(symbol: &str, facts: &[String]) -> String {
    let prefix = format!("{symbol} ");
    let mut text = String::new();
    for (at, fact) in facts.iter().enumerate() {
        text.push_str(match at {
            0 => "",
            at if at + 1 == facts.len() => " and ",
            _ => ", ",
        });
        let short = fact.strip_prefix(&prefix).filter(|_| at > 0);
        text.push_str(short.unwrap_or(fact));
    }
    text
}

/// What is said of a value that came to `side` of its threshold.
fn came(
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
        let way = if change < 0.0 { "fell" } else { "rose" };
        let (what, over) = changing(symbol, term);
        return format!("{what} {way} {:.2}% {over}", change.abs());
    }
    if let Some(end) = end_of_range(term) {
        let came = match (side, end) {
            (Side::Above, End::High) => "fell",
            (Side::Above, End::Low) => "rose",
            (Side::Below, _) => "came",
        };
        return format!("{symbol} {came} {}", place_in_range(term, side, end));
    }
    let crosses = term.condition == Condition::Crosses;
    let verb = match (crosses, side) {
        (false, Side::Above) => "rose above",
        (false, Side::Below) => "fell below",
        (true, Side::Above) => "crossed upwards through",
        (true, Side::Below) => "crossed downwards through",
    };
    format!(
        "{} {verb} {}",
        value(symbol, term),
        threshold(symbol, term, currency)
    )
}

/// What is so of a value on `side` of its threshold.
fn holds(symbol: &str, term: &Term, currency: Currency, side: Side) -> String {
    let percent = figure(term.value.unwrap_or_default());
    if is_gap(term) {
        let side = side.word();
        return format!("{symbol} opened more than {percent}% {side} its last close");
    }
    if term.condition == Condition::PercentChange {
        let way = if side == Side::Above { "rose" } else { "fell" };
        let (what, over) = changing(symbol, term);
        return format!("{what} {way} more than {percent}% {over}");
    }
    if let Some(end) = end_of_range(term) {
        return format!("{symbol} is {}", place_in_range(term, side, end));
    }
    let (is, threshold) = (side.word(), threshold(symbol, term, currency));
    format!("{} is {is} {threshold}", value(symbol, term))
}

/// What is so of an alert whose values are on these sides of their thresholds when it begins to be watched.
pub(super) fn is_met(alert: &Alert, currency: Currency, sides: &[Side]) -> String {
    let facts: Vec<_> = alert
        .terms()
        .zip(sides)
        .map(|(term, side)| holds(&alert.symbol, &term, currency, *side))
        .collect();
    let is_gap = alert.terms().any(|term| is_gap(&term));
    let already = if is_gap { "" } else { " already" };
    format!("{}{already}", together(&alert.symbol, &facts))
}

/// What is said of an alert whose values are on these sides of their thresholds when it begins to be watched, and that waits until
/// they come there anew.
pub(super) fn already_met(alert: &Alert, currency: Currency, sides: &[Side]) -> String {
    let waits = match (alert.first_term(), sides) {
        (Some(term), [side]) => waits(&alert.symbol, &term, currency, *side),
        _ => "The alert fires when this has ended and all of it is so again.".to_owned(),
    };
    format!("{}. {waits}", is_met(alert, currency, sides))
}

/// What an alert of one condition waits for that is met already.
fn waits(symbol: &str, term: &Term, currency: Currency, side: Side) -> String {
    if is_gap(term) {
        return "The alert fires when a session to come opens so.".to_owned();
    }
    if term.condition == Condition::PercentChange {
        return "The alert fires when it does so anew.".to_owned();
    }
    if end_of_range(term).is_some() {
        return "The alert fires when this has ended and is so again.".to_owned();
    }
    let comes = match side {
        Side::Above => "rises above",
        Side::Below => "falls below",
    };
    let threshold = threshold(symbol, term, currency);
    format!("The alert fires when it has gone back and {comes} {threshold} again.")
}

/// What is said of an alert that is watched no more.
pub(super) fn expired(alert: &Alert, currency: Currency) -> String {
    format!("The alert '{}' has expired", watched(alert, currency))
}

/// What an alert waits for: `BTC price above $90,100 and RSI (14 days) above 70`.
pub(crate) fn watched(alert: &Alert, currency: Currency) -> String {
    let symbol = &alert.symbol;
    if alert.kind == AlertKind::Event {
        return event(alert);
    }
    let facts: Vec<_> = alert
        .terms()
        .map(|term| wanted(symbol, &term, currency))
        .collect();
    if facts.is_empty() {
        let words = alert.words.as_ref();
        let told = words.map_or(String::new(), |words| format!(" with '{words}'"));
        return format!("{symbol} in the news{told}");
    }
    together(symbol, &facts)
}

/// What one condition waits for.
fn wanted(symbol: &str, term: &Term, currency: Currency) -> String {
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

/// What an alert on events waits for.
fn event(alert: &Alert) -> String {
    let symbol = &alert.symbol;
    let awaited = alert.indicator.and_then(|indicator| match indicator {
        Indicator::Earnings => Some("reporting earnings tomorrow"),
        Indicator::ExDate => Some("going ex-dividend tomorrow"),
        Indicator::Stale => Some("without new prices"),
        Indicator::Rsi
        | Indicator::SmaCross
        | Indicator::YearHigh
        | Indicator::YearLow
        | Indicator::Gap => None,
    });
    awaited.map_or(symbol.clone(), |awaited| format!("{symbol} {awaited}"))
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
fn changing(symbol: &str, term: &Term) -> (String, String) {
    if term.kind == AlertKind::Volume {
        let over = "against the trading day before";
        return (format!("{symbol} volume of a day"), over.to_owned());
    }
    (symbol.to_owned(), format!("in {}", window(term)))
}

fn is_gap(term: &Term) -> bool {
    term.indicator == Some(Indicator::Gap)
}

/// An end of the range of 52 weeks.
#[derive(Debug, Clone, Copy)]
enum End {
    High,
    Low,
}

fn end_of_range(term: &Term) -> Option<End> {
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

/// Where a price is whose distance to `end` is on `side` of the threshold: `within 5% of its 52-week high`.
fn place_in_range(term: &Term, side: Side, end: End) -> String {
    let percent = figure(term.value.unwrap_or_default());
    match (side, end) {
        (Side::Above, End::High) => format!("more than {percent}% below its 52-week high"),
        (Side::Above, End::Low) => format!("more than {percent}% above its 52-week low"),
        (Side::Below, End::High) => format!("within {percent}% of its 52-week high"),
        (Side::Below, End::Low) => format!("within {percent}% of its 52-week low"),
    }
}

/// Whether two averages are held against each other; what is neither that nor a place in a range is the strength index.
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

/// What is watched: `BTC price`.
fn value(symbol: &str, term: &Term) -> String {
    match term.kind {
        AlertKind::Technical if is_cross(term) => {
            format!("{symbol} {}-{} average", AVERAGES.0, unit(term))
        }
        AlertKind::Technical => format!("{symbol} RSI ({RSI} {}s)", unit(term)),
        AlertKind::Volume => format!("{symbol} 24h volume"),
        _ if is_level(symbol) => symbol.to_owned(),
        AlertKind::Price | AlertKind::News | AlertKind::Event => format!("{symbol} price"),
    }
}

/// What it is held against: `$90,100`, `CHF 90`.
fn threshold(symbol: &str, term: &Term, currency: Currency) -> String {
    let number = figure(term.value.unwrap_or_default());
    match term.kind {
        AlertKind::Technical if is_cross(term) => {
            format!("the {}-{} average", AVERAGES.1, unit(term))
        }
        AlertKind::Technical | AlertKind::Volume => number,
        _ if is_level(symbol) => number,
        AlertKind::Price | AlertKind::News | AlertKind::Event => currency.amount(&number),
    }
}

/// An index is a level, and a pair of currencies a rate, which both are no money; the symbol says so.
pub(super) fn is_level(symbol: &str) -> bool {
    symbol.starts_with('^') || symbol.ends_with("=X")
}

/// `24 hours`
fn window(term: &Term) -> String {
    match term.hours() {
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

fn unit(term: &Term) -> &'static str {
    match term.interval {
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
