use super::*;
use crate::testing::fuzz::fuzz;

fn date() -> Date {
    "2026-08-26".parse().unwrap()
}

fn read_day(body: &str) -> Result<Day, SourceError> {
    let known = ["NVDA", "DDD", "BRK-B", "AZO", "AAPL", "MSFT"];
    read(body.as_bytes(), date(), |symbol| known.contains(&symbol))
}

fn events(body: &str) -> Vec<EarningsEvent> {
    read_day(body).unwrap().reports
}

#[test]
fn amounts_are_read_from_texts_and_losses_from_parentheses() {
    let body = r#"{"data":{"asOf":"Wed, Aug 26, 2026","rows":[
        {"symbol":"NVDA","time":"time-after-hours","epsForecast":"$2.01","noOfEsts":"11","lastYearEPS":"$0.99"},
        {"symbol":"DDD","time":"time-not-supplied","epsForecast":"($0.11)","eps":"($0.22)"},
        {"symbol":"BRK/B","time":"time-pre-market","epsForecast":""},
        {"symbol":"AZO","epsForecast":"$1,234.50","eps":"N/A","time":null},
        {"symbol":"GTI","epsForecast":"$1.00"},
        {"symbol":7}]}}"#;
    let reports: Vec<_> = events(body)
        .into_iter()
        .map(|e| (e.symbol, e.time, e.estimated_eps, e.actual_eps, e.surprise))
        .collect();
    let expected = [
        ("AZO", None, Some(1234.5), None, None),
        ("BRK-B", Some(ReportTime::Before), None, None, None),
        ("DDD", None, Some(-0.11), Some(-0.22), Some(-100.0)),
        ("NVDA", Some(ReportTime::After), Some(2.01), None, None),
    ]
    .map(|(symbol, time, estimate, actual, surprise)| {
        (symbol.to_owned(), time, estimate, actual, surprise)
    });
    assert_eq!(reports, expected);
    assert_eq!(read_day(body).unwrap().companies, 5);
}

#[test]
fn a_day_without_reports_is_valid_and_a_missing_calendar_is_an_error() {
    for empty in [
        r#"{"data":null}"#,
        r#"{"data":null,"status":{"rCode":200,"bCodeMessage":null}}"#,
        r#"{"data":{"rows":null}}"#,
        r#"{"data":{"asOf":"Sun","rows":[]}}"#,
    ] {
        assert!(events(empty).is_empty(), "{empty}");
    }
    for invalid in ["<html>", "{}", r#"{"message":"busy"}"#, "null", "[]"] {
        assert!(read_day(invalid).is_err(), "{invalid}");
    }
}

#[test]
fn an_error_under_status_200_is_an_error() {
    let error_of = |body: &str| read_day(body).unwrap_err().to_string();
    let invalid_date = r#"{"data":null,"status":{"rCode":"400","bCodeMessage":[null,{"code":1001,"errorMessage":"Date is invalid"}]}}"#;
    assert!(error_of(invalid_date).contains("Date is invalid"));
    assert!(error_of(r#"{"data":{"rows":[]},"status":{"rCode":500}}"#).contains("error 500"));
    for invalid in [
        r#"{"data":{"rows":"Service unavailable"}}"#,
        r#"{"data":{"rows":{"0":{"symbol":"AAPL"}}}}"#,
        r#"{"data":{"rows":7}}"#,
        r#"{"data":"Service unavailable"}"#,
        r#"{"data":[{"symbol":"AAPL"}]}"#,
    ] {
        assert!(
            matches!(read_day(invalid), Err(SourceError::InvalidResponse(_))),
            "{invalid}"
        );
    }
    let busy = read_day(r#"{"data":null,"status":{"rCode":429}}"#);
    assert!(busy.unwrap_err().is_throttled());
}

#[test]
fn an_invalid_row_is_skipped_and_only_invalid_rows_are_an_error() {
    for invalid in [
        "null",
        "7",
        r#""AAPL""#,
        r#"["AAPL"]"#,
        "{}",
        r#"{"symbol":null}"#,
        "true",
    ] {
        let body = format!(
            r#"{{"data":{{"rows":[{{"symbol":"AAPL","epsForecast":"$2.01"}},{invalid},{{"symbol":" msft "}}]}}}}"#
        );
        let symbols: Vec<String> = events(&body).into_iter().map(|e| e.symbol).collect();
        assert_eq!(symbols, ["AAPL", "MSFT"], "{invalid}");
        let only_invalid = format!(r#"{{"data":{{"rows":[{invalid}]}}}}"#);
        assert!(read_day(&only_invalid).is_err(), "{invalid}");
    }
    let invalid_fields =
        r#"{"data":{"rows":[{"symbol":"AAPL","epsForecast":{"raw":2},"eps":7,"time":[]}]}}"#;
    assert_eq!(events(invalid_fields)[0].estimated_eps, None);
}

#[test]
fn a_response_for_another_day_is_rejected() {
    let body =
        |as_of: &str| format!(r#"{{"data":{{"asOf":"{as_of}","rows":[{{"symbol":"AAPL"}}]}}}}"#);
    for same in ["Wed, Aug 26, 2026", "Aug 26, 2026", "", "today"] {
        assert_eq!(events(&body(same)).len(), 1, "{same}");
    }
    for other in [
        "Thu, Aug 27, 2026",
        "Wed, Aug 27, 2026",
        "Wed, August 26, 2025",
    ] {
        assert!(read_day(&body(other)).is_err(), "{other}");
    }
}

#[test]
fn of_two_rows_for_a_company_one_is_used() {
    let rows = [
        r#"{"symbol":"AAPL","epsForecast":"$9.99"}"#,
        r#"{"symbol":"AAPL","epsForecast":"$2.01","eps":"$2.10"}"#,
    ];
    for rows in [[rows[0], rows[1]], [rows[1], rows[0]]] {
        let body = format!(r#"{{"data":{{"rows":[{}]}}}}"#, rows.join(","));
        let reports = events(&body);
        assert_eq!(reports.len(), 1);
        let figures = (reports[0].estimated_eps, reports[0].actual_eps);
        assert_eq!(figures, (Some(2.01), Some(2.10)));
        assert!(
            reports[0]
                .surprise
                .is_some_and(|surprise| (surprise - 4.4776).abs() < 1e-3)
        );
    }
}

#[test]
fn broken_responses_cause_no_panic() {
    let samples =
        [&include_bytes!("../../../../tests/fixtures/recordings/nasdaq/calendar.json")[..]];
    fuzz("nasdaq", &samples, |body| {
        let _ = read(body, date(), |symbol| symbol.len() < 5);
    });
}
