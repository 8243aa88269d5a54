//! Files of bars: what is understood, what is refused, and what becomes of it in the store.
#![expect(
    clippy::float_cmp,
    reason = "prices come back as they were written, bit for bit"
)]

use std::{fs, path::Path};

use marketdeck::{
    domain::{
        Timestamp,
        bar::{Bar, Interval},
        session::Calendar,
        ticker::TickerKind,
    },
    import::{BarsRequest, FileError, Parsed, import_bars, parse_bars_csv},
    store::Store,
};

fn fixture(name: &str) -> String {
    format!("tests/fixtures/bars/{name}")
}

fn parse(text: &str, interval: Interval) -> Result<Vec<Bar>, Vec<String>> {
    let parsed = parse_bars_csv(text.as_bytes(), interval, Calendar::NewYork);
    match parsed {
        Ok(Parsed { bars, .. }) => Ok(bars),
        Err(errors) => Err(errors.iter().map(ToString::to_string).collect()),
    }
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

#[test]
fn semicolons_a_byte_order_mark_compact_dates_and_newest_first_are_understood() {
    assert_eq!(
        days("semicolons-bom-crlf.csv"),
        [
            day("2024-01-02", [100.0, 102.0, 99.5, 101.5], 1_000.0),
            day("2024-01-03", [101.5, 103.25, 100.0, 102.75], 1_200.0),
        ]
    );
}

#[test]
fn a_file_of_closes_makes_flat_bars_without_volume() {
    assert_eq!(
        days("close-only.tsv"),
        [
            day("2024-01-02", [1234.5; 4], 0.0),
            day("2024-01-03", [1240.25; 4], 0.0),
        ]
    );
}

#[test]
fn dollar_signs_and_the_nasdaq_s_column_names_are_understood() {
    let bars = days("nasdaq.csv");
    assert_eq!(
        bars[0],
        day(
            "2024-01-02",
            [187.15, 188.44, 183.885, 185.64],
            82_488_670.0
        )
    );
}

#[test]
fn the_paid_close_counts_and_lines_without_prices_are_left_out() {
    let text = fs::read(fixture("yahoo-with-holiday.csv")).unwrap();
    let parsed = parse_bars_csv(text.as_slice(), Interval::Day, Calendar::NewYork).unwrap();
    assert_eq!(parsed.without_prices, 1);
    let closes: Vec<f64> = parsed.bars.iter().map(|bar| bar.close).collect();
    assert_eq!(closes, [10.5, 11.75]);
}

#[test]
fn a_daily_bar_is_filed_under_the_date_as_written_whatever_the_offset() {
    let text = "Date,Close\n2022-06-06 00:00:00+01:00,14.55\n2022-06-07T00:00:00-05:00,15\n";
    let starts: Vec<i64> = parse(text, Interval::Day)
        .unwrap()
        .iter()
        .map(|bar| bar.start)
        .collect();
    assert_eq!(
        starts,
        [
            second("2022-06-06T00:00:00Z"),
            second("2022-06-07T00:00:00Z")
        ]
    );
    // An epoch at the New York close is still that day's, although it is the next one in UTC.
    let late = parse("Date,Close\n1704243600,1\n", Interval::Day).unwrap();
    assert_eq!(late[0].start, second("2024-01-02T00:00:00Z"));
}

#[test]
fn times_of_day_without_an_offset_are_those_of_the_exchange() {
    let text = fs::read_to_string(fixture("stooq-intraday.txt")).unwrap();
    let bars = parse(&text, Interval::FiveMinutes).unwrap();
    assert_eq!(
        bars[0].start,
        second("2024-01-02T14:30:00Z"),
        "9:30 in New York"
    );
    assert_eq!(bars.len(), 4);
}

#[test]
fn every_wrong_line_is_named_with_its_reason() {
    let text = fs::read_to_string(fixture("wrong-lines.csv")).unwrap();
    let errors = parse(&text, Interval::Day).unwrap_err();
    assert_eq!(
        errors,
        [
            "line 3: the high 9 is below the low 11",
            "line 4: 'soon' is not a date such as 2024-01-31, 20240131 or 1/31/2024",
            "line 5: the open -1 is not above zero",
            "line 6: the close is missing",
            "line 7: the close 'inf' is not a finite number",
            "line 8: the volume -10 is negative",
            "line 9: line 2 has other values for the same time; is this a file of shorter bars?",
        ]
    );
}

#[test]
fn a_line_that_is_there_twice_counts_once() {
    let text = "Date,Close\n2024-01-02,5\n2024-01-02,5\n";
    assert_eq!(parse(text, Interval::Day).unwrap().len(), 1);
}

#[test]
fn files_that_are_something_else_are_refused_in_words() {
    let refusal = |text: &str, interval| parse(text, interval).unwrap_err().remove(0);
    let day = Interval::Day;
    assert_eq!(refusal("", day), "line 1: the file is empty");
    assert_eq!(refusal("Date,Close\n", day), "line 1: no line has a price");
    assert!(refusal("<!DOCTYPE html>\n<html></html>\n", day).contains("no column is called date"));
    assert!(refusal("2024-01-02,1,2,3\n", day).contains("must name the columns"));
    assert!(refusal("Date,Close\n2024-01-02,1\n", Interval::Hour).contains("no time of day"));
    let minutes = "Time,Close\n2024-01-02 09:30,1\n2024-01-02 09:35,2\n";
    assert!(refusal(minutes, Interval::Hour).contains("closer together than 1h"));
    let not_text = parse_bars_csv(&b"Date,Close\n\xff\xfe,1\n"[..], day, Calendar::NewYork);
    assert_eq!(
        not_text.unwrap_err()[0].to_string(),
        "line 2: the file is not UTF-8 text"
    );
}

struct Import {
    _folder: tempfile::TempDir,
    store: Store,
}

fn now() -> Timestamp {
    "2026-11-21T12:00:00Z".parse().unwrap()
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
        let request = BarsRequest {
            symbol,
            interval,
            name: None,
            kind: None,
            file: Path::new(file),
        };
        import_bars(&self.store, &request, now()).map(|imported| imported.to_string())
    }
}

