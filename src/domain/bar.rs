//! Bars: open, high, low, close and volume over an interval.

use jiff::{Timestamp, ToSpan as _, civil::Date};
use serde::{Deserialize, Serialize};

use super::price::{decimal, is_from_the_future};

/// How long a bar lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Interval {
    /// Five minutes, kept for 10 days.
    #[serde(rename = "5m")]
    FiveMinutes,
    /// An hour, kept for 120 days.
    #[serde(rename = "1h")]
    Hour,
    /// A day of the exchange, kept for ever.
    #[serde(rename = "1d")]
    Day,
}

impl Interval {
    /// Every interval, shortest first.
    pub const ALL: [Self; 3] = [Self::FiveMinutes, Self::Hour, Self::Day];

    /// `5m`, `1h` or `1d`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::FiveMinutes => "5m",
            Self::Hour => "1h",
            Self::Day => "1d",
        }
    }

    /// The reverse of [`Interval::as_str`].
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|interval| interval.as_str() == word)
    }

    /// Nominal length in seconds.
    pub fn seconds(self) -> i64 {
        match self {
            Self::FiveMinutes => 300,
            Self::Hour => 3_600,
            Self::Day => 86_400,
        }
    }

    /// How long bars of this interval are kept, in seconds; `None` means for ever.
    pub(crate) fn retention_seconds(self) -> Option<i64> {
        match self {
            Self::FiveMinutes => Some(10 * 86_400),
            Self::Hour => Some(120 * 86_400),
            Self::Day => None,
        }
    }
}

/// When a bar starts (Unix seconds), and its close.
pub type Close = (i64, f64);

/// One bar. Prices in its ticker's currency (points for an index).
///
/// `start` is in Unix seconds: the moment the interval begins; a daily bar starts at 00:00 UTC of
/// the *exchange's* date, whatever the exchange's time zone.
#[derive(Debug, Clone, Copy, Default)]
pub struct Bar {
    /// Unix seconds.
    pub start: i64,
    /// First price.
    pub open: f64,
    /// Highest price.
    pub high: f64,
    /// Lowest price.
    pub low: f64,
    /// Last price.
    pub close: f64,
    /// Units traded, or US dollars for crypto; [`Bar::UNKNOWN_VOLUME`] where the source gives none.
    pub volume: f64,
}

impl PartialEq for Bar {
    /// Two unknown volumes are equal.
    fn eq(&self, other: &Self) -> bool {
        let values = |bar: &Self| (bar.start, bar.open, bar.high, bar.low, bar.close);
        values(self) == values(other) && self.known_volume() == other.known_volume()
    }
}

impl Bar {
    /// The volume of a bar whose source gives none. A sum with it is unknown too.
    pub const UNKNOWN_VOLUME: f64 = f64::NAN;

    /// The volume, if it is known.
    pub fn known_volume(&self) -> Option<f64> {
        Some(self.volume).filter(|volume| !volume.is_nan())
    }

    /// Whether all four are prices, as `is_price` says, high and low enclose the others, and the volume is one or unknown.
    pub(crate) fn is_sound(&self, is_price: impl Fn(f64) -> bool) -> bool {
        let prices = [self.open, self.high, self.low, self.close];
        prices
            .iter()
            .all(|price| is_price(*price) && *price <= self.high && *price >= self.low)
            && self
                .known_volume()
                .is_none_or(|volume| volume.is_finite() && volume >= 0.0)
    }

    /// The bar in the units of after a split of `ratio` new units for an old one.
    #[must_use]
    pub(crate) fn restated(&self, ratio: f64) -> Self {
        Self {
            start: self.start,
            open: decimal(self.open / ratio),
            high: decimal(self.high / ratio),
            low: decimal(self.low / ratio),
            close: decimal(self.close / ratio),
            volume: self.volume * ratio,
        }
    }

    /// Whether it begins further ahead of `now` than clocks differ. A day's bar begins at midnight
    /// UTC of the exchange's date, which may be almost a day ahead.
    pub(crate) fn is_from_the_future(&self, interval: Interval, now: Timestamp) -> bool {
        let ahead = match interval {
            Interval::Day => 86_400,
            Interval::FiveMinutes | Interval::Hour => 0,
        };
        let start = Timestamp::from_second(self.start - ahead);
        start.map_or(true, |start| is_from_the_future(start, now))
    }
}

/// The range of a price history.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Timeframe {
    /// The current or last session (crypto: 24 hours).
    Day,
    /// Seven days (`1W` and `7D`).
    Week,
    /// One month.
    Month,
    /// Three months.
    Quarter,
    /// Six months.
    HalfYear,
    /// From 1 January of the current year.
    YearToDate,
    /// One year.
    Year,
    /// Five years.
    FiveYears,
    /// Everything there is.
    Max,
}

impl Timeframe {
    /// Parses `1D 1W 7D 1M 3M 6M YTD 1Y 5Y MAX`, in any case.
    pub(crate) fn parse(word: &str) -> Option<Self> {
        Some(match word.to_ascii_uppercase().as_str() {
            "1D" => Self::Day,
            "1W" | "7D" => Self::Week,
            "1M" => Self::Month,
            "3M" => Self::Quarter,
            "6M" => Self::HalfYear,
            "YTD" => Self::YearToDate,
            "1Y" => Self::Year,
            "5Y" => Self::FiveYears,
            "MAX" => Self::Max,
            _ => return None,
        })
    }

    /// The interval it is answered in unless the request names one.
    pub(crate) fn default_interval(self) -> Interval {
        match self {
            Self::Day => Interval::FiveMinutes,
            Self::Week => Interval::Hour,
            _ => Interval::Day,
        }
    }

    /// How far back a range of hours reaches, in seconds; `None` for a range of days.
    pub(crate) fn seconds(self) -> Option<i64> {
        const DAY: i64 = 86_400;
        match self {
            Self::Day => Some(DAY),
            Self::Week => Some(7 * DAY),
            _ => None,
        }
    }

    /// The day before a range of days that ends `today`: the range's change counts from that day's close, or the last
    /// close before it. `None` for a range of hours and for everything there is.
    pub(crate) fn day_before(self, today: Date) -> Option<Date> {
        let back = match self {
            Self::Month => 1.month(),
            Self::Quarter => 3.months(),
            Self::HalfYear => 6.months(),
            Self::Year => 1.year(),
            Self::FiveYears => 5.years(),
            Self::YearToDate => return today.first_of_year().yesterday().ok(),
            Self::Day | Self::Week | Self::Max => return None,
        };
        today.checked_sub(back).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_of_days_counts_from_the_close_of_the_same_day_of_another_month_or_year() {
        use jiff::civil::date;
        let before = |range: &str, today| Timeframe::parse(range).unwrap().day_before(today);
        let friday = date(2026, 11, 27);
        assert_eq!(before("1M", friday), Some(date(2026, 10, 27)));
        assert_eq!(before("3M", friday), Some(date(2026, 8, 27)));
        assert_eq!(before("6M", friday), Some(date(2026, 5, 27)));
        assert_eq!(before("YTD", friday), Some(date(2025, 12, 31)));
        assert_eq!(before("YTD", date(2026, 1, 1)), Some(date(2025, 12, 31)));
        assert_eq!(before("1Y", date(2028, 2, 29)), Some(date(2027, 2, 28)));
        assert_eq!(before("5Y", friday), Some(date(2021, 11, 27)));
        assert_eq!(before("1M", date(2026, 3, 31)), Some(date(2026, 2, 28)));
        assert_eq!((before("1W", friday), before("MAX", friday)), (None, None));
    }
}
