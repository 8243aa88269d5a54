//! Tests of the pitfalls of the chart endpoint, all of which occurred in real responses. The responses in these tests are invented.

#![expect(clippy::float_cmp, reason = "values that pass through unchanged")]

use super::{
    days::{DAY, date_of},
    *,
};
use crate::{
    domain::{
        currency::Currency,
        dividend::{self, Dividend, DividendKind, Frequency},
    },
    testing::fuzz::fuzz,
};

mod invalid;
mod payments;
mod units;

fn target(symbol: &str, kind: TickerKind) -> Target {
    Target {
        symbol: symbol.to_owned(),
        yahoo: symbol.to_owned(),
        kind,
        currency: Currency::USD,
        calendar: kind.default_calendar(),
        is_followed: false,
    }
}

/// Reads a response on the afternoon of Friday, 5 December 2025.
fn read_now(target: &Target, body: &[u8]) -> Result<Result<ParsedChart, NoData>, SourceError> {
    let now = "2025-12-05T19:00:00Z".parse().unwrap();
    read(target, body, &ReadContext::at(now))
}

fn response(meta: &str, rest: &str) -> String {
    format!(
        r#"{{"chart":{{"result":[{{"meta":{{"symbol":"X","gmtoffset":-18000,{meta}}}{rest}}}],"error":null}}}}"#
    )
}

fn read_data(body: &str) -> ParsedChart {
    read_now(&target("X", TickerKind::Stock), body.as_bytes())
        .expect("the response is valid")
        .expect("the response has data")
}

fn read_error(body: &[u8]) -> SourceError {
    read_now(&target("X", TickerKind::Stock), body).expect_err("the response is an error")
}

fn read_no_data(body: &str) -> NoData {
    read_now(&target("X", TickerKind::Stock), body.as_bytes())
        .expect("the response is valid")
        .expect_err("the response has no data")
}

const DAILY: &str = r#""currency":"USD","dataGranularity":"1d","range":"6mo","regularMarketPrice":12.5,"regularMarketTime":1763750000"#;

fn columns(starts: &str, open: &str, high: &str, low: &str, close: &str) -> String {
    format!(
        r#","timestamp":{starts},"indicators":{{"quote":[{{"open":{open},"high":{high},"low":{low},"close":{close},"volume":[1,2,3]}}]}}"#
    )
}

/// A response with all fields.
fn complete_response() -> String {
    let meta = format!(
        r#"{DAILY},"exchangeTimezoneName":"America/New_York","previousClose":12,"fiftyTwoWeekHigh":14,"regularMarketVolume":9"#
    );
    let rest = columns(
        "[1763562600,1763649000,1763735400]",
        "[10,11,12]",
        "[11,12,13]",
        "[9,10,11]",
        "[10.5,11.5,12.5]",
    );
    let events = r#","events":{"dividends":{"a":{"amount":0.1,"date":1763562600},"b":{"amount":0.2,"date":1763649000}},
        "splits":{"c":{"date":1763562600,"numerator":4,"denominator":1}}}"#;
    response(&meta, &format!("{events}{rest}"))
}

#[test]
fn null_prices_become_the_close_and_rows_with_a_null_close_are_skipped() {
    let rest = columns(
        "[1763562600,1763649000,1763735400]",
        "[10,null,12]",
        "[11,null,13]",
        "[9,null,null]",
        "[10.5,null,12.5]",
    );
    let bars = read_data(&response(DAILY, &rest)).bars;
    assert_eq!(bars.len(), 2);
    assert_eq!(
        (bars[1].low, bars[1].close, bars[1].volume),
        (12.0, 12.5, 3.0)
    );
}