#[test]
fn an_unknown_symbol_becomes_a_ticker_with_a_quote_of_its_last_bar() {
    let import = Import::new();
    let said = import
        .run("xyz", Interval::Day, &fixture("semicolons-bom-crlf.csv"))
        .unwrap();
    assert_eq!(
        said,
        "Imported 2 1d bars of the new ticker XYZ, from 2024-01-02 to 2024-01-03"
    );
    let snapshot = import.store.snapshot().unwrap();
    let (ticker, quote) = (&snapshot.tickers[0], &snapshot.quotes[0]);
    assert_eq!((ticker.id.0, ticker.profile.name.as_str()), (1, "XYZ"));
    assert_eq!(ticker.profile.kind, TickerKind::Stock);
    let from = ticker.imported.as_ref().unwrap();
    assert_eq!(
        (from.file.as_str(), from.bars, from.at),
        ("semicolons-bom-crlf.csv", 2, now())
    );
    assert_eq!(quote.source, "file");
    assert_eq!(quote.price, 102.75);
    assert_eq!(quote.previous_close, Some(101.5));
    let change = quote.change_24h.unwrap();
    assert!((change - 1.231_527).abs() < 1e-6, "{change}");
    assert_eq!(quote.change_7d, None, "the file does not reach back so far");
    assert_eq!(
        quote.as_of,
        "2024-01-03T21:00:00Z".parse().unwrap(),
        "16:00 in New York"
    );
    assert_eq!(
        (quote.year_high, quote.year_low),
        (Some(103.25), Some(99.5))
    );
}

#[test]
fn a_known_ticker_keeps_its_identity_and_loses_its_old_bars() {
    let import = Import::new();
    import
        .run("^XYZ", Interval::Day, &fixture("close-only.tsv"))
        .unwrap();
    import
        .run("^xyz", Interval::Day, &fixture("nasdaq.csv"))
        .unwrap();
    let snapshot = import.store.snapshot().unwrap();
    assert_eq!(snapshot.tickers.len(), 1);
    assert_eq!(snapshot.tickers[0].profile.kind, TickerKind::Index);
    assert_eq!(
        snapshot.tickers[0].imported.as_ref().unwrap().file,
        "nasdaq.csv"
    );
    let bars = import
        .store
        .bars(snapshot.tickers[0].id, Interval::Day, 0..i64::MAX)
        .unwrap();
    assert_eq!(bars, days("nasdaq.csv"));
    import
        .run("GC=F", Interval::Day, &fixture("close-only.tsv"))
        .unwrap();
    let gold = &import.store.snapshot().unwrap().tickers[1];
    assert_eq!((gold.id.0, gold.profile.kind), (2, TickerKind::Commodity));
}

