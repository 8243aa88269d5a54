//! The traps of the chart endpoint, each seen in the wild. Answers are written by hand in its shape.

#![expect(clippy::float_cmp, reason = "values that pass through unchanged")]

use super::{
    days::{DAY, date},
    *,
};
use crate::{
    domain::{
        currency::Currency,
        dividend::{self, Dividend, DividendKind, Frequency},
    },
    testing::mangle::mangle,
};

fn target(symbol: &str, kind: TickerKind) -> Target {
    Target {
        symbol: symbol.to_owned(),
        yahoo: symbol.to_owned(),
        kind,
        currency: Currency::USD,
        calendar: kind.calendar(),
        is_followed: false,
    }
}

/// Reads an answer on the afternoon of Friday, 5 December 2025.
fn read_now(target: &Target, body: &[u8]) -> Result<Result<ParsedChart, NoData>, SourceError> {
    let now = "2025-12-05T19:00:00Z".parse().unwrap();
    read(target, body, &Reading::at(now))
}

fn answer(meta: &str, rest: &str) -> String {
    format!(
        r#"{{"chart":{{"result":[{{"meta":{{"symbol":"X","gmtoffset":-18000,{meta}}}{rest}}}],"error":null}}}}"#
    )
}

fn good(body: &str) -> ParsedChart {
    read_now(&target("X", TickerKind::Stock), body.as_bytes())
        .expect("the source is well")
        .expect("there is data")
}

fn failing(body: &[u8]) -> SourceError {
    read_now(&target("X", TickerKind::Stock), body).expect_err("the source is failing")
}

fn nothing(body: &str) -> NoData {
    read_now(&target("X", TickerKind::Stock), body.as_bytes())
        .expect("the source is well")
        .expect_err("there is none")
}

const DAILY: &str = r#""currency":"USD","dataGranularity":"1d","range":"6mo","regularMarketPrice":12.5,"regularMarketTime":1763750000"#;

fn columns(starts: &str, open: &str, high: &str, low: &str, close: &str) -> String {
    format!(
        r#","timestamp":{starts},"indicators":{{"quote":[{{"open":{open},"high":{high},"low":{low},"close":{close},"volume":[1,2,3]}}]}}"#
    )
}

#[test]
fn nulls_within_a_row_take_the_close_and_a_null_close_is_no_bar() {
    let rest = columns(
        "[1763562600,1763649000,1763735400]",
        "[10,null,12]",
        "[11,null,13]",
        "[9,null,null]",
        "[10.5,null,12.5]",
    );
    let bars = good(&answer(DAILY, &rest)).bars;
    assert_eq!(bars.len(), 2);
    assert_eq!(
        (bars[1].low, bars[1].close, bars[1].volume),
        (12.0, 12.5, 3.0)
    );
}

