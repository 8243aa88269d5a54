//! Hand-written days with expected values: `tests/fixtures/days`.
//!
//! A file has the time (`now`); per symbol the metadata and the rows of each interval (`[time, open, high, low, close,
//! volume]`, in the exchange's time zone); the figures of the quotes response (`spark`); and per symbol the expected
//! values (`expected`), by their place in the API. `then` has the responses after a restart of the program.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::{
    super::{
        served::read_until,
        table::{Row, assert_all_equal, is_equal},
    },
    bodies::Bodies,
    program::{CaseProgram, summarize, value_at},
};

/// How many programs run at the same time.
const MAX_PROGRAMS: usize = 3;

async fn rows_of(path: PathBuf) -> Vec<Row> {
    let text = std::fs::read_to_string(&path).unwrap();
    let mut day: Value = serde_json::from_str(&text).unwrap();
    let name = path.file_stem().unwrap().to_string_lossy().into_owned();
    let folder = tempfile::tempdir().unwrap();
    let mut rows = Vec::new();
    loop {
        let now = day["now"].as_str().unwrap().parse().unwrap();
        let program = CaseProgram::start(&Bodies::of_day(&day), now, folder.path()).await;
        for (symbol, expected) in day["right"].as_object().into_iter().flatten() {
            rows.extend(compared(&program, &name, symbol, expected));
        }
        drop(program);
        match day["then"].take() {
            Value::Null => return rows,
            then => day = then,
        }
    }
}

fn compared(program: &CaseProgram, name: &str, symbol: &str, expected: &Value) -> Vec<Row> {
    let fields = expected.as_object().unwrap();
    let read = || {
        let figures = fields.keys().map(|path| value_at(program, symbol, path));
        Value::Array(figures.collect())
    };
    let expected: Value = fields.values().cloned().collect::<Vec<_>>().into();
    let found = read_until(read, |found| is_equal(&expected, found));
    let name = format!("{name} {symbol}");
    let row = |(index, (path, expected)): (usize, (&String, &Value))| {
        if expected.is_array() {
            let is_same = is_equal(expected, &found[index]);
            return Row::claim(
                &name,
                path,
                &summarize(expected),
                &summarize(&found[index]),
                is_same,
            );
        }
        Row::figure(&name, path, expected, &found[index])
    };
    fields.iter().enumerate().map(row).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn hand_written_days_are_shown_as_expected() {
    let folder = Path::new("tests/fixtures/days");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let permits = std::sync::Arc::new(tokio::sync::Semaphore::new(MAX_PROGRAMS));
    let running: Vec<_> = files
        .into_iter()
        .map(|path| {
            let permits = std::sync::Arc::clone(&permits);
            tokio::spawn(async move {
                let _permit = permits.acquire().await.unwrap();
                rows_of(path).await
            })
        })
        .collect();
    let mut rows = Vec::new();
    for running in running {
        rows.extend(running.await.unwrap());
    }
    assert_all_equal(&rows);
}

#[test]
fn the_comparison_detects_differences() {
    assert!(is_equal(&json!([1.0, null]), &json!([1.000_000_1, null])));
    assert!(!is_equal(&json!([1.0, null]), &json!([1.0, 2.0])));
    assert!(!is_equal(&json!(null), &json!(0.0)));
}
