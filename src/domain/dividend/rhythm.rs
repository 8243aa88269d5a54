//! Which payments are regular, how often they come, and what they yield: from the gaps between them,
//! their sizes and the prices at the time.

use std::{cmp::Reverse, collections::HashMap};

use jiff::civil::{Date, date};

use super::{Dividend, DividendKind, Frequency};
use crate::domain::currency::Currency;

/// A payment so many times as large as the usual one is a special one.
const SPECIAL_SIZE: f64 = 2.5;
/// Or, where it comes out of turn at the end of the list, so many times as large or as small.
const SPECIAL_AT_THE_END: f64 = 1.5;
/// A payment comes out of turn where the gap beside it is shorter than this share of the usual one.
const OUT_OF_TURN: f64 = 0.6;
/// And where the gap that is left without it is not longer than this many times the usual one.
const USUAL_GAP: f64 = 1.3;
/// Sources that name one payment differ in its ex-date by so many days at most, where they do.
const SAME_PAYMENT_DAYS: i64 = 3;
/// And in its amount by this share: they round.
const SAME_AMOUNT: f64 = 0.005;
/// Seconds of a day.
const DAY: i64 = 86_400;

/// A payment as a source names it.
#[derive(Debug, Clone, PartialEq)]
pub struct Payment {
    /// The first day on which a buyer no longer gets it.
    pub ex_date: Date,
    /// Per unit, in `currency`.
    pub amount: f64,
    /// The currency of the amount, where it is not the ticker's own.
    pub currency: Option<Currency>,
    /// The price at the ex-date; `None` when unknown.
    pub price: Option<f64>,
    /// What the source says it is; `None` where it does not say.
    pub kind: Option<DividendKind>,
    /// A file names it.
    pub is_from_file: bool,
}

/// What is known of a dividend, to be judged together with others. Of its kind only a capital gain stays: what is special
/// follows from the rhythm.
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

    /// Returns true if a known dividend is this payment, as another source names it.
    fn is_payment(&self, known: &Dividend) -> bool {
        let days = (self.day() - day(known.ex_date)).abs();
        let is_alike = (self.amount / known.amount - 1.0).abs() <= SAME_AMOUNT;
        days <= SAME_PAYMENT_DAYS && self.currency == known.currency && is_alike
    }
}

fn day(at: Date) -> i64 {
    at.duration_since(date(1970, 1, 1)).as_secs() / DAY
}

fn is_gain(dividend: &Dividend) -> bool {
    dividend.kind == DividendKind::CapitalGain
}

