//! Cases with hand-written expected values (from `right.md`).

use jiff::Timestamp;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{
    super::{
        served::read_until,
        table::{Row, assert_all_equal, is_equal},
    },
    bodies::Bodies,
    clock, folder,
    program::{CaseProgram, value_at},
};

/// Case, symbol, place as in [`value_at`], and the expected value.
fn expected_values() -> Vec<(&'static str, &'static str, &'static str, Value)> {
    vec![
        ("30", "IWM", "/previousClose", json!(239.0)),
        (
            "30",
            "IWM",
            "/change24h",
            json!((239.5 / 239.0 - 1.0) * 100.0),
        ),
        ("30", "IWM", "/base/1D", json!(239.0)),
        ("31", "SAP.DE", "/previousClose", json!(189.5)),
        ("33", "EXSA.DE", "/session", json!("closed")),
        ("35", "MSFT", "/earnings/date", json!("2026-10-28")),
        ("35", "IBM", "/earnings/date", json!("2026-10-21")),
        ("35", "6758.T", "/earnings/date", json!("2026-11-10")),
        ("35", "6758.T", "/earnings/time", Value::Null),
        ("35", "GOOG", "/earnings/date", json!("2026-10-27")),
        ("36", "7203.T", "/currency", json!("JPY")),
        ("37", "SHIB-USD", "/price", json!(0.000_008_52)),
        ("37", "PEPE24478-USD", "/price", json!(0.000_000_41)),
        ("37", "BONK-USD", "/price", json!(0.000_012_7)),
        ("37", "NANO1-USD", "/price", json!(0.000_000_013_5)),
        ("37", "NANO1-USD", "/decimals", json!(10)),
    ]
}

/// Starts the program with the responses of a case, except those whose names start with `without`; `None` if the case is missing.
async fn start_case(number: &str, without: &str) -> Option<(CaseProgram, Bodies, TempDir)> {
    let entries = std::fs::read_dir(folder()?).unwrap();
    let mut paths = entries.map(|entry| entry.unwrap().path());
    let path = paths.find(|path| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.starts_with(&format!("{number}-"))
    })?;
    let now: Timestamp = clock(&path)?;
    let bodies = Bodies::of_folder(&path).without(without);
    let folder = tempfile::tempdir().unwrap();
    let program = CaseProgram::start(&bodies, now, folder.path()).await;
    Some((program, bodies, folder))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn cases_are_shown_with_their_expected_values() {
    let expected_values = expected_values();
    let mut numbers: Vec<&str> = expected_values.iter().map(|(number, ..)| *number).collect();
    numbers.dedup();
    let mut rows = Vec::new();
    for number in numbers {
        let Some((program, ..)) = start_case(number, "-").await else {
            continue;
        };
        for (_, symbol, path, expected) in
            expected_values.iter().filter(|(case, ..)| *case == number)
        {
            let read = || value_at(&program, symbol, path);
            // Facts are requested symbol by symbol, half a minute apart.
            let mut found = Value::Null;
            for _ in 0..8 {
                found = read_until(read, |found| is_equal(expected, found));
                if is_equal(expected, &found) {
                    break;
                }
            }
            rows.push(Row::figure(
                &format!("{number} {symbol}"),
                path,
                expected,
                &found,
            ));
        }
    }
    if !rows.is_empty() {
        assert_all_equal(&rows);
    }
}

/// Case 30 without the quotes: no response has the close of the missing session.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_close_of_a_missing_session_is_unknown_unless_stated() {
    let Some((program, ..)) = start_case("30", "spark-").await else {
        return;
    };
    let price = || value_at(&program, "IWM", "/price");
    assert_eq!(read_until(price, |price| !price.is_null()), json!(239.5));
    let bars = || value_at(&program, "IWM", "/bars/1d");
    read_until(bars, |bars| *bars != json!([]));
    for path in ["/previousClose", "/change24h", "/base/1D"] {
        assert_eq!(value_at(&program, "IWM", path), Value::Null, "{path}");
    }
    let line = value_at(&program, "IWM", "/line/1D");
    assert_eq!(line.as_array().unwrap().len(), 1, "{line}");
}

/// Case 32: a real move over three days, confirmed by the stated 52-week range and the volume.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_real_move_over_three_days_is_not_removed() {
    let Some((program, ..)) = start_case("32", "-").await else {
        return;
    };
    let days = || value_at(&program, "MULN", "/bars/1d");
    let closes_of_the_move = |days: &Value| {
        let dates = ["2026-04-30", "2026-05-01", "2026-05-04"];
        let rows = days.as_array().cloned().unwrap_or_default();
        let mut rows = rows
            .into_iter()
            .filter(|row| dates.iter().any(|date| row[0] == *date));
        let found: Vec<Value> = rows.by_ref().map(|row| row[1].clone()).collect();
        Value::Array(found)
    };
    let expected = json!([11.4, 10.2, 9.6]);
    let found = read_until(days, |days| is_equal(&expected, &closes_of_the_move(days)));
    assert!(is_equal(&expected, &closes_of_the_move(&found)), "{found}");
}

/// Case 33: the chart lines of the week, the month and the year end on Tuesday.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_chart_line_has_a_point_in_a_session_that_has_not_begun() {
    let Some((program, ..)) = start_case("33", "-").await else {
        return;
    };
    for timeframe in ["1W", "1M", "1Y"] {
        let path = format!("/line/{timeframe}");
        let line = || value_at(&program, "EXSA.DE", &path);
        let last = |line: &Value| {
            let points = line.as_array().cloned().unwrap_or_default();
            points.last().map_or(Value::Null, |point| point[0].clone())
        };
        let expected = json!("2026-09-15T00:00:00Z");
        let found = read_until(line, |line| last(line) == expected);
        assert_eq!(last(&found), expected, "{timeframe}");
    }
}

/// Case 34: the response for KO is invalid JSON, the one for PEP is good.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_symbol_keeps_its_failure_after_a_good_response_for_another() {
    let Some((program, ..)) = start_case("34", "-").await else {
        return;
    };
    let price = || value_at(&program, "PEP", "/price");
    let price = read_until(price, |price| !price.is_null());
    assert!(price.is_number(), "PEP has a price");
    let trouble = || value_at(&program, "KO", "/trouble/lastError");
    let has_error = |trouble: &Value| {
        trouble
            .as_str()
            .is_some_and(|text| text.contains("invalid"))
    };
    let found = read_until(trouble, has_error);
    assert!(has_error(&found), "{found}");
    assert_eq!(value_at(&program, "KO", "/price"), Value::Null);
}
