//! Infers which payments are regular, their frequency and their yield, from gaps, amounts and prices.

use std::{cmp::Reverse, collections::HashMap};

use jiff::civil::{Date, date};

use super::{Dividend, DividendKind, Frequency};
use crate::domain::currency::Currency;

/// A payment is special if it is this many times the usual amount …
const SPECIAL_SIZE: f64 = 2.5;
/// … or, if it is off schedule at either end of the list, if it differs from the usual amount by this factor.
const SPECIAL_SIZE_AT_ENDS: f64 = 1.5;
/// A payment is off schedule if the gap next to it is shorter than this share of the usual gap …
const OFF_SCHEDULE_GAP: f64 = 0.6;
/// … and if the gap that remains without it is at most this many times the usual one.
const MAX_REMAINING_GAP: f64 = 1.3;
/// Maximum difference in days between the ex-dates that two sources report for one payment.
const EX_DATE_TOLERANCE_DAYS: i64 = 3;
/// Maximum relative difference between the amounts, due to rounding.
const AMOUNT_TOLERANCE: f64 = 0.005;
/// Seconds per day.
const DAY: i64 = 86_400;

/// A payment as reported by a source.
#[derive(Debug, Clone, PartialEq)]
pub struct Payment {
    /// First day on which a buyer does not receive it.
    pub ex_date: Date,
    /// Amount per unit, in `currency`.
    pub amount: f64,
    /// Currency of the amount, if it differs from the ticker's.
    pub currency: Option<Currency>,
    /// Price per unit at the ex-date; `None` if unknown.
    pub price: Option<f64>,
    /// Kind reported by the source; `None` if it reports none.
    pub kind: Option<DividendKind>,
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

    /// Returns true if `known` is this payment as another source reports it.
    fn is_payment(&self, known: &Dividend) -> bool {
        let days = (self.day() - day(known.ex_date)).abs();
        let is_alike = (self.amount / known.amount - 1.0).abs() <= AMOUNT_TOLERANCE;
        days <= EX_DATE_TOLERANCE_DAYS && self.currency == known.currency && is_alike
    }
}

fn day(at: Date) -> i64 {
    at.duration_since(date(1970, 1, 1)).as_secs() / DAY
}

fn is_gain(dividend: &Dividend) -> bool {
    dividend.kind == DividendKind::CapitalGain
}

/// Classifies all payments of a payer; returns dividends, newest first.
pub(crate) fn dividends(mut payments: Vec<Payment>) -> Vec<Dividend> {
    payments.sort_by_key(|payment| payment.ex_date);
    let mut paid: Vec<ClassifiedPayment> = payments
        .iter()
        .filter(|payment| !payment.is_gain())
        .map(|payment| ClassifiedPayment {
            day: payment.day(),
            amount: payment.amount,
            currency: payment.currency,
            is_regular: payment.kind != Some(DividendKind::Special),
            is_reported: payment.kind.is_some(),
        })
        .collect();
    mark_specials(&mut paid);
    // The median gap between regular ex-dates.
    let frequency = median(gaps(&paid)).map(Frequency::from_gap_days);
    let mut judged = paid.iter();
    let mut all: Vec<Dividend> = payments
        .iter()
        .map(|payment| {
            let kind = if payment.is_gain() {
                DividendKind::CapitalGain
            } else if judged.next().is_some_and(|paid| paid.is_regular) {
                DividendKind::Regular
            } else {
                DividendKind::Special
            };
            dividend(payment, kind, frequency)
        })
        .collect();
    all.sort_by_key(|dividend| (Reverse(dividend.ex_date), dividend.kind as u8));
    all
}

/// Merges reported payments (`more`) into the `known` dividends and classifies all of them again.
///
/// A report replaces what was known for its day. Reports of two sources on neighboring days, or one of them as a
/// capital gain, are one payment: missing values come from the older report, and a user's file takes precedence over
/// all other sources.
pub(crate) fn merge_payments(known: &[Dividend], mut more: Vec<Payment>) -> Vec<Dividend> {
    let paid: Vec<&Dividend> = known.iter().filter(|one| !one.is_projected).collect();
    let reported_keys: Vec<(Date, bool)> = more
        .iter()
        .map(|new| (new.ex_date, new.is_gain()))
        .collect();
    let is_replaced = |one: &Dividend| reported_keys.contains(&(one.ex_date, is_gain(one)));
    let mut replaced: Vec<bool> = paid.iter().map(|one| is_replaced(one)).collect();
    for new in &mut more {
        let at = paid
            .iter()
            .position(|one| one.ex_date == new.ex_date && is_gain(one) == new.is_gain())
            .or_else(|| (0..paid.len()).find(|at| !replaced[*at] && new.is_payment(paid[*at])));
        let Some(at) = at else { continue };
        replaced[at] = true;
        if is_gain(paid[at]) {
            new.kind = new.kind.or(Some(DividendKind::CapitalGain));
        }
        new.price = new.price.or(paid[at].price);
        if paid[at].is_from_file && !new.is_from_file {
            let price = new.price;
            *new = Payment {
                price,
                ..Payment::from(paid[at])
            };
        }
    }
    let mut payments: Vec<Payment> = paid
        .iter()
        .zip(replaced)
        .filter(|(_, is_replaced)| !is_replaced)
        .map(|(dividend, _)| Payment::from(*dividend))
        .collect();
    payments.extend(more);
    dividends(payments)
}

