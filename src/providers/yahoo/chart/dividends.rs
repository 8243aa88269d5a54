//! Reads dividends and capital gains, with the price at the time of each.

use std::collections::BTreeMap;

use jiff::tz::TimeZone;

use super::days::{DAY, date_of, day_of_event};
use crate::{
    domain::{
        bar::Bar,
        currency::{Currency, PriceUnit},
        dividend::{DividendKind, Payment},
        price::in_whole_units,
    },
    providers::yahoo::wire,
};

/// Returns the payments of a response. `bars` are its daily bars, in `ticker_currency`. Amounts without a currency are in the
/// unit of the prices (`parts` per unit of `ticker_currency`). Payments in an unknown unit are skipped.
pub(super) fn payments(
    events: &wire::Events,
    zone: &TimeZone,
    ticker_currency: Currency,
    parts: f64,
    bars: &[Bar],
) -> Vec<Payment> {
    let payment = |event: &wire::Payment, kind: Option<DividendKind>| {
        let day = day_of_event(event.date.seconds()?, zone);
        let unit = match event.currency.as_deref() {
            Some(code) => PriceUnit::parse(code)?,
            None => PriceUnit {
                currency: ticker_currency,
                parts,
            },
        };
        Some(Payment {
            ex_date: date_of(day)?,
            amount: in_whole_units(event.amount.positive()?, unit.parts),
            currency: Some(unit.currency).filter(|currency| *currency != ticker_currency),
            price: price_at(bars, day),
            kind,
            pay_date: None,
            is_from_file: false,
        })
    };
    let regular = valid_payments(&events.dividends).filter_map(|event| payment(event, None));
    let gains = valid_payments(&events.capital_gains)
        .filter_map(|event| payment(event, Some(DividendKind::CapitalGain)));
    regular.chain(gains).collect()
}

fn valid_payments(
    events: &BTreeMap<String, wire::Lenient<wire::Payment>>,
) -> impl Iterator<Item = &wire::Payment> {
    events.values().filter_map(|event| event.0.as_ref())
}

/// Returns the price at the time of a payment. The yield of an old payment counts from the price at that time.
fn price_at(bars: &[Bar], day: i64) -> Option<f64> {
    bars.iter()
        .rev()
        .find(|bar| bar.start <= day * DAY)
        .filter(|bar| day * DAY - bar.start <= 7 * DAY)
        .map(|bar| bar.close)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads the payment of a response whose prices are quoted in `parts` per unit of `ticker_currency`.
    fn read_payment(ticker_currency: &str, parts: f64, payment: &str) -> Option<Payment> {
        let events = format!(r#"{{"dividends":{{"1":{{"date":1778742000,{payment}}}}}}}"#);
        let events: wire::Events = serde_json::from_str(&events).unwrap();
        let ticker_currency = Currency::parse(ticker_currency).unwrap();
        payments(&events, &TimeZone::UTC, ticker_currency, parts, &[]).pop()
    }

    fn read(ticker_currency: &str, parts: f64, payment: &str) -> Option<(f64, Option<String>)> {
        let payment = read_payment(ticker_currency, parts, payment)?;
        Some((payment.amount, payment.currency.map(String::from)))
    }

    #[test]
    fn a_dividend_has_its_stated_currency_or_that_of_the_prices() {
        let tenge = Some((1264.12, Some("KZT".to_owned())));
        assert_eq!(
            read("USD", 1.0, r#""amount":1264.12,"currency":"KZT""#),
            tenge
        );
        assert_eq!(
            read("USD", 1.0, r#""amount":1.5,"currency":"USD""#),
            Some((1.5, None))
        );
        assert_eq!(read("USD", 1.0, r#""amount":1.5"#), Some((1.5, None)));
        assert_eq!(
            read("USD", 1.0, r#""amount":1.5,"currency":7"#),
            Some((1.5, None))
        );
        assert_eq!(
            read("USD", 1.0, r#""amount":1.5,"currency":"?""#),
            None,
            "the currency is unknown"
        );
    }

    #[test]
    fn a_stock_in_pence_may_pay_pence_pounds_or_dollars() {
        assert_eq!(read("GBP", 100.0, r#""amount":12"#), Some((0.12, None)));
        assert_eq!(
            read("GBP", 100.0, r#""amount":12,"currency":"GBp""#),
            Some((0.12, None))
        );
        assert_eq!(
            read("GBP", 100.0, r#""amount":0.12,"currency":"GBP""#),
            Some((0.12, None))
        );
        let dollars = Some((0.12, Some("USD".to_owned())));
        assert_eq!(
            read("GBP", 100.0, r#""amount":0.12,"currency":"USD""#),
            dollars
        );
    }
}
