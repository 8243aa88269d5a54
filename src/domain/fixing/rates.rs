//! Rates of currency pairs, from the euro reference rates.

use std::ops::RangeInclusive;

use jiff::{ToSpan as _, civil::Date};

use super::{Fixing, Fixings, Series};
use crate::domain::currency::Currency;

const EURO: &str = "EUR";
/// Maximum age in days of the rate that is valid on a day.
pub(crate) const MAX_RATE_AGE_DAYS: i32 = 14;

impl Fixing {
    /// Returns the price of one unit of `from` in `to`. The rate of two currencies other than the euro is a cross rate, which is
    /// computed from the two euro rates; see [`is_cross_rate`].
    pub(crate) fn rate(&self, from: Currency, to: Currency) -> Option<f64> {
        let (from, to) = (self.per_euro(from)?, self.per_euro(to)?);
        Some(to / from).filter(|rate| rate.is_finite() && *rate > 0.0)
    }

    fn per_euro(&self, currency: Currency) -> Option<f64> {
        match currency.as_str() {
            EURO => Some(1.0),
            code => self.value(code),
        }
    }
}

/// Returns true if the rate of a pair is computed from two euro rates, because neither currency is the euro.
pub(crate) fn is_cross_rate(from: Currency, to: Currency) -> bool {
    from != to && from.as_str() != EURO && to.as_str() != EURO
}

impl Fixings {
    /// Returns the daily rates of a pair within a range of days, ascending. Days without a rate of both currencies are left out.
    pub fn rates(
        &self,
        from: Currency,
        to: Currency,
        range: RangeInclusive<Date>,
    ) -> impl DoubleEndedIterator<Item = (Date, f64)> {
        let fixings = self.within(Series::EuroRates, range);
        fixings.filter_map(move |fixing| Some((fixing.date, fixing.rate(from, to)?)))
    }

    /// Returns the rate of a pair that is valid on a day: the day's own, or the last one before.
    pub(crate) fn rate_on(&self, from: Currency, to: Currency, day: Date) -> Option<f64> {
        let earlier = day.saturating_sub(MAX_RATE_AGE_DAYS.days());
        let newest = self.rates(from, to, earlier..=day).next_back();
        newest.map(|(_, rate)| rate)
    }

    /// Returns the newest rate of a pair, with its day.
    pub fn newest_rate(&self, from: Currency, to: Currency) -> Option<(Date, f64)> {
        let newest = self.newest(Series::EuroRates)?;
        Some((newest.date, newest.rate(from, to)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::fixing::FixingCode;

    fn fixing() -> Fixing {
        let values = [("USD", 1.25), ("JPY", 200.0), ("GBP", 0.8)];
        let values = values.map(|(code, value)| (FixingCode::parse(code).unwrap(), value));
        Fixing::new(Series::EuroRates, Date::constant(2026, 11, 20), values)
    }

    fn currency(code: &str) -> Currency {
        Currency::parse(code).unwrap()
    }

    #[test]
    fn rates_with_the_euro_are_fixed_and_others_are_cross_rates() {
        let rate = |from, to| fixing().rate(currency(from), currency(to));
        assert_eq!(rate("EUR", "USD"), Some(1.25));
        assert_eq!(rate("USD", "EUR"), Some(0.8));
        assert_eq!(rate("GBP", "USD"), Some(1.5625));
        assert_eq!(rate("USD", "JPY"), Some(160.0));
        assert_eq!(rate("EUR", "EUR"), Some(1.0));
        assert_eq!(
            rate("EUR", "RUB"),
            None,
            "the fixing has no value for the ruble"
        );
        let is_cross = |from, to| is_cross_rate(currency(from), currency(to));
        assert!(is_cross("GBP", "USD") && !is_cross("GBP", "GBP"));
        assert!(!is_cross("EUR", "USD") && !is_cross("USD", "EUR"));
    }

    #[test]
    fn a_rate_of_zero_gives_no_price() {
        let zero = [(FixingCode::parse("USD").unwrap(), 0.0)];
        let fixing = Fixing::new(Series::EuroRates, Date::constant(2026, 11, 20), zero);
        assert_eq!(fixing.rate(currency("EUR"), currency("USD")), None);
        assert_eq!(fixing.rate(currency("USD"), currency("EUR")), None);
    }
}
