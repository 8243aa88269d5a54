//! Messages and responses of Finnhub, as recorded in 2024–2026.

use std::collections::HashMap;

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;

use crate::{
    domain::{
        quote::{ExtendedUpdate, QuoteUpdate, price_ratio},
        session::Phase,
    },
    providers::core::{
        lenient::{self, Moment, Number, Text, valid_items},
        stream::{Event, Frame, Target},
    },
    source::SourceError,
};

#[derive(Debug, Deserialize)]
struct Message {
    #[serde(default, rename = "type")]
    kind: Text,
    #[serde(default, deserialize_with = "valid_items")]
    data: Vec<Trade>,
    #[serde(default)]
    msg: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Trade {
    /// Symbol.
    s: Text,
    /// Price.
    p: Number,
    /// Unix milliseconds.
    t: Moment,
    /// Conditions.
    c: Value,
}

impl Trade {
    /// Returns false if one of the trade's conditions excludes it from setting the last price. In extended hours no
    /// trade sets one officially, and odd lots are as good as others.
    fn sets_last_price(&self) -> bool {
        let conditions: Vec<String> = match &self.c {
            Value::Array(conditions) => conditions.iter().map(code).collect(),
            one => vec![code(one)],
        };
        let has = |wanted: &str| conditions.iter().any(|code| code == wanted);
        let is_outside_hours = has(FORM_T);
        !NO_LAST_PRICE
            .iter()
            .any(|code| has(code) && !(is_outside_hours && *code == ODD_LOT))
    }
}

/// Returns the number of a condition, written as text or number.
fn code(condition: &Value) -> String {
    match condition {
        Value::String(code) => code.trim().to_owned(),
        other => other.to_string(),
    }
}

/// Condition of a trade in extended hours.
const FORM_T: &str = "24";
/// Condition of a trade below a round lot.
const ODD_LOT: &str = "12";
/// Conditions of trades that do not set the last price, by Finnhub's numbers (its list of trade conditions): average
/// price, cash sale, price variation, odd lot, official close, next day, official open, prior reference price, seller,
/// sold out of sequence (in extended and in regular hours), contingent, option-related, derivatively priced, qualified
/// contingent.
const NO_LAST_PRICE: [&str; 15] = [
    "3", "5", "10", ODD_LOT, "16", "17", "20", "21", "22", "25", "26", "27", "30", "32", "37",
];
/// Ratio of successive prices from which both are passed on, so that the wrong one is detected.
const FAR_FACTOR: f64 = 1.2;

/// Reads a message. Of several trades of a symbol the last one counts, with the previous one if it is far off.
pub(super) fn events(frame: &Frame<'_>) -> Result<Vec<Event>, SourceError> {
    let message: Message = lenient::json(frame.text.as_bytes())?;
    match message.kind.as_deref() {
        Some("trade") => Ok(trades(&message.data, frame)),
        Some("ping") => Ok(vec![Event::Heartbeat]),
        Some("error") => {
            let text = message.msg.0.unwrap_or_default();
            Err(SourceError::Refused(text))
        }
        _ => Ok(Vec::new()),
    }
}

fn trades(trades: &[Trade], frame: &Frame<'_>) -> Vec<Event> {
    let mut by_name: HashMap<&str, Vec<(Timestamp, f64)>> = HashMap::new();
    for trade in trades.iter().filter(|trade| trade.sets_last_price()) {
        let (Some(name), Some(price), Some(at)) =
            (trade.s.as_deref(), trade.p.positive(), trade.t.0)
        else {
            continue;
        };
        by_name.entry(name).or_default().push((at, price));
    }
    let mut events = Vec::new();
    for (name, mut trades) in by_name {
        let Some(target) = frame.targets.get(name) else {
            continue;
        };
        // Stable sort: of several trades at one moment the last one counts.
        trades.sort_by_key(|(at, _)| *at);
        let first = trades.len().saturating_sub(2);
        if let [(_, before), (_, last)] = trades[first..]
            && price_ratio(before, last) < FAR_FACTOR
        {
            trades.drain(..=first);
        } else {
            trades.drain(..first);
        }
        let trades = trades.into_iter();
        events.extend(trades.filter_map(|(at, price)| event(target, price, at)));
    }
    events
}

/// Converts a trade: to a price in regular hours, otherwise to an extended-hours price.
fn event(target: &Target, price: f64, as_of: Timestamp) -> Option<Event> {
    let extended = |session| {
        Some(Event::Extended(ExtendedUpdate {
            symbol: target.symbol.clone(),
            price,
            change: None,
            session,
            as_of,
        }))
    };
    match target.calendar.phase(as_of) {
        Phase::Regular | Phase::Always | Phase::Unknown => Some(Event::Quote(QuoteUpdate {
            symbol: target.symbol.clone(),
            price,
            as_of,
            ..QuoteUpdate::default()
        })),
        Phase::Pre => extended(Phase::Pre),
        Phase::Post => extended(Phase::Post),
        // Whether there is overnight trading is judged elsewhere.
        Phase::Closed | Phase::Overnight => extended(Phase::Overnight),
    }
}

/// Quote of one symbol.
#[derive(Debug, Deserialize)]
struct Answer {
    /// Price.
    #[serde(default)]
    c: Number,
    /// Day high.
    #[serde(default)]
    h: Number,
    /// Day low.
    #[serde(default)]
    l: Number,
    /// Previous close.
    #[serde(default)]
    pc: Number,
    /// Unix seconds.
    #[serde(default)]
    t: Moment,
    /// Error message, possibly with HTTP 200.
    #[serde(default)]
    error: Text,
}

/// Returns the error message of a response.
pub(super) fn error(body: &[u8]) -> Option<String> {
    let answer: Answer = lenient::json(body).ok()?;
    answer.error.0.filter(|text| !text.trim().is_empty())
}

/// Reads the quote of `symbol`; `None` if all figures are zero, which means an unknown symbol.
pub(super) fn quote(symbol: &str, body: &[u8]) -> Result<Option<QuoteUpdate>, SourceError> {
    let answer: Answer = lenient::json(body)?;
    if let Some(text) = answer.error.0.filter(|text| !text.trim().is_empty()) {
        return Err(if text.to_ascii_lowercase().contains("limit") {
            SourceError::Throttled {
                status: 429,
                retry_after: None,
            }
        } else {
            SourceError::Refused(text)
        });
    }
    let (Some(price), Some(as_of)) = (answer.c.positive(), answer.t.0) else {
        return Ok(None);
    };
    Ok((as_of > Timestamp::UNIX_EPOCH).then(|| QuoteUpdate {
        symbol: symbol.to_owned(),
        price,
        as_of,
        previous_close: answer.pc.positive(),
        day_high: answer.h.positive(),
        day_low: answer.l.positive(),
        ..QuoteUpdate::default()
    }))
}

/// Profile of a company.
#[derive(Debug, Deserialize)]
struct Profile {
    #[serde(default)]
    logo: Text,
}

/// Reads the URL of a company's logo; `None` if there is none, as for an unknown symbol.
pub(super) fn logo(body: &[u8]) -> Result<Option<String>, SourceError> {
    let profile: Profile = lenient::json(body)?;
    Ok(profile.logo.0.filter(|address| !address.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::{currency::Currency, session::Calendar, ticker::TickerKind},
        providers::core::stream::{EmptyMarket, fuzz_frames},
        testing::fuzz::fuzz,
    };

    /// The prices in a message of trades of a stock, at 15:00 UTC on a Wednesday.
    fn prices_of(data: &str) -> Vec<f64> {
        let target = Target {
            symbol: "NOW".into(),
            name: "NOW".into(),
            kind: TickerKind::Stock,
            currency: Currency::USD,
            calendar: Calendar::NewYork,
            is_guessed: false,
        };
        let targets = HashMap::from([("NOW".to_owned(), target)]);
        let text = format!(r#"{{"type":"trade","data":{data}}}"#);
        let frame = Frame {
            text: &text,
            targets: &targets,
            market: &EmptyMarket,
            now: "2026-10-14T15:00:00Z".parse().unwrap(),
        };
        let price = |event| match event {
            Event::Quote(quote) => quote.price,
            other => panic!("{other:?}"),
        };
        events(&frame).unwrap().into_iter().map(price).collect()
    }

    #[test]
    fn a_trade_with_excluded_conditions_sets_no_price() {
        let trade = |conditions: &str| {
            let data = format!(r#"[{{"c":{conditions},"p":256,"s":"NOW","t":1791990001000}}]"#);
            prices_of(&data).len()
        };
        for counts in [
            "null",
            "[]",
            r#"["1"]"#,
            r#"["1","8"]"#,
            "[1, 41]",
            r#""1""#,
            r#"["1","24","12"]"#,
        ] {
            assert_eq!(trade(counts), 1, "{counts}");
        }
        for ignored in [
            r#"["12","37"]"#,
            r#"["1","12"]"#,
            "[12]",
            r#"["3"]"#,
            r#""32""#,
        ] {
            assert_eq!(trade(ignored), 0, "{ignored}");
        }
    }

    #[test]
    fn an_invalid_entry_is_skipped_and_the_last_trade_counts() {
        let data = r#"[null, {"p":256,"s":"NOW","t":1791990001000}, 7, {"p":257,"s":"NOW","t":1791990002000}]"#;
        assert_eq!(prices_of(data), [257.0]);
        let far =
            r#"[{"p":256,"s":"NOW","t":1791990001000}, {"p":25600,"s":"NOW","t":1791990002000}]"#;
        assert_eq!(prices_of(far), [256.0, 25_600.0]);
    }

    #[test]
    fn a_response_of_zeros_is_no_quote() {
        let unknown = br#"{"c":0,"d":null,"dp":null,"h":0,"l":0,"o":0,"pc":0,"t":0}"#;
        assert_eq!(quote("NOPE", unknown).unwrap(), None);
        assert_eq!(quote("NOPE", b"{}").unwrap(), None);
        let known = br#"{"c":255.5,"d":-5.9,"dp":-2.2,"h":262.2,"l":"255.4","o":[],"pc":261.7,"t":1795186800}"#;
        let quote = quote("AAPL", known).unwrap().unwrap();
        assert_eq!(quote.as_of.to_string(), "2026-11-20T15:00:00Z");
        assert_eq!(
            (quote.day_low, quote.previous_close),
            (Some(255.4), Some(261.7))
        );
    }

    #[test]
    fn an_error_under_status_200_keeps_its_message() {
        let error_of = |body: &str| quote("AAPL", body.as_bytes()).unwrap_err();
        assert!(matches!(
            error_of(r#"{"error":"Invalid API key"}"#),
            SourceError::Refused(text) if text == "Invalid API key"
        ));
        assert!(error_of(r#"{"error":"API limit reached."}"#).is_throttled());
        assert_eq!(error(b"{\"error\":\" \"}"), None);
    }

    #[test]
    fn an_unexpected_response_is_an_error() {
        assert!(quote("AAPL", b"<html>").is_err());
        assert!(quote("AAPL", br#"{"c":25"#).is_err());
    }

    #[test]
    fn broken_messages_cause_no_panic() {
        let recorded = include_str!("../../../tests/fixtures/recordings/finnhub/trades.jsonl");
        fuzz_frames("finnhub-trades", recorded, "AAPL", events);
    }

    #[test]
    fn broken_responses_cause_no_panic() {
        let samples = [
            &include_bytes!("../../../tests/fixtures/recordings/finnhub/quote-AAPL-made-up.json")[..],
            &include_bytes!("../../../tests/fixtures/recordings/finnhub/quote-unknown.json")[..],
            br#"{"logo":"https://logo.example/a.png"}"#,
        ];
        fuzz("finnhub", &samples, |body| {
            let _ = (quote("AAPL", body), logo(body));
        });
    }
}
