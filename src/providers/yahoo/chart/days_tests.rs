//! Tests of the session that each price of a response belongs to.

#![expect(clippy::float_cmp, reason = "values that pass through unchanged")]

use super::*;
use crate::domain::currency::Currency;

fn target(kind: TickerKind) -> Target {
    Target {
        symbol: "X".to_owned(),
        yahoo: "X".to_owned(),
        kind,
        currency: Currency::USD,
        calendar: kind.default_calendar(),
        is_followed: false,
    }
}

fn second(text: &str) -> i64 {
    text.parse::<Timestamp>().unwrap().as_second()
}

/// The time of a row and its close, which may be any JSON.
type Row<'a> = (&'a str, &'a str);

/// A response of a New York ticker with rows of the interval `step`.
fn chart(step: &str, meta: &str, rows: &[Row<'_>], rest: &str) -> String {
    let starts: Vec<String> = rows.iter().map(|(at, _)| second(at).to_string()).collect();
    let closes: Vec<&str> = rows.iter().map(|(_, close)| *close).collect();
    let (starts, closes) = (starts.join(","), closes.join(","));
    format!(
        r#"{{"chart":{{"result":[{{"meta":{{"symbol":"X","currency":"USD","exchangeTimezoneName":"America/New_York",
        "dataGranularity":"{step}"{meta}}},"timestamp":[{starts}],"indicators":{{"quote":[{{"close":[{closes}],
        "open":[{closes}],"high":[{closes}],"low":[{closes}]}}]}}{rest}}}],"error":null}}}}"#
    )
}

fn parsed_at(now: &str, body: &str, kind: TickerKind) -> ParsedChart {
    let context = ReadContext::at(now.parse().unwrap());
    read(&target(kind), body.as_bytes(), &context)
        .unwrap()
        .unwrap()
}

fn meta_with_price(price: f64, at: &str) -> String {
    format!(
        r#","regularMarketPrice":{price},"regularMarketTime":{}"#,
        second(at)
    )
}

