//! Quotes across a split: what is told in old units, in new ones.

use jiff::civil::Date;

use super::{Quote, QuoteUpdate};
use crate::domain::{
    price::{apart, decimal, percent_change},
    split::Split,
};

/// From one session to the next a price that moved by this factor may have been split.
pub(crate) const SPLIT_JUMP: f64 = 1.18;
/// A split of fewer new units for an old one changes the price no more than a day may.
const SMALLEST: f64 = 1.15;

impl Quote {
    /// The quote in the units of after a split of `ratio` new units for an old one.
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
    /// A quote of after a split of `ratio`, with the close before in its own units: on the first day some sources still tell
    /// it in old ones.
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

/// Whether a price lies nearer to that of before a split of `ratio` than to `price`, which is of after it. Of a split so small
/// that a day's move may be as large, nothing tells.
pub(crate) fn is_in_old_units(told: f64, price: f64, ratio: f64) -> bool {
    let is_large = apart(ratio, 1.0) >= SMALLEST;
    is_large && told > 0.0 && price > 0.0 && apart(told, price * ratio) < apart(told, price)
}

impl QuoteUpdate {
    /// The same of what a source says. The range of 52 weeks, which sources restate on another day than the price, is
    /// left out.
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

/// New units for an old one over all splits whose first day lies after `from` and not after `until`; `None` without any.
pub(crate) fn ratio_between(splits: &[Split], from: Date, until: Date) -> Option<f64> {
    let ratios = splits
        .iter()
        .filter(|split| from < split.date && split.date <= until);
    ratios.map(Split::ratio).reduce(|one, other| one * other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_multiply_and_count_from_their_first_day_on() {
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
