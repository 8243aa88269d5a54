//! Sums of the payments of the last twelve months (trailing twelve months, TTM).

use jiff::{ToSpan, civil::Date};

use super::{Dividend, DividendKind};
use crate::domain::currency::Currency;

/// Number of days by which ex-dates may move from year to year. Without this leeway, a window of exactly one year would
/// sometimes contain five or three quarterly payments.
const LEEWAY_DAYS: i32 = 20;

/// Sums per unit over the twelve months before a day, in one currency.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct TrailingPayments {
    /// Sum of the regular payments; at most the number of payments that the frequency implies.
    pub regular: f64,
    /// Sum of the special payments.
    pub special: f64,
    /// Sum of the capital gains.
    pub capital_gains: f64,
}

/// Returns the regular payments of the twelve months before `today`, newest first; at most as many as the frequency implies.
/// `dividends` are newest first.
pub(super) fn regular_payments(dividends: &[Dividend], today: Date) -> Vec<&Dividend> {
    let frequency = dividends.iter().find_map(|dividend| dividend.frequency);
    let paid = recent(dividends, today).iter().filter(|dividend| {
        dividend.kind == DividendKind::Regular && TrailingPayments::may_count(dividend, today)
    });
    if let Some(frequency) = frequency {
        return paid.take(frequency.per_year() as usize).collect();
    }
    let year_ago = today.checked_sub(1.year()).unwrap_or(Date::MIN);
    paid.filter(|dividend| dividend.ex_date > year_ago)
        .collect()
}

impl TrailingPayments {
    /// Returns true if a payment may count toward the twelve months before `today`.
    pub(crate) fn may_count(dividend: &Dividend, today: Date) -> bool {
        !dividend.is_projected
            && dividend.ex_date > day_before_window(today)
            && dividend.ex_date <= today
    }

    /// Sums a payer's dividends (newest first) as of `today`. `rate` returns the exchange rate of a payment's currency
    /// (`None` for the ticker's currency). Future payments do not count. Returns `None` if a rate is unknown.
    pub(crate) fn sum(
        dividends: &[Dividend],
        today: Date,
        rate: impl Fn(Option<Currency>) -> Option<f64>,
    ) -> Option<Self> {
        let year_ago = today.checked_sub(1.year()).unwrap_or(Date::MIN);
        let paid = |kind| {
            recent(dividends, today).iter().filter(move |dividend| {
                dividend.kind == kind && !dividend.is_projected && dividend.ex_date <= today
            })
        };
        let amount = |dividend: &Dividend| Some(dividend.amount * rate(dividend.currency)?);
        let within_a_year = |kind| -> Option<f64> {
            paid(kind)
                .filter(|dividend| dividend.ex_date > year_ago)
                .map(amount)
                .sum()
        };
        let regular: Option<f64> = regular_payments(dividends, today)
            .into_iter()
            .map(amount)
            .sum();
        Some(Self {
            regular: regular?,
            special: within_a_year(DividendKind::Special)?,
            capital_gains: within_a_year(DividendKind::CapitalGain)?,
        })
    }
}

/// Returns the dividends (newest first) that may count toward the year that ends `today`, and later ones. A long history is not read.
fn recent(dividends: &[Dividend], today: Date) -> &[Dividend] {
    let day_before_window = day_before_window(today);
    &dividends[..dividends.partition_point(|dividend| dividend.ex_date > day_before_window)]
}

/// Returns the day after which regular payments may count toward the year that ends `today`, including the leeway.
fn day_before_window(today: Date) -> Date {
    let year_ago = today.checked_sub(1.year()).unwrap_or(Date::MIN);
    year_ago
        .checked_sub(LEEWAY_DAYS.days())
        .unwrap_or(Date::MIN)
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "sums of halves")]
mod tests {
    use super::super::{Payment, classify_payments};
    use super::*;

    fn paid(all: &[(&str, f64)]) -> Vec<Dividend> {
        let payment = |(ex_date, amount): &(&str, f64)| Payment {
            ex_date: ex_date.parse().unwrap(),
            amount: *amount,
            currency: None,
            price: None,
            kind: None,
            pay_date: None,
            is_from_file: false,
        };
        classify_payments(all.iter().map(payment).collect())
    }

    fn trailing(dividends: &[Dividend], today: &str) -> TrailingPayments {
        TrailingPayments::sum(dividends, today.parse().unwrap(), |_| Some(1.0)).unwrap()
    }

    #[test]
    fn quarterly_payer_has_four_payments_in_any_year() {
        let all = paid(&[
            ("2025-08-08", 1.0),
            ("2025-11-21", 1.0),
            ("2026-02-20", 1.0),
            ("2026-05-22", 1.0),
            ("2026-08-21", 1.0),
            ("2026-11-20", 1.0),
        ]);
        // One year before the first day, five ex-dates; one year before the last day, only three.
        for today in ["2026-11-20", "2026-11-21", "2027-02-15"] {
            assert_eq!(trailing(&all, today).regular, 4.0, "{today}");
        }
        let moved = paid(&[
            ("2025-11-20", 1.0),
            ("2026-02-20", 1.0),
            ("2026-05-22", 1.0),
            ("2026-08-21", 1.0),
        ]);
        assert_eq!(trailing(&moved, "2026-11-22").regular, 4.0);
    }

    #[test]
    fn specials_and_capital_gains_are_summed_separately_without_the_future() {
        let mut all = paid(&[
            ("2026-02-06", 0.5),
            ("2026-05-08", 0.5),
            ("2026-08-07", 0.5),
            ("2026-09-01", 15.0),
            ("2026-11-06", 0.5),
            ("2027-02-05", 0.5),
        ]);
        all.insert(
            0,
            Dividend {
                kind: DividendKind::CapitalGain,
                amount: 0.7,
                ex_date: "2026-10-01".parse().unwrap(),
                ..all[0].clone()
            },
        );
        let expected = TrailingPayments {
            regular: 2.0,
            special: 15.0,
            capital_gains: 0.7,
        };
        assert_eq!(trailing(&all, "2026-11-20"), expected);
    }

    #[test]
    fn payments_in_two_currencies_need_a_rate() {
        let mut all = paid(&[("2026-03-10", 900.0), ("2026-09-10", 1.0)]);
        let tenge = Currency::parse("KZT");
        all[1].currency = tenge;
        let today = "2026-11-20".parse().unwrap();
        let rate = |currency| match currency {
            None => Some(1.0),
            other => (other == tenge).then_some(0.002),
        };
        let sums = TrailingPayments::sum(&all, today, rate).unwrap();
        assert!((sums.regular - 2.8).abs() < 1e-9, "{sums:?}");
        let unknown = |currency: Option<Currency>| currency.is_none().then_some(1.0);
        assert_eq!(TrailingPayments::sum(&all, today, unknown), None);
    }

    #[test]
    fn payer_that_stopped_years_ago_has_no_trailing_sum() {
        let all = paid(&[("2020-02-06", 0.5), ("2020-05-08", 0.5)]);
        assert_eq!(trailing(&all, "2026-11-20"), TrailingPayments::default());
    }
}
