//! Adjusts quotes after a split: converts prices and volumes from old units to new units.

use jiff::civil::Date;

use super::{Quote, QuoteUpdate};
use crate::domain::{
    price::{percent_change, price_ratio, round_to_15_digits},
    split::Split,
};

/// A price move between two sessions by this factor may be a split.
pub(crate) const SPLIT_JUMP_FACTOR: f64 = 1.05;
/// A split below this ratio cannot be detected, because a day's trading may move the price as much.
const MIN_RATIO: f64 = 1.03;
/// A reported close within this factor of the known close is in the same units.
const SAME_CLOSE_FACTOR: f64 = 1.02;

impl Quote {
    /// Converts the quote to the units after a split of `ratio` new units per old unit.
    #[must_use]
    pub(crate) fn adjusted_for_split(&self, ratio: f64) -> Self {
        let price = |price: Option<f64>| price.map(|price| round_to_15_digits(price / ratio));
        let extended = self.extended.clone().map(|mut extended| {
            extended.price = round_to_15_digits(extended.price / ratio);
            extended
        });
        Self {
            price: round_to_15_digits(self.price / ratio),
            previous_close: price(self.previous_close),
            volume_24h: self.volume_24h.map(|volume| volume * ratio),
            day_high: price(self.day_high),
            day_low: price(self.day_low),
            year_high: price(self.year_high),
            year_low: price(self.year_low),
            all_time_high: price(self.all_time_high),
            supply: self.supply.map(|supply| supply * ratio),
            extended,
            ..self.clone()
        }
    }
}

impl Quote {
    /// Converts the previous close of a quote from after a split of `ratio` to new units, if it is in old units: on the
    /// first day, some sources still report it so.
    #[must_use]
    pub(crate) fn with_close_in_new_units(&self, ratio: f64) -> Self {
        let Some(close) = self
            .previous_close
            .filter(|close| is_in_old_units(*close, self.price, ratio))
        else {
            return self.clone();
        };
        let previous_close = Some(round_to_15_digits(close / ratio));
        Self {
            previous_close,
            change_24h: percent_change(previous_close, self.price),
            ..self.clone()
        }
    }
}

/// Returns true if `reported` is in the units before a split of `ratio`: it is closer to the old price level than to
/// `price`, a price from after the split. Always false for a split so small that a day's trading may move the price as
/// much.
pub(crate) fn is_in_old_units(reported: f64, price: f64, ratio: f64) -> bool {
    let is_detectable = price_ratio(ratio, 1.0) >= MIN_RATIO;
    is_detectable
        && reported > 0.0
        && price > 0.0
        && price_ratio(reported, price * ratio) < price_ratio(reported, price)
}

impl QuoteUpdate {
    /// Converts the previous close of an update from the first day after a split of `ratio` to new units, if it is in old
    /// units. `known_close` is the same close in new units, if known. Without it, the price decides: see
    /// [`is_in_old_units`].
    #[must_use]
    pub(crate) fn with_close_in_new_units(self, ratio: f64, known_close: Option<f64>) -> Self {
        let price = self.price;
        let in_new_units = |close: f64| {
            let matches_known = |close: f64| {
                known_close.is_some_and(|known| price_ratio(close, known) <= SAME_CLOSE_FACTOR)
            };
            let is_old = match (matches_known(close), matches_known(close / ratio)) {
                (true, false) => false,
                (false, true) => true,
                _ => is_in_old_units(close, price, ratio),
            };
            if is_old { close / ratio } else { close }
        };
        Self {
            previous_close: self.previous_close.map(in_new_units),
            bar_close: self.bar_close.map(in_new_units),
            ..self
        }
    }

    /// Converts the update to the units after a split of `ratio`. Drops the 52-week range, because sources adjust the
    /// range and the price on different days.
    #[must_use]
    pub(crate) fn adjusted_for_split(self, ratio: f64) -> Self {
        let price = |price: Option<f64>| price.map(|price| price / ratio);
        Self {
            price: self.price / ratio,
            previous_close: price(self.previous_close),
            volume_24h: self.volume_24h.map(|volume| volume * ratio),
            day_high: price(self.day_high),
            day_low: price(self.day_low),
            year_high: None,
            year_low: None,
            all_time_high: price(self.all_time_high),
            ..self
        }
    }
}

/// Returns the product of the ratios of all splits with `from` < split date ≤ `until`; `None` without such a split.
pub(crate) fn split_ratio_between(splits: &[Split], from: Date, until: Date) -> Option<f64> {
    let ratios = splits
        .iter()
        .filter(|split| from < split.date && split.date <= until);
    ratios
        .map(Split::ratio)
        .reduce(|product, ratio| product * ratio)
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "prices are rounded")]
mod tests {
    use super::*;

    #[test]
    fn previous_close_is_converted_to_new_units_after_a_split() {
        let converted = |reported, price, ratio, known| {
            let update = QuoteUpdate {
                price,
                previous_close: Some(reported),
                ..QuoteUpdate::default()
            };
            let close = update.with_close_in_new_units(ratio, known).previous_close;
            (close.unwrap() * 1e6).round() / 1e6
        };
        assert_eq!(converted(246.0, 61.9, 4.0, None), 61.5);
        assert_eq!(converted(61.5, 61.9, 4.0, None), 61.5);
        assert_eq!(converted(55.66, 50.4, 1.1, None), 50.6);
        assert_eq!(converted(50.6, 50.4, 1.1, None), 50.6);
        // The price fell by 6 % that day, which is more than half of the split.
        assert_eq!(converted(50.6, 47.5, 1.1, Some(50.55)), 50.6);
        assert_eq!(converted(20.1, 22.2, 1.0 / 1.1, Some(22.11)), 22.11);
    }

    #[test]
    fn split_ratios_after_a_date_are_multiplied() {
        let split = |date: &str, numerator| Split {
            date: date.parse().unwrap(),
            numerator,
            denominator: 1.0,
        };
        let splits = [split("2026-11-20", 4.0), split("2026-11-10", 2.0)];
        let between = |from: &str, until: &str| {
            split_ratio_between(&splits, from.parse().unwrap(), until.parse().unwrap())
        };
        assert_eq!(between("2026-11-09", "2026-11-20"), Some(8.0));
        assert_eq!(between("2026-11-10", "2026-11-20"), Some(4.0));
        assert_eq!(between("2026-11-20", "2026-11-25"), None);
        assert_eq!(between("2026-11-10", "2026-11-19"), None);
    }
}
