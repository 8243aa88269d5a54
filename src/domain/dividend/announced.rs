//! Announced dividends: the ex-date is known, the amount is not.

use jiff::civil::Date;

use super::{Dividend, DividendKind};
use crate::domain::facts::AnnouncedDividend;

/// Maximum ratio between an expected payment and the previous one, in either direction. Beyond it, the reported yearly
/// amount is implausible and is ignored.
const MAX_RATIO: f64 = 2.0;

/// Returns the `known` dividends (newest first) with an announced dividend, whose amount is estimated from the previous
/// payments.
///
/// Returns `None` if the dividend is already known, is in the past, or has no previous payment.
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
    let is_plausible =
        |amount: &f64| (1.0 / MAX_RATIO..=MAX_RATIO).contains(&(amount / last.amount));
    let from_yearly_amount = announced
        .yearly
        // The yearly amount is in the ticker's currency.
        .filter(|_| last.currency.is_none())
        .zip(last.frequency)
        .map(|(yearly, frequency)| yearly / f64::from(frequency.per_year()))
        .filter(is_plausible);
    let next = Dividend {
        ex_date: announced.ex_date,
        amount: from_yearly_amount.unwrap_or(last.amount),
        currency: last.currency,
        price: None,
        dividend_yield: None,
        kind: DividendKind::Regular,
        frequency: last.frequency,
        is_projected: true,
        pay_date: None,
        is_from_file: false,
    };
    let paid = known.iter().filter(|dividend| !dividend.is_projected);
    let merged: Vec<_> = std::iter::once(&next).chain(paid).cloned().collect();
    (merged != known).then_some(merged)
}

/// Returns the `reported` dividends (newest first) with the announced dividends among the `known` ones that are still
/// upcoming.
pub(crate) fn keep_announced(
    known: &[Dividend],
    reported: Vec<Dividend>,
    today: Date,
) -> Vec<Dividend> {
    let newest = reported.first().map(|dividend| dividend.ex_date);
    let is_upcoming = |dividend: &&Dividend| {
        dividend.is_projected
            && dividend.ex_date >= today
            && newest.is_none_or(|newest| newest < dividend.ex_date)
    };
    let announced: Vec<_> = known.iter().filter(is_upcoming).cloned().collect();
    announced.into_iter().chain(reported).collect()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::domain::dividend::{Payment, classify_payments};

    fn paid() -> Vec<Dividend> {
        let payment = |month, amount| Payment {
            ex_date: date(2026, month, 10),
            amount,
            currency: None,
            price: None,
            kind: None,
            pay_date: None,
            is_from_file: false,
        };
        classify_payments(vec![payment(2, 0.24), payment(5, 0.25), payment(8, 0.25)])
    }

    fn announcement(month: i8, yearly: Option<f64>) -> AnnouncedDividend {
        AnnouncedDividend {
            ex_date: date(2026, month, 9),
            yearly,
        }
    }

    const TODAY: Date = date(2026, 10, 20);

    #[test]
    fn announced_dividend_has_an_estimated_amount_and_is_marked_projected() {
        let all = add_announced(&paid(), announcement(11, None), TODAY).unwrap();
        assert_eq!(all.len(), 4);
        assert!((all[0].amount - 0.25).abs() < 1e-9);
        assert!(all[0].is_projected && !all[1].is_projected);
        let more = add_announced(&paid(), announcement(11, Some(1.04)), TODAY).unwrap();
        assert!(
            (more[0].amount - 0.26).abs() < 1e-9,
            "the expected payment is a quarter of the yearly amount"
        );
        let odd = add_announced(&paid(), announcement(11, Some(104.0)), TODAY).unwrap();
        assert!(
            (odd[0].amount - 0.25).abs() < 1e-9,
            "an implausible yearly amount is ignored"
        );
    }

    #[test]
    fn known_or_past_announcement_changes_nothing() {
        assert_eq!(
            add_announced(&paid(), announcement(8, None), date(2026, 7, 1)),
            None
        );
        assert_eq!(add_announced(&paid(), announcement(10, None), TODAY), None);
        assert_eq!(add_announced(&[], announcement(11, None), TODAY), None);
        let all = add_announced(&paid(), announcement(11, None), TODAY).unwrap();
        assert_eq!(
            add_announced(&all, announcement(11, None), TODAY),
            None,
            "a repeated announcement changes nothing"
        );
        let moved = add_announced(&all, announcement(12, None), TODAY).unwrap();
        assert_eq!(moved.len(), 4, "the announcement moved");
    }

    #[test]
    fn report_of_past_payments_keeps_announcements() {
        let all = add_announced(&paid(), announcement(11, None), TODAY).unwrap();
        assert_eq!(keep_announced(&all, paid(), TODAY), all);
        let later = date(2026, 11, 20);
        assert_eq!(keep_announced(&all, paid(), later), paid());
    }
}
