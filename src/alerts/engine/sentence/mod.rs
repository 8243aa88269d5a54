//! The texts of alerts: reports, descriptions and notices.

mod condition;

use jiff::Timestamp;

pub(super) use self::condition::is_level;

use self::condition::{
    condition_text, cost_text, crossing_text, is_gap, met_text, range_extreme, threshold_text,
};
use super::{
    event::UpcomingEvent,
    threshold::{Crossing, Measurement},
};
use crate::domain::{
    alert::{Alert, AlertKind, Condition, FiredAlert, Indicator, ScreenEvent, Side, Term},
    fundamentals::{filing::Filing, filing_form::FilingForm},
    quotation::QuotedIn,
    split::Split,
};

/// Returns the sentence that reports an alert with one condition, whose value crossed to `side`.
pub(super) fn sentence(
    alert: &Alert,
    quoted_in: QuotedIn,
    side: Side,
    measurement: &Measurement,
) -> String {
    alert.first_term().map_or(String::new(), |term| {
        crossing_text(&alert.symbol, &term, quoted_in, side, measurement)
    })
}

/// Returns the sentence that reports an alert with several conditions; `sides` has the side of each. The condition that
/// crossed last comes first.
pub(super) fn joined(
    alert: &Alert,
    quoted_in: QuotedIn,
    crossing: Option<Crossing>,
    sides: &[Side],
) -> String {
    let last = crossing.map(|crossing| crossing.part);
    let mut facts = vec![];
    for (index, (term, side)) in alert.terms().zip(sides).enumerate() {
        match crossing.filter(|_| last == Some(index)) {
            Some(Crossing {
                side, measurement, ..
            }) => facts.insert(
                0,
                crossing_text(&alert.symbol, &term, quoted_in, side, &measurement),
            ),
            None => facts.push(met_text(&alert.symbol, &term, quoted_in, *side)),
        }
    }
    join_facts(&alert.symbol, &facts)
}

/// Joins facts about a ticker into a sentence that contains its symbol once: `BTC price is above $90,100 and 14-day RSI is
/// above 70`.
fn join_facts(symbol: &str, facts: &[String]) -> String {
    let prefix = format!("{symbol} ");
    let mut text = String::new();
    for (index, fact) in facts.iter().enumerate() {
        text.push_str(match index {
            0 => "",
            index if index + 1 == facts.len() => " and ",
            _ => ", ",
        });
        let short = fact.strip_prefix(&prefix).filter(|_| index > 0);
        text.push_str(short.unwrap_or(fact));
    }
    text
}

/// Returns the sentence that all conditions are already met; `sides` has the side of each.
pub(super) fn is_met(alert: &Alert, quoted_in: QuotedIn, sides: &[Side]) -> String {
    let facts: Vec<_> = alert
        .terms()
        .zip(sides)
        .map(|(term, side)| met_text(&alert.symbol, &term, quoted_in, *side))
        .collect();
    let is_gap = alert.terms().any(|term| is_gap(&term));
    let already = if is_gap { "" } else { " already" };
    format!("{}{already}", join_facts(&alert.symbol, &facts))
}

/// Returns the message that all conditions are already met, and when the alert will fire.
pub(super) fn already_met(alert: &Alert, quoted_in: QuotedIn, sides: &[Side]) -> String {
    let fires_when = match (alert.first_term(), sides) {
        (Some(term), [side]) => fires_when(&alert.symbol, &term, quoted_in, *side),
        _ => "The alert will fire the next time all conditions are met.".to_owned(),
    };
    format!("{}. {fires_when}", is_met(alert, quoted_in, sides))
}

/// Returns the sentence for an alert whose only condition is already met: when it will fire.
fn fires_when(symbol: &str, term: &Term, quoted_in: QuotedIn, side: Side) -> String {
    if is_gap(term) {
        return "The alert will fire the next time a session opens this way.".to_owned();
    }
    if term.condition == Condition::PercentChange {
        return "The alert will fire the next time this happens.".to_owned();
    }
    if term.kind == AlertKind::Cost {
        let cost = cost_text(term);
        return format!("The alert will fire the next time it gets to {cost}.");
    }
    if range_extreme(term).is_some() {
        return "The alert will fire the next time this happens.".to_owned();
    }
    let verb = match side {
        Side::Above => "rises above",
        Side::Below => "falls below",
    };
    let threshold = threshold_text(symbol, term, quoted_in);
    format!("The alert will fire the next time it {verb} {threshold}.")
}

