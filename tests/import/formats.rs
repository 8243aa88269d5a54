//! Hand-written files in the formats of banks, brokers and data vendors.

use marketdeck::import::{DateOrder, DecimalMark};

use super::*;

/// Returns start, close and volume of each bar.
fn summary(name: &str) -> Vec<(String, f64, Option<f64>)> {
    let bars = days(name);
    let row = |bar: &Bar| {
        let start = Timestamp::from_second(bar.start).unwrap();
        (
            start.strftime("%F").to_string(),
            bar.close,
            bar.known_volume(),
        )
    };
    bars.iter().map(row).collect()
}

fn import_error(name: &str) -> String {
    let text = fs::read_to_string(fixture(name)).unwrap();
    let errors = parse(&text, Interval::Day).unwrap_err();
    assert_eq!(errors.len(), 1, "{errors:?}");
    errors[0].clone()
}

/// Reads a file as bars of a coin, so that any date is a trading day; the tests that use it are about date formats.
fn read_with(name: &str, change: impl FnOnce(&mut ReadOptions)) -> Result<Vec<Bar>, Vec<String>> {
    let bytes = fs::read(fixture(name)).unwrap();
    let mut options = ReadOptions::default();
    change(&mut options);
    let series = Series::new(Interval::Day, TickerKind::Crypto);
    parse_as(&bytes, &series, &options)
}

#[test]
fn ambiguous_day_and_month_are_rejected_until_the_order_is_specified() {
    let name = "day-or-month-first.csv";
    let error = import_error(name);
    assert!(
        error.contains("'01/02/2025' could be February 1, 2025 or January 2, 2025"),
        "{error}"
    );
    assert!(
        error.contains("--date-order dmy or --date-order mdy"),
        "{error}"
    );
    let starts = |order| -> Vec<i64> {
        let bars = read_with(name, |options| options.date_order = Some(order)).unwrap();
        bars.iter().map(|bar| bar.start).collect()
    };
    let utc = |dates: [&str; 3]| dates.map(|date| second(&format!("{date}T00:00:00Z")));
    assert_eq!(
        starts(DateOrder::DayMonthYear),
        utc(["2025-02-01", "2025-03-01", "2025-04-01"])
    );
    assert_eq!(
        starts(DateOrder::MonthDayYear),
        utc(["2025-01-02", "2025-01-03", "2025-01-04"])
    );
    let wrong = read_with(name, |options| {
        options.date_order = Some(DateOrder::YearMonthDay);
    });
    assert_eq!(
        wrong.unwrap_err()[0],
        "line 2: Invalid date '01/02/2025'; expected the order year, month, day"
    );
}

#[test]
fn a_day_above_twelve_shows_that_the_day_comes_first() {
    assert_eq!(
        summary("day-first.csv"),
        [
            ("2026-09-02".into(), 10.0, None),
            ("2026-09-14".into(), 11.0, None)
        ]
    );
    let wrong = read_with("day-first.csv", |options| {
        options.date_order = Some(DateOrder::MonthDayYear);
    });
    assert_eq!(
        wrong.unwrap_err(),
        ["line 3: Invalid date '14/09/2026'; expected the order month, day, year"]
    );
}

#[test]
fn decimal_commas_and_thousands_points_are_parsed() {
    assert_eq!(
        summary("decimal-comma.csv"),
        [
            ("2026-09-14".into(), 1_101.29, Some(12_500.0)),
            ("2026-09-15".into(), 101.3, Some(900.0))
        ]
    );
}

#[test]
fn ambiguous_decimal_marks_are_rejected_until_one_is_specified() {
    let name = "point-or-thousands.csv";
    let error = import_error(name);
    assert!(
        error.starts_with("line 2: '1.234' could be 1234 or 1.234, "),
        "{error}"
    );
    for (mark, close) in [(DecimalMark::Point, 1.234), (DecimalMark::Comma, 1_234.0)] {
        let bars = read_with(name, |options| options.decimal_mark = Some(mark)).unwrap();
        assert_eq!(bars[0].close, close);
    }
    let mixed = import_error("both-decimal-marks.csv");
    assert!(mixed.contains("use different decimal marks"), "{mixed}");
}

#[test]
fn the_three_header_lines_of_yfinance_are_parsed() {
    assert_eq!(
        days("yfinance.csv"),
        [
            day("2024-01-02", [139.08, 139.9, 138.02, 139.48], 1_523_112.0),
            day("2024-01-03", [139.04, 139.12, 136.5, 137.1], 1_893_400.0),
        ]
    );
    assert_eq!(
        import_error("yfinance-two-tickers.csv"),
        "line 1: the file contains more than one ticker, SAP.DE and VOD.L; save each ticker in its own file"
    );
}

#[test]
fn the_columns_of_german_banks_are_parsed() {
    assert_eq!(
        days("ariva.csv"),
        [
            day("2026-09-14", [100.1, 101.9, 99.85, 101.29], 980.0),
            day("2026-09-15", [101.5, 102.75, 100.9, 102.29], 1_204.0),
        ]
    );
}

#[test]
fn month_names_and_volumes_in_millions_are_parsed() {
    let english = [
        day(
            "2026-11-19",
            [1_229.0, 1_236.75, 1_225.0, 1_234.5],
            980_400.0,
        ),
        day(
            "2026-11-20",
            [1_234.5, 1_244.0, 1_230.25, 1_240.1],
            1_250_000.0,
        ),
    ];
    assert_eq!(days("investing.csv"), english);
    let german = [
        day(
            "2026-11-19",
            [1_080.0, 1_099.0, 1_079.9, 1_095.4],
            980_500.0,
        ),
        day(
            "2026-11-20",
            [1_090.0, 1_110.5, 1_085.2, 1_101.29],
            1_230_000.0,
        ),
    ];
    assert_eq!(days("investing-german.csv"), german);
}

#[test]
fn the_net_asset_value_of_a_fund_is_its_close() {
    assert_eq!(
        summary("fund.csv")[1],
        ("2026-09-15".into(), 101.3456, None)
    );
}

#[test]
fn seconds_and_milliseconds_may_be_mixed_in_one_file() {
    let mixed: Vec<_> = summary("mixed-epochs.csv")
        .into_iter()
        .map(|(start, ..)| start)
        .collect();
    assert_eq!(mixed, ["2024-01-02", "2024-01-03"]);
    let starts: Vec<_> = summary("epoch-milliseconds.csv")
        .into_iter()
        .map(|(start, ..)| start)
        .collect();
    assert_eq!(starts, ["2024-01-02", "2024-01-03"]);
    let ancient = parse("timestamp,close\n1492-10-12,10\n", Interval::Day);
    assert_eq!(
        ancient.unwrap_err(),
        ["line 2: '1492-10-12' is before the year 1600"]
    );
}

#[test]
fn pandas_and_yahoo_times_with_a_zone_are_parsed() {
    assert_eq!(summary("pandas-index.csv")[0].0, "2014-08-19");
    assert_eq!(
        summary("yahoo-with-zone.csv"),
        [
            ("2022-06-06".into(), 14.55, Some(12_000.0)),
            ("2022-06-07".into(), 14.5, Some(9_000.0))
        ]
    );
}
