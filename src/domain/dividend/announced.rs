//! Announced dividends: the ex-date is known, the amount is not.

use jiff::civil::Date;

use super::{Dividend, DividendKind};
use crate::domain::facts::AnnouncedDividend;

/// Maximum ratio of an expected payment to the previous one; beyond it, the reported yearly amount does not fit this
/// payer's schedule.
const MAX_RATIO: f64 = 2.0;

/// Adds an announced dividend to the `known` ones (newest first), with an amount estimated from the payments before
/// it.
///
/// Returns `None` if the dividend is known already, lies in the past, or there is no payment to estimate from.
pub(crate) fn add_announced(
    known: &[Dividend],
    announced: AnnouncedDividend,
    today: Date,
) -> Option<Vec<Dividend>> {
    let mut paid = known.iter().filter(|dividend| !dividend.is_projected);
    if announced.ex_date < today || paid.clone().any(|paid| paid.ex_date >= announced.ex_date) {
        return None;
    }
    let last = paid.find(|paid| paid.kind == DividendKind::Regular)?;
    let is_near = |amount: &f64| (1.0 / MAX_RATIO..=MAX_RATIO).contains(&(amount / last.amount));
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

/// Returns the reported dividends (`reported`, newest first) with the announced ones that are still to come.
pub(crate) fn keep_announced(
    known: &[Dividend],
    reported: Vec<Dividend>,
    today: Date,
) -> Vec<Dividend> {
    let newest = reported.first().map(|dividend| dividend.ex_date);
    let is_to_come = |dividend: &&Dividend| {
        dividend.is_projected
            && dividend.ex_date >= today
            && newest.is_none_or(|newest| newest < dividend.ex_date)
    };
    let announced: Vec<_> = known.iter().filter(is_to_come).cloned().collect();
    announced.into_iter().chain(reported).collect()
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
    fn announced_dividend_has_an_estimated_amount_and_is_marked_projected() {
        let all = add_announced(&paid(), on(11, None), TODAY).unwrap();
        assert_eq!(all.len(), 4);
        assert!((all[0].amount - 0.25).abs() < 1e-9);
        assert!(all[0].is_projected && !all[1].is_projected);
        let more = add_announced(&paid(), on(11, Some(1.04)), TODAY).unwrap();
        assert!(
            (more[0].amount - 0.26).abs() < 1e-9,
            "a quarter of the year"
        );
        let odd = add_announced(&paid(), on(11, Some(104.0)), TODAY).unwrap();
        assert!(
            (odd[0].amount - 0.25).abs() < 1e-9,
            "a yearly amount in cents is none"
        );
    }

    #[test]
    fn known_or_past_announcement_changes_nothing() {
        assert_eq!(add_announced(&paid(), on(8, None), date(2026, 7, 1)), None);
        assert_eq!(add_announced(&paid(), on(10, None), TODAY), None);
        assert_eq!(add_announced(&[], on(11, None), TODAY), None);
        let all = add_announced(&paid(), on(11, None), TODAY).unwrap();
        assert_eq!(add_announced(&all, on(11, None), TODAY), None, "twice");
        let moved = add_announced(&all, on(12, None), TODAY).unwrap();
        assert_eq!(moved.len(), 4, "it moved");
    }

    #[test]
    fn report_of_past_payments_keeps_announcements() {
        let all = add_announced(&paid(), on(11, None), TODAY).unwrap();
        assert_eq!(keep_announced(&all, paid(), TODAY), all);
        let later = date(2026, 11, 20);
        assert_eq!(keep_announced(&all, paid(), later), paid());
    }
}
