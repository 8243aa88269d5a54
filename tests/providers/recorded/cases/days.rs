//! Days of our own, each with what is right: `tests/fixtures/days`.
//!
//! A file has the moment (`now`), per symbol the meta data and the rows of each length (`[time, open, high, low, close,
//! volume]`, times on the exchange's clock), what the quotes state beside it (`spark`), and by symbol where figures
//! stand in the API and what stands there (`right`). `then` is what the program is told after it was started again.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::{
    super::{
        served::settled,
        table::{Row, is_equal, judged},
    },
    bodies::Bodies,
    shown::{Shown, figure, listed},
};

/// So many programs run at a time.
const AT_ONCE: usize = 3;

async fn rows_of(path: PathBuf) -> Vec<Row> {
    let text = std::fs::read_to_string(&path).unwrap();
    let mut day: Value = serde_json::from_str(&text).unwrap();
    let name = path.file_stem().unwrap().to_string_lossy().into_owned();
    let folder = tempfile::tempdir().unwrap();
    let mut rows = Vec::new();
    loop {
        let now = day["now"].as_str().unwrap().parse().unwrap();
        let shown = Shown::start(&Bodies::of_day(&day), now, folder.path()).await;
        for (symbol, right) in day["right"].as_object().into_iter().flatten() {
            rows.extend(compared(&shown, &name, symbol, right));
        }
        drop(shown);
        match day["then"].take() {
            Value::Null => return rows,
            then => day = then,
        }
    }
}

fn compared(shown: &Shown, name: &str, symbol: &str, right: &Value) -> Vec<Row> {
    let right = right.as_object().unwrap();
    let read = || {
        let figures = right.keys().map(|place| figure(shown, symbol, place));
        Value::Array(figures.collect())
    };
    let expected: Value = right.values().cloned().collect::<Vec<_>>().into();
    let found = settled(read, |found| is_equal(&expected, found));
    let name = format!("{name} {symbol}");
    let row = |(at, (place, right)): (usize, (&String, &Value))| {
        if right.is_array() {
            let is_same = is_equal(right, &found[at]);
            return Row::claim(&name, place, &listed(right), &listed(&found[at]), is_same);
        }
        Row::figure(&name, place, right, &found[at])
    };
    right.iter().enumerate().map(row).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_table_of_what_days_written_by_hand_say_and_what_the_program_showed() {
    let folder = Path::new("tests/fixtures/days");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let permits = std::sync::Arc::new(tokio::sync::Semaphore::new(AT_ONCE));
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
    judged(&rows);
}

#[test]
fn what_is_compared_tells_apart_what_differs() {
    assert!(is_equal(&json!([1.0, null]), &json!([1.000_000_1, null])));
    assert!(!is_equal(&json!([1.0, null]), &json!([1.0, 2.0])));
    assert!(!is_equal(&json!(null), &json!(0.0)));
}
