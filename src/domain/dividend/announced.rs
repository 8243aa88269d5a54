//! Dividends of which the day is announced, and the amount is not told.

use jiff::civil::Date;

use super::{Dividend, DividendKind};
use crate::domain::facts::AnnouncedDividend;

/// A payment is so many times the one before at most, or so many times smaller; further apart, the
/// yearly amount that was told is not of this payer's rhythm.
const MOST_APART: f64 = 2.0;

/// The dividends that are `known`, newest first, and the one that is announced, with the amount that
/// follows from those before; `None` where that is known already, was in the past, or follows from none.
pub(crate) fn with_announced(
    known: &[Dividend],
    announced: AnnouncedDividend,
    today: Date,
) -> Option<Vec<Dividend>> {
    let mut paid = known.iter().filter(|dividend| !dividend.is_projected);
    if announced.ex_date < today || paid.clone().any(|paid| paid.ex_date >= announced.ex_date) {
        return None;
    }
    let last = paid.find(|paid| paid.kind == DividendKind::Regular)?;
    let is_near = |amount: &f64| (1.0 / MOST_APART..=MOST_APART).contains(&(amount / last.amount));
    let by_the_year = announced
        .yearly
        // The yearly amount is in the ticker's currency.
        .filter(|_| last.currency.is_none())
        .zip(last.frequency)
        .map(|(yearly, frequency)| yearly / f64::from(frequency.per_year()))
        .filter(is_near);
    let next = Dividend {
        ex_date: announced.ex_date,
        amount: by_the_year.unwrap_or(last.amount),
        currency: last.currency,
        price: None,
        dividend_yield: None,
        kind: DividendKind::Regular,
        frequency: last.frequency,
        is_projected: true,
        is_from_file: false,
    };
    let paid = known.iter().filter(|dividend| !dividend.is_projected);
    let all: Vec<_> = std::iter::once(&next).chain(paid).cloned().collect();
    (all != known).then_some(all)
}

/// `told`, newest first, with those that were announced and are still to come.
pub(crate) fn with_those_announced(
    known: &[Dividend],
    told: Vec<Dividend>,
    today: Date,
) -> Vec<Dividend> {
    let newest = told.first().map(|dividend| dividend.ex_date);
    let is_to_come = |dividend: &&Dividend| {
        dividend.is_projected
            && dividend.ex_date >= today
            && newest.is_none_or(|newest| newest < dividend.ex_date)
    };
    let announced: Vec<_> = known.iter().filter(is_to_come).cloned().collect();
    announced.into_iter().chain(told).collect()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::domain::dividend::{Payment, dividends};

    fn paid() -> Vec<Dividend> {
        let payment = |month, amount| Payment {
            ex_date: date(2026, month, 10),
            amount,
            currency: None,
            price: None,
            kind: None,
            is_from_file: false,
        };
        dividends(vec![payment(2, 0.24), payment(5, 0.25), payment(8, 0.25)])
    }

    fn on(month: i8, yearly: Option<f64>) -> AnnouncedDividend {
        AnnouncedDividend {
            ex_date: date(2026, month, 9),
            yearly,
        }
    }

    const TODAY: Date = date(2026, 10, 20);

    #[test]
    fn an_announced_day_gets_the_amount_of_the_last_payment_and_says_that_it_is_expected() {
        let all = with_announced(&paid(), on(11, None), TODAY).unwrap();
        assert_eq!(all.len(), 4);
        assert!((all[0].amount - 0.25).abs() < 1e-9);
        assert!(all[0].is_projected && !all[1].is_projected);
        let more = with_announced(&paid(), on(11, Some(1.04)), TODAY).unwrap();
        assert!(
            (more[0].amount - 0.26).abs() < 1e-9,
            "a quarter of the year"
        );
        let odd = with_announced(&paid(), on(11, Some(104.0)), TODAY).unwrap();
        assert!(
            (odd[0].amount - 0.25).abs() < 1e-9,
            "a yearly amount in cents is none"
        );
    }

    #[test]
    fn a_day_that_is_known_or_past_adds_nothing() {
        assert_eq!(with_announced(&paid(), on(8, None), date(2026, 7, 1)), None);
        assert_eq!(with_announced(&paid(), on(10, None), TODAY), None);
        assert_eq!(with_announced(&[], on(11, None), TODAY), None);
        let all = with_announced(&paid(), on(11, None), TODAY).unwrap();
        assert_eq!(with_announced(&all, on(11, None), TODAY), None, "twice");
        let moved = with_announced(&all, on(12, None), TODAY).unwrap();
        assert_eq!(moved.len(), 4, "it moved");
    }

    #[test]
    fn an_answer_about_what_was_paid_takes_no_announcement_back() {
        let all = with_announced(&paid(), on(11, None), TODAY).unwrap();
        assert_eq!(with_those_announced(&all, paid(), TODAY), all);
        let later = date(2026, 11, 20);
        assert_eq!(with_those_announced(&all, paid(), later), paid());
    }
}
