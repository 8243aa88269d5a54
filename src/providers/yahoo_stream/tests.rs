//! Messages of the streamer, written by hand.
#![expect(
    clippy::float_cmp,
    reason = "prices are exactly the decimal numbers that were meant"
)]

use data_encoding::BASE64;
use jiff::Timestamp;

use super::{price, wire};
use crate::{
    domain::{
        currency::Currency,
        quote::{Doubt, ExtendedUpdate, QuoteUpdate},
        session::Phase,
        ticker::TickerKind,
    },
    providers::core::stream::{Event, Frame, Target, fuzz_frames},
    source::SourceError,
    testing::fuzz::fuzz,
};

/// A field of a message.
#[derive(Clone, Copy)]
enum Field {
    Text(u64, &'static str),
    Float(u64, f32),
    Double(u64, f64),
    Signed(u64, i64),
    Number(u64, u64),
}

use Field::{Double, Float, Number, Signed, Text};

fn varint(mut number: u64, out: &mut Vec<u8>) {
    while number > 127 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn protobuf(fields: &[Field]) -> Vec<u8> {
    let mut out = Vec::new();
    for field in fields {
        match *field {
            Text(number, text) => {
                varint(number << 3 | 2, &mut out);
                varint(text.len() as u64, &mut out);
                out.extend(text.as_bytes());
            }
            Float(number, value) => {
                varint(number << 3 | 5, &mut out);
                out.extend(value.to_le_bytes());
            }
            Double(number, value) => {
                varint(number << 3 | 1, &mut out);
                out.extend(value.to_le_bytes());
            }
            Signed(number, value) => {
                varint(number << 3, &mut out);
                varint((value << 1 ^ value >> 63).cast_unsigned(), &mut out);
            }
            Number(number, value) => {
                varint(number << 3, &mut out);
                varint(value, &mut out);
            }
        }
    }
    out
}

fn message(fields: &[Field]) -> String {
    let bytes = BASE64.encode(&protobuf(fields));
    format!(r#"{{"type":"pricing","message":"{bytes}"}}"#)
}

fn target(name: &str, kind: TickerKind) -> Target {
    Target {
        symbol: name.trim_end_matches("-USD").to_owned(),
        name: name.to_owned(),
        kind,
        currency: if name == "VOD.L" {
            Currency::parse("GBP").unwrap()
        } else {
            Currency::USD
        },
        calendar: kind.default_calendar(),
        is_derived: false,
    }
}

fn event_of(fields: &[Field], kind: TickerKind, stored_price: Option<f64>) -> Option<Event> {
    let pricing = wire::pricing(&message(fields)).unwrap().unwrap();
    price::event(&pricing, &target(&pricing.id, kind), stored_price)
}

fn quote_of(fields: &[Field], kind: TickerKind, stored_price: Option<f64>) -> QuoteUpdate {
    match event_of(fields, kind, stored_price) {
        Some(Event::Quote(quote)) => quote,
        other => panic!("{other:?}"),
    }
}

/// Returns why a price is rejected; `None` if it is not.
fn rejection(event: Option<Event>) -> Option<Doubt> {
    match event {
        Some(Event::RejectedPrice(price)) => Some(price.doubt),
        _ => None,
    }
}

/// The time of the trades: 20 November 2026, 15:00:01.5 UTC, in regular hours.
const TRADE_TIME: i64 = 1_795_186_801_500;

/// The message of a stock in regular hours.
const APPLE: [Field; 11] = [
    Text(1, "AAPL"),
    Float(2, 270.5),
    Signed(3, TRADE_TIME),
    Text(5, "NMS"),
    Number(6, 8),
    Number(7, 1),
    Float(8, 0.932_836),
    Signed(9, 45_246_885),
    Float(10, 271.26),
    Float(12, 2.5),
    Signed(27, 2),
];

/// Returns the fields of [`APPLE`] with one of them replaced.
fn apple_with(field: Field) -> Vec<Field> {
    let number = |field: &Field| match field {
        Text(number, _)
        | Float(number, _)
        | Double(number, _)
        | Signed(number, _)
        | Number(number, _) => *number,
    };
    let others = APPLE.iter().filter(|one| number(one) != number(&field));
    others.copied().chain([field]).collect()
}

#[test]
fn a_message_in_regular_hours_becomes_a_quote_whose_previous_close_is_computed_from_the_change() {
    let quote = quote_of(&APPLE, TickerKind::Stock, None);
    let expected = QuoteUpdate {
        symbol: "AAPL".into(),
        price: 270.5,
        as_of: "2026-11-20T15:00:01.5Z".parse().unwrap(),
        previous_close: Some(268.0),
        volume_24h: Some(45_246_885.0),
        day_high: Some(271.26),
        ..QuoteUpdate::default()
    };
    assert_eq!(quote, expected);
    // A price between two cents: the previous close is computed from the unrounded price.
    let between: Vec<Field> = apple_with(Float(2, 314.765))
        .into_iter()
        .map(|field| match field {
            Float(12, _) => Float(12, 7.055_023),
            other => other,
        })
        .collect();
    let quote = quote_of(&between, TickerKind::Stock, None);
    assert_eq!(quote.previous_close, Some(307.71));
    let quote = quote_of(&apple_with(Float(16, 267.9)), TickerKind::Stock, None);
    assert_eq!(quote.previous_close, Some(267.9));
    let hours = quote_of(&apple_with(Number(7, 3)), TickerKind::Stock, None);
    assert_eq!(hours, expected);
}

#[test]
fn a_price_outside_regular_hours_becomes_an_extended_hours_price() {
    let price = f32::from_bits(0x4398_e148);
    assert_eq!(f64::from(price), 305.760_009_765_625);
    for (hours, session) in [(0, Phase::Pre), (2, Phase::Post), (4, Phase::Overnight)] {
        let mut fields = apple_with(Float(2, price));
        fields.retain(|field| !matches!(field, Number(7, _)));
        fields.push(Number(7, hours));
        let expected = ExtendedUpdate {
            symbol: "AAPL".into(),
            price: 305.76,
            change: Some(0.932_836),
            session,
            as_of: "2026-11-20T15:00:01.5Z".parse().unwrap(),
        };
        let event = event_of(&fields, TickerKind::Stock, Some(305.0));
        assert_eq!(event, Some(Event::Extended(expected)));
    }
}

/// Returns the session of a price with the source's flag `flag` at `as_of`: `regular`, a phase of extended hours, or `rejected`.
fn session_of(kind: TickerKind, flag: u64, as_of: &str) -> String {
    let as_of: Timestamp = as_of.parse().unwrap();
    let mut fields = apple_with(Signed(3, as_of.as_millisecond()));
    fields.retain(|field| !matches!(field, Number(7, _)));
    fields.push(Number(7, flag));
    match event_of(&fields, kind, Some(270.0)) {
        Some(Event::Quote(_)) => "regular".to_owned(),
        Some(Event::Extended(update)) => format!("{:?}", update.session),
        Some(Event::RejectedPrice(price)) => {
            assert_eq!(price.doubt, Doubt::OutsideSession(as_of));
            "rejected".to_owned()
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_flag_and_the_trading_hours_together_determine_the_session() {
    for (flag, as_of, expected) in [
        (1, "2026-11-20T15:00:00Z", "regular"),
        (1, "2026-11-20T21:04:00Z", "regular"),
        (1, "2026-11-20T22:00:00Z", "rejected"),
        (1, "2026-11-20T13:00:00Z", "rejected"),
        (1, "2026-11-21T15:00:00Z", "rejected"),
        (1, "2026-11-26T15:00:00Z", "rejected"),
        (3, "2026-11-20T15:00:00Z", "regular"),
        (3, "2026-11-20T22:00:00Z", "Post"),
        (3, "2026-11-20T13:00:00Z", "Pre"),
        (3, "2026-11-20T03:00:00Z", "Overnight"),
        (4, "2026-11-20T03:00:00Z", "Overnight"),
        // On a Saturday there is no overnight trading: `quote::check_extended_price` rejects the price later.
        (3, "2026-11-21T15:00:00Z", "Overnight"),
        (4, "2026-11-20T15:00:00Z", "Overnight"),
    ] {
        assert_eq!(
            session_of(TickerKind::Stock, flag, as_of),
            expected,
            "{flag} {as_of}"
        );
    }
    for (kind, as_of, expected) in [
        (TickerKind::Index, "2026-11-20T21:30:00Z", "regular"),
        (TickerKind::Index, "2026-11-21T15:00:00Z", "rejected"),
        (TickerKind::Commodity, "2026-11-20T03:00:00Z", "regular"),
        (TickerKind::Commodity, "2026-11-21T15:00:00Z", "rejected"),
        (TickerKind::Crypto, "2026-11-21T15:00:00Z", "regular"),
    ] {
        assert_eq!(session_of(kind, 1, as_of), expected, "{kind:?} {as_of}");
    }
}

#[test]
fn a_negative_price_is_accepted_if_the_kind_allows_it() {
    let oil = [
        Text(1, "CL=F"),
        Float(2, -37.63),
        Signed(3, TRADE_TIME),
        Text(4, "USD"),
        Number(7, 1),
        Float(12, -55.9),
        Signed(27, 2),
    ];
    let quote = quote_of(&oil, TickerKind::Commodity, Some(-37.0));
    assert_eq!((quote.price, quote.previous_close), (-37.63, Some(18.27)));
    let share = rejection(event_of(&oil, TickerKind::Stock, None));
    assert_eq!(share, Some(Doubt::Impossible(-37.63)));
}

#[test]
fn a_tenfold_move_keeps_the_unit() {
    for price in [2_700.0, 27_000.0, 27.0, 2.7] {
        let quote = quote_of(&apple_with(Float(2, price)), TickerKind::Stock, Some(270.0));
        assert!((quote.price - f64::from(price)).abs() < 1e-4, "{price}");
    }
}

#[test]
fn prices_have_the_stated_number_of_decimals() {
    for (value, digits, expected) in [
        (305.76, Some(2), 305.76),
        (305.76, None, 305.76),
        (84_737.58, Some(4), 84_737.58),
        (0.361_5, Some(4), 0.361_5),
        (1.085_38, Some(4), 1.085_4),
        (0.000_012_34, Some(2), 0.000_012_34),
        // Two digits would make it 0.02.
        (0.016_1, Some(2), 0.016_1),
        (6_543.21, Some(0), 6_543.0),
    ] {
        assert_eq!(price::decimal(value, digits), Some(expected), "{value}");
    }
}

#[test]
fn an_invalid_field_affects_only_that_field() {
    for (invalid, expected) in [
        (Text(9, "many"), "volume"),
        (Signed(10, 271), "high"),
        (Text(12, "up"), ""),
        (Float(12, f32::NAN), ""),
        (Double(27, 2.0), ""),
        (Signed(27, -4), ""),
        (Number(5, 77), ""),
        (Float(4, 1.0), ""),
        (Text(99, "new"), ""),
    ] {
        let quote = quote_of(&apple_with(invalid), TickerKind::Stock, None);
        assert_eq!((quote.price, quote.previous_close), (270.5, Some(268.0)));
        assert_eq!(quote.volume_24h.is_none(), expected == "volume");
        assert_eq!(quote.day_high.is_none(), expected == "high");
    }
    for invalid in [Text(2, "270"), Text(3, "noon")] {
        assert_eq!(
            event_of(&apple_with(invalid), TickerKind::Stock, None),
            None
        );
    }
}

#[test]
fn cents_and_pence_are_converted_and_an_unknown_unit_is_rejected() {
    let corn = |known| {
        let fields = [
            Text(1, "ZC=F"),
            Float(2, 445.25),
            Signed(3, TRADE_TIME),
            Signed(27, 2),
        ];
        event_of(&fields, TickerKind::Commodity, known)
    };
    let unit = Some(Doubt::OtherUnit(445.25));
    assert_eq!(rejection(corn(None)), unit);
    assert_eq!(
        rejection(corn(Some(30.0))),
        unit,
        "the stored price is near neither 445.25 nor 4.4525"
    );
    for (known, expected) in [(4.4, 4.452_5), (440.0, 445.25)] {
        let Some(Event::Quote(quote)) = corn(Some(known)) else {
            panic!("{known}");
        };
        assert_eq!(quote.price, expected);
    }
    let quote = [
        Text(1, "VOD.L"),
        Float(2, 72.46),
        Signed(3, TRADE_TIME),
        Text(4, "GBp"),
        Float(12, 0.46),
        Signed(27, 2),
    ];
    let quote = quote_of(&quote, TickerKind::Stock, None);
    assert_eq!((quote.price, quote.previous_close), (0.724_6, Some(0.72)));
}

#[test]
fn a_price_in_another_currency_is_rejected() {
    let priced_in = |currency| {
        let fields = [
            Text(1, "VOD.L"),
            Float(2, 0.96),
            Signed(3, TRADE_TIME),
            Text(4, currency),
        ];
        event_of(&fields, TickerKind::Stock, Some(0.72))
    };
    assert_eq!(rejection(priced_in("USD")), Some(Doubt::OtherUnit(0.96)));
    assert!(matches!(priced_in("GBP"), Some(Event::Quote(_))));
}

#[test]
fn a_coin_has_no_previous_close_and_a_24_hour_volume() {
    let fields = [
        Text(1, "BTC-USD"),
        Float(2, 84_737.58),
        Signed(3, TRADE_TIME),
        Number(7, 0),
        Float(8, 1.5),
        Signed(9, 5),
        Signed(28, 33_235_034_316),
        Double(33, 1.69e12),
        Signed(27, 2),
    ];
    let quote = quote_of(&fields, TickerKind::Crypto, None);
    assert_eq!((quote.symbol.as_str(), quote.price), ("BTC", 84_737.58));
    assert_eq!((quote.previous_close, quote.change_24h), (None, None));
    assert_eq!(quote.volume_24h, Some(33_235_034_316.0));
    assert_eq!(quote.market_cap, Some(1.69e12));
}

#[test]
fn a_truncated_or_invalid_message_is_an_error_and_other_types_are_ignored() {
    let whole = message(&APPLE);
    for text in [
        "",
        "<html>Attention Required</html>",
        &whole[..whole.len() / 2],
        r#"{"type":"pricing"}"#,
        r#"{"type":"pricing","message":"%%%"}"#,
        r#"{"type":"pricing","message":"CgRBQVBMFR=="}"#,
        r#"{"type":"pricing","message":""}"#,
    ] {
        let error = wire::pricing(text).unwrap_err();
        assert!(
            matches!(error, SourceError::InvalidResponse(_)),
            "{text}: {error:?}"
        );
    }
    for text in [r#"{"type":"heartbeat"}"#, "{}", r#"{"type":7}"#] {
        assert_eq!(wire::pricing(text).unwrap(), None);
    }
}

#[test]
fn broken_messages_cause_no_panic() {
    let recorded = include_str!("../../../tests/fixtures/recordings/yahoo_stream/frames.jsonl");
    let read = |frame: &Frame<'_>| {
        let pricing = wire::pricing(frame.text)?;
        let target = frame.targets.values().next();
        let event = pricing
            .zip(target)
            .and_then(|(pricing, target)| price::event(&pricing, target, None));
        Ok(event.into_iter().collect())
    };
    fuzz_frames("yahoo-stream", recorded, "AAPL", read);
    // Also fuzzes the content of the messages, which is encoded in Base64.
    let inside = recorded
        .split("\\\"message\\\": \\\"")
        .skip(1)
        .filter_map(|rest| BASE64.decode(rest.split('\\').next()?.as_bytes()).ok());
    let inside: Vec<Vec<u8>> = inside.collect();
    let samples: Vec<&[u8]> = inside.iter().map(Vec::as_slice).collect();
    fuzz("yahoo-stream-inside", &samples, |bytes| {
        let message = BASE64.encode(bytes);
        let _ = wire::pricing(&format!(r#"{{"type":"pricing","message":"{message}"}}"#));
    });
}
