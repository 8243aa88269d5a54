//! Responses with odd fields, errors, and other content.

use super::*;

#[test]
fn the_four_kinds_of_not_found_concern_the_symbol() {
    let error = r#"{"chart":{"result":null,"error":{"code":"Not Found","description":"No data found, symbol may be delisted"}}}"#;
    assert_eq!(
        nothing(error),
        NoData::Unknown("No data found, symbol may be delisted".into())
    );
    nothing(r#"{"chart":{"result":[],"error":null}}"#);
    nothing(r#"{"chart":{"result":null,"error":null}}"#);
    nothing(&answer(
        r#""currency":"USD""#,
        r#","indicators":{"quote":[{}]}"#,
    ));
}

#[test]
fn an_error_object_about_the_source_is_its_failure_even_with_status_200() {
    let body = r#"{"finance":{"result":null,"error":{"code":"Unauthorized","description":"Invalid Crumb"}}}"#;
    assert!(
        matches!(failing(body.as_bytes()), SourceError::Refused(text) if text == "Invalid Crumb")
    );
}

#[test]
fn throttling_is_recognized_by_its_text_and_a_web_page_is_an_error() {
    assert!(matches!(
        failing(b"Too Many Requests\r\n"),
        SourceError::Throttled { .. }
    ));
    assert!(
        matches!(failing(b"<html>Attention"), SourceError::Shape(text) if text.contains("web page"))
    );
    assert!(matches!(failing(b"{}"), SourceError::Shape(_)));
    assert!(matches!(failing(b""), SourceError::Shape(_)));
}

/// Returns what remains of a response in which `odd` replaces `was`: numbers of bars and dividends,
/// and whether the split was read.
fn left(was: &str, odd: &str) -> (usize, usize, bool) {
    let body = whole();
    assert!(body.contains(was), "{was}");
    let parsed = good(&body.replace(was, odd));
    let quote = parsed.quote.expect(odd);
    assert_eq!(quote.price, 12.5, "{odd}");
    (
        parsed.bars.len(),
        parsed.payments.len(),
        parsed.split.is_some(),
    )
}

#[test]
fn an_invalid_field_affects_only_that_field() {
    let whole = whole();
    let from = |start: &str, end: &str| {
        let at = whole.find(start).unwrap();
        let end = at + whole[at..].find(end).unwrap() + end.len();
        whole[at..end].to_owned()
    };
    let events = from(r#""events":"#, "}}}");
    let paid = from(r#""dividends":"#, "}}");
    for (was, odd, expected) in [
        (events.as_str(), r#""events":null"#, (3, 0, false)),
        (events.as_str(), r#""events":[]"#, (3, 0, false)),
        (paid.as_str(), r#""dividends":null"#, (3, 0, true)),
        (r#""amount":0.1"#, r#""amount":null"#, (3, 1, true)),
        (r#""amount":0.1"#, r#""amount":{}"#, (3, 1, true)),
        (
            r#""a":{"amount":0.1,"date":1763562600}"#,
            r#""a":null"#,
            (3, 1, true),
        ),
        (r#","denominator":1"#, "", (3, 2, true)),
        (r#""volume":[1,2,3]"#, r#""volume":null"#, (3, 2, true)),
        (
            r#""volume":[1,2,3]"#,
            r#""volume":[1,"many",3]"#,
            (3, 2, true),
        ),
        (r#""gmtoffset":-18000"#, r#""gmtoffset":null"#, (3, 2, true)),
        ("[1763562600,1763649000,", "[1763562600,null,", (2, 2, true)),
        (
            "[1763562600,1763649000,",
            "[1763562600.5,1763649000,",
            (3, 2, true),
        ),
        (
            "[1763562600,1763649000,",
            "[1763562600000,1763649000,",
            (2, 2, true),
        ),
        (
            r#""fiftyTwoWeekHigh":14"#,
            r#""fiftyTwoWeekHigh":{"raw":14}"#,
            (3, 2, true),
        ),
        (
            r#""fiftyTwoWeekHigh":14"#,
            r#""fiftyTwoWeekHigh":"high""#,
            (3, 2, true),
        ),
        (
            r#""regularMarketVolume":9"#,
            r#""regularMarketVolume":[]"#,
            (3, 2, true),
        ),
        (
            r#""exchangeTimezoneName":"America/New_York""#,
            r#""exchangeTimezoneName":7"#,
            (3, 2, true),
        ),
        (
            r#""regularMarketTime":1763750000"#,
            r#""regularMarketTime":1763750000.7"#,
            (3, 2, true),
        ),
        (
            r#""regularMarketPrice":12.5"#,
            r#""regularMarketPrice":"12.5""#,
            (3, 2, true),
        ),
        (r#""error":null"#, r#""error":[]"#, (3, 2, true)),
    ] {
        assert_eq!(left(was, odd), expected, "{odd}");
    }
    let columns = from(r#""quote":[{"#, "}]");
    assert_eq!(left(&columns, r#""quote":[null]"#), (0, 2, true));
    assert_eq!(left(&columns, r#""quote":null"#), (0, 2, true));
}

#[test]
fn broken_responses_cause_no_panic() {
    let samples = [
        &include_bytes!("../../../../../tests/fixtures/recordings/yahoo/chart-AAPL.json")[..],
        include_bytes!("../../../../../tests/fixtures/recordings/yahoo/chart-VOD.L.json"),
        include_bytes!("../../../../../tests/fixtures/recordings/yahoo/error-404-unknown.json"),
        include_bytes!("../../../../../tests/fixtures/recordings/yahoo/error-429.txt"),
        include_bytes!("../../../../../tests/fixtures/providers/chart.json"),
        // Used to panic.
        include_bytes!("../../../../../tests/fixtures/broken/yahoo-chart-offset.json"),
    ];
    let targets = [("AAPL", TickerKind::Stock), ("BTC-USD", TickerKind::Crypto)];
    let targets = targets.map(|(symbol, kind)| target(symbol, kind));
    fuzz("yahoo-chart", &samples, |body| {
        for target in &targets {
            let _ = read_now(target, body);
        }
    });
}
