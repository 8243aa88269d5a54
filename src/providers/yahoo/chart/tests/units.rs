//! Tests of currencies, units and magnitudes.

use super::*;

#[test]
fn cents_become_dollars_and_other_currencies_are_rejected() {
    let cents = r#""currency":"USX","dataGranularity":"1d","regularMarketPrice":426,"regularMarketTime":1763649712,"previousClose":420"#;
    let quote = read_data(&response(cents, "")).quote.unwrap();
    assert!(
        (quote.price - 4.26).abs() < 1e-9 && (quote.previous_close.unwrap() - 4.2).abs() < 1e-9
    );
    for other in ["GBp", "EUR", "JPY"] {
        let meta = format!(
            r#""currency":"{other}","regularMarketPrice":426,"regularMarketTime":1763649712"#
        );
        assert_eq!(
            read_no_data(&response(&meta, "")),
            NoData::OtherCurrency(other.to_owned(), Currency::USD)
        );
    }
}

#[test]
fn a_london_stock_in_pence_is_converted_to_pounds_in_every_field() {
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
    let parsed = read_now(&pounds, response(meta, &rest).as_bytes());
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

/// The price of oil was negative on 20 April 2020.
#[test]
fn negative_prices_are_read_for_futures_and_not_for_stocks() {
    let meta = r#""currency":"USD","dataGranularity":"1d","regularMarketPrice":-37.63,"regularMarketTime":1763649712,"regularMarketDayLow":-40.32"#;
    let rest = columns(
        "[1763562600,1763649000]",
        "[18.27,17.73]",
        "[18.5,17.85]",
        "[18,-40.32]",
        "[18.27,-37.63]",
    );
    let body = response(meta, &rest);
    let oil = read_now(&target("CL=F", TickerKind::Commodity), body.as_bytes());
    let oil = oil.unwrap().unwrap();
    let quote = oil.quote.unwrap();
    assert_eq!((quote.price, quote.day_low), (-37.63, Some(-40.32)));
    assert_eq!((oil.bars[1].low, oil.bars[1].close), (-40.32, -37.63));
    let stock = read_now(&target("X", TickerKind::Stock), body.as_bytes());
    assert_eq!(stock.unwrap().unwrap().bars.len(), 1);
}

#[test]
fn prices_off_by_a_factor_of_100_are_repaired() {
    let rest = columns(
        "[1763476200,1763562600,1763649000]",
        "[10,10,0.1]",
        "[10,10,0.1]",
        "[10,10,0.1]",
        "[10,10,0.1]",
    );
    let bars = read_data(&response(DAILY, &rest)).bars;
    assert!((bars[2].close - 10.0).abs() < 1e-9 && (bars[2].high - 10.0).abs() < 1e-9);
}

#[test]
fn a_split_of_1_to_100_is_accepted() {
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
    assert_eq!(read_data(&response(DAILY, &rest)).bars[2].close, 0.1);
}

#[test]
fn the_current_price_determines_the_unit_of_the_history() {
    let rest = columns(
        "[1763562600,1763649000,1763735400]",
        "[0.125,12.4,0.125]",
        "[0.125,12.4,0.125]",
        "[0.125,12.4,0.125]",
        "[0.125,12.4,0.125]",
    );
    let parsed = read_data(&response(DAILY, &rest));
    let closes: Vec<f64> = parsed.bars.iter().map(|bar| bar.close).collect();
    assert_eq!(closes, [12.5, 12.4, 12.5]);
    assert_eq!(parsed.quote.unwrap().price, 12.5);
}

#[test]
fn single_precision_prices_are_rounded_to_their_decimals() {
    let rest = columns(
        "[1763735400]",
        "[269.2749938964844]",
        "[271.4100036621094]",
        "[267.1099853515625]",
        "[269.70001220703125]",
    );
    let bar = read_data(&response(DAILY, &rest)).bars[0];
    assert_eq!(
        (bar.open, bar.high, bar.low, bar.close),
        (269.275, 271.41, 267.11, 269.7)
    );
    let rest = columns("[1763735400]", "[12.5]", "[12.6]", "[12.25]", "[12.345678]");
    let bar = read_data(&response(DAILY, &rest)).bars[0];
    assert_eq!((bar.high, bar.close), (12.6, 12.345_678));
}

/// The prices of one day are five times too high.
#[test]
fn a_day_with_fivefold_prices_is_omitted_and_a_split_is_not() {
    let parse_closes = |closes: &str| {
        let rest = columns(
            "[1763389800,1763476200,1763562600,1763649000,1763735400]",
            closes,
            closes,
            closes,
            closes,
        );
        read_data(&response(DAILY, &rest))
    };
    let parsed = parse_closes("[10,10.1,50.5,10.2,10.1]");
    assert_eq!((parsed.bars.len(), parsed.outliers.len()), (4, 1));
    assert!(parsed.bars.iter().all(|bar| bar.high < 11.0));
    let split = parse_closes("[50,51,10.2,10.1,10]");
    assert_eq!((split.bars.len(), split.outliers.len()), (5, 0));
}
