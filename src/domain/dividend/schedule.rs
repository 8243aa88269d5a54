//! Infers which payments are regular, their frequency and their yield, from gaps, amounts and prices.

use std::{cmp::Reverse, collections::HashMap};

use jiff::civil::{Date, date};

use super::{Dividend, DividendKind, Frequency};
use crate::domain::{currency::Currency, outliers::median};

/// A payment of more than this many times the usual amount is special.
const SPECIAL_RATIO: f64 = 2.5;
/// The first or last payment is special if it is off schedule and differs from the usual amount by more than this
/// factor.
const SPECIAL_RATIO_AT_ENDS: f64 = 1.5;
/// A payment may be off schedule if a gap next to it is shorter than this share of the usual gap.
const OFF_SCHEDULE_GAP: f64 = 0.6;
/// A payment between two others is off schedule only if the gap between those two is at most this many times the usual
/// gap.
const MAX_REMAINING_GAP: f64 = 1.3;
/// Maximum difference in days between the ex-dates that two sources report for one payment.
const EX_DATE_TOLERANCE_DAYS: i64 = 3;
/// Maximum relative difference between the amounts that two sources report for one payment, due to rounding.
const AMOUNT_TOLERANCE: f64 = 0.005;
/// Seconds per day.
const DAY: i64 = 86_400;

/// A payment as reported by a source.
#[derive(Debug, Clone, PartialEq)]
pub struct Payment {
    /// Ex-date: the first day on which a buyer does not receive the payment.
    pub ex_date: Date,
    /// Amount per unit, in `currency`.
    pub amount: f64,
    /// Currency of the amount, if it differs from the ticker's.
    pub currency: Option<Currency>,
    /// Price per unit at the ex-date; `None` if unknown.
    pub price: Option<f64>,
    /// Kind reported by the source; `None` if it reports none.
    pub kind: Option<DividendKind>,
    /// Day on which the payment is made; `None` if unknown.
    pub pay_date: Option<Date>,
    /// True if a user's file reports it.
    pub is_from_file: bool,
}

/// Converts a known dividend back into a payment, to be classified again. Only capital gains keep their kind: whether
/// a payment is special depends on the whole schedule.
impl From<&Dividend> for Payment {
    fn from(known: &Dividend) -> Self {
        Self {
            ex_date: known.ex_date,
            amount: known.amount,
            currency: known.currency,
            price: known.price,
            kind: Some(known.kind).filter(|kind| *kind == DividendKind::CapitalGain),
            pay_date: known.pay_date,
            is_from_file: known.is_from_file,
        }
    }
}

impl Payment {
    fn day(&self) -> i64 {
        day(self.ex_date)
    }

    fn is_gain(&self) -> bool {
        self.kind == Some(DividendKind::CapitalGain)
    }

    /// Returns true if `known` is the same payment, reported by another source.
    fn is_same_payment(&self, known: &Dividend) -> bool {
        let days = (self.day() - day(known.ex_date)).abs();
        let has_same_amount = (self.amount / known.amount - 1.0).abs() <= AMOUNT_TOLERANCE;
        days <= EX_DATE_TOLERANCE_DAYS && self.currency == known.currency && has_same_amount
    }
}

/// Returns the day as a number of days since 1970-01-01.
fn day(ex_date: Date) -> i64 {
    ex_date.duration_since(date(1970, 1, 1)).as_secs() / DAY
}

fn is_gain(dividend: &Dividend) -> bool {
    dividend.kind == DividendKind::CapitalGain
}

