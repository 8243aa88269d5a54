//! Restates quotes after a split.

use jiff::civil::Date;

use super::{Quote, QuoteUpdate};
use crate::domain::{
    price::{decimal, percent_change, price_ratio},
    split::Split,
};

/// A price that moved by this factor between two sessions may have been split.
pub(crate) const SPLIT_JUMP: f64 = 1.05;
/// Splits below this ratio change the price no more than a day's trading may.
const MIN_RATIO: f64 = 1.03;
/// A reported close within this factor of the known one is in the same units.
const SAME_CLOSE_FACTOR: f64 = 1.02;

impl Quote {
    /// Returns the quote in the units after a split of `ratio` new units per old unit.
    #[must_use]
    pub(crate) fn restated(&self, ratio: f64) -> Self {
        let price = |price: Option<f64>| price.map(|price| decimal(price / ratio));
        let extended = self.extended.clone().map(|mut extended| {
            extended.price = decimal(extended.price / ratio);
            extended
        });
        Self {
            price: decimal(self.price / ratio),
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
    /// Returns a quote from after a split of `ratio` with its previous close in new units: on the first day some
    /// sources still report it in old ones.
    #[must_use]
    pub(crate) fn with_close_in_new_units(&self, ratio: f64) -> Self {
        let Some(close) = self
            .previous_close
            .filter(|close| is_in_old_units(*close, self.price, ratio))
        else {
            return self.clone();
        };
        let previous_close = Some(decimal(close / ratio));
        Self {
            previous_close,
            change_24h: percent_change(previous_close, self.price),
            ..self.clone()
        }
    }
}

/// Returns true if a reported price is closer to the level before a split of `ratio` than to `price`, which is from
/// after it. Always false for splits so small that a day's move may be as large.
pub(crate) fn is_in_old_units(reported: f64, price: f64, ratio: f64) -> bool {
    let is_large = price_ratio(ratio, 1.0) >= MIN_RATIO;
    is_large
        && reported > 0.0
        && price > 0.0
        && price_ratio(reported, price * ratio) < price_ratio(reported, price)
}

impl QuoteUpdate {
    /// Returns an update from the first day after a split of `ratio` with its previous close in the units of the
    /// price. `known` is that close in new units, if known; otherwise the closer unit is assumed.
    #[must_use]
    pub(crate) fn with_close_in_new_units(self, ratio: f64, known: Option<f64>) -> Self {
        let price = self.price;
        let in_new_units = |close: f64| {
            let of_known = known.and_then(|known| {
                let is_same = |close: f64| price_ratio(close, known) <= SAME_CLOSE_FACTOR;
                (is_same(close) != is_same(close / ratio)).then(|| is_same(close / ratio))
            });
            let is_old = of_known.unwrap_or_else(|| is_in_old_units(close, price, ratio));
            if is_old { close / ratio } else { close }
        };
        Self {
            previous_close: self.previous_close.map(in_new_units),
            bar_close: self.bar_close.map(in_new_units),
            ..self
        }
    }

    /// Returns the update in the units after a split of `ratio`. The 52-week range is dropped, because sources
    /// restate it on another day than the price.
    #[must_use]
    pub(crate) fn restated(self, ratio: f64) -> Self {
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

/// Returns the product of the ratios of all splits with `from` < first day ≤ `until`; `None` if there are none.
pub(crate) fn ratio_between(splits: &[Split], from: Date, until: Date) -> Option<f64> {
    let ratios = splits
        .iter()
        .filter(|split| from < split.date && split.date <= until);
    ratios.map(Split::ratio).reduce(|one, other| one * other)
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "prices are rounded")]
mod tests {
    use super::*;

    #[test]
    fn previous_close_is_in_new_units_after_a_split() {
        let close = |reported, price, ratio, known| {
            let update = QuoteUpdate {
                price,
                previous_close: Some(reported),
                ..QuoteUpdate::default()
            };
            let close = update.with_close_in_new_units(ratio, known).previous_close;
            (close.unwrap() * 1e6).round() / 1e6
        };
        assert_eq!(close(246.0, 61.9, 4.0, None), 61.5);
        assert_eq!(close(61.5, 61.9, 4.0, None), 61.5);
        assert_eq!(close(55.66, 50.4, 1.1, None), 50.6);
        assert_eq!(close(50.6, 50.4, 1.1, None), 50.6);
        // The price fell by 6 % that day, more than half of the split.
        assert_eq!(close(50.6, 47.5, 1.1, Some(50.55)), 50.6);
        assert_eq!(close(20.1, 22.2, 1.0 / 1.1, Some(22.11)), 22.11);
    }

    #[test]
    fn split_ratios_multiply_from_their_first_day() {
        let split = |date: &str, numerator| Split {
            date: date.parse().unwrap(),
            numerator,
            denominator: 1.0,
        };
        let splits = [split("2026-11-20", 4.0), split("2026-11-10", 2.0)];
        let between = |from: &str, until: &str| {
            ratio_between(&splits, from.parse().unwrap(), until.parse().unwrap())
        };
        assert_eq!(between("2026-11-09", "2026-11-20"), Some(8.0));
        assert_eq!(between("2026-11-10", "2026-11-20"), Some(4.0));
        assert_eq!(between("2026-11-20", "2026-11-25"), None);
        assert_eq!(between("2026-11-10", "2026-11-19"), None);
    }
}