/// All payments of a payer as dividends, newest first.
pub(crate) fn dividends(mut payments: Vec<Payment>) -> Vec<Dividend> {
    payments.sort_by_key(|payment| payment.ex_date);
    let mut paid: Vec<Paid> = payments
        .iter()
        .filter(|payment| !payment.is_gain())
        .map(|payment| Paid {
            day: payment.day(),
            amount: payment.amount,
            currency: payment.currency,
            is_regular: payment.kind != Some(DividendKind::Special),
            is_told: payment.kind.is_some(),
        })
        .collect();
    mark_specials(&mut paid);
    // From the middle distance between regular ex-dates.
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

/// The dividends that are `known`, and the payments among `more` that are not: what a source says of a
/// day replaces what was known of it. A payment that two sources name on neighboring days, or one of them as a capital gain,
/// is one payment: what the newer source leaves out is kept from the older, and what a file says wins over every other source.
/// Everything is judged together.
pub(crate) fn with_payments(known: &[Dividend], mut more: Vec<Payment>) -> Vec<Dividend> {
    let paid: Vec<&Dividend> = known.iter().filter(|one| !one.is_projected).collect();
    let said: Vec<(Date, bool)> = more
        .iter()
        .map(|new| (new.ex_date, new.is_gain()))
        .collect();
    let is_said = |one: &Dividend| said.contains(&(one.ex_date, is_gain(one)));
    let mut replaced: Vec<bool> = paid.iter().map(|one| is_said(one)).collect();
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

/// Merges the complete list of a source (`told`) with the dividends among `known` that came from a file; newest first.
pub(crate) fn with_those_of_files(known: &[Dividend], told: Vec<Dividend>) -> Vec<Dividend> {
    let of_files = known.iter().filter(|one| one.is_from_file);
    let of_files: Vec<Payment> = of_files.map(Payment::from).collect();
    if of_files.is_empty() {
        return told;
    }
    let mut all = with_payments(&told, of_files);
    all.extend(told.into_iter().filter(|one| one.is_projected));
    all.sort_by_key(|one| Reverse(one.ex_date));
    all
}

fn dividend(payment: &Payment, kind: DividendKind, frequency: Option<Frequency>) -> Dividend {
    // Only what comes again in its rhythm may be counted by the year.
    let yearly = frequency
        .filter(|_| kind == DividendKind::Regular)
        .map(|frequency| payment.amount * f64::from(frequency.per_year()));
    Dividend {
        ex_date: payment.ex_date,
        amount: payment.amount,
        currency: payment.currency,
        price: payment.price,
        // A share of a price in another currency would need the rate of that day.
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

/// A payment that is no capital gain, oldest first among its like.
struct Paid {
    day: i64,
    amount: f64,
    currency: Option<Currency>,
    is_regular: bool,
    /// The source itself says whether it is regular.
    is_told: bool,
}

/// Marks what is paid beside the rhythm: far more than usual, or between two payments that are a
/// usual gap apart.
fn mark_specials(paid: &mut [Paid]) {
    let usual = usual_amounts(paid);
    for payment in paid.iter_mut().filter(|paid| !paid.is_told) {
        if payment.amount > usual(payment.currency) * SPECIAL_SIZE {
            payment.is_regular = false;
        }
    }
    let Some(gap) = median(gaps(paid)) else {
        return;
    };
    let apart = |paid: &Paid| (paid.amount / usual(paid.currency)).ln().abs();
    let regular: Vec<usize> = (0..paid.len()).filter(|at| paid[*at].is_regular).collect();
    for place in 1..regular.len() {
        let (older, newer) = (regular[place - 1], regular[place]);
        let distance = (paid[newer].day - paid[older].day) as f64;
        if distance >= OUT_OF_TURN * gap {
            continue;
        }
        // Of the two, the one that is less like the others.
        let is_newer = apart(&paid[newer]) >= apart(&paid[older]);
        let odd = if is_newer { place } else { place - 1 };
        let neighbours = (
            odd.checked_sub(1).map(|at| regular[at]),
            regular.get(odd + 1),
        );
        let is_extra = match neighbours {
            (Some(before), Some(after)) => {
                (paid[*after].day - paid[before].day) as f64 <= USUAL_GAP * gap
            }
            // At either end nobody knows what comes next, so its size has to say it.
            _ => apart(&paid[regular[odd]]) > SPECIAL_AT_THE_END.ln(),
        };
        if is_extra && !paid[regular[odd]].is_told {
            paid[regular[odd]].is_regular = false;
        }
    }
}

/// The median amount of the payments in each currency: amounts of two currencies are not compared.
fn usual_amounts(paid: &[Paid]) -> impl Fn(Option<Currency>) -> f64 + use<> {
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

/// Days between regular payments, oldest first.
fn gaps(paid: &[Paid]) -> Vec<f64> {
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
    fn a_first_dividend_claims_no_rhythm_and_so_no_yearly_yield() {
        let first = dividends(vec![payment("2024-02-21", 0.5)]);
        assert_eq!((first[0].frequency, first[0].dividend_yield), (None, None));
        assert_eq!(first[0].kind, DividendKind::Regular);
    }

    #[test]
    fn a_payment_in_another_currency_yields_nothing_known_and_is_not_compared_with_the_others() {
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
    fn a_payment_that_a_file_and_a_provider_name_is_one() {
        let told = |ex_date: &str, amount, kind| Payment {
            kind,
            price: None,
            ..payment(ex_date, amount)
        };
        let gain = Some(DividendKind::CapitalGain);
        let all = |one: Payment, other: Payment| with_payments(&dividends(vec![one]), vec![other]);
        // A file knows that it is a capital gain, the provider judges it as a dividend: whoever comes first.
        for (one, other) in [(gain, None), (None, gain)] {
            let all = all(told("2026-05-08", 0.5, one), told("2026-05-08", 0.5, other));
            assert_eq!(all.len(), 1, "{all:?}");
            assert_eq!(all[0].kind, DividendKind::CapitalGain);
        }
        // Neighboring days, and a rounded amount; the price that is known stays.
        let all = with_payments(
            &dividends(vec![payment("2026-05-08", 0.5)]),
            vec![told("2026-05-07", 0.501, None)],
        );
        assert_eq!(all.len(), 1, "{all:?}");
        assert_eq!(
            (all[0].ex_date.to_string(), all[0].amount),
            ("2026-05-07".into(), 0.501)
        );
        assert_eq!(all[0].price, Some(100.0));
    }

    #[test]
    fn no_other_source_takes_away_or_changes_what_a_file_named() {
        let file = |ex_date: &str, amount| Payment {
            is_from_file: true,
            ..payment(ex_date, amount)
        };
        let named = |all: &[Dividend]| -> Vec<(String, f64, bool)> {
            let one = |one: &Dividend| (one.ex_date.to_string(), one.amount, one.is_from_file);
            all.iter().map(one).collect()
        };
        let told = dividends(QUARTERS[1..].iter().map(|at| payment(at, 0.5)).collect());
        let files = vec![file(QUARTERS[0], 0.4), file(QUARTERS[3], 0.6)];
        let known = with_payments(&told, files.clone());
        let right = [
            (QUARTERS[3].to_owned(), 0.6, true),
            (QUARTERS[2].to_owned(), 0.5, false),
            (QUARTERS[1].to_owned(), 0.5, false),
            (QUARTERS[0].to_owned(), 0.4, true),
        ];
        assert_eq!(named(&known), right);
        // The source tells all that it has, as at each start, and what is new, as after each day.
        assert_eq!(named(&with_those_of_files(&known, told.clone())), right);
        let again = with_payments(&known, vec![payment(QUARTERS[3], 0.5)]);
        assert_eq!(named(&again), right);
        // The file corrects itself, and what no file names is as the source tells it.
        let corrected = with_payments(&known, vec![file(QUARTERS[3], 0.61)]);
        assert_eq!(named(&corrected)[0], (QUARTERS[3].to_owned(), 0.61, true));
        assert_eq!(with_those_of_files(&told, told[..1].to_vec()), told[..1]);
    }

    #[test]
    fn two_payments_of_one_day_or_a_week_apart_stay_two() {
        let gain = Payment {
            kind: Some(DividendKind::CapitalGain),
            ..payment("2026-05-08", 0.3)
        };
        let both = vec![payment("2026-05-08", 0.3), gain];
        let known = dividends(both.clone());
        assert_eq!(known.len(), 2);
        assert_eq!(with_payments(&known, both), known, "the file is read again");
        let other = with_payments(&known, vec![payment("2026-05-08", 0.3)]);
        assert_eq!(
            other.len(),
            2,
            "the provider names the dividend alone: {other:?}"
        );
        let weekly = with_payments(&known, vec![payment("2026-05-15", 0.3)]);
        assert_eq!(weekly.len(), 3);
    }

    #[test]
    fn a_payment_that_comes_later_joins_the_rhythm_of_those_before() {
        let known = dividends(QUARTERS[..3].iter().map(|at| payment(at, 0.5)).collect());
        let all = with_payments(&known, vec![payment(QUARTERS[3], 0.5)]);
        assert_eq!(all.len(), 4);
        assert_eq!(all[0].ex_date.to_string(), QUARTERS[3]);
        assert_eq!(all[0].frequency, Some(Frequency::Quarterly));
        assert_eq!(all[0].dividend_yield, Some(2.0));
        // It comes again with the next answer.
        let again = with_payments(&all, vec![payment(QUARTERS[3], 0.5)]);
        assert_eq!(again, all);
        let corrected = with_payments(&all, vec![payment(QUARTERS[3], 0.52)]);
        assert_eq!((corrected.len(), corrected[0].amount), (4, 0.52));
    }

    #[test]
    fn a_special_that_comes_later_is_one_and_leaves_the_rhythm_alone() {
        let known = dividends(QUARTERS.iter().map(|at| payment(at, 0.5)).collect());
        let all = with_payments(&known, vec![payment("2026-11-19", 15.0)]);
        assert_eq!(all[0].kind, DividendKind::Special);
        assert_eq!(all[0].dividend_yield, None);
        assert_eq!(all[1].frequency, Some(Frequency::Quarterly));
    }

    #[test]
    fn what_a_source_calls_special_is_special_however_small() {
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