#[test]
fn a_response_without_timestamps_still_has_a_quote() {
    let parsed = read_data(&response(DAILY, r#","indicators":{"quote":[{}]}"#));
    assert!(parsed.bars.is_empty());
    assert_eq!(parsed.quote.unwrap().price, 12.5);
}

#[test]
fn timestamps_without_price_columns_yield_no_bars() {
    let parsed = read_data(&response(
        DAILY,
        r#","timestamp":[1,2],"indicators":{"quote":[{}]}"#,
    ));
    assert!(parsed.bars.is_empty());
}

#[test]
fn daily_bars_have_the_date_of_the_exchange() {
    // 14:30 UTC on 20 November 2025 is 9:30 in New York. 01:00 UTC on the 22nd is still the 21st in New York.
    let rest = columns(
        "[1763649000,1763773200]",
        "[10,11]",
        "[11,12]",
        "[9,10]",
        "[10,11]",
    );
    let bars = read_data(&response(DAILY, &rest)).bars;
    assert_eq!(
        date_of(bars[0].start / DAY).unwrap().to_string(),
        "2025-11-20"
    );
    assert_eq!(
        date_of(bars[1].start / DAY).unwrap().to_string(),
        "2025-11-21"
    );
}

#[test]
fn a_live_last_point_replaces_the_bar_of_its_day() {
    let rest = columns(
        "[1763649000,1763735400,1763750000]",
        "[10,11,11]",
        "[11,12,13]",
        "[9,10,10]",
        "[10,11,12.5]",
    );
    let bars = read_data(&response(DAILY, &rest)).bars;
    assert_eq!(bars.len(), 2);
    assert_eq!(bars[1].close, 12.5);
}

#[test]
fn a_live_last_point_between_two_five_minute_bars_is_not_a_bar() {
    let meta = r#""currency":"USD","dataGranularity":"5m","regularMarketPrice":12.5,"regularMarketTime":1763649712"#;
    let rest = columns(
        "[1763649000,1763649300,1763649712]",
        "[10,11,12]",
        "[11,12,13]",
        "[9,10,11]",
        "[10,11,12.5]",
    );
    let parsed = read_data(&response(meta, &rest));
    assert_eq!(parsed.bars.len(), 2);
    assert_eq!(parsed.quote.unwrap().as_of.as_second(), 1_763_649_712);
}

#[test]
fn minute_bars_are_combined_into_five_minute_bars() {
    let meta = r#""currency":"USD","dataGranularity":"1m""#;
    let rest = columns(
        "[1763649000,1763649060,1763649300]",
        "[10,11,12]",
        "[11,15,13]",
        "[9,10,11]",
        "[10,11,12.5]",
    );
    let parsed = read_data(&response(meta, &rest));
    assert_eq!(parsed.interval, Some(Interval::FiveMinutes));
    assert_eq!(parsed.bars.len(), 2);
    assert_eq!(
        (
            parsed.bars[0].high,
            parsed.bars[0].close,
            parsed.bars[0].volume
        ),
        (15.0, 11.0, 3.0)
    );
    assert_eq!(
        parsed.quote.unwrap().price,
        12.5,
        "the last close is used because there is no quote"
    );
}

#[test]
fn a_coarser_interval_than_requested_is_ignored() {
    let meta = r#""currency":"USD","dataGranularity":"1mo","regularMarketPrice":12.5,"regularMarketTime":1763649712"#;
    let rest = columns("[1763649000]", "[10]", "[11]", "[9]", "[10]");
    assert!(read_data(&response(meta, &rest)).bars.is_empty());
}

#[test]
fn the_previous_close_is_never_the_close_before_the_range() {
    let half_year = format!(r#"{DAILY},"chartPreviousClose":5"#);
    assert_eq!(
        read_data(&response(&half_year, ""))
            .quote
            .unwrap()
            .previous_close,
        None
    );
    let day = half_year.replace("6mo", "1d");
    assert_eq!(
        read_data(&response(&day, "")).quote.unwrap().previous_close,
        Some(5.0)
    );
    let percent = format!(r#"{DAILY},"regularMarketChangePercent":25"#);
    assert_eq!(
        read_data(&response(&percent, "")).quote.unwrap().bar_close,
        Some(10.0)
    );
    let rest = columns(
        "[1763649000,1763735400]",
        "[10,11]",
        "[11,12]",
        "[9,10]",
        "[10,11]",
    );
    assert_eq!(
        read_data(&response(DAILY, &rest)).quote.unwrap().bar_close,
        Some(10.0),
        "the bar of the session before today's"
    );
}

#[test]
fn a_midnight_bar_keeps_its_date_in_summer_and_winter_time() {
    // The bars of futures start at midnight in New York: 04:00 UTC in July, 05:00 UTC in December. The offset in the response is
    // that of the day of the request.
    let meta = format!(r#"{DAILY},"exchangeTimezoneName":"America/New_York","gmtoffset":-18000"#);
    let rest = columns(
        "[1751428800,1764565200]",
        "[10,11]",
        "[11,12]",
        "[9,10]",
        "[10,11]",
    );
    let body = response(&meta, &rest).replacen(r#""gmtoffset":-18000,"#, "", 1);
    let dates: Vec<String> = read_data(&body)
        .bars
        .iter()
        .map(|bar| date_of(bar.start / DAY).unwrap().to_string())
        .collect();
    assert_eq!(dates, ["2025-07-02", "2025-12-01"]);
}

#[test]
fn an_old_chart_with_a_new_price_has_no_previous_close() {
    // The price is from 21 November 2025, the bars are from 2020.
    let rest = columns(
        "[1577975400,1578061800]",
        "[10,11]",
        "[11,12]",
        "[9,10]",
        "[10,11]",
    );
    let quote = read_data(&response(DAILY, &rest)).quote.unwrap();
    assert_eq!((quote.previous_close, quote.bar_close), (None, None));
    // The bar of the price's day exists, but the one before is a month old.
    let rest = columns(
        "[1761100200,1763735400]",
        "[10,11]",
        "[11,12]",
        "[9,10]",
        "[10,11]",
    );
    let quote = read_data(&response(DAILY, &rest)).quote.unwrap();
    assert_eq!((quote.previous_close, quote.bar_close), (None, None));
}

#[test]
fn the_24_hour_change_is_not_used_as_the_session_change() {
    let meta = format!(
        r#"{DAILY},"regularMarketChangePercent":1.533,"fulldayPrice":12.6,"fulldayChange":0.6"#
    );
    let close = read_data(&response(&meta, "")).quote.unwrap().bar_close;
    assert!((close.unwrap() - 12.0).abs() < 1e-9);
}

#[test]
fn crypto_has_no_previous_close_and_its_change_is_over_24_hours() {
    let meta = r#""currency":"USD","dataGranularity":"5m","range":"1d","regularMarketPrice":110,"regularMarketTime":1763736000,"chartPreviousClose":90,"regularMarketChangePercent":-1.4"#;
    let rest = columns(
        "[1763649600,1763649900,1763735700]",
        "[100,101,109]",
        "[100,101,109]",
        "[100,101,109]",
        "[100,101,109]",
    );
    let parsed = read_now(
        &target("BTC", TickerKind::Crypto),
        response(meta, &rest).as_bytes(),
    )
    .unwrap()
    .unwrap();
    let quote = parsed.quote.unwrap();
    assert_eq!(quote.previous_close, None);
    assert!((quote.change_24h.unwrap() - 10.0).abs() < 1e-9);
    // Without a price from 24 hours before, the change is unknown instead of 0.
    let rest = columns("[1763735700]", "[109]", "[109]", "[109]", "[109]");
    let parsed = read_now(
        &target("BTC", TickerKind::Crypto),
        response(meta, &rest).as_bytes(),
    )
    .unwrap()
    .unwrap();
    assert_eq!(parsed.quote.unwrap().change_24h, None);
}

#[test]
fn only_prices_outside_regular_hours_are_extended_prices() {
    // The rows are at 9:28, 9:30 and 16:00 in New York on 19 November 2025, and a null.
    let meta = DAILY.replace("\"1d\"", "\"2m\"");
    let rest = r#","timestamp":[1763562480,1763562600,1763586000,1763586120],"indicators":{"quote":[{"close":[12.25,12.5,12.75,null]}]}"#;
    let body = response(&meta, rest);
    let points = |kind| extended_hours(&target("X", kind), body.as_bytes());
    assert_eq!(
        points(TickerKind::Stock).unwrap().unwrap(),
        [(1_763_562_480, 12.25), (1_763_586_000, 12.75)]
    );
    assert_eq!(points(TickerKind::Crypto).unwrap().unwrap(), []);
    assert!(extended_hours(&target("X", TickerKind::Stock), b"<html>").is_err());
}