/// Merges the complete list of a source (`reported`) with the dividends in `known` that came from a file; newest first.
pub(crate) fn keep_file_dividends(known: &[Dividend], reported: Vec<Dividend>) -> Vec<Dividend> {
    let of_files = known.iter().filter(|one| one.is_from_file);
    let of_files: Vec<Payment> = of_files.map(Payment::from).collect();
    if of_files.is_empty() {
        return reported;
    }
    let mut all = merge_payments(&reported, of_files);
    all.extend(reported.into_iter().filter(|one| one.is_projected));
    all.sort_by_key(|one| Reverse(one.ex_date));
    all
}

fn dividend(payment: &Payment, kind: DividendKind, frequency: Option<Frequency>) -> Dividend {
    // Only recurring payments can be annualized.
    let yearly = frequency
        .filter(|_| kind == DividendKind::Regular)
        .map(|frequency| payment.amount * f64::from(frequency.per_year()));
    Dividend {
        ex_date: payment.ex_date,
        amount: payment.amount,
        currency: payment.currency,
        price: payment.price,
        // A yield across currencies would need the exchange rate of that day.
        dividend_yield: yearly
            .filter(|_| payment.currency.is_none())
            .zip(payment.price)
            .map(|(yearly, price)| yearly / price * 100.0),
        kind,
        frequency,
        is_projected: false,
        is_from_file: payment.is_from_file,
    }
}

/// A payment other than a capital gain, in ascending order.
struct ClassifiedPayment {
    day: i64,
    amount: f64,
    currency: Option<Currency>,
    is_regular: bool,
    /// True if the source reports whether it is regular.
    is_reported: bool,
}

/// Marks special payments: far above the usual amount, or between two payments that are a usual gap apart.
fn mark_specials(paid: &mut [ClassifiedPayment]) {
    let usual = usual_amounts(paid);
    for payment in paid.iter_mut().filter(|paid| !paid.is_reported) {
        if payment.amount > usual(payment.currency) * SPECIAL_SIZE {
            payment.is_regular = false;
        }
    }
    let Some(gap) = median(gaps(paid)) else {
        return;
    };
    let apart = |paid: &ClassifiedPayment| (paid.amount / usual(paid.currency)).ln().abs();
    let regular: Vec<usize> = (0..paid.len()).filter(|at| paid[*at].is_regular).collect();
    for place in 1..regular.len() {
        let (older, newer) = (regular[place - 1], regular[place]);
        let distance = (paid[newer].day - paid[older].day) as f64;
        if distance >= OFF_SCHEDULE_GAP * gap {
            continue;
        }
        // The one of the two that differs more from the usual amount.
        let is_newer = apart(&paid[newer]) >= apart(&paid[older]);
        let odd = if is_newer { place } else { place - 1 };
        let neighbours = (
            odd.checked_sub(1).map(|at| regular[at]),
            regular.get(odd + 1),
        );
        let is_extra = match neighbours {
            (Some(before), Some(after)) => {
                (paid[*after].day - paid[before].day) as f64 <= MAX_REMAINING_GAP * gap
            }
            // At either end of the list the next payment is unknown, so the amount decides.
            _ => apart(&paid[regular[odd]]) > SPECIAL_SIZE_AT_ENDS.ln(),
        };
        if is_extra && !paid[regular[odd]].is_reported {
            paid[regular[odd]].is_regular = false;
        }
    }
}

/// Returns the median amount per currency: amounts in different currencies are not comparable.
fn usual_amounts(paid: &[ClassifiedPayment]) -> impl Fn(Option<Currency>) -> f64 + use<> {
    let mut by_currency: HashMap<Option<Currency>, Vec<f64>> = HashMap::new();
    for payment in paid {
        let amounts = by_currency.entry(payment.currency).or_default();
        amounts.push(payment.amount);
    }
    let medians: HashMap<_, _> = by_currency
        .into_iter()
        .filter_map(|(currency, amounts)| Some((currency, median(amounts)?)))
        .collect();
    move |currency| medians.get(&currency).copied().unwrap_or(f64::INFINITY)
}

