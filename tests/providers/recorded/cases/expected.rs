//! Cases that state the expected values themselves (`right.md`).

use jiff::Timestamp;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{
    super::{
        served::settled,
        table::{Row, assert_all_equal, is_equal},
    },
    bodies::Bodies,
    clock, folder,
    shown::{Shown, figure},
};

/// Case, symbol, place as in [`figure`], and the expected value.
fn all() -> Vec<(&'static str, &'static str, &'static str, Value)> {
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

/// The program after it read a case, without the bodies whose names start with `without`; `None` if the case is
/// missing.
async fn told(number: &str, without: &str) -> Option<(Shown, Bodies, TempDir)> {
    let entries = std::fs::read_dir(folder()?).unwrap();
    let mut paths = entries.map(|entry| entry.unwrap().path());
    let path = paths.find(|path| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.starts_with(&format!("{number}-"))
    })?;
    let now: Timestamp = clock(&path)?;
    let bodies = Bodies::of_folder(&path).without(without);
    let folder = tempfile::tempdir().unwrap();
    let shown = Shown::start(&bodies, now, folder.path()).await;
    Some((shown, bodies, folder))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn cases_with_expected_values_are_shown_so() {
    let all = all();
    let mut numbers: Vec<&str> = all.iter().map(|(number, ..)| *number).collect();
    numbers.dedup();
    let mut rows = Vec::new();
    for number in numbers {
        let Some((shown, ..)) = told(number, "-").await else {
            continue;
        };
        for (_, symbol, place, right) in all.iter().filter(|(of, ..)| *of == number) {
            let read = || figure(&shown, symbol, place);
            // Facts are requested symbol by symbol, half a minute apart.
            let mut found = Value::Null;
            for _ in 0..8 {
                found = settled(read, |found| is_equal(right, found));
                if is_equal(right, &found) {
                    break;
                }
            }
            rows.push(Row::figure(
                &format!("{number} {symbol}"),
                place,
                right,
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
    let Some((shown, ..)) = told("30", "spark-").await else {
        return;
    };
    let price = || figure(&shown, "IWM", "/price");
    assert_eq!(settled(price, |price| !price.is_null()), json!(239.5));
    let bars = || figure(&shown, "IWM", "/bars/1d");
    settled(bars, |bars| *bars != json!([]));
    for place in ["/previousClose", "/change24h", "/base/1D"] {
        assert_eq!(figure(&shown, "IWM", place), Value::Null, "{place}");
    }
    let line = figure(&shown, "IWM", "/line/1D");
    assert_eq!(line.as_array().unwrap().len(), 1, "{line}");
}

/// Case 32: a real move over three days, confirmed by the stated 52-week range and the volume.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_real_move_over_three_days_stays_on_every_line() {
    let Some((shown, ..)) = told("32", "-").await else {
        return;
    };
    let days = || figure(&shown, "MULN", "/bars/1d");
    let of_the_move = |days: &Value| {
        let dates = ["2026-04-30", "2026-05-01", "2026-05-04"];
        let rows = days.as_array().cloned().unwrap_or_default();
        let mut rows = rows
            .into_iter()
            .filter(|row| dates.iter().any(|date| row[0] == *date));
        let found: Vec<Value> = rows.by_ref().map(|row| row[1].clone()).collect();
        Value::Array(found)
    };
    let right = json!([11.4, 10.2, 9.6]);
    let found = settled(days, |days| is_equal(&right, &of_the_move(days)));
    assert!(is_equal(&right, &of_the_move(&found)), "{found}");
}

/// Case 33: the lines of the week and the month end on Tuesday.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_line_has_a_point_in_a_session_that_has_not_begun() {
    let Some((shown, ..)) = told("33", "-").await else {
        return;
    };
    for timeframe in ["1W", "1M", "1Y"] {
        let place = format!("/line/{timeframe}");
        let line = || figure(&shown, "EXSA.DE", &place);
        let last = |line: &Value| {
            let points = line.as_array().cloned().unwrap_or_default();
            points.last().map_or(Value::Null, |point| point[0].clone())
        };
        let right = json!("2026-09-15T00:00:00Z");
        let found = settled(line, |line| last(line) == right);
        assert_eq!(last(&found), right, "{timeframe}");
    }
}

/// Case 34: the response for one symbol is invalid JSON; it stays a failure after a good response
/// for the other.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_symbol_stays_failed_after_a_good_response_for_another() {
    let Some((shown, ..)) = told("34", "-").await else {
        return;
    };
    let price = || figure(&shown, "PEP", "/price");
    let price = settled(price, |price| !price.is_null());
    assert!(price.is_number(), "PEP is well");
    let trouble = || figure(&shown, "KO", "/trouble/lastError");
    let is_told = |trouble: &Value| {
        trouble
            .as_str()
            .is_some_and(|text| text.contains("understood"))
    };
    let found = settled(trouble, is_told);
    assert!(is_told(&found), "{found}");
    assert_eq!(figure(&shown, "KO", "/price"), Value::Null);
}
