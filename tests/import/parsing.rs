//! Parsing of bar files, and errors that name the line.

use super::*;

#[test]
fn semicolons_byte_order_mark_compact_dates_and_newest_first_are_parsed() {
    assert_eq!(
        days("semicolons-bom-crlf.csv"),
        [
            day("2024-01-02", [100.0, 102.0, 99.5, 101.5], 1_000.0),
            day("2024-01-03", [101.5, 103.25, 100.0, 102.75], 1_200.0),
        ]
    );
}

#[test]
fn a_file_of_closes_becomes_flat_bars_without_volume() {
    assert_eq!(
        days("close-only.tsv"),
        [
            day("2024-01-02", [1234.5; 4], Bar::UNKNOWN_VOLUME),
            day("2024-01-16", [1240.25; 4], Bar::UNKNOWN_VOLUME),
        ]
    );
}

#[test]
fn a_line_without_open_high_and_low_is_a_flat_bar_and_one_with_only_some_is_rejected() {
    let file = |line: &str| {
        let text =
            format!("Date,Open,High,Low,Close,Volume\n2024-01-02,10,11,9,10.5,500\n{line}\n");
        parse(&text, Interval::Day)
    };
    assert_eq!(
        file("2024-01-03,,,,4.25,").unwrap()[1],
        day("2024-01-03", [4.25; 4], Bar::UNKNOWN_VOLUME)
    );
    for (line, missing) in [
        ("2024-01-03,,11,9,10.5,500", "open"),
        ("2024-01-03,10,,9,10.5,500", "high"),
        ("2024-01-03,10,11,,10.5,500", "low"),
    ] {
        assert_eq!(
            file(line).unwrap_err(),
            [format!("line 3: the {missing} is missing")]
        );
    }
}

#[test]
fn dollar_signs_and_nasdaq_column_names_are_parsed() {
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
fn the_unadjusted_close_is_used_and_lines_without_prices_are_skipped() {
    let text = fs::read(fixture("yahoo-with-holiday.csv")).unwrap();
    let parsed = parse_bars(
        text.as_slice(),
        &Series::new(Interval::Day, TickerKind::Stock),
        &ReadOptions::default(),
        &|_, _| (),
    )
    .unwrap();
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
    // A timestamp at the New York close has that date, although it is the next day in UTC.
    let late = parse("Date,Close\n1704243600,1\n", Interval::Day).unwrap();
    assert_eq!(late[0].start, second("2024-01-02T00:00:00Z"));
}

#[test]
fn times_without_an_offset_are_exchange_time() {
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
fn every_invalid_line_is_listed_with_its_reason() {
    let text = fs::read_to_string(fixture("wrong-lines.csv")).unwrap();
    let errors = parse(&text, Interval::Day).unwrap_err();
    assert_eq!(
        errors,
        [
            "line 3: the high 9 is below the low 11",
            "line 4: Invalid date 'soon'; expected a date such as 2024-01-31, 20240131, 31.1.2024, 1/31/2024 or Jan 31, 2024",
            "line 5: the open -1 is not above zero",
            "line 6: the close is missing",
            "line 7: the close 'inf' is not a finite number",
            "line 8: the volume -10 is negative",
            "line 9: line 2 has different values for the same time; does the file contain bars of a shorter interval?",
        ]
    );
}

#[test]
fn a_duplicate_line_counts_once() {
    let text = "Date,Close\n2024-01-02,5\n2024-01-02,5\n";
    assert_eq!(parse(text, Interval::Day).unwrap().len(), 1);
}

#[test]
fn other_files_are_rejected_with_a_reason() {
    let import_error = |text: &str, interval| parse(text, interval).unwrap_err().remove(0);
    let day = Interval::Day;
    assert_eq!(import_error("", day), "line 1: the file is empty");
    assert_eq!(
        import_error("Date,Close\n", day),
        "line 1: no line has a price"
    );
    assert!(import_error("<!DOCTYPE html>\n<html></html>\n", day).contains("web page"));
    assert!(import_error("2024-01-02,1,2,3\n", day).contains("add a header line"));
    assert!(import_error("Date,Close\n2024-01-02,1\n", Interval::Hour).contains("no time of day"));
    let minutes = "Time,Close\n2024-01-02 09:30,1\n2024-01-02 09:35,2\n";
    assert!(import_error(minutes, Interval::Hour).contains("closer together than 1h"));
    // Text that is not UTF-8 is read as Windows-1252; this is then not a date.
    let series = Series::new(day, TickerKind::Stock);
    let not_a_date = parse_as(
        b"Date,Close\n\xff\xfe,1\n",
        &series,
        &ReadOptions::default(),
    );
    assert!(not_a_date.unwrap_err()[0].starts_with("line 2: Invalid date 'ÿþ'"));
    let not_text = parse_as(
        b"Date,Close\n\x01\x02,1\n",
        &series,
        &ReadOptions::default(),
    );
    assert_eq!(not_text.unwrap_err(), ["line 2: the file is not text"]);
}
