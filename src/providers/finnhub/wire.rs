//! The messages and answers of Finnhub, as recorded in 2024–2026.

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
        lenient::{self, Moment, Number, Text, each},
        stream::{Event, Frame, Target},
    },
    source::SourceError,
};

#[derive(Debug, Deserialize)]
struct Message {
    #[serde(default, rename = "type")]
    kind: Text,
    #[serde(default, deserialize_with = "each")]
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
    /// Milliseconds since 1970.
    t: Moment,
    /// Conditions.
    c: Value,
}

impl Trade {
    /// Returns false where one of the trade's conditions says that it sets no last price. Outside regular hours no trade sets
    /// one, and an odd lot tells as much as any other.
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

/// The number of a condition, written as text or as a number.
fn code(condition: &Value) -> String {
    match condition {
        Value::String(code) => code.trim().to_owned(),
        other => other.to_string(),
    }
}

/// The condition of a trade before or after regular hours.
const FORM_T: &str = "24";
/// The condition of a trade of fewer shares than a round lot.
const ODD_LOT: &str = "12";
/// Conditions of trades that set no last price, by Finnhub's numbers (its list of trade conditions): average price, cash
/// sale, price variation, odd lot, official close, next day, official open, prior reference price, seller, sold out
/// of sequence (in extended and in regular hours), contingent, of an option, derivatively priced, qualified contingent.
const NO_LAST_PRICE: [&str; 15] = [
    "3", "5", "10", ODD_LOT, "16", "17", "20", "21", "22", "25", "26", "27", "30", "32", "37",
];
/// Prices further apart than this factor are told one by one, so that the one of them that is wrong is found.
const FAR: f64 = 1.2;

/// What a message says: of several trades of one symbol the last counts, with the one before it where that is far away.
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
        // Stable: of several at one moment the last that was told counts.
        trades.sort_by_key(|(at, _)| *at);
        let first = trades.len().saturating_sub(2);
        if let [(_, before), (_, last)] = trades[first..]
            && price_ratio(before, last) < FAR
        {
            trades.drain(..=first);
        } else {
            trades.drain(..first);
        }
        let told = trades.into_iter();
        events.extend(told.filter_map(|(at, price)| event(target, price, at)));
    }
    events
}

/// A trade in regular hours is a price; one before or after stands beside it.
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
        // Whether it is a trade of the night is judged with all other prices outside of regular hours.
        Phase::Closed | Phase::Overnight => extended(Phase::Overnight),
    }
}

/// The answer about one symbol.
#[derive(Debug, Deserialize)]
struct Answer {
    /// Price.
    #[serde(default)]
    c: Number,
    /// Highest of the day.
    #[serde(default)]
    h: Number,
    /// Lowest of the day.
    #[serde(default)]
    l: Number,
    /// The close before.
    #[serde(default)]
    pc: Number,
    /// Seconds since 1970.
    #[serde(default)]
    t: Moment,
    /// What is wrong, also under HTTP 200.
    #[serde(default)]
    error: Text,
}

/// What an answer that is an error says.
pub(super) fn error(body: &[u8]) -> Option<String> {
    let answer: Answer = lenient::json(body).ok()?;
    answer.error.0.filter(|text| !text.trim().is_empty())
}

/// The quote of `symbol`; `None` where all is zero: there is no such symbol.
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

/// The profile of a company.
#[derive(Debug, Deserialize)]
struct Profile {
    #[serde(default)]
    logo: Text,
}

/// The address of a company's logo; `None` where the answer names none, as of a symbol that is unknown.
pub(super) fn logo(body: &[u8]) -> Result<Option<String>, SourceError> {
    let profile: Profile = lenient::json(body)?;
    Ok(profile.logo.0.filter(|address| !address.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::{currency::Currency, session::Calendar, ticker::TickerKind},
        providers::core::stream::{Nothing, mangle_frames},
        testing::fuzz::fuzz,
    };

    /// The prices that a message of trades tells of a share, at 15:00 UTC on a Wednesday.
    fn told(data: &str) -> Vec<f64> {
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
            known: &Nothing,
            now: "2026-10-14T15:00:00Z".parse().unwrap(),
        };
        let price = |event| match event {
            Event::Quote(quote) => quote.price,
            other => panic!("{other:?}"),
        };
        events(&frame).unwrap().into_iter().map(price).collect()
    }

    #[test]
    fn a_trade_whose_conditions_set_no_last_price_sets_none() {
        let trade = |conditions: &str| {
            let data = format!(r#"[{{"c":{conditions},"p":256,"s":"NOW","t":1791990001000}}]"#);
            told(&data).len()
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
    fn an_odd_entry_costs_no_trade_and_the_last_of_several_counts() {
        let data = r#"[null, {"p":256,"s":"NOW","t":1791990001000}, 7, {"p":257,"s":"NOW","t":1791990002000}]"#;
        assert_eq!(told(data), [257.0]);
        let far =
            r#"[{"p":256,"s":"NOW","t":1791990001000}, {"p":25600,"s":"NOW","t":1791990002000}]"#;
        assert_eq!(told(far), [256.0, 25_600.0]);
    }

    #[test]
    fn an_answer_of_zeros_is_no_quote() {
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
    fn an_error_under_status_200_is_one_with_its_words() {
        let said = |body: &str| quote("AAPL", body.as_bytes()).unwrap_err();
        assert!(matches!(
            said(r#"{"error":"Invalid API key"}"#),
            SourceError::Refused(text) if text == "Invalid API key"
        ));
        assert!(said(r#"{"error":"API limit reached."}"#).is_throttled());
        assert_eq!(error(b"{\"error\":\" \"}"), None);
    }

    #[test]
    fn something_else_than_an_answer_is_an_error() {
        assert!(quote("AAPL", b"<html>").is_err());
        assert!(quote("AAPL", br#"{"c":25"#).is_err());
    }

    #[test]
    fn broken_messages_are_no_panic() {
        let recorded = include_str!("../../../tests/fixtures/recordings/finnhub/trades.jsonl");
        mangle_frames("finnhub-trades", recorded, "AAPL", events);
    }

    #[test]
    fn broken_answers_are_no_panic() {
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
