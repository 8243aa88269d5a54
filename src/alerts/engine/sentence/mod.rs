//! What a fired alert says.

mod condition;

use jiff::Timestamp;

pub(super) use self::condition::is_level;

use self::condition::{came, end_of_range, holds, is_gap, threshold, wanted};
use super::{
    occasion::Coming,
    threshold::{Crossing, Measurement},
};
use crate::domain::{
    alert::{Alert, AlertKind, Condition, FiredAlert, Indicator, Side, Term},
    currency::Currency,
    split::Split,
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

/// The entry of the history about an alert that waits for other values `after` a split than `before`.
pub(crate) fn restated(
    before: &Alert,
    after: &Alert,
    split: &Split,
    currency: Currency,
    now: Timestamp,
) -> FiredAlert {
    let sentence = format!(
        "{} split {} for {}: the alert '{}' is now '{}'",
        after.symbol,
        split.numerator,
        split.denominator,
        watched(before, currency),
        watched(after, currency)
    );
    FiredAlert {
        note: after.note.clone(),
        ..FiredAlert::new(after.id, &*after.symbol, now, sentence)
    }
}

/// What is said of an alert whose list was deleted.
pub(crate) fn list_is_gone(alert: &Alert, now: Timestamp) -> FiredAlert {
    let what = watched(alert, Currency::default());
    let sentence = format!("The alert '{what}' has ended: its list was deleted");
    FiredAlert {
        note: alert.note.clone(),
        ..FiredAlert::new(alert.id, "", now, sentence)
    }
}

/// What an alert waits for: `BTC price above $90,100 and RSI (14 days) above 70`.
pub(crate) fn watched(alert: &Alert, currency: Currency) -> String {
    let any = alert
        .list
        .as_ref()
        .map(|list| format!("any of {}", list.name));
    let symbol = any.as_ref().unwrap_or(&alert.symbol);
    if alert.kind == AlertKind::Event {
        return event(symbol, alert);
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

/// What an alert on events waits for.
fn event(symbol: &str, alert: &Alert) -> String {
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
    awaited.map_or(symbol.to_owned(), |awaited| format!("{symbol} {awaited}"))
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
}