/// Returns the gaps between regular payments in days, oldest first.
fn gaps(paid: &[ClassifiedPayment]) -> Vec<f64> {
    let days: Vec<i64> = paid
        .iter()
        .filter(|paid| paid.is_regular)
        .map(|paid| paid.day)
        .collect();
    days.windows(2)
        .map(|pair| (pair[1] - pair[0]) as f64)
        .collect()
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_unstable_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
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
            is_from_file: false,
        }
    }

    const QUARTERS: [&str; 4] = ["2026-02-06", "2026-05-08", "2026-08-07", "2026-11-06"];

    #[test]
    fn first_dividend_has_no_frequency_and_no_yield() {
        let first = dividends(vec![payment("2024-02-21", 0.5)]);
        assert_eq!((first[0].frequency, first[0].dividend_yield), (None, None));
        assert_eq!(first[0].kind, DividendKind::Regular);
    }

    #[test]
    fn payment_in_another_currency_has_no_yield_and_is_not_compared() {
        let mut payments: Vec<_> = QUARTERS.iter().map(|at| payment(at, 0.5)).collect();
        payments[3].amount = 1264.12;
        payments[3].currency = Currency::parse("KZT");
        let all = dividends(payments);
        assert_eq!(all[0].kind, DividendKind::Regular);
        assert_eq!(all[0].currency, Currency::parse("KZT"));
        assert_eq!(all[0].dividend_yield, None);
        assert_eq!(all[1].dividend_yield, Some(2.0));
    }

    #[test]
    fn payment_reported_by_file_and_provider_is_one() {
        let reported = |ex_date: &str, amount, kind| Payment {
            kind,
            price: None,
            ..payment(ex_date, amount)
        };
        let gain = Some(DividendKind::CapitalGain);
        let all = |one: Payment, other: Payment| merge_payments(&dividends(vec![one]), vec![other]);
        // The file reports a capital gain, the provider a dividend, in either order.
        for (one, other) in [(gain, None), (None, gain)] {
            let all = all(
                reported("2026-05-08", 0.5, one),
                reported("2026-05-08", 0.5, other),
            );
            assert_eq!(all.len(), 1, "{all:?}");
            assert_eq!(all[0].kind, DividendKind::CapitalGain);
        }
        // Neighboring days and a rounded amount; the known price is kept.
        let all = merge_payments(
            &dividends(vec![payment("2026-05-08", 0.5)]),
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
            is_from_file: true,
            ..payment(ex_date, amount)
        };
        let named = |all: &[Dividend]| -> Vec<(String, f64, bool)> {
            let one = |one: &Dividend| (one.ex_date.to_string(), one.amount, one.is_from_file);
            all.iter().map(one).collect()
        };
        let reported = dividends(QUARTERS[1..].iter().map(|at| payment(at, 0.5)).collect());
        let files = vec![file(QUARTERS[0], 0.4), file(QUARTERS[3], 0.6)];
        let known = merge_payments(&reported, files.clone());
        let right = [
            (QUARTERS[3].to_owned(), 0.6, true),
            (QUARTERS[2].to_owned(), 0.5, false),
            (QUARTERS[1].to_owned(), 0.5, false),
            (QUARTERS[0].to_owned(), 0.4, true),
        ];
        assert_eq!(named(&known), right);
        // The source reports everything at each start, and what is new after each day.
        assert_eq!(named(&keep_file_dividends(&known, reported.clone())), right);
        let again = merge_payments(&known, vec![payment(QUARTERS[3], 0.5)]);
        assert_eq!(named(&again), right);
        // The file corrects itself; other payments follow the source.
        let corrected = merge_payments(&known, vec![file(QUARTERS[3], 0.61)]);
        assert_eq!(named(&corrected)[0], (QUARTERS[3].to_owned(), 0.61, true));
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
        let known = dividends(both.clone());
        assert_eq!(known.len(), 2);
        assert_eq!(
            merge_payments(&known, both),
            known,
            "the file is read again"
        );
        let other = merge_payments(&known, vec![payment("2026-05-08", 0.3)]);
        assert_eq!(
            other.len(),
            2,
            "the provider names the dividend alone: {other:?}"
        );
        let weekly = merge_payments(&known, vec![payment("2026-05-15", 0.3)]);
        assert_eq!(weekly.len(), 3);
    }

    #[test]
    fn later_payment_joins_the_schedule() {
        let known = dividends(QUARTERS[..3].iter().map(|at| payment(at, 0.5)).collect());
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
        let known = dividends(QUARTERS.iter().map(|at| payment(at, 0.5)).collect());
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
        let all = dividends(payments);
        assert_eq!(all[0].kind, DividendKind::Special);
        assert!(all[1..].iter().all(|one| one.kind == DividendKind::Regular));
    }
}