#[test]
fn shorter_bars_also_become_hours_and_days() {
    let import = Import::new();
    import
        .run("XYZ", Interval::FiveMinutes, &fixture("stooq-intraday.txt"))
        .unwrap();
    let snapshot = import.store.snapshot().unwrap();
    let read = |interval| {
        import
            .store
            .bars(snapshot.tickers[0].id, interval, 0..i64::MAX)
            .unwrap()
    };
    assert_eq!(read(Interval::FiveMinutes).len(), 4);
    assert_eq!(read(Interval::Hour).len(), 3);
    assert_eq!(
        read(Interval::Day)[0],
        day("2024-01-02", [100.0, 103.5, 99.5, 103.25], 7_000.0)
    );
    let quote = &snapshot.quotes[0];
    assert_eq!(quote.previous_close, Some(103.25));
    assert_eq!(
        quote.as_of,
        "2024-01-03T14:35:00Z".parse().unwrap(),
        "the end of the last bar"
    );
}

#[test]
fn hours_around_the_clock_make_days_of_utc() {
    let import = Import::new();
    let file = fixture("epoch-hours.csv");
    let request = BarsRequest {
        symbol: "BTC",
        interval: Interval::Hour,
        name: Some("Bitcoin"),
        kind: Some(TickerKind::Crypto),
        file: Path::new(&file),
    };
    import_bars(&import.store, &request, now()).unwrap();
    let ticker = import.store.snapshot().unwrap().tickers.remove(0);
    assert_eq!(
        (ticker.profile.name.as_str(), ticker.profile.kind),
        ("Bitcoin", TickerKind::Crypto)
    );
    let days = import
        .store
        .bars(ticker.id, Interval::Day, 0..i64::MAX)
        .unwrap();
    assert_eq!(
        days,
        [day(
            "2024-01-01",
            [42_000.1, 42_500.0, 41_900.5, 42_310.0],
            23.75
        )]
    );
}

#[test]
fn a_file_of_shorter_bars_stands_beside_a_long_file_of_days() {
    let import = Import::new();
    import
        .run("XYZ", Interval::Day, &fixture("nasdaq.csv"))
        .unwrap();
    let read = |interval| {
        let id = import.store.snapshot().unwrap().tickers[0].id;
        import.store.bars(id, interval, 0..i64::MAX).unwrap()
    };
    let days = read(Interval::Day);
    let file = fixture("stooq-intraday.txt");
    let said = import.run("XYZ", Interval::FiveMinutes, &file).unwrap();
    assert!(said.ends_with(", beside its 1d bars"), "{said}");
    assert_eq!(read(Interval::FiveMinutes).len(), 4);
    assert_eq!(read(Interval::Hour).len(), 3);
    assert_eq!(read(Interval::Day)[..days.len()], days);
    // The file of days comes again, mended: the shorter bars stay.
    let said = import
        .run("XYZ", Interval::Day, &fixture("nasdaq.csv"))
        .unwrap();
    assert!(said.ends_with(", beside its 5m bars"), "{said}");
    assert_eq!(read(Interval::Day), days);
    assert_eq!(read(Interval::FiveMinutes).len(), 4);
    assert_eq!(read(Interval::Hour).len(), 3, "made of the five minutes");
}