/// Returns the previous close from the bars, for the price in `meta`.
fn bar_close(now: &str, meta: &str, rows: &[Row<'_>]) -> Option<f64> {
    let parsed = parsed_at(now, &chart("1d", meta, rows, ""), TickerKind::Stock);
    parsed.quote.unwrap().bar_close
}

const WEDNESDAY_NOON: &str = "2026-09-16T16:05:00Z";

#[test]
fn a_null_zero_or_missing_session_is_unknown() {
    let meta = meta_with_price(110.0, "2026-09-16T16:00:00Z");
    let monday = ("2026-09-14T13:30:00Z", "100");
    let wednesday = ("2026-09-16T13:30:00Z", "110");
    for invalid in ["null", "0", "\"n/a\""] {
        let rows = [monday, ("2026-09-15T13:30:00Z", invalid), wednesday];
        assert_eq!(bar_close(WEDNESDAY_NOON, &meta, &rows), None, "{invalid}");
    }
    assert_eq!(bar_close(WEDNESDAY_NOON, &meta, &[monday, wednesday]), None);
    let refilled = [monday, ("2026-09-15T13:30:00Z", "105"), wednesday];
    assert_eq!(bar_close(WEDNESDAY_NOON, &meta, &refilled), Some(105.0));
}

#[test]
fn the_previous_close_does_not_depend_on_row_order_duplicates_or_todays_row() {
    let meta = meta_with_price(110.0, "2026-09-16T16:00:00Z");
    let (monday, tuesday) = (
        ("2026-09-14T13:30:00Z", "100"),
        ("2026-09-15T13:30:00Z", "105"),
    );
    let wednesday = ("2026-09-16T13:30:00Z", "110");
    let early = ("2026-09-15T13:30:00Z", "104");
    let live = ("2026-09-16T16:00:00Z", "110");
    for rows in [
        vec![wednesday, tuesday, monday],
        vec![monday, early, tuesday, wednesday],
        vec![monday, tuesday, wednesday, live],
        vec![monday, tuesday],
        vec![monday, tuesday, ("2026-09-16T13:30:00Z", "null")],
    ] {
        assert_eq!(
            bar_close(WEDNESDAY_NOON, &meta, &rows),
            Some(105.0),
            "{rows:?}"
        );
    }
}

#[test]
fn the_previous_session_skips_weekends_and_holidays() {
    // Labor Day was the 7th.
    let meta = meta_with_price(110.0, "2026-09-08T16:00:00Z");
    let friday = ("2026-09-04T13:30:00Z", "100");
    let tuesday = ("2026-09-08T13:30:00Z", "110");
    assert_eq!(
        bar_close("2026-09-08T16:05:00Z", &meta, &[friday, tuesday]),
        Some(100.0)
    );
    let thursday = ("2026-09-03T13:30:00Z", "99");
    assert_eq!(
        bar_close("2026-09-08T16:05:00Z", &meta, &[thursday, tuesday]),
        None
    );
    // It is Sunday, and the row of Friday is null.
    let meta = meta_with_price(100.5, "2026-09-04T20:00:00Z");
    let rows = [thursday, ("2026-09-04T13:30:00Z", "null")];
    assert_eq!(bar_close("2026-09-06T10:00:00Z", &meta, &rows), Some(99.0));
}

#[test]
fn a_previous_close_equal_to_the_price_before_the_open_is_not_used() {
    let meta = |stated: f64, period: &str| {
        let meta_with_price = meta_with_price(100.0, "2026-09-11T20:00:00Z");
        format!(r#"{meta_with_price},"range":"1d","previousClose":{stated}{period}"#)
    };
    let stated = |now: &str, meta: &str| {
        let rows = [
            ("2026-09-10T13:30:00Z", "98"),
            ("2026-09-11T13:30:00Z", "100"),
        ];
        let quote = parsed_at(now, &chart("1d", meta, &rows, ""), TickerKind::Stock).quote;
        let quote = quote.unwrap();
        (quote.previous_close, quote.bar_close)
    };
    let period = |open: &str| {
        let open = second(open);
        format!(
            r#","currentTradingPeriod":{{"regular":{{"start":{open},"end":{},"gmtoffset":-14400}}}}"#,
            open + 23_400
        )
    };
    let (monday, friday) = (
        period("2026-09-14T13:30:00Z"),
        period("2026-09-11T13:30:00Z"),
    );
    let before_the_open = "2026-09-14T12:00:00Z";
    assert_eq!(
        stated(before_the_open, &meta(100.0, &monday)),
        (None, Some(98.0))
    );
    assert_eq!(
        stated(before_the_open, &meta(100.02, &monday)),
        (None, Some(98.0))
    );
    assert_eq!(
        stated(before_the_open, &meta(100.0, "")),
        (None, Some(98.0))
    );
    assert_eq!(
        stated("2026-09-12T12:00:00Z", &meta(98.0, &friday)),
        (Some(98.0), Some(98.0))
    );
    assert_eq!(
        stated("2026-09-12T12:00:00Z", &meta(98.0, "")),
        (Some(98.0), Some(98.0))
    );
}

#[test]
fn a_price_without_a_time_is_dated_at_the_close_of_its_session() {
    let rows = [
        ("2026-09-10T13:30:00Z", "98"),
        ("2026-09-11T13:30:00Z", "100"),
    ];
    let dated_quote = |now: &str, meta: &str, rows: &[Row<'_>]| {
        let parsed = parsed_at(now, &chart("1d", meta, rows, ""), TickerKind::Stock);
        let quote = parsed.quote.unwrap();
        (
            quote.price,
            quote.as_of.to_string(),
            quote.bar_close,
            parsed.is_dated,
        )
    };
    let close = "2026-09-11T20:00:00Z".to_owned();
    for meta in [
        "",
        r#","regularMarketPrice":100"#,
        r#","regularMarketTime":1789156800"#,
    ] {
        let expected = (100.0, close.clone(), Some(98.0), false);
        assert_eq!(
            dated_quote("2026-09-12T12:00:00Z", meta, &rows),
            expected,
            "{meta}"
        );
    }
    let with_null = [rows[0], rows[1], ("2026-09-14T13:30:00Z", "null")];
    assert_eq!(
        dated_quote("2026-09-14T16:00:00Z", "", &with_null),
        (100.0, close, Some(98.0), false)
    );
    // Black Friday closes at 13:00.
    let short = [
        ("2026-11-25T14:30:00Z", "98"),
        ("2026-11-27T14:30:00Z", "100"),
    ];
    let expected = (100.0, "2026-11-27T18:00:00Z".to_owned(), Some(98.0), false);
    assert_eq!(dated_quote("2026-11-28T12:00:00Z", "", &short), expected);
    // During the session, the price gets the current time.
    let expected = (100.0, "2026-09-11T16:00:00Z".to_owned(), Some(98.0), false);
    assert_eq!(dated_quote("2026-09-11T16:00:00Z", "", &rows), expected);
}

#[test]
fn a_price_older_than_its_bars_is_replaced_by_them() {
    let meta = meta_with_price(11_796.7, "2024-07-19T20:00:00Z");
    let rows = [
        ("2024-09-12T13:30:00Z", "11887.1"),
        ("2024-09-13T13:30:00Z", "11892.19"),
    ];
    let parsed = parsed_at(
        "2024-09-14T10:00:00Z",
        &chart("1d", &meta, &rows, ""),
        TickerKind::Fund,
    );
    let quote = parsed.quote.unwrap();
    assert_eq!((quote.price, quote.bar_close), (11_892.19, Some(11_887.1)));
    assert_eq!(quote.as_of.to_string(), "2024-09-13T20:00:00Z");
}

#[test]
fn a_row_of_a_future_session_is_neither_bar_nor_price() {
    let meta = meta_with_price(65.6, "2026-09-15T20:00:00Z");
    let (tuesday, today) = (
        ("2026-09-15T13:30:00Z", "65.6"),
        ("2026-09-16T13:30:00Z", "65.6"),
    );
    let moved = ("2026-09-16T13:30:00Z", "66.1");
    for (now, rows, count) in [
        ("2026-09-16T12:30:00Z", [tuesday, today], 1),
        ("2026-09-16T12:30:00Z", [tuesday, moved], 1),
        // The price is delayed, so no trade of the new session is known.
        ("2026-09-16T13:35:00Z", [tuesday, today], 1),
        ("2026-09-16T13:35:00Z", [tuesday, moved], 2),
    ] {
        let parsed = parsed_at(now, &chart("1d", &meta, &rows, ""), TickerKind::Stock);
        assert_eq!(parsed.bars.len(), count, "{now} {rows:?}");
        assert_eq!(
            parsed.quote.unwrap().as_of.to_string(),
            "2026-09-15T20:00:00Z"
        );
    }
}

#[test]
fn a_live_price_after_the_days_bar_updates_its_close_and_keeps_its_range() {
    let meta = meta_with_price(520.0, "2026-09-16T20:00:00Z");
    let body = chart(
        "1d",
        &meta,
        &[
            ("2026-09-16T13:30:00Z", "518"),
            ("2026-09-16T20:00:00Z", "520"),
        ],
        "",
    );
    let body = body
        .replace(r#""high":[518,520]"#, r#""high":[521,520]"#)
        .replace(r#""low":[518,520]"#, r#""low":[499,520]"#)
        .replace(
            r#""open":[518,520]"#,
            r#""open":[500,520],"volume":[20000000,0]"#,
        );
    let bars = parsed_at("2026-09-16T20:20:00Z", &body, TickerKind::Stock).bars;
    assert_eq!(bars.len(), 1);
    let bar = bars[0];
    assert_eq!(
        (bar.open, bar.high, bar.low, bar.close),
        (500.0, 521.0, 499.0, 520.0)
    );
    assert_eq!(bar.volume, 20_000_000.0);
}

/// Returns the daily closes of four sessions around Monday the 14th, the day of a 5:1 split.
fn around_a_split(closes: [&str; 4], meta: &str) -> Vec<f64> {
    let days = ["2026-09-10", "2026-09-11", "2026-09-14", "2026-09-15"];
    let stamps = days.map(|day| format!("{day}T13:30:00Z"));
    let rows: Vec<Row<'_>> = stamps
        .iter()
        .zip(closes)
        .map(|(at, close)| (&**at, close))
        .collect();
    let split = format!(
        r#","events":{{"splits":{{"a":{{"date":{},"numerator":5,"denominator":1}}}}}}"#,
        second("2026-09-14T13:30:00Z")
    );
    let body = chart("1d", meta, &rows, &split);
    let bars = parsed_at("2026-09-15T20:30:00Z", &body, TickerKind::Stock).bars;
    bars.iter().map(|bar| bar.close).collect()
}

#[test]
fn unadjusted_values_are_adjusted_once() {
    let meta = meta_with_price(41.41, "2026-09-15T20:00:00Z");
    for (closes, case) in [
        (["205", "205", "41", "41.41"], "not adjusted"),
        (["41", "41", "41", "41.41"], "already adjusted"),
        (
            ["41", "205", "41", "41.41"],
            "adjusted except for the last day",
        ),
        (["205", "205", "205", "41.41"], "adjusted a day late"),
        (
            ["205", "205", "null", "41.41"],
            "without the day of the split",
        ),
    ] {
        let found = around_a_split(closes, &meta);
        let expected: Vec<f64> = closes
            .iter()
            .filter(|close| **close != "null")
            .map(|close| if *close == "41.41" { 41.41 } else { 41.0 })
            .collect();
        assert_eq!(found, expected, "{case}");
    }
}

#[test]
fn the_price_shows_whether_rows_before_a_split_are_unadjusted() {
    let rows = ["200", "205", "null", "null"];
    let new = meta_with_price(41.0, "2026-09-14T14:00:00Z");
    assert_eq!(around_a_split(rows, &new), [40.0, 41.0]);
    let old = meta_with_price(205.0, "2026-09-11T20:00:00Z");
    assert_eq!(around_a_split(rows, &old), [200.0, 205.0]);
}

#[test]
fn a_jump_without_a_split_or_with_another_ratio_is_not_adjusted() {
    let rows = [
        ("2026-09-11T13:30:00Z", "205"),
        ("2026-09-14T13:30:00Z", "41"),
        ("2026-09-15T13:30:00Z", "41.41"),
    ];
    let meta = meta_with_price(41.41, "2026-09-15T20:00:00Z");
    let body = chart("1d", &meta, &rows, "");
    let bars = parsed_at("2026-09-15T20:30:00Z", &body, TickerKind::Stock).bars;
    assert_eq!(bars[0].close, 205.0);
    assert_eq!(
        around_a_split(["90", "90", "41", "41.41"], &meta),
        [90.0, 90.0, 41.0, 41.41]
    );
}

#[test]
fn intraday_bars_are_adjusted_for_a_split_known_from_daily_data() {
    let rows = [
        ("2026-09-11T19:30:00Z", "1000"),
        ("2026-09-14T13:30:00Z", "100"),
        ("2026-09-14T14:30:00Z", "101"),
    ];
    let meta = meta_with_price(101.0, "2026-09-14T15:30:00Z");
    let split = Split {
        date: "2026-09-14".parse().unwrap(),
        numerator: 10.0,
        denominator: 1.0,
    };
    let body = chart("1h", &meta, &rows, "");
    for (splits, first) in [(vec![split], 100.0), (vec![], 1_000.0)] {
        let context = ReadContext {
            now: "2026-09-14T15:31:00Z".parse().unwrap(),
            splits: &splits,
        };
        let parsed = read(&target(TickerKind::Stock), body.as_bytes(), &context);
        assert_eq!(parsed.unwrap().unwrap().bars[0].close, first);
    }
}

#[test]
fn a_coins_day_has_24_hours_and_an_hourly_close_is_dated_at_its_end() {
    let rows = [
        ("2026-09-15T11:00:00Z", "100"),
        ("2026-09-15T12:00:00Z", "110"),
        ("2026-09-16T11:00:00Z", "110"),
    ];
    let change = |at: &str, rows: &[Row<'_>]| {
        let meta = meta_with_price(110.0, at);
        let body = chart("1h", &meta, rows, "");
        let parsed = parsed_at("2026-09-16T12:06:00Z", &body, TickerKind::Crypto);
        parsed
            .quote
            .unwrap()
            .change_24h
            .map(|change| (change * 1e6).round() / 1e6)
    };
    assert_eq!(change("2026-09-16T12:05:00Z", &rows), Some(10.0));
    assert_eq!(
        change("2026-09-16T12:05:00Z", &rows[1..]),
        Some(0.0),
        "the change is measured from the open of the bar"
    );
    assert_eq!(change("2026-09-16T12:05:00Z", &rows[2..]), None);
}

#[test]
fn a_negative_yield_is_read_as_a_price_and_a_bar() {
    let meta = meta_with_price(-0.05, "2026-09-16T16:00:00Z");
    let rows = [
        ("2026-09-15T13:30:00Z", "0.02"),
        ("2026-09-16T13:30:00Z", "-0.05"),
    ];
    let parsed = parsed_at(
        WEDNESDAY_NOON,
        &chart("1d", &meta, &rows, ""),
        TickerKind::Index,
    );
    let quote = parsed.quote.unwrap();
    assert_eq!((quote.price, quote.bar_close), (-0.05, Some(0.02)));
    assert_eq!(parsed.bars[1].close, -0.05);
}
