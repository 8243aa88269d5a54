//! Tests of responses with invalid fields, errors, and other content.

use super::*;

#[test]
fn the_four_kinds_of_not_found_are_errors_of_the_symbol() {
    let error = r#"{"chart":{"result":null,"error":{"code":"Not Found","description":"No data found, symbol may be delisted"}}}"#;
    assert_eq!(
        read_no_data(error),
        NoData::Unknown("No data found, symbol may be delisted".into())
    );
    read_no_data(r#"{"chart":{"result":[],"error":null}}"#);
    read_no_data(r#"{"chart":{"result":null,"error":null}}"#);
    read_no_data(&response(
        r#""currency":"USD""#,
        r#","indicators":{"quote":[{}]}"#,
    ));
}

#[test]
fn an_error_object_about_the_source_is_a_failure_of_the_source_even_with_status_200() {
    let body = r#"{"finance":{"result":null,"error":{"code":"Unauthorized","description":"Invalid Crumb"}}}"#;
    assert!(
        matches!(read_error(body.as_bytes()), SourceError::Refused(text) if text == "Invalid Crumb")
    );
}

#[test]
fn throttling_is_recognized_by_its_text_and_a_web_page_is_an_error() {
    assert!(matches!(
        read_error(b"Too Many Requests\r\n"),
        SourceError::Throttled { .. }
    ));
    assert!(
        matches!(read_error(b"<html>Attention"), SourceError::InvalidResponse(text) if text.contains("web page"))
    );
    assert!(matches!(read_error(b"{}"), SourceError::InvalidResponse(_)));
    assert!(matches!(read_error(b""), SourceError::InvalidResponse(_)));
}

/// Reads a response in which `invalid` replaces `original`. Returns the numbers of bars and payments, and whether the split was read.
fn read_with_invalid(original: &str, invalid: &str) -> (usize, usize, bool) {
    let body = complete_response();
    assert!(body.contains(original), "{original}");
    let parsed = read_data(&body.replace(original, invalid));
    let quote = parsed.quote.expect(invalid);
    assert_eq!(quote.price, 12.5, "{invalid}");
    (
        parsed.bars.len(),
        parsed.payments.len(),
        parsed.split.is_some(),
    )
}

#[test]
fn an_invalid_field_affects_only_that_field() {
    let complete = complete_response();
    let section = |start: &str, end: &str| {
        let from = complete.find(start).unwrap();
        let to = from + complete[from..].find(end).unwrap() + end.len();
        complete[from..to].to_owned()
    };
    let events = section(r#""events":"#, "}}}");
    let dividends = section(r#""dividends":"#, "}}");
    for (original, invalid, expected) in [
        (events.as_str(), r#""events":null"#, (3, 0, false)),
        (events.as_str(), r#""events":[]"#, (3, 0, false)),
        (dividends.as_str(), r#""dividends":null"#, (3, 0, true)),
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
        assert_eq!(read_with_invalid(original, invalid), expected, "{invalid}");
    }
    let columns = section(r#""quote":[{"#, "}]");
    assert_eq!(
        read_with_invalid(&columns, r#""quote":[null]"#),
        (0, 2, true)
    );
    assert_eq!(read_with_invalid(&columns, r#""quote":null"#), (0, 2, true));
}

#[test]
fn broken_responses_cause_no_panic() {
    let samples = [
        &include_bytes!("../../../../../tests/fixtures/recordings/yahoo/chart-AAPL.json")[..],
        include_bytes!("../../../../../tests/fixtures/recordings/yahoo/chart-VOD.L.json"),
        include_bytes!("../../../../../tests/fixtures/recordings/yahoo/error-404-unknown.json"),
        include_bytes!("../../../../../tests/fixtures/recordings/yahoo/error-429.txt"),
        include_bytes!("../../../../../tests/fixtures/providers/chart.json"),
        // This response caused a panic in an earlier version.
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
