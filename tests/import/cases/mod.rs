//! Downloaded files in a folder next to the checkout. Each must be imported exactly, or rejected for the expected reason. The expected
//! results are copied by hand from the `MANIFEST.md` of that folder.

mod files;

use marketdeck::import::ColumnOrder;

use super::*;

const FILES: &str = "../shared/cases/files";

/// A bar: start (a date, or a time in UTC), open, high, low, close, and volume (`?` if unknown).
type Row = &'static str;

enum Expected {
    /// All rows (or only the last ones), and the currency of the prices.
    Right(&'static [Row], &'static str),
    /// A part of the error message.
    Refused(&'static str),
}

struct Case {
    file: &'static str,
    symbol: &'static str,
    interval: Interval,
    options: ReadOptions,
    expected: Expected,
}

fn expect_bars(
    file: &'static str,
    symbol: &'static str,
    rows: &'static [Row],
    currency: &'static str,
) -> Case {
    Case {
        file,
        symbol,
        interval: Interval::Day,
        options: ReadOptions::default(),
        expected: Expected::Right(rows, currency),
    }
}

fn expect_error(file: &'static str, symbol: &'static str, reason: &'static str) -> Case {
    Case {
        expected: Expected::Refused(reason),
        ..expect_bars(file, symbol, &[], "")
    }
}

fn scaled(case: Case, scale: f64) -> Case {
    Case {
        options: ReadOptions {
            price_scale: Some(scale),
            ..ReadOptions::default()
        },
        ..case
    }
}

fn hourly(case: Case, zone: Option<&str>) -> Case {
    Case {
        interval: Interval::Hour,
        options: ReadOptions {
            time_zone: zone.map(|zone| marketdeck::import::time_zone(zone).unwrap()),
            ..ReadOptions::default()
        },
        ..case
    }
}

fn ordered(case: Case, columns: &str) -> Case {
    Case {
        options: ReadOptions {
            columns: Some(ColumnOrder::parse(columns).unwrap()),
            ..ReadOptions::default()
        },
        ..case
    }
}

/// Imports the file. Returns its bars and currency, or the error.
fn import(case: &Case) -> Result<(Vec<Bar>, String), String> {
    let import = Import::new();
    let path = Path::new(FILES).join(case.file);
    let file = BarsFile::read(&path).map_err(|error| error.to_string())?;
    let request = BarsRequest {
        options: case.options.clone(),
        ..BarsRequest::new(case.symbol, case.interval, &file)
    };
    import_bars(&import.store, &request, now(), ImportProgress::IGNORED)
        .map_err(|error| error.to_string())?;
    let ticker = import.store.snapshot().unwrap().tickers.remove(0);
    let bars = import
        .store
        .bars(ticker.id, case.interval, i64::MIN..i64::MAX)
        .unwrap();
    Ok((bars, ticker.profile.currency.to_string()))
}

fn bars_of(rows: &[Row]) -> Vec<Bar> {
    let bar = |row: &Row| {
        let cells: Vec<&str> = row.split(' ').collect();
        let at = match cells[0] {
            day if day.len() == 10 => format!("{day}T00:00:00Z"),
            time => format!("{time}:00Z"),
        };
        let value = |at: usize| cells[at].parse().unwrap_or(Bar::UNKNOWN_VOLUME);
        Bar {
            start: second(&at),
            open: value(1),
            high: value(2),
            low: value(3),
            close: value(4),
            volume: value(5),
        }
    };
    rows.iter().map(bar).collect()
}

fn describe(bars: &[Bar], currency: &str) -> String {
    let bar = |bar: &Bar| {
        let at = Timestamp::from_second(bar.start).unwrap();
        let volume = bar
            .known_volume()
            .map_or("?".to_owned(), |volume| volume.to_string());
        let Bar {
            open,
            high,
            low,
            close,
            ..
        } = bar;
        format!(
            "{} {open}/{high}/{low}/{close}/{volume}",
            at.strftime("%F %H:%M")
        )
    };
    let bars: Vec<_> = bars.iter().map(bar).collect();
    format!("{} in {currency}", bars.join(", "))
}

#[test]
fn every_downloaded_file_is_imported_or_rejected_for_the_stated_reason() {
    if !Path::new(FILES).exists() {
        println!("skipped: {FILES} does not exist");
        return;
    }
    let cases: Vec<Case> = [
        files::coins(),
        files::us_vendors(),
        files::other_countries(),
        files::banks_and_authorities(),
    ]
    .into_iter()
    .flatten()
    .collect();
    let mut wrong = Vec::new();
    println!("| file | symbol | expected | actual | |");
    println!("|---|---|---|---|---|");
    for case in &cases {
        let actual = import(case);
        let (expected, is_right) = match &case.expected {
            Expected::Right(rows, currency) => {
                let rows = bars_of(rows);
                let is_equal =
                    matches!(&actual, Ok((bars, code)) if *bars == rows && code == currency);
                (describe(&rows, currency), is_equal)
            }
            Expected::Refused(reason) => {
                let is_equal = matches!(&actual, Err(sentence) if sentence.contains(reason));
                (format!("rejected: … {reason} …"), is_equal)
            }
        };
        let actual = actual.map_or_else(
            |sentence| format!("rejected: {}", sentence.replace('\n', " ")),
            |(bars, currency)| describe(&bars, &currency),
        );
        let verdict = if is_right { "right" } else { "WRONG" };
        println!(
            "| {} | {} | {expected} | {actual} | {verdict} |",
            case.file, case.symbol
        );
        if !is_right {
            wrong.push(case.file);
        }
    }
    let mut tried: Vec<&str> = cases.iter().map(|case| case.file).collect();
    tried.dedup();
    for entry in fs::read_dir(FILES).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name != "MANIFEST.md" && !tried.contains(&name.as_str()) {
            println!("| {name} | | no expected result | | WRONG |");
            wrong.push("a file without an expected result");
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}
