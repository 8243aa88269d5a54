//! Tests of dividends and splits.

use super::*;

#[test]
fn the_frequency_and_the_yield_of_dividends_are_computed() {
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
    let dividends = dividend::classify_payments(read_data(&response(DAILY, &rest)).payments);
    assert_eq!(dividends.len(), 3);
    assert_eq!(
        dividends[0].ex_date.to_string(),
        "2025-11-20",
        "the newest dividend comes first"
    );
    assert_eq!(dividends[0].frequency, Some(Frequency::Quarterly));
    assert!((dividends[0].dividend_yield.unwrap() - 4.4).abs() < 1e-9);
}

#[test]
fn an_index_does_not_need_a_currency_and_a_split_is_read() {
    let meta = r#""dataGranularity":"1d","regularMarketPrice":6603,"regularMarketTime":1763649712"#;
    let rest = r#","events":{"splits":{"1":{"date":1763649000,"numerator":4,"denominator":1}}}"#;
    let parsed = read_now(
        &target("^GSPC", TickerKind::Index),
        response(meta, rest).as_bytes(),
    )
    .unwrap()
    .unwrap();
    assert_eq!(parsed.quote.unwrap().price, 6_603.0);
    assert_eq!(parsed.split, Some(1_763_649_000));
    assert_eq!(read_no_data(&response(meta, "")), NoData::NoCurrency);
}

/// Daily bars at 10 dollars on the ex-dates of [`PAYMENTS`].
const BARS: &str = r#","timestamp":[1732113000,1739975400,1747834200,1748439000,1755783000,1763649000],
    "indicators":{"quote":[{"close":[10,10,10,10,10,10]}]}"#;
const PAYMENTS: &str = r#""1":{"amount":0.1,"date":1732113000},"2":{"amount":0.1,"date":1739975400},
    "3":{"amount":0.1,"date":1747834200},"5":{"amount":0.1,"date":1755783000},
    "6":{"amount":0.1,"date":1763649000}"#;

fn dividends(more: &str) -> Vec<Dividend> {
    let events = format!(r#","events":{{"dividends":{{{PAYMENTS}{more}}}}}"#);
    dividend::classify_payments(read_data(&response(DAILY, &format!("{BARS}{events}"))).payments)
}

#[test]
fn a_special_dividend_does_not_change_annual_amount_or_frequency() {
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
fn a_funds_capital_gains_are_separate_from_its_dividends() {
    let events = format!(
        r#","events":{{"dividends":{{{PAYMENTS}}},"capitalGains":{{"9":{{"amount":0.7,"date":1755783000}}}}}}"#
    );
    let dividends = dividend::classify_payments(
        read_data(&response(DAILY, &format!("{BARS}{events}"))).payments,
    );
    let gains: Vec<_> = dividends
        .iter()
        .filter(|one| one.kind == DividendKind::CapitalGain)
        .collect();
    assert_eq!(gains.len(), 1);
    assert_eq!(gains[0].dividend_yield, None);
    assert_eq!(dividends.len(), 6);
}

#[test]
fn splits_are_dated_in_the_exchanges_time_zone_and_an_invalid_one_is_skipped() {
    let parsed = read_data(&complete_response());
    let splits: Vec<_> = parsed
        .splits
        .iter()
        .map(|split| (split.date.to_string(), split.numerator, split.denominator))
        .collect();
    assert_eq!(splits, [("2025-11-19".to_owned(), 4.0, 1.0)]);
    for (original, invalid) in [
        (r#""numerator":4"#, r#""numerator":null"#),
        (r#""numerator":4"#, r#""numerator":-4"#),
        (r#""denominator":1"#, r#""denominator":0"#),
        (
            r#""date":1763562600,"numerator""#,
            r#""date":"x","numerator""#,
        ),
    ] {
        assert_eq!(
            read_data(&complete_response().replace(original, invalid)).splits,
            [],
            "{invalid}"
        );
    }
}
