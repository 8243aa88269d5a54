//! Adjusts dividends for splits.

use jiff::civil::Date;

use super::{Dividend, Payment};
use crate::domain::split::Split;

/// Maximum relative difference between an amount in old units and the known amount times the ratio of the splits, due to rounding.
const ROUNDING: f64 = 0.02;

/// Returns dividends in the units after `splits`, which took effect since the dividends were in current units. The amount of a projected
/// dividend is estimated from earlier payments, so it is in old units too.
pub(crate) fn adjusted_for_splits(dividends: &[Dividend], splits: &[Split]) -> Vec<Dividend> {
    let adjusted = dividends.iter().map(|dividend| {
        let later = splits
            .iter()
            .filter(|split| dividend.is_projected || dividend.ex_date < split.date);
        let ratio: f64 = later.map(Split::ratio).product();
        Dividend {
            amount: dividend.amount / ratio,
            price: dividend.price.map(|price| price / ratio),
            ..dividend.clone()
        }
    });
    adjusted.collect()
}

/// Converts reported payments that a source still states in the units before some of the `splits` (newest first, all in effect) to
/// current units: their amounts are those of the `known` payments of the same days times the ratio of the splits. Nasdaq does not
/// adjust old payments.
pub(crate) fn convert_old_units(payments: &mut [Payment], known: &[Dividend], splits: &[Split]) {
    let known_amount = |ex_date: Date| {
        let paid = known
            .iter()
            .find(|known| known.ex_date == ex_date && !known.is_projected && !known.is_from_file);
        paid.map(|known| known.amount)
    };
    for payment in payments {
        let Some(amount) = known_amount(payment.ex_date) else {
            continue;
        };
        let mut ratio = 1.0;
        for split in splits.iter().filter(|split| split.date > payment.ex_date) {
            ratio *= split.ratio();
            if (payment.amount / (amount * ratio) - 1.0).abs() <= ROUNDING {
                payment.amount = amount;
                payment.price = payment.price.map(|price| price / ratio);
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::dividend::{classify_payments, merge_payments};

    fn payments(amount: f64) -> Vec<Payment> {
        let payment = |ex_date: &str| Payment {
            ex_date: ex_date.parse().unwrap(),
            amount,
            currency: None,
            price: Some(100.0 * amount),
            kind: None,
            pay_date: None,
            is_from_file: false,
        };
        ["2026-02-10", "2026-05-10", "2026-08-10", "2026-11-10"]
            .map(payment)
            .into()
    }

    fn split(date: &str, numerator: f64) -> Split {
        Split {
            date: date.parse().unwrap(),
            numerator,
            denominator: 1.0,
        }
    }

    fn amounts(dividends: &[Dividend]) -> Vec<f64> {
        dividends.iter().map(|dividend| dividend.amount).collect()
    }

    #[test]
    fn payments_before_a_split_are_in_new_units_and_keep_their_yield() {
        let known = classify_payments(payments(1.0));
        let adjusted = adjusted_for_splits(&known, &[split("2026-09-01", 10.0)]);
        assert_eq!(amounts(&adjusted), [1.0, 0.1, 0.1, 0.1]);
        assert_eq!(adjusted[1].price, Some(10.0));
        assert_eq!(adjusted[1].dividend_yield, known[1].dividend_yield);
    }

    #[test]
    fn payments_that_a_source_repeats_in_old_units_change_nothing() {
        let splits = [split("2026-11-20", 10.0)];
        let known = adjusted_for_splits(&classify_payments(payments(1.0)), &splits);
        let mut repeated = payments(1.0);
        repeated[0].amount = 1.004;
        convert_old_units(&mut repeated, &known, &splits);
        assert_eq!(amounts(&merge_payments(&known, repeated)), [0.1; 4]);
        // A correction stays a correction.
        let mut corrected = payments(0.12);
        convert_old_units(&mut corrected, &known, &splits);
        assert_eq!(amounts(&merge_payments(&known, corrected)), [0.12; 4]);
        // There were two splits, and the source knows only the older one.
        let splits = [split("2026-11-20", 5.0), split("2026-10-01", 2.0)];
        let mut partly = payments(0.5);
        convert_old_units(&mut partly, &known, &splits);
        assert_eq!(amounts(&merge_payments(&known, partly))[1..], [0.1; 3]);
    }
}
