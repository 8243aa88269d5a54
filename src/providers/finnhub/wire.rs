//! Parses the messages and responses of Finnhub, as recorded from 2024 to 2026.

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
    /// The symbol.
    s: Text,
    /// The price.
    p: Number,
    /// The time in Unix milliseconds.
    t: Moment,
    /// The trade conditions.
    c: Value,
}

impl Trade {
    /// Returns false if one of the trade's conditions excludes it from setting the last price. Odd lots are excluded only in
    /// regular hours: in extended hours no trade officially sets the last price.
    fn sets_last_price(&self) -> bool {
        let conditions: Vec<String> = match &self.c {
            Value::Array(conditions) => conditions.iter().map(code).collect(),
            one => vec![code(one)],
        };
        let has_condition = |condition: &str| conditions.iter().any(|code| code == condition);
        let is_extended = has_condition(FORM_T);
        !NO_LAST_PRICE
            .iter()
            .any(|code| has_condition(code) && !(is_extended && *code == ODD_LOT))
    }
}

/// Returns the number of a condition, which may be written as a text or a number.
fn code(condition: &Value) -> String {
    match condition {
        Value::String(code) => code.trim().to_owned(),
        other => other.to_string(),
    }
}

/// The condition of a trade in extended hours.
const FORM_T: &str = "24";
/// The condition of a trade of less than a round lot.
const ODD_LOT: &str = "12";
/// The conditions of trades that do not set the last price, by their numbers in Finnhub's list of trade conditions: average
/// price, cash sale, price variation, odd lot, official close, next day, official open, prior reference price, seller,
/// sold out of sequence (in extended and in regular hours), contingent, option-related, derivatively priced, qualified
/// contingent.
const NO_LAST_PRICE: [&str; 15] = [
    "3", "5", "10", ODD_LOT, "16", "17", "20", "21", "22", "25", "26", "27", "30", "32", "37",
];
/// If the ratio of two successive prices is at least this, both are sent to `ingest`, which detects the wrong one.
const SUSPICIOUS_RATIO: f64 = 1.2;

/// Reads a message. Of several trades of a symbol, only the last one is used, unless its price differs strongly from that of
/// the previous one.
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
        // The sort is stable, so the last of several trades at the same time stays last.
        trades.sort_by_key(|(at, _)| *at);
        let first = trades.len().saturating_sub(2);
        if let [(_, before), (_, last)] = trades[first..]
            && price_ratio(before, last) < SUSPICIOUS_RATIO
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

/// Converts a trade to a quote in regular hours, otherwise to an extended-hours price.
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
        // `ingest` decides whether there is overnight trading.
        Phase::Closed | Phase::Overnight => extended(Phase::Overnight),
    }
}

/// The quote of one symbol.
#[derive(Debug, Deserialize)]
struct QuoteResponse {
    /// The price.
    #[serde(default)]
    c: Number,
    /// The day's high.
    #[serde(default)]
    h: Number,
    /// The day's low.
    #[serde(default)]
    l: Number,
    /// The previous close.
    #[serde(default)]
    pc: Number,
    /// The time in Unix seconds.
    #[serde(default)]
    t: Moment,
    /// An error message, which may come with HTTP 200.
    #[serde(default)]
    error: Text,
}

/// Returns the error message of a response.
pub(super) fn error(body: &[u8]) -> Option<String> {
    let response: QuoteResponse = lenient::json(body).ok()?;
    response.error.0.filter(|text| !text.trim().is_empty())
}

/// Reads the quote of `symbol`. Returns `None` if all numbers are zero or the object is empty, which means that the symbol is unknown.
///
/// # Errors
///
/// Fails if there are fields but no price. The format has then changed, and the symbol may still be known.
pub(super) fn quote(symbol: &str, body: &[u8]) -> Result<Option<QuoteUpdate>, SourceError> {
    let response: QuoteResponse = lenient::json(body)?;
    if let Some(text) = response.error.0.filter(|text| !text.trim().is_empty()) {
        return Err(if text.to_ascii_lowercase().contains("limit") {
            SourceError::Throttled {
                status: 429,
                retry_after: None,
            }
        } else {
            SourceError::Refused(text)
        });
    }
    if response.c.0.is_none() && body.trim_ascii() != b"{}" {
        return Err(SourceError::InvalidResponse("missing field `c`".to_owned()));
    }
    let (Some(price), Some(as_of)) = (response.c.positive(), response.t.0) else {
        return Ok(None);
    };
    Ok((as_of > Timestamp::UNIX_EPOCH).then(|| QuoteUpdate {
        symbol: symbol.to_owned(),
        price,
        as_of,
        previous_close: response.pc.positive(),
        day_high: response.h.positive(),
        day_low: response.l.positive(),
        ..QuoteUpdate::default()
    }))
}

/// The profile of a company.
#[derive(Debug, Deserialize)]
struct Profile {
    #[serde(default)]
    logo: Text,
}

/// Reads the URL of a company's logo; `None` if there is none or the symbol is unknown.
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
    fn parse_prices(data: &str) -> Vec<f64> {
        let target = Target {
            symbol: "NOW".into(),
            name: "NOW".into(),
            kind: TickerKind::Stock,
            currency: Currency::USD,
            calendar: Calendar::NewYork,
            is_derived: false,
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
    fn trades_with_excluded_conditions_are_ignored() {
        let trade = |conditions: &str| {
            let data = format!(r#"[{{"c":{conditions},"p":256,"s":"NOW","t":1791990001000}}]"#);
            parse_prices(&data).len()
        };
        for included in [
            "null",
            "[]",
            r#"["1"]"#,
            r#"["1","8"]"#,
            "[1, 41]",
            r#""1""#,
            r#"["1","24","12"]"#,
        ] {
            assert_eq!(trade(included), 1, "{included}");
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
    fn an_invalid_entry_is_skipped_and_the_last_trade_is_used() {
        let data = r#"[null, {"p":256,"s":"NOW","t":1791990001000}, 7, {"p":257,"s":"NOW","t":1791990002000}]"#;
        assert_eq!(parse_prices(data), [257.0]);
        let far_apart =
            r#"[{"p":256,"s":"NOW","t":1791990001000}, {"p":25600,"s":"NOW","t":1791990002000}]"#;
        assert_eq!(parse_prices(far_apart), [256.0, 25_600.0]);
    }

    #[test]
    fn a_response_of_zeros_means_that_the_symbol_is_unknown() {
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
        let other_format = br#"{"version":2,"payload":{"c":255.5,"t":1795186800}}"#;
        let error = quote("AAPL", other_format).unwrap_err().to_string();
        assert!(error.contains("missing field `c`"), "{error}");
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