/// Classifies all payments of a payer. Returns them as dividends, newest first.
pub(crate) fn classify_payments(mut payments: Vec<Payment>) -> Vec<Dividend> {
    payments.sort_by_key(|payment| payment.ex_date);
    let mut classified: Vec<ClassifiedPayment> = payments
        .iter()
        .filter(|payment| !payment.is_gain())
        .map(|payment| ClassifiedPayment {
            day: payment.day(),
            amount: payment.amount,
            currency: payment.currency,
            is_regular: payment.kind != Some(DividendKind::Special),
            has_reported_kind: payment.kind.is_some(),
        })
        .collect();
    mark_specials(&mut classified);
    let frequency = median(regular_gaps(&classified)).map(Frequency::from_gap_days);
    let mut classified = classified.iter();
    let mut dividends: Vec<Dividend> = payments
        .iter()
        .map(|payment| {
            let kind = if payment.is_gain() {
                DividendKind::CapitalGain
            } else if classified.next().is_some_and(|payment| payment.is_regular) {
                DividendKind::Regular
            } else {
                DividendKind::Special
            };
            to_dividend(payment, kind, frequency)
        })
        .collect();
    dividends.sort_by_key(|dividend| (Reverse(dividend.ex_date), dividend.kind as u8));
    dividends
}

/// Merges `reported` payments into the `known` dividends and classifies all of them again.
///
/// A reported payment replaces the known payment of the same day. Two sources may report one payment on neighboring
/// days, or one of them as a capital gain; such reports are merged. Missing values come from the known payment, and a
/// user's file takes precedence over all other sources.
pub(crate) fn merge_payments(known: &[Dividend], mut reported: Vec<Payment>) -> Vec<Dividend> {
    let known: Vec<&Dividend> = known.iter().filter(|known| !known.is_projected).collect();
    let reported_keys: Vec<(Date, bool)> = reported
        .iter()
        .map(|new| (new.ex_date, new.is_gain()))
        .collect();
    // One flag per known dividend.
    let mut is_replaced: Vec<bool> = known
        .iter()
        .map(|known| reported_keys.contains(&(known.ex_date, is_gain(known))))
        .collect();
    for new in &mut reported {
        let index = known
            .iter()
            .position(|known| known.ex_date == new.ex_date && is_gain(known) == new.is_gain())
            .or_else(|| {
                (0..known.len())
                    .find(|index| !is_replaced[*index] && new.is_same_payment(known[*index]))
            });
        let Some(index) = index else { continue };
        is_replaced[index] = true;
        let replaced = known[index];
        if is_gain(replaced) {
            new.kind = new.kind.or(Some(DividendKind::CapitalGain));
        }
        new.price = new.price.or(replaced.price);
        new.pay_date = new.pay_date.or(replaced.pay_date);
        if replaced.is_from_file && !new.is_from_file {
            let (price, pay_date) = (new.price, replaced.pay_date.or(new.pay_date));
            *new = Payment {
                price,
                pay_date,
                ..Payment::from(replaced)
            };
        }
    }
    let mut payments: Vec<Payment> = known
        .iter()
        .zip(is_replaced)
        .filter(|(_, is_replaced)| !is_replaced)
        .map(|(dividend, _)| Payment::from(*dividend))
        .collect();
    payments.extend(reported);
    classify_payments(payments)
}

/// Returns the complete list of a source (`reported`) merged with the `known` dividends that come from a user's file,
/// newest first.
pub(crate) fn keep_file_dividends(known: &[Dividend], reported: Vec<Dividend>) -> Vec<Dividend> {
    let file_payments: Vec<Payment> = known
        .iter()
        .filter(|dividend| dividend.is_from_file)
        .map(Payment::from)
        .collect();
    if file_payments.is_empty() {
        return reported;
    }
    let mut merged = merge_payments(&reported, file_payments);
    merged.extend(
        reported
            .into_iter()
            .filter(|dividend| dividend.is_projected),
    );
    merged.sort_by_key(|dividend| Reverse(dividend.ex_date));
    merged
}