/// Returns the sentence that reports the day's change of the holdings.
pub(super) fn holdings_moved(alert: &Alert, percent: f64) -> String {
    let verb = if percent < 0.0 { "fell" } else { "rose" };
    let holdings = capitalized(&holdings_name(alert));
    format!("{holdings} {verb} {:.2}% today", percent.abs())
}

/// Returns the message that the day's change of the holdings is already beyond the limit, and when the alert will fire.
pub(super) fn holdings_already_met(alert: &Alert, percent: f64) -> String {
    let moved = holdings_moved(alert, percent);
    format!("{moved} already. The alert will fire on the next day on which this happens.")
}

/// Returns the name of the holdings: `your holdings in Tech`.
fn holdings_name(alert: &Alert) -> String {
    let list = alert.list.as_ref();
    list.map_or_else(
        || "your holdings".to_owned(),
        |list| format!("your holdings in {}", list.name),
    )
}

fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}

/// Returns the sentence that reports an expired alert.
pub(super) fn expired(alert: &Alert, quoted_in: QuotedIn) -> String {
    format!("The alert '{}' has expired", watched(alert, quoted_in))
}

/// Returns the history entry for an alert that a split changed from `before` to `after`.
pub(crate) fn adjusted_for_split(
    before: &Alert,
    after: &Alert,
    split: &Split,
    quoted_in: QuotedIn,
    now: Timestamp,
) -> FiredAlert {
    let sentence = format!(
        "{} split {} for {}: the alert '{}' is now '{}'",
        after.symbol,
        split.numerator,
        split.denominator,
        watched(before, quoted_in),
        watched(after, quoted_in)
    );
    FiredAlert {
        note: after.note.clone(),
        ..FiredAlert::new(after.id, &*after.symbol, now, sentence)
    }
}

/// Returns the report that an alert has ended because its watchlist was deleted.
pub(crate) fn list_deleted(alert: &Alert, now: Timestamp) -> FiredAlert {
    let description = watched(alert, QuotedIn::default());
    let sentence = format!("The alert '{description}' has ended: its list was deleted");
    FiredAlert {
        note: alert.note.clone(),
        ..FiredAlert::new(alert.id, "", now, sentence)
    }
}

/// Returns the report that a ticker entered or left a screen.
pub(super) fn screen_event(symbol: &str, screen: &str, event: ScreenEvent) -> String {
    let verb = match event {
        ScreenEvent::Enter => "entered",
        ScreenEvent::Leave => "left",
    };
    format!("{symbol} {verb} the screen '{screen}'")
}

/// Returns the report that an alert has ended because its screen, or the list that the screen searches, was deleted.
pub(super) fn screen_deleted(alert: &Alert) -> String {
    let description = watched(alert, QuotedIn::default());
    format!("The alert '{description}' has ended: its screen or list was deleted")
}

/// Returns the description of an alert: `BTC price above $90,100 and 14-day RSI above 70`.
pub(crate) fn watched(alert: &Alert, quoted_in: QuotedIn) -> String {
    if let Some(screen) = &alert.screen {
        let verb = match screen.event {
            ScreenEvent::Enter => "enters",
            ScreenEvent::Leave => "leaves",
        };
        return format!("any ticker that {verb} {}", screen.name);
    }
    if alert.kind == AlertKind::Holdings {
        let name = holdings_name(alert);
        let term = alert.first_term();
        return term.map_or(name.clone(), |term| condition_text(&name, &term, quoted_in));
    }
    let any_of_list = alert
        .list
        .as_ref()
        .map(|list| format!("any of {}", list.name));
    let symbol = any_of_list.as_ref().unwrap_or(&alert.symbol);
    if alert.is_on_filings() {
        return format!("{symbol} filing {}", form_names(&alert.forms));
    }
    if alert.kind == AlertKind::Event {
        return event_text(symbol, alert);
    }
    let facts: Vec<_> = alert
        .terms()
        .map(|term| condition_text(symbol, &term, quoted_in))
        .collect();
    if facts.is_empty() {
        let words = alert.words.as_ref();
        let suffix = words.map_or(String::new(), |words| format!(" with '{words}'"));
        return format!("{symbol} in the news{suffix}");
    }
    join_facts(symbol, &facts)
}

