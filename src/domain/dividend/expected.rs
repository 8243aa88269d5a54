//! The payments that are expected in the next twelve months.

use jiff::{ToSpan as _, civil::Date};

use super::{Dividend, trailing::regular_payments};
use crate::domain::currency::Currency;

/// Maximum number of days between an announced ex-date and a year after the previous one for the same payment.
const LEEWAY_DAYS: i64 = 45;

/// A payment that is expected in the next twelve months.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ExpectedPayment {
    /// The ex-date; for a projected payment, a year after the ex-date of the past payment.
    pub(crate) ex_date: Date,
    /// Amount per unit, in `currency`.
    pub(crate) amount: f64,
    /// Currency of the amount, if it differs from the ticker's.
    pub(crate) currency: Option<Currency>,
    /// True if the payment is not announced, but expected because there was a regular payment a year before.
    pub(crate) is_projected: bool,
}

/// Returns the payments of the year after `today`, ascending by ex-date: the announced payments, and each regular payment of the last
/// twelve months repeated a year later, unless it is announced already. `dividends` are those of a ticker, newest first.
pub(crate) fn expected_payments(dividends: &[Dividend], today: Date) -> Vec<ExpectedPayment> {
    let in_a_year = today.saturating_add(1.year());
    let mut expected: Vec<ExpectedPayment> = dividends
        .iter()
        .filter(|dividend| dividend.ex_date > today && dividend.ex_date <= in_a_year)
        .map(|dividend| ExpectedPayment {
            ex_date: dividend.ex_date,
            amount: dividend.amount,
            currency: dividend.currency,
            is_projected: dividend.is_projected,
        })
        .collect();
    let announced = expected.len();
    for dividend in regular_payments(dividends, today) {
        let ex_date = dividend.ex_date.saturating_add(1.year());
        let is_announced = expected[..announced].iter().any(|known| {
            let days = days_between(known.ex_date, ex_date);
            days.abs() <= LEEWAY_DAYS
        });
        if !is_announced && ex_date > today {
            expected.push(ExpectedPayment {
                ex_date,
                amount: dividend.amount,
                currency: dividend.currency,
                is_projected: true,
            });
        }
    }
    expected.sort_by_key(|payment| payment.ex_date);
    expected
}

fn days_between(first: Date, second: Date) -> i64 {
    first
        .until(second)
        .map_or(i64::MAX, |span| i64::from(span.get_days()))
}

#[cfg(test)]
mod tests {
    use super::super::{Payment, classify_payments};
    use super::*;

    #[test]
    fn payments_of_the_last_year_are_expected_again_unless_the_next_one_is_announced() {
        let payment = |(ex_date, amount): (&str, f64)| Payment {
            ex_date: ex_date.parse().unwrap(),
            amount,
            currency: None,
            price: None,
            kind: None,
            pay_date: None,
            is_from_file: false,
        };
        let paid = [
            ("2025-05-22", 0.9),
            ("2025-08-21", 0.9),
            ("2025-11-21", 1.0),
            ("2026-02-20", 1.0),
            ("2026-05-22", 1.0),
            ("2026-08-21", 1.0),
            ("2026-11-27", 1.1),
        ];
        let dividends = classify_payments(paid.into_iter().map(payment).collect());
        let expected = expected_payments(&dividends, "2026-11-23".parse().unwrap());
        let text: Vec<String> = expected
            .iter()
            .map(|each| format!("{} {} {}", each.ex_date, each.amount, each.is_projected))
            .collect();
        assert_eq!(
            text,
            [
                "2026-11-27 1.1 false",
                "2027-02-20 1 true",
                "2027-05-22 1 true",
                "2027-08-21 1 true",
            ]
        );
        assert_eq!(expected_payments(&[], "2026-11-23".parse().unwrap()), []);
    }
}
