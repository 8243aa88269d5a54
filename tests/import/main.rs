//! Importing bar files: parsing, errors, and the stored result.
#![expect(
    clippy::float_cmp,
    reason = "prices must be exactly equal after reading"
)]

mod cases;
mod command;
mod forgetting;
mod formats;
mod kinds;
mod parsing;
mod storing;
mod values;

use std::{fs, path::Path};

use marketdeck::{
    domain::{
        Timestamp,
        bar::{Bar, Interval},
        ticker::TickerKind,
    },
    import::{
        BarsFile, BarsRequest, FileError, ImportProgress, ParsedBars, ReadOptions, Series,
        import_bars, parse_bars,
    },
    store::Store,
};

fn fixture(name: &str) -> String {
    format!("tests/fixtures/bars/{name}")
}

fn parse_as(bytes: &[u8], series: &Series, options: &ReadOptions) -> Result<Vec<Bar>, Vec<String>> {
    match parse_bars(bytes, series, options, &|_, _| ()) {
        Ok(ParsedBars { bars, .. }) => Ok(bars),
        Err(errors) => Err(errors.iter().map(ToString::to_string).collect()),
    }
}

fn parse(text: &str, interval: Interval) -> Result<Vec<Bar>, Vec<String>> {
    let series = Series::new(interval, TickerKind::Stock);
    parse_as(text.as_bytes(), &series, &ReadOptions::default())
}

fn days(name: &str) -> Vec<Bar> {
    let text = fs::read_to_string(fixture(name)).unwrap();
    parse(&text, Interval::Day).unwrap_or_else(|errors| panic!("{name}: {errors:?}"))
}

fn second(text: &str) -> i64 {
    text.parse::<Timestamp>().unwrap().as_second()
}

fn day(date: &str, [open, high, low, close]: [f64; 4], volume: f64) -> Bar {
    Bar {
        start: second(&format!("{date}T00:00:00Z")),
        open,
        high,
        low,
        close,
        volume,
    }
}

fn now() -> Timestamp {
    "2026-11-21T12:00:00Z".parse().unwrap()
}

/// A temporary store into which tests import files.
struct Import {
    _folder: tempfile::TempDir,
    store: Store,
}

impl Import {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("sample.redb")).unwrap();
        Self {
            _folder: folder,
            store,
        }
    }

    fn run(&self, symbol: &str, interval: Interval, file: &str) -> Result<String, FileError> {
        let file = BarsFile::read(Path::new(file))?;
        let request = BarsRequest::new(symbol, interval, &file);
        import_bars(&self.store, &request, now(), ImportProgress::IGNORED)
            .map(|imported| imported.to_string())
    }
}