/// Sets the unknown pay dates of `dividends` from other reports of the same payments: pairs of an ex-date and a pay date.
pub(crate) fn fill_pay_dates(
    dividends: &mut [Dividend],
    known: impl Iterator<Item = (Date, Option<Date>)>,
) {
    let known: HashMap<Date, Date> = known
        .filter_map(|(ex_date, pay_date)| Some((ex_date, pay_date?)))
        .collect();
    for dividend in dividends {
        let found = known.get(&dividend.ex_date).copied();
        dividend.pay_date = dividend.pay_date.or(found);
    }
}

fn to_dividend(payment: &Payment, kind: DividendKind, frequency: Option<Frequency>) -> Dividend {
    // Only recurring payments can be annualized.
    let yearly = frequency
        .filter(|_| kind == DividendKind::Regular)
        .map(|frequency| payment.amount * f64::from(frequency.per_year()));
    Dividend {
        ex_date: payment.ex_date,
        amount: payment.amount,
        currency: payment.currency,
        price: payment.price,
        // A yield in another currency would need the exchange rate of the ex-date.
        dividend_yield: yearly
            .filter(|_| payment.currency.is_none())
            .zip(payment.price)
            .map(|(yearly, price)| yearly / price * 100.0),
        kind,
        frequency,
        is_projected: false,
        pay_date: payment.pay_date,
        is_from_file: payment.is_from_file,
    }
}

/// A payment other than a capital gain, and whether it is regular.
struct ClassifiedPayment {
    /// Ex-date in days since 1970-01-01.
    day: i64,
    amount: f64,
    currency: Option<Currency>,
    is_regular: bool,
    /// True if the source reports the kind of the payment.
    has_reported_kind: bool,
}

/// Marks special payments: those far above the usual amount, and those between two payments with a usual gap.
///
/// `payments` are in order of their ex-dates.
fn mark_specials(payments: &mut [ClassifiedPayment]) {
    let usual_amount = usual_amounts(payments);
    for payment in payments
        .iter_mut()
        .filter(|payment| !payment.has_reported_kind)
    {
        if payment.amount > usual_amount(payment.currency) * SPECIAL_RATIO {
            payment.is_regular = false;
        }
    }
    let Some(usual_gap) = median(regular_gaps(payments)) else {
        return;
    };
    let deviation =
        |payment: &ClassifiedPayment| (payment.amount / usual_amount(payment.currency)).ln().abs();
    let regular: Vec<usize> = (0..payments.len())
        .filter(|index| payments[*index].is_regular)
        .collect();
    for position in 1..regular.len() {
        let (older, newer) = (
            &payments[regular[position - 1]],
            &payments[regular[position]],
        );
        if (newer.day - older.day) as f64 >= OFF_SCHEDULE_GAP * usual_gap {
            continue;
        }
        // Of the two payments, the candidate differs more from the usual amount.
        let is_newer = deviation(newer) >= deviation(older);
        let candidate = if is_newer { position } else { position - 1 };
        let before = candidate
            .checked_sub(1)
            .map(|before| &payments[regular[before]]);
        let after = regular.get(candidate + 1).map(|after| &payments[*after]);
        let candidate = regular[candidate];
        let is_special = match (before, after) {
            (Some(before), Some(after)) => {
                (after.day - before.day) as f64 <= MAX_REMAINING_GAP * usual_gap
            }
            // At either end of the list one neighbor is unknown, so the amount decides.
            _ => deviation(&payments[candidate]) > SPECIAL_RATIO_AT_ENDS.ln(),
        };
        if is_special && !payments[candidate].has_reported_kind {
            payments[candidate].is_regular = false;
        }
    }
}

/// Returns a function from a currency to the median amount in that currency; infinity for other currencies.
fn usual_amounts(payments: &[ClassifiedPayment]) -> impl Fn(Option<Currency>) -> f64 + use<> {
    let mut by_currency: HashMap<Option<Currency>, Vec<f64>> = HashMap::new();
    for payment in payments {
        let amounts = by_currency.entry(payment.currency).or_default();
        amounts.push(payment.amount);
    }
    let medians: HashMap<_, _> = by_currency
        .into_iter()
        .filter_map(|(currency, amounts)| Some((currency, median(amounts)?)))
        .collect();
    move |currency| medians.get(&currency).copied().unwrap_or(f64::INFINITY)
}

