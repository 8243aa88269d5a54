//! Bars: open, high, low, close and volume over an interval.

use jiff::{Timestamp, ToSpan as _, civil::Date};
use serde::{Deserialize, Serialize};

use super::price::{is_from_the_future, round_to_15_digits};

/// Maximum age in days of the close that counts as the current one: exchanges close for up to ten days.
pub(crate) const MAX_CLOSE_AGE_DAYS: i32 = 10;

/// Returns the start of the daily bar of a date: midnight UTC, in Unix seconds.
pub(crate) fn day_start(day: Date) -> i64 {
    day.duration_since(jiff::civil::date(1970, 1, 1)).as_secs()
}

/// Length of a bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Interval {
    /// Five minutes, stored for 10 days.
    #[serde(rename = "5m")]
    FiveMinutes,
    /// One hour, stored for 120 days.
    #[serde(rename = "1h")]
    Hour,
    /// One trading day of the exchange, stored forever.
    #[serde(rename = "1d")]
    Day,
}

impl Interval {
    /// All intervals, shortest first.
    pub const ALL: [Self; 3] = [Self::FiveMinutes, Self::Hour, Self::Day];

    /// Returns `5m`, `1h` or `1d`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::FiveMinutes => "5m",
            Self::Hour => "1h",
            Self::Day => "1d",
        }
    }

    /// Parses the result of [`Interval::as_str`].
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|interval| interval.as_str() == word)
    }

    /// Returns the nominal length in seconds.
    pub fn seconds(self) -> i64 {
        match self {
            Self::FiveMinutes => 300,
            Self::Hour => 3_600,
            Self::Day => 86_400,
        }
    }

    /// Returns how long bars of this interval are stored, in seconds; `None` means forever.
    pub(crate) fn retention_seconds(self) -> Option<i64> {
        match self {
            Self::FiveMinutes => Some(10 * 86_400),
            Self::Hour => Some(120 * 86_400),
            Self::Day => None,
        }
    }
}

/// A close with its time in Unix seconds. For a bar, the time is the start of the bar.
pub type Close = (i64, f64);

/// A bar. Prices are in the ticker's currency (points for an index).
#[derive(Debug, Clone, Copy, Default)]
pub struct Bar {
    /// Start of the interval in Unix seconds. A daily bar starts at 00:00 UTC of the exchange's date, regardless of the
    /// exchange's time zone.
    pub start: i64,
    /// Opening price.
    pub open: f64,
    /// High.
    pub high: f64,
    /// Low.
    pub low: f64,
    /// Close.
    pub close: f64,
    /// Traded units (US dollars for crypto); [`Bar::UNKNOWN_VOLUME`] if the source does not report a volume.
    pub volume: f64,
}

impl PartialEq for Bar {
    /// Compares all fields. Two unknown volumes are equal.
    fn eq(&self, other: &Self) -> bool {
        let values = |bar: &Self| (bar.start, bar.open, bar.high, bar.low, bar.close);
        values(self) == values(other) && self.known_volume() == other.known_volume()
    }
}

impl Bar {
    /// Volume of a bar if the source does not report it. Any sum with an unknown volume is unknown.
    pub const UNKNOWN_VOLUME: f64 = f64::NAN;

    /// Returns the volume if it is known.
    pub fn known_volume(&self) -> Option<f64> {
        Some(self.volume).filter(|volume| !volume.is_nan())
    }

    /// Returns true if all four prices satisfy `is_price`, high and low enclose the others, and the volume is unknown
    /// or not negative.
    pub(crate) fn is_valid(&self, is_price: impl Fn(f64) -> bool) -> bool {
        let prices = [self.open, self.high, self.low, self.close];
        prices
            .iter()
            .all(|price| is_price(*price) && *price <= self.high && *price >= self.low)
            && self
                .known_volume()
                .is_none_or(|volume| volume.is_finite() && volume >= 0.0)
    }

    /// Returns the bar adjusted for a split of `ratio` new units per old unit.
    #[must_use]
    pub(crate) fn adjusted_for_split(&self, ratio: f64) -> Self {
        Self {
            start: self.start,
            open: round_to_15_digits(self.open / ratio),
            high: round_to_15_digits(self.high / ratio),
            low: round_to_15_digits(self.low / ratio),
            close: round_to_15_digits(self.close / ratio),
            volume: self.volume * ratio,
        }
    }

    /// Returns true if the bar starts so far ahead of `now` that differing clocks do not explain it. A daily bar may be
    /// almost a day ahead, because it starts at 00:00 UTC of the exchange's date.
    pub(crate) fn is_from_the_future(&self, interval: Interval, now: Timestamp) -> bool {
        let usual_lead = match interval {
            Interval::Day => 86_400,
            Interval::FiveMinutes | Interval::Hour => 0,
        };
        let start = Timestamp::from_second(self.start - usual_lead);
        start.map_or(true, |start| is_from_the_future(start, now))
    }
}

/// The range of a price history.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Timeframe {
    /// The current or latest session (crypto: 24 hours).
    Day,
    /// Seven days.
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
    /// All stored bars.
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

    /// Returns the bar length for requests that do not specify an interval.
    pub(crate) fn default_interval(self) -> Interval {
        match self {
            Self::Day => Interval::FiveMinutes,
            Self::Week => Interval::Hour,
            _ => Interval::Day,
        }
    }

    /// Returns the length of an intraday range in seconds; `None` for ranges of days.
    pub(crate) fn seconds(self) -> Option<i64> {
        const DAY: i64 = 86_400;
        match self {
            Self::Day => Some(DAY),
            Self::Week => Some(7 * DAY),
            _ => None,
        }
    }

    /// Returns the date of the base price for a range that ends `today`: changes count from the close of that date, or
    /// from the last close before it. `None` for intraday ranges and for `Max`.
    pub(crate) fn base_date(self, today: Date) -> Option<Date> {
        let span = match self {
            Self::Month => 1.month(),
            Self::Quarter => 3.months(),
            Self::HalfYear => 6.months(),
            Self::Year => 1.year(),
            Self::FiveYears => 5.years(),
            Self::YearToDate => return today.first_of_year().yesterday().ok(),
            Self::Day | Self::Week | Self::Max => return None,
        };
        today.checked_sub(span).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_date_is_the_same_day_months_or_years_ago() {
        use jiff::civil::date;
        let base_date = |range: &str, today| Timeframe::parse(range).unwrap().base_date(today);
        let friday = date(2026, 11, 27);
        assert_eq!(base_date("1M", friday), Some(date(2026, 10, 27)));
        assert_eq!(base_date("3M", friday), Some(date(2026, 8, 27)));
        assert_eq!(base_date("6M", friday), Some(date(2026, 5, 27)));
        assert_eq!(base_date("YTD", friday), Some(date(2025, 12, 31)));
        assert_eq!(base_date("YTD", date(2026, 1, 1)), Some(date(2025, 12, 31)));
        assert_eq!(base_date("1Y", date(2028, 2, 29)), Some(date(2027, 2, 28)));
        assert_eq!(base_date("5Y", friday), Some(date(2021, 11, 27)));
        assert_eq!(base_date("1M", date(2026, 3, 31)), Some(date(2026, 2, 28)));
        assert_eq!(
            (base_date("1W", friday), base_date("MAX", friday)),
            (None, None)
        );
    }
}
