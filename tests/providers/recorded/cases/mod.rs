//! Cases: several responses about some symbols at one time. The reference reader and the running program must agree on
//! them.

pub(crate) mod bodies;
mod days;
mod expected;
mod program;
mod reader;

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use serde_json::{Value, json};

use self::{
    bodies::Bodies,
    program::{CaseProgram, marketdeck_symbol, summarize},
    reader::Case,
};
use super::{
    served::read_until,
    table::{Row, assert_all_equal, is_equal},
};

/// The folder of cases, next to the repository.
const FOLDER: &str = "../shared/cases/yahoo";

/// The folder of cases. Prints a note and returns `None` if it is missing.
fn folder() -> Option<&'static Path> {
    let folder = Path::new(FOLDER);
    let exists = folder.exists();
    if !exists {
        println!("skipped: there are no cases in {FOLDER}");
    }
    exists.then_some(folder)
}

/// The time of a case.
fn clock(folder: &Path) -> Option<Timestamp> {
    let now = std::fs::read_to_string(folder.join("now.txt")).ok()?;
    Some(now.trim().parse().unwrap())
}

fn to_json(bars: &[(String, f64)]) -> Value {
    let row = |(day, close): &(String, f64)| json!([day, close]);
    bars.iter().map(row).collect::<Vec<_>>().into()
}

/// Compares what the program shows for a symbol with what the reader takes from the responses.
fn rows_of(name: &str, program: &CaseProgram, case: &Case) -> Vec<Row> {
    let symbol = case.symbol.as_str();
    let figures = case.figures();
    let bars = ["1d", "1h", "5m"].map(|interval| (interval, to_json(&case.bars(interval))));
    let lines = case.lines();
    let read = || {
        let bars = bars
            .each_ref()
            .map(|(interval, _)| program.bars(symbol, interval, &case.zone()));
        let lines = lines
            .iter()
            .map(|(timeframe, _)| program.line(symbol, timeframe));
        json!({
            "ticker": program.ticker_json(symbol, ""),
            "bars": bars.to_vec(),
            "lines": lines.collect::<Vec<_>>(),
            "session": program.ticker_json(symbol, "/session-line"),
        })
    };
    let is_right = |found: &Value| {
        figures
            .iter()
            .all(|(path, expected)| is_equal(expected, &pointer_value(found, path)))
            && bars
                .iter()
                .enumerate()
                .all(|(nth, (_, expected))| is_equal(expected, &found["bars"][nth]))
            && lines
                .iter()
                .enumerate()
                .all(|(nth, (_, expected))| is_equal(expected, &found["lines"][nth]))
    };
    let found = read_until(read, is_right);
    let name = format!("{name} {symbol}");
    let mut rows: Vec<Row> = figures
        .iter()
        .map(|(path, expected)| Row::figure(&name, path, expected, &pointer_value(&found, path)))
        .collect();
    let list = |what: &str, expected: &Value, found: &Value| {
        Row::claim(
            &name,
            what,
            &summarize(expected),
            &summarize(found),
            is_equal(expected, found),
        )
    };
    for (nth, (interval, expected)) in bars.iter().enumerate() {
        rows.push(list(
            &format!("bars {interval}"),
            expected,
            &found["bars"][nth],
        ));
    }
    for (nth, (timeframe, expected)) in lines.iter().enumerate() {
        rows.push(list(
            &format!("line {timeframe}"),
            expected,
            &found["lines"][nth],
        ));
    }
    rows
}

fn pointer_value(found: &Value, path: &str) -> Value {
    found.pointer(path).cloned().unwrap_or_default()
}

async fn rows_of_folder(folder: PathBuf) -> Vec<Row> {
    let name = folder.file_name().unwrap().to_string_lossy().into_owned();
    let bodies = Bodies::of_folder(&folder);
    let Some(now) = clock(&folder) else {
        return vec![Row::note(&name, "-", "skipped: the case has no time")];
    };
    let temporary = tempfile::tempdir().unwrap();
    let program = CaseProgram::start(&bodies, now, temporary.path()).await;
    let mut rows = Vec::new();
    for symbol in &bodies.symbols() {
        match Case::of(&bodies, symbol, now) {
            Some(case) => rows.extend(rows_of(&name, &program, &case)),
            None => rows.push(unreadable(&name, &program, symbol)),
        }
    }
    rows
}

/// A symbol keeps its failure if its own response is unreadable.
fn unreadable(name: &str, program: &CaseProgram, symbol: &str) -> Row {
    let read = || program.ticker_json(symbol, "")["trouble"]["lastError"].clone();
    let trouble = read_until(read, |trouble| !trouble.is_null());
    let name = format!("{name} {}", marketdeck_symbol(symbol));
    let has_error = trouble
        .as_str()
        .is_some_and(|text| text.contains("invalid"));
    Row::claim(
        &name,
        "trouble",
        "its response is unreadable",
        &trouble.to_string(),
        has_error,
    )
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn every_case_is_shown_as_the_reference_reader_reads_it() {
    let Some(folder) = folder() else {
        return;
    };
    let entries = std::fs::read_dir(folder).unwrap();
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    folders.retain(|path| path.is_dir());
    folders.sort();
    let mut rows = Vec::new();
    for folder in folders {
        rows.extend(rows_of_folder(folder).await);
    }
    assert_all_equal(&rows);
}