/// Returns the description of an event alert.
fn event_text(symbol: &str, alert: &Alert) -> String {
    let event = alert.indicator.and_then(|indicator| match indicator {
        Indicator::Earnings => Some("reporting earnings tomorrow"),
        Indicator::ExDate => Some("going ex-dividend tomorrow"),
        Indicator::Stale => Some("without new prices"),
        Indicator::Rsi
        | Indicator::SmaCross
        | Indicator::YearHigh
        | Indicator::YearLow
        | Indicator::Gap
        | Indicator::Filing => None,
    });
    event.map_or(symbol.to_owned(), |event| format!("{symbol} {event}"))
}

/// Returns the sentence that reports an event tomorrow or today.
pub(super) fn upcoming_event(
    symbol: &str,
    event: Indicator,
    upcoming: UpcomingEvent,
    is_today: bool,
) -> String {
    let (when, day) = (if is_today { "today" } else { "tomorrow" }, upcoming.day);
    match (event, upcoming.is_confirmed) {
        (Indicator::Earnings, true) => format!("{symbol} reports earnings {when}, on {day}"),
        (Indicator::Earnings, false) => {
            format!("{symbol} is expected to report earnings {when}, on {day} (not confirmed)")
        }
        (_, true) => format!("{symbol} goes ex-dividend {when}, on {day}"),
        (_, false) => {
            format!("{symbol} is expected to go ex-dividend {when}, on {day} (not announced)")
        }
    }
}

/// Returns the sentence that reports a stale price.
pub(super) fn stale(symbol: &str, as_of: Timestamp) -> String {
    let since = as_of.strftime("%Y-%m-%d %H:%M UTC");
    format!("{symbol} has had no new price since {since}")
}

/// Returns the names of forms: `8-K, 10-K or 10-Q`.
fn form_names(forms: &[FilingForm]) -> String {
    let names: Vec<_> = forms.iter().map(|form| form.name()).collect();
    match &names[..] {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// Returns the sentence that reports a filing.
pub(super) fn filed(symbol: &str, filing: &Filing) -> String {
    let Filing {
        form, filed, title, ..
    } = filing;
    format!("{symbol} filed form {form} on {filed}: {title}")
}

/// Returns the sentence that reports an article.
pub(super) fn headline(symbol: &str, title: &str) -> String {
    format!("{symbol} in the news: {title}")
}

/// Returns the sentence of a daily summary: the last report, and how often the alert fired.
pub(super) fn summary(last: &str, times: u32) -> String {
    match times {
        1 => format!("Daily summary: {last}"),
        times => format!("Daily summary: {last} ({times} times, this one last)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{alert::AlertFrequency, currency::Currency, quotation::Quotation};

    #[test]
    fn only_prices_have_a_currency_sign() {
        let at = jiff::Timestamp::UNIX_EPOCH;
        let text_in = |symbol, code, quotation| {
            let quoted_in = QuotedIn {
                currency: Currency::parse(code).unwrap(),
                quotation,
            };
            let mut alert = Alert::new(AlertKind::Price, symbol, AlertFrequency::Once, at);
            alert.condition = Some(Condition::Above);
            alert.value = Some(7_000.0);
            let measurement = Measurement::at(7_001.0, 7_000.0);
            sentence(&alert, quoted_in, Side::Above, &measurement)
        };
        let text = |symbol, code| text_in(symbol, code, Quotation::Currency);
        assert_eq!(text("^GSPC", "USD"), "^GSPC rose above 7,000");
        assert_eq!(text("^GDAXI", "EUR"), "^GDAXI rose above 7,000");
        assert_eq!(text("JPY=X", "JPY"), "JPY=X rose above 7,000");
        assert_eq!(text("BTC", "USD"), "BTC price rose above $7,000");
        assert_eq!(text("SAP.DE", "EUR"), "SAP.DE price rose above €7,000");
        assert_eq!(text("NESN.SW", "CHF"), "NESN.SW price rose above CHF 7,000");
        assert_eq!(
            text_in("DE0001102580.F", "EUR", Quotation::Percent),
            "DE0001102580.F price rose above 7,000 %"
        );
    }
}