/// Returns the gaps between the ex-dates of regular payments in days, oldest first.
fn regular_gaps(payments: &[ClassifiedPayment]) -> Vec<f64> {
    let days: Vec<i64> = payments
        .iter()
        .filter(|payment| payment.is_regular)
        .map(|payment| payment.day)
        .collect();
    days.windows(2)
        .map(|pair| (pair[1] - pair[0]) as f64)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payment(ex_date: &str, amount: f64) -> Payment {
        Payment {
            ex_date: ex_date.parse().unwrap(),
            amount,
            currency: None,
            price: Some(100.0),
            kind: None,
            pay_date: None,
            is_from_file: false,
        }
    }

    const QUARTERS: [&str; 4] = ["2026-02-06", "2026-05-08", "2026-08-07", "2026-11-06"];

    #[test]
    fn first_dividend_has_no_frequency_and_no_yield() {
        let first = classify_payments(vec![payment("2024-02-21", 0.5)]);
        assert_eq!((first[0].frequency, first[0].dividend_yield), (None, None));
        assert_eq!(first[0].kind, DividendKind::Regular);
    }

    #[test]
    fn payment_in_another_currency_has_no_yield_and_is_not_compared() {
        let mut payments: Vec<_> = QUARTERS.iter().map(|at| payment(at, 0.5)).collect();
        payments[3].amount = 1264.12;
        payments[3].currency = Currency::parse("KZT");
        let all = classify_payments(payments);
        assert_eq!(all[0].kind, DividendKind::Regular);
        assert_eq!(all[0].currency, Currency::parse("KZT"));
        assert_eq!(all[0].dividend_yield, None);
        assert_eq!(all[1].dividend_yield, Some(2.0));
    }

    #[test]
    fn payment_reported_by_file_and_provider_is_merged() {
        let reported = |ex_date: &str, amount, kind| Payment {
            kind,
            price: None,
            ..payment(ex_date, amount)
        };
        let gain = Some(DividendKind::CapitalGain);
        let merged = |known: Payment, new: Payment| {
            merge_payments(&classify_payments(vec![known]), vec![new])
        };
        // The file reports a capital gain, the provider a dividend, in either order.
        for (first, second) in [(gain, None), (None, gain)] {
            let all = merged(
                reported("2026-05-08", 0.5, first),
                reported("2026-05-08", 0.5, second),
            );
            assert_eq!(all.len(), 1, "{all:?}");
            assert_eq!(all[0].kind, DividendKind::CapitalGain);
        }
        // Neighboring days and a rounded amount; the known price is kept.
        let all = merge_payments(
            &classify_payments(vec![payment("2026-05-08", 0.5)]),
            vec![reported("2026-05-07", 0.501, None)],
        );
        assert_eq!(all.len(), 1, "{all:?}");
        assert_eq!(
            (all[0].ex_date.to_string(), all[0].amount),
            ("2026-05-07".into(), 0.501)
        );
        assert_eq!(all[0].price, Some(100.0));
    }

    #[test]
    fn other_sources_do_not_change_payments_of_a_file() {
        let file = |ex_date: &str, amount| Payment {
            pay_date: None,
            is_from_file: true,
            ..payment(ex_date, amount)
        };
        // Ex-date, amount, and whether the payment comes from a file.
        let summary = |dividends: &[Dividend]| -> Vec<(String, f64, bool)> {
            dividends
                .iter()
                .map(|dividend| {
                    let ex_date = dividend.ex_date.to_string();
                    (ex_date, dividend.amount, dividend.is_from_file)
                })
                .collect()
        };
        let reported = classify_payments(QUARTERS[1..].iter().map(|at| payment(at, 0.5)).collect());
        let files = vec![file(QUARTERS[0], 0.4), file(QUARTERS[3], 0.6)];
        let known = merge_payments(&reported, files.clone());
        let expected = [
            (QUARTERS[3].to_owned(), 0.6, true),
            (QUARTERS[2].to_owned(), 0.5, false),
            (QUARTERS[1].to_owned(), 0.5, false),
            (QUARTERS[0].to_owned(), 0.4, true),
        ];
        assert_eq!(summary(&known), expected);
        // The source reports all payments at each start, and new payments once a day.
        assert_eq!(
            summary(&keep_file_dividends(&known, reported.clone())),
            expected
        );
        let again = merge_payments(&known, vec![payment(QUARTERS[3], 0.5)]);
        assert_eq!(summary(&again), expected);
        // The file can correct its own payments; all other payments follow the source.
        let corrected = merge_payments(&known, vec![file(QUARTERS[3], 0.61)]);
        assert_eq!(summary(&corrected)[0], (QUARTERS[3].to_owned(), 0.61, true));
        assert_eq!(
            keep_file_dividends(&reported, reported[..1].to_vec()),
            reported[..1]
        );
    }

    #[test]
    fn payments_of_one_day_or_a_week_apart_stay_separate() {
        let gain = Payment {
            kind: Some(DividendKind::CapitalGain),
            ..payment("2026-05-08", 0.3)
        };
        let both = vec![payment("2026-05-08", 0.3), gain];
        let known = classify_payments(both.clone());
        assert_eq!(known.len(), 2);
        assert_eq!(
            merge_payments(&known, both),
            known,
            "a second import of the file changes nothing"
        );
        let other = merge_payments(&known, vec![payment("2026-05-08", 0.3)]);
        assert_eq!(
            other.len(),
            2,
            "the provider reports only the dividend: {other:?}"
        );
        let weekly = merge_payments(&known, vec![payment("2026-05-15", 0.3)]);
        assert_eq!(weekly.len(), 3);
    }

    #[test]
    fn later_payment_joins_the_schedule() {
        let known = classify_payments(QUARTERS[..3].iter().map(|at| payment(at, 0.5)).collect());
        let all = merge_payments(&known, vec![payment(QUARTERS[3], 0.5)]);
        assert_eq!(all.len(), 4);
        assert_eq!(all[0].ex_date.to_string(), QUARTERS[3]);
        assert_eq!(all[0].frequency, Some(Frequency::Quarterly));
        assert_eq!(all[0].dividend_yield, Some(2.0));
        // The next response contains it again.
        let again = merge_payments(&all, vec![payment(QUARTERS[3], 0.5)]);
        assert_eq!(again, all);
        let corrected = merge_payments(&all, vec![payment(QUARTERS[3], 0.52)]);
        assert_eq!((corrected.len(), corrected[0].amount), (4, 0.52));
    }

    #[test]
    fn later_special_payment_does_not_change_the_schedule() {
        let known = classify_payments(QUARTERS.iter().map(|at| payment(at, 0.5)).collect());
        let all = merge_payments(&known, vec![payment("2026-11-19", 15.0)]);
        assert_eq!(all[0].kind, DividendKind::Special);
        assert_eq!(all[0].dividend_yield, None);
        assert_eq!(all[1].frequency, Some(Frequency::Quarterly));
    }

    #[test]
    fn payment_reported_as_special_is_special_regardless_of_size() {
        let mut payments: Vec<_> = QUARTERS.iter().map(|at| payment(at, 0.5)).collect();
        payments.push(Payment {
            kind: Some(DividendKind::Special),
            ..payment("2026-12-01", 0.5)
        });
        let all = classify_payments(payments);
        assert_eq!(all[0].kind, DividendKind::Special);
        assert!(
            all[1..]
                .iter()
                .all(|dividend| dividend.kind == DividendKind::Regular)
        );
    }
}