#[test]
fn an_answer_without_timestamps_still_gives_its_quote() {
    let parsed = good(&answer(DAILY, r#","indicators":{"quote":[{}]}"#));
    assert!(parsed.bars.is_empty());
    assert_eq!(parsed.quote.unwrap().price, 12.5);
}

#[test]
fn timestamps_without_columns_are_no_bars() {
    let parsed = good(&answer(
        DAILY,
        r#","timestamp":[1,2],"indicators":{"quote":[{}]}"#,
    ));
    assert!(parsed.bars.is_empty());
}

#[test]
fn daily_bars_are_filed_under_the_exchanges_date() {
    // 14:30 UTC on 20 November 2025 is 9:30 in New York; 01:00 UTC on the 22nd is still the 21st.
    let rest = columns(
        "[1763649000,1763773200]",
        "[10,11]",
        "[11,12]",
        "[9,10]",
        "[10,11]",
    );
    let bars = good(&answer(DAILY, &rest)).bars;
    assert_eq!(date(bars[0].start / DAY).unwrap().to_string(), "2025-11-20");
    assert_eq!(date(bars[1].start / DAY).unwrap().to_string(), "2025-11-21");
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
    let bars = good(&answer(DAILY, &rest)).bars;
    assert_eq!(bars.len(), 2);
    assert_eq!(bars[1].close, 12.5);
}

#[test]
fn a_live_last_point_off_the_five_minute_grid_is_no_bar() {
    let meta = r#""currency":"USD","dataGranularity":"5m","regularMarketPrice":12.5,"regularMarketTime":1763649712"#;
    let rest = columns(
        "[1763649000,1763649300,1763649712]",
        "[10,11,12]",
        "[11,12,13]",
        "[9,10,11]",
        "[10,11,12.5]",
    );
    let parsed = good(&answer(meta, &rest));
    assert_eq!(parsed.bars.len(), 2);
    assert_eq!(parsed.quote.unwrap().as_of.as_second(), 1_763_649_712);
}

#[test]
fn minute_bars_are_gathered_into_five_minute_bars() {
    let meta = r#""currency":"USD","dataGranularity":"1m""#;
    let rest = columns(
        "[1763649000,1763649060,1763649300]",
        "[10,11,12]",
        "[11,15,13]",
        "[9,10,11]",
        "[10,11,12.5]",
    );
    let parsed = good(&answer(meta, &rest));
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
        "without a quote of its own the last close is one"
    );
}

#[test]
fn a_coarser_grid_than_ours_is_of_no_use() {
    let meta = r#""currency":"USD","dataGranularity":"1mo","regularMarketPrice":12.5,"regularMarketTime":1763649712"#;
    let rest = columns("[1763649000]", "[10]", "[11]", "[9]", "[10]");
    assert!(good(&answer(meta, &rest)).bars.is_empty());
}

#[test]
fn cents_become_dollars_and_other_currencies_are_refused_by_name() {
    let cents = r#""currency":"USX","dataGranularity":"1d","regularMarketPrice":426,"regularMarketTime":1763649712,"previousClose":420"#;
    let quote = good(&answer(cents, "")).quote.unwrap();
    assert!(
        (quote.price - 4.26).abs() < 1e-9 && (quote.previous_close.unwrap() - 4.2).abs() < 1e-9
    );
    for other in ["GBp", "EUR", "JPY"] {
        let meta = format!(
            r#""currency":"{other}","regularMarketPrice":426,"regularMarketTime":1763649712"#
        );
        assert_eq!(
            nothing(&answer(&meta, "")),
            NoData::OtherCurrency(other.to_owned(), Currency::USD)
        );
    }
}

#[test]
fn a_london_share_quoted_in_pence_is_in_pounds_in_every_figure() {
    let pounds = Target {
        currency: Currency::parse("GBP").unwrap(),
        ..target("VOD.L", TickerKind::Stock)
    };
    let meta = r#""currency":"GBp","dataGranularity":"1d","regularMarketPrice":87.5,"regularMarketTime":1763649712,"previousClose":86.25,"regularMarketDayHigh":88,"regularMarketDayLow":86,"fiftyTwoWeekHigh":95.5,"fiftyTwoWeekLow":62.25"#;
    let rest = format!(
        "{}{}",
        columns("[1763649000]", "[86.5]", "[88]", "[86]", "[87.5]"),
        r#","events":{"dividends":{"1":{"amount":2.25,"date":1763649000}}}"#
    );
    let parsed = read_now(&pounds, answer(meta, &rest).as_bytes());
    let parsed = parsed.unwrap().unwrap();
    let quote = parsed.quote.unwrap();
    assert_eq!((quote.price, quote.previous_close), (0.875, Some(0.8625)));
    assert_eq!((quote.day_high, quote.day_low), (Some(0.88), Some(0.86)));
    assert_eq!(
        (quote.year_high, quote.year_low),
        (Some(0.955), Some(0.6225))
    );
    let bar = parsed.bars[0];
    assert_eq!(
        [bar.open, bar.high, bar.low, bar.close],
        [0.865, 0.88, 0.86, 0.875]
    );
    assert_eq!(parsed.payments[0].amount, 0.0225);
}

/// Oil on 20 April 2020.
#[test]
fn a_future_below_nothing_is_read_and_a_share_below_nothing_is_not() {
    let meta = r#""currency":"USD","dataGranularity":"1d","regularMarketPrice":-37.63,"regularMarketTime":1763649712,"regularMarketDayLow":-40.32"#;
    let rest = columns(
        "[1763562600,1763649000]",
        "[18.27,17.73]",
        "[18.5,17.85]",
        "[18,-40.32]",
        "[18.27,-37.63]",
    );
    let body = answer(meta, &rest);
    let oil = read_now(&target("CL=F", TickerKind::Commodity), body.as_bytes());
    let oil = oil.unwrap().unwrap();
    let quote = oil.quote.unwrap();
    assert_eq!((quote.price, quote.day_low), (-37.63, Some(-40.32)));
    assert_eq!((oil.bars[1].low, oil.bars[1].close), (-40.32, -37.63));
    let share = read_now(&target("X", TickerKind::Stock), body.as_bytes());
    assert_eq!(share.unwrap().unwrap().bars.len(), 1);
}

#[test]
fn prices_a_hundred_times_off_are_repaired() {
    let rest = columns(
        "[1763476200,1763562600,1763649000]",
        "[10,10,0.1]",
        "[10,10,0.1]",
        "[10,10,0.1]",
        "[10,10,0.1]",
    );
    let bars = good(&answer(DAILY, &rest)).bars;
    assert!((bars[2].close - 10.0).abs() < 1e-9 && (bars[2].high - 10.0).abs() < 1e-9);
}

#[test]
fn a_split_of_one_to_a_hundred_is_believed() {
    let rest = format!(
        "{}{}",
        columns(
            "[1763476200,1763562600,1763649000]",
            "[10,10,0.1]",
            "[10,10,0.1]",
            "[10,10,0.1]",
            "[10,10,0.1]"
        ),
        r#","events":{"splits":{"1763649000":{"date":1763649000,"numerator":100,"denominator":1,"splitRatio":"100:1"}}}"#
    );
    assert_eq!(good(&answer(DAILY, &rest)).bars[2].close, 0.1);
}

#[test]
fn the_four_kinds_of_not_found_are_about_the_symbol_and_not_about_the_source() {
    let error = r#"{"chart":{"result":null,"error":{"code":"Not Found","description":"No data found, symbol may be delisted"}}}"#;
    assert_eq!(
        nothing(error),
        NoData::Unknown("No data found, symbol may be delisted".into())
    );
    nothing(r#"{"chart":{"result":[],"error":null}}"#);
    nothing(r#"{"chart":{"result":null,"error":null}}"#);
    nothing(&answer(
        r#""currency":"USD""#,
        r#","indicators":{"quote":[{}]}"#,
    ));
}

#[test]
fn an_error_object_about_the_source_makes_it_ill_even_with_status_200() {
    let body = r#"{"finance":{"result":null,"error":{"code":"Unauthorized","description":"Invalid Crumb"}}}"#;
    assert!(
        matches!(failing(body.as_bytes()), SourceError::Refused(text) if text == "Invalid Crumb")
    );
}

#[test]
fn throttling_is_known_by_its_text_and_a_web_page_is_no_answer() {
    assert!(matches!(
        failing(b"Too Many Requests\r\n"),
        SourceError::Throttled { .. }
    ));
    assert!(
        matches!(failing(b"<html>Attention"), SourceError::Shape(text) if text.contains("web page"))
    );
    assert!(matches!(failing(b"{}"), SourceError::Shape(_)));
    assert!(matches!(failing(b""), SourceError::Shape(_)));
}

#[test]
fn the_previous_close_is_never_the_close_before_the_range() {
    let half_year = format!(r#"{DAILY},"chartPreviousClose":5"#);
    assert_eq!(
        good(&answer(&half_year, "")).quote.unwrap().previous_close,
        None
    );
    let day = half_year.replace("6mo", "1d");
    assert_eq!(
        good(&answer(&day, "")).quote.unwrap().previous_close,
        Some(5.0)
    );
    let percent = format!(r#"{DAILY},"regularMarketChangePercent":25"#);
    assert_eq!(
        good(&answer(&percent, "")).quote.unwrap().bar_close,
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
        good(&answer(DAILY, &rest)).quote.unwrap().bar_close,
        Some(10.0),
        "the bar of the session before today's"
    );
}

#[test]
fn dividends_tell_their_rhythm_and_their_yield() {
    let rest = format!(
        "{}{}",
        columns(
            "[1763562600,1763649000,1763735400]",
            "[10,10,10]",
            "[10,10,10]",
            "[10,10,10]",
            "[10,10,10]"
        ),
        r#","events":{"dividends":{
            "1755783000":{"amount":0.1,"date":1755783000},
            "1763649000":{"amount":0.11,"date":1763649000},
            "1747834200":{"amount":0.1,"date":1747834200}}}"#
    );
    let dividends = dividend::dividends(good(&answer(DAILY, &rest)).payments);
    assert_eq!(dividends.len(), 3);
    assert_eq!(
        dividends[0].ex_date.to_string(),
        "2025-11-20",
        "newest first"
    );
    assert_eq!(dividends[0].frequency, Some(Frequency::Quarterly));
    assert!((dividends[0].dividend_yield.unwrap() - 4.4).abs() < 1e-9);
}

#[test]
fn a_midnight_bar_keeps_its_date_on_both_sides_of_the_clock_change() {
    // Futures are stamped at midnight in New York: 04:00 UTC in July, 05:00 UTC in December. The
    // offset that comes with the answer is that of the day it is asked on.
    let meta = format!(r#"{DAILY},"exchangeTimezoneName":"America/New_York","gmtoffset":-18000"#);
    let rest = columns(
        "[1751428800,1764565200]",
        "[10,11]",
        "[11,12]",
        "[9,10]",
        "[10,11]",
    );
    let body = answer(&meta, &rest).replacen(r#""gmtoffset":-18000,"#, "", 1);
    let dates: Vec<String> = good(&body)
        .bars
        .iter()
        .map(|bar| date(bar.start / DAY).unwrap().to_string())
        .collect();
    assert_eq!(dates, ["2025-07-02", "2025-12-01"]);
}

#[test]
fn an_old_chart_under_a_new_price_knows_nothing_of_yesterday() {
    // The price is of 21 November 2025, the bars are from 2020.
    let rest = columns(
        "[1577975400,1578061800]",
        "[10,11]",
        "[11,12]",
        "[9,10]",
        "[10,11]",
    );
    let quote = good(&answer(DAILY, &rest)).quote.unwrap();
    assert_eq!((quote.previous_close, quote.bar_close), (None, None));
    // Today's bar is there, the one before is a month old.
    let rest = columns(
        "[1761100200,1763735400]",
        "[10,11]",
        "[11,12]",
        "[9,10]",
        "[10,11]",
    );
    let quote = good(&answer(DAILY, &rest)).quote.unwrap();
    assert_eq!((quote.previous_close, quote.bar_close), (None, None));
}

#[test]
fn the_percentage_of_a_whole_day_is_not_taken_for_that_of_the_session() {
    let meta = format!(
        r#"{DAILY},"regularMarketChangePercent":1.533,"fulldayPrice":12.6,"fulldayChange":0.6"#
    );
    let close = good(&answer(&meta, "")).quote.unwrap().bar_close;
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
        answer(meta, &rest).as_bytes(),
    )
    .unwrap()
    .unwrap();
    let quote = parsed.quote.unwrap();
    assert_eq!(quote.previous_close, None);
    assert!((quote.change_24h.unwrap() - 10.0).abs() < 1e-9);
    // NoData from a day before: unknown, and not 0.
    let rest = columns("[1763735700]", "[109]", "[109]", "[109]", "[109]");
    let parsed = read_now(
        &target("BTC", TickerKind::Crypto),
        answer(meta, &rest).as_bytes(),
    )
    .unwrap()
    .unwrap();
    assert_eq!(parsed.quote.unwrap().change_24h, None);
}

#[test]
fn an_index_needs_no_currency_and_a_split_is_told() {
    let meta = r#""dataGranularity":"1d","regularMarketPrice":6603,"regularMarketTime":1763649712"#;
    let rest = r#","events":{"splits":{"1":{"date":1763649000,"numerator":4,"denominator":1}}}"#;
    let parsed = read_now(
        &target("^GSPC", TickerKind::Index),
        answer(meta, rest).as_bytes(),
    )
    .unwrap()
    .unwrap();
    assert_eq!(parsed.quote.unwrap().price, 6_603.0);
    assert_eq!(parsed.split, Some(1_763_649_000));
    assert_eq!(nothing(&answer(meta, "")), NoData::NoCurrency);
}

/// Daily bars at 10 dollars on the ex-dates of [`PAYMENTS`].
const BARS: &str = r#","timestamp":[1732113000,1739975400,1747834200,1748439000,1755783000,1763649000],
    "indicators":{"quote":[{"close":[10,10,10,10,10,10]}]}"#;
const PAYMENTS: &str = r#""1":{"amount":0.1,"date":1732113000},"2":{"amount":0.1,"date":1739975400},
    "3":{"amount":0.1,"date":1747834200},"5":{"amount":0.1,"date":1755783000},
    "6":{"amount":0.1,"date":1763649000}"#;

fn dividends(more: &str) -> Vec<Dividend> {
    let events = format!(r#","events":{{"dividends":{{{PAYMENTS}{more}}}}}"#);
    dividend::dividends(good(&answer(DAILY, &format!("{BARS}{events}"))).payments)
}

#[test]
fn a_special_dividend_is_not_counted_by_the_year_and_changes_no_rhythm() {
    for special in [
        r#","4":{"amount":1.5,"date":1748439000}"#,
        r#","4":{"amount":1.5,"date":1763649000}"#,
        r#","4":{"amount":0.12,"date":1748439000}"#,
        r#","4":{"amount":0.2,"date":1763649000}"#,
    ] {
        let dividends = dividends(special);
        assert_eq!(dividends.len(), 6, "{special}");
        for one in &dividends {
            assert_eq!(one.frequency, Some(Frequency::Quarterly), "{special}");
            let percent = one
                .dividend_yield
                .map(|percent| (percent * 1e6).round() / 1e6);
            let expected = (one.kind == DividendKind::Regular).then_some(4.0);
            assert_eq!(percent, expected, "{special}: {one:?}");
        }
        let specials = dividends
            .iter()
            .filter(|one| one.kind == DividendKind::Special);
        assert_eq!(specials.count(), 1, "{special}");
    }
}

#[test]
fn a_funds_capital_gains_stand_apart_from_what_it_pays() {
    let events = format!(
        r#","events":{{"dividends":{{{PAYMENTS}}},"capitalGains":{{"9":{{"amount":0.7,"date":1755783000}}}}}}"#
    );
    let dividends = dividend::dividends(good(&answer(DAILY, &format!("{BARS}{events}"))).payments);
    let gains: Vec<_> = dividends
        .iter()
        .filter(|one| one.kind == DividendKind::CapitalGain)
        .collect();
    assert_eq!(gains.len(), 1);
    assert_eq!(gains[0].dividend_yield, None);
    assert_eq!(dividends.len(), 6);
}

/// Everything that an answer can hold, for one field to be spoiled.
fn whole() -> String {
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
    answer(&meta, &format!("{events}{rest}"))
}

/// What is left of an answer in which `odd` stands in place of `was`: bars, dividends, and whether
/// the split is told.
fn left(was: &str, odd: &str) -> (usize, usize, bool) {
    let body = whole();
    assert!(body.contains(was), "{was}");
    let parsed = good(&body.replace(was, odd));
    let quote = parsed.quote.expect(odd);
    assert_eq!(quote.price, 12.5, "{odd}");
    (
        parsed.bars.len(),
        parsed.payments.len(),
        parsed.split.is_some(),
    )
}

#[test]
fn one_odd_field_costs_that_field_and_nothing_else() {
    let whole = whole();
    let from = |start: &str, end: &str| {
        let at = whole.find(start).unwrap();
        let end = at + whole[at..].find(end).unwrap() + end.len();
        whole[at..end].to_owned()
    };
    let events = from(r#""events":"#, "}}}");
    let paid = from(r#""dividends":"#, "}}");
    for (was, odd, expected) in [
        (events.as_str(), r#""events":null"#, (3, 0, false)),
        (events.as_str(), r#""events":[]"#, (3, 0, false)),
        (paid.as_str(), r#""dividends":null"#, (3, 0, true)),
        (r#""amount":0.1"#, r#""amount":null"#, (3, 1, true)),
        (r#""amount":0.1"#, r#""amount":{}"#, (3, 1, true)),
        (
            r#""a":{"amount":0.1,"date":1763562600}"#,
            r#""a":null"#,
            (3, 1, true),
        ),
        (r#","denominator":1"#, "", (3, 2, true)),
        (r#""volume":[1,2,3]"#, r#""volume":null"#, (3, 2, true)),
        (
            r#""volume":[1,2,3]"#,
            r#""volume":[1,"many",3]"#,
            (3, 2, true),
        ),
        (r#""gmtoffset":-18000"#, r#""gmtoffset":null"#, (3, 2, true)),
        ("[1763562600,1763649000,", "[1763562600,null,", (2, 2, true)),
        (
            "[1763562600,1763649000,",
            "[1763562600.5,1763649000,",
            (3, 2, true),
        ),
        (
            "[1763562600,1763649000,",
            "[1763562600000,1763649000,",
            (2, 2, true),
        ),
        (
            r#""fiftyTwoWeekHigh":14"#,
            r#""fiftyTwoWeekHigh":{"raw":14}"#,
            (3, 2, true),
        ),
        (
            r#""fiftyTwoWeekHigh":14"#,
            r#""fiftyTwoWeekHigh":"high""#,
            (3, 2, true),
        ),
        (
            r#""regularMarketVolume":9"#,
            r#""regularMarketVolume":[]"#,
            (3, 2, true),
        ),
        (
            r#""exchangeTimezoneName":"America/New_York""#,
            r#""exchangeTimezoneName":7"#,
            (3, 2, true),
        ),
        (
            r#""regularMarketTime":1763750000"#,
            r#""regularMarketTime":1763750000.7"#,
            (3, 2, true),
        ),
        (
            r#""regularMarketPrice":12.5"#,
            r#""regularMarketPrice":"12.5""#,
            (3, 2, true),
        ),
        (r#""error":null"#, r#""error":[]"#, (3, 2, true)),
    ] {
        assert_eq!(left(was, odd), expected, "{odd}");
    }
    let columns = from(r#""quote":[{"#, "}]");
    assert_eq!(left(&columns, r#""quote":[null]"#), (0, 2, true));
    assert_eq!(left(&columns, r#""quote":null"#), (0, 2, true));
}

#[test]
fn the_days_price_decides_in_which_unit_a_history_is() {
    let rest = columns(
        "[1763562600,1763649000,1763735400]",
        "[0.125,12.4,0.125]",
        "[0.125,12.4,0.125]",
        "[0.125,12.4,0.125]",
        "[0.125,12.4,0.125]",
    );
    let parsed = good(&answer(DAILY, &rest));
    let closes: Vec<f64> = parsed.bars.iter().map(|bar| bar.close).collect();
    assert_eq!(closes, [12.5, 12.4, 12.5]);
    assert_eq!(parsed.quote.unwrap().price, 12.5);
}

#[test]
fn prices_printed_in_double_precision_are_read_as_the_single_ones_they_are() {
    let rest = columns(
        "[1763735400]",
        "[269.2749938964844]",
        "[271.4100036621094]",
        "[267.1099853515625]",
        "[269.70001220703125]",
    );
    let bar = good(&answer(DAILY, &rest)).bars[0];
    assert_eq!(
        (bar.open, bar.high, bar.low, bar.close),
        (269.275, 271.41, 267.11, 269.7)
    );
    let rest = columns("[1763735400]", "[12.5]", "[12.6]", "[12.25]", "[12.345678]");
    let bar = good(&answer(DAILY, &rest)).bars[0];
    assert_eq!((bar.high, bar.close), (12.6, 12.345_678));
}

/// Written by hand in the shape of a history that was filed five times too high for a day.
#[test]
fn a_day_that_is_five_times_off_its_neighbours_is_set_aside_and_a_split_is_not() {
    let of = |closes: &str| {
        let rest = columns(
            "[1763389800,1763476200,1763562600,1763649000,1763735400]",
            closes,
            closes,
            closes,
            closes,
        );
        good(&answer(DAILY, &rest))
    };
    let parsed = of("[10,10.1,50.5,10.2,10.1]");
    assert_eq!((parsed.bars.len(), parsed.set_aside.len()), (4, 1));
    assert!(parsed.bars.iter().all(|bar| bar.high < 11.0));
    let split = of("[50,51,10.2,10.1,10]");
    assert_eq!((split.bars.len(), split.set_aside.len()), (5, 0));
}

#[test]
fn broken_answers_are_no_panic() {
    let samples = [
        &include_bytes!("../../../../tests/fixtures/recordings/yahoo/chart-AAPL.json")[..],
        include_bytes!("../../../../tests/fixtures/recordings/yahoo/chart-VOD.L.json"),
        include_bytes!("../../../../tests/fixtures/recordings/yahoo/error-404-unknown.json"),
        include_bytes!("../../../../tests/fixtures/recordings/yahoo/error-429.txt"),
        include_bytes!("../../../../tests/fixtures/providers/chart.json"),
        // Was a panic once.
        include_bytes!("../../../../tests/fixtures/broken/yahoo-chart-offset.json"),
    ];
    let targets = [("AAPL", TickerKind::Stock), ("BTC-USD", TickerKind::Crypto)];
    let targets = targets.map(|(symbol, kind)| target(symbol, kind));
    mangle("yahoo-chart", &samples, |body| {
        for target in &targets {
            let _ = read_now(target, body);
        }
    });
}

#[test]
fn splits_are_told_by_the_days_of_the_exchange_and_an_odd_one_costs_itself() {
    let parsed = good(&whole());
    let told: Vec<_> = parsed
        .splits
        .iter()
        .map(|split| (split.date.to_string(), split.numerator, split.denominator))
        .collect();
    assert_eq!(told, [("2025-11-19".to_owned(), 4.0, 1.0)]);
    for (was, odd) in [
        (r#""numerator":4"#, r#""numerator":null"#),
        (r#""numerator":4"#, r#""numerator":-4"#),
        (r#""denominator":1"#, r#""denominator":0"#),
        (
            r#""date":1763562600,"numerator""#,
            r#""date":"x","numerator""#,
        ),
    ] {
        assert_eq!(good(&whole().replace(was, odd)).splits, [], "{odd}");
    }
}

#[test]
fn only_prices_outside_of_regular_hours_are_those_of_extended_hours() {
    // 2025-11-19: 9:28, 9:30 and 16:00 in New York, and a null.
    let meta = DAILY.replace("\"1d\"", "\"2m\"");
    let rest = r#","timestamp":[1763562480,1763562600,1763586000,1763586120],"indicators":{"quote":[{"close":[12.25,12.5,12.75,null]}]}"#;
    let body = answer(&meta, rest);
    let points = |kind| extended_hours(&target("X", kind), body.as_bytes());
    assert_eq!(
        points(TickerKind::Stock).unwrap().unwrap(),
        [(1_763_562_480, 12.25), (1_763_586_000, 12.75)]
    );
    assert_eq!(points(TickerKind::Crypto).unwrap().unwrap(), []);
    assert!(extended_hours(&target("X", TickerKind::Stock), b"<html>").is_err());
}