#[test]
fn a_file_of_the_same_length_replaces_the_one_before() {
    let import = Import::new();
    import
        .run("XYZ", Interval::FiveMinutes, &fixture("stooq-intraday.txt"))
        .unwrap();
    let id = import.store.snapshot().unwrap().tickers[0].id;
    let read = |interval| import.store.bars(id, interval, 0..i64::MAX).unwrap();
    let before = (read(Interval::FiveMinutes), read(Interval::Day));
    let said = import
        .run("XYZ", Interval::FiveMinutes, &fixture("stooq-intraday.txt"))
        .unwrap();
    assert!(!said.contains("beside"), "{said}");
    assert_eq!((read(Interval::FiveMinutes), read(Interval::Day)), before);
}

#[test]
fn nothing_is_half_imported() {
    let import = Import::new();
    import
        .run("XYZ", Interval::Day, &fixture("close-only.tsv"))
        .unwrap();
    let before = import.store.snapshot().unwrap();
    let error = import
        .run("XYZ", Interval::Day, &fixture("wrong-lines.csv"))
        .unwrap_err();
    assert!(
        error
            .to_string()
            .contains("wrong-lines.csv was not imported:\n  line 3: "),
        "{error}"
    );
    import
        .run("NEW", Interval::Day, &fixture("wrong-lines.csv"))
        .unwrap_err();
    let after = import.store.snapshot().unwrap();
    assert_eq!(
        (after.tickers, after.quotes),
        (before.tickers, before.quotes)
    );
}

#[test]
fn long_lists_of_errors_are_cut_at_twenty() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bad.csv");
    fs::write(&file, format!("Date,Close\n{}", "never,1\n".repeat(33))).unwrap();
    let error = Import::new()
        .run("XYZ", Interval::Day, file.to_str().unwrap())
        .unwrap_err()
        .to_string();
    assert_eq!(error.lines().count(), 22, "{error}");
    assert!(error.ends_with("and 13 more"), "{error}");
}

#[test]
fn the_future_a_folder_and_a_strange_symbol_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("future.csv");
    fs::write(&file, "Date,Close\n2031-01-02,1\n").unwrap();
    let import = Import::new();
    let error = |symbol, file: &Path| {
        import
            .run(symbol, Interval::Day, file.to_str().unwrap())
            .unwrap_err()
            .to_string()
    };
    assert!(error("XYZ", &file).contains("2031-01-02T00:00:00Z is in the future"));
    assert!(error("XYZ", folder.path()).contains("cannot be read"));
    assert!(error("XYZ", &folder.path().join("none.csv")).contains("cannot be read"));
    for symbol in ["", "  ", "A B", "../x", "ABCDEFGHIJKLMNOPQRSTU"] {
        assert!(error(symbol, &file).contains("is no symbol"), "{symbol:?}");
    }
}

#[test]
fn recorded_files_of_public_sources_are_understood() {
    let recordings = Path::new("../shared/recordings");
    if !recordings.is_dir() {
        println!("skipped: no recordings beside this checkout");
        return;
    }
    for (file, count, last_close) in [
        (
            "datasets/backtesting-GOOG-daily-2004-2013.csv",
            2_148,
            806.19,
        ),
        (
            "datasets/vega-sp500-daily-2000-2020.csv",
            5_105,
            2_874.560_059,
        ),
        ("stooq/daily-AAPL-2024-01.csv", 5, 185.56),
        (
            "yahoo-derived/AET-L-1d-100x-error-fixed.csv",
            23,
            14.550_000_429_153_4,
        ),
        (
            "yahoo-derived/AET-L-1d-100x-error.csv",
            23,
            0.145_500_004_291_534_42,
        ),
    ] {
        let import = Import::new();
        let path = recordings.join(file);
        let said = import
            .run("XYZ", Interval::Day, path.to_str().unwrap())
            .unwrap_or_else(|error| panic!("{file}: {error}"));
        println!("{said}");
        let quote = import.store.snapshot().unwrap().quotes.remove(0);
        let text = fs::read(&path).unwrap();
        let parsed = parse_bars_csv(text.as_slice(), Interval::Day, Calendar::NewYork).unwrap();
        assert_eq!(parsed.bars.len(), count, "{file}");
        assert_eq!(quote.price, last_close, "{file}");
        let stored = import
            .store
            .bars(quote.id, Interval::Day, i64::MIN..i64::MAX)
            .unwrap();
        assert_eq!(stored, parsed.bars, "{file}: bit for bit");
    }
}
