//! Values from daily bars: base prices of changes, the 52-week range, the highest price, and the relative strength index.
//!
//! They are computed once per day. The current price completes them, so that they follow every tick.

use jiff::{ToSpan as _, civil::Date};

use super::{
    NumberField,
    price_range::{Highest, HighestBar, year_range},
};
use crate::domain::{
    bar::{Bar, MAX_CLOSE_AGE_DAYS, Timeframe, day_start},
    indicators::Rsi,
    quote::{Quote, percent_change},
    split::Split,
};

/// Seconds per day.
const DAY: i64 = 86_400;
/// Maximum time in seconds between the newest bar and the price: the longest usual closure of an exchange, and a day.
const MAX_BAR_AGE: i64 = 6 * DAY;
/// Length in seconds of the period of the 52-week high.
const YEAR: i64 = 364 * DAY;
/// Time in seconds by which the bars of 52 weeks may start late, because the exchange was closed.
const YEAR_TOLERANCE: i64 = 5 * DAY;
/// Number of changes between closes in the RSI.
const RSI_PERIOD: u32 = 14;

/// A range that starts at a stored close, its base price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BaseRange {
    /// One month.
    Month,
    /// Three months.
    Quarter,
    /// Six months.
    HalfYear,
    /// Since the start of the year.
    YearToDate,
    /// One year.
    Year,
    /// Three years.
    ThreeYears,
    /// Five years.
    FiveYears,
}

impl BaseRange {
    /// All ranges.
    pub const ALL: [Self; 7] = [
        Self::Month,
        Self::Quarter,
        Self::HalfYear,
        Self::YearToDate,
        Self::Year,
        Self::ThreeYears,
        Self::FiveYears,
    ];

    /// Returns the field of the change over the range.
    pub fn field(self) -> NumberField {
        match self {
            Self::Month => NumberField::ChangeMonth,
            Self::Quarter => NumberField::ChangeQuarter,
            Self::HalfYear => NumberField::ChangeHalfYear,
            Self::YearToDate => NumberField::ChangeYearToDate,
            Self::Year => NumberField::ChangeYear,
            Self::ThreeYears => NumberField::ChangeThreeYears,
            Self::FiveYears => NumberField::ChangeFiveYears,
        }
    }

    /// Returns the date whose close, or the last close before it, is the base price, as in charts.
    fn base_date(self, today: Date) -> Option<Date> {
        let timeframe = match self {
            Self::Month => Timeframe::Month,
            Self::Quarter => Timeframe::Quarter,
            Self::HalfYear => Timeframe::HalfYear,
            Self::YearToDate => Timeframe::YearToDate,
            Self::Year => Timeframe::Year,
            Self::FiveYears => Timeframe::FiveYears,
            Self::ThreeYears => return today.checked_sub(3.years()).ok(),
        };
        timeframe.base_date(today)
    }
}

/// The values of one ticker that come from its daily bars.
#[derive(Debug, Clone)]
pub struct DailyFigures {
    /// By [`BaseRange`].
    base_closes: [Option<f64>; BaseRange::ALL.len()],
    /// Lowest and highest price of the bars of 52 weeks; `None` if they do not go back that far.
    year_range: Option<(f64, f64)>,
    /// The highest bar; `None` without bars.
    highest: Option<HighestBar>,
    /// The RSI after all bars but the newest.
    rsi: Rsi,
    /// Start (Unix seconds) and close of the newest bar.
    newest: Option<(i64, f64)>,
}

impl Default for DailyFigures {
    fn default() -> Self {
        Self {
            base_closes: [None; BaseRange::ALL.len()],
            year_range: None,
            highest: None,
            rsi: Rsi::new(RSI_PERIOD),
            newest: None,
        }
    }
}

impl DailyFigures {
    /// Computes the values from all daily bars (ascending) for ranges that end `today`.
    pub fn compute(bars: &[Bar], today: Date) -> Self {
        let Some((newest, completed)) = bars.split_last() else {
            return Self::default();
        };
        let mut rsi = Rsi::new(RSI_PERIOD);
        for bar in completed {
            rsi.push(bar.close);
        }
        Self {
            base_closes: BaseRange::ALL.map(|range| base_close(bars, range.base_date(today)?)),
            year_range: range_of_year(bars, newest.start),
            highest: HighestBar::of(bars),
            rsi,
            newest: Some((newest.start, newest.close)),
        }
    }

    /// Returns the change over a range in percent; `None` if the base price is unknown, or a price is zero or negative.
    pub fn change(&self, range: BaseRange, price: f64) -> Option<f64> {
        let base = self.base_closes[range as usize];
        percent_change(base, price).filter(|_| price > 0.0)
    }

    /// Returns the 52-week low and high on the `day` of a quote. Bars that do not go back that far, or end long before, are ignored.
    pub fn year_range(
        &self,
        quote: &Quote,
        splits: &[Split],
        day: Date,
    ) -> (Option<f64>, Option<f64>) {
        let bar_range = self.year_range.filter(|_| self.is_recent(day));
        year_range(quote, bar_range, splits, day)
    }

    /// Returns the highest price of the history on the `day` of a quote; `None` without a history. `source` is the all-time high of a
    /// source, `listed_on` the first day of trading.
    pub fn highest(
        &self,
        quote: &Quote,
        source: Option<f64>,
        day: Date,
        listed_on: Option<Date>,
    ) -> Option<Highest> {
        let newest = quote.price.max(quote.day_high.unwrap_or(f64::MIN));
        Highest::combine(self.highest, source, newest, day, listed_on)
    }

    /// Returns the relative strength index with `price` as the close of `day`; `None` with too few bars, or if they end long
    /// before.
    pub fn rsi(&self, price: f64, day: Date) -> Option<f64> {
        let (start, close) = self.newest.filter(|_| self.is_recent(day))?;
        let mut rsi = self.rsi.clone();
        // A source may repeat the last price on a day without trading, which is not another close.
        if day_start(day) > start && price.to_bits() != close.to_bits() {
            rsi.push(close);
        }
        rsi.push(price)
    }

    fn is_recent(&self, day: Date) -> bool {
        let newest = self.newest.map(|(start, _)| start);
        newest.is_some_and(|start| day_start(day) - start <= MAX_BAR_AGE)
    }
}

/// Returns the close of `day`, or the last one before it.
fn base_close(bars: &[Bar], day: Date) -> Option<f64> {
    let end = day_start(day) + DAY;
    let count = bars.partition_point(|bar| bar.start < end);
    let last = bars[..count].last()?;
    (last.start >= end - i64::from(MAX_CLOSE_AGE_DAYS) * DAY).then_some(last.close)
}

/// Returns the lowest and highest price in the 52 weeks before `end` (Unix seconds); `None` if the bars do not go back that far.
fn range_of_year(bars: &[Bar], end: i64) -> Option<(f64, f64)> {
    let start = end - YEAR;
    let is_covered = bars
        .first()
        .is_some_and(|bar| bar.start <= start + YEAR_TOLERANCE);
    let year = &bars[bars.partition_point(|bar| bar.start <= start)..];
    let ranges = year.iter().map(|bar| (bar.low, bar.high));
    let range = ranges.reduce(|(low, high), bar| (low.min(bar.0), high.max(bar.1)));
    range.filter(|_| is_covered)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::testing;

    const TODAY: Date = date(2026, 11, 27);

    /// Returns the 52-week high for a price of 1.
    fn year_high(figures: &DailyFigures) -> Option<f64> {
        let quote = testing::quote(1.0, jiff::Timestamp::UNIX_EPOCH);
        figures.year_range(&quote, &[], TODAY).1
    }

    /// Creates a bar per day that ends on `last`, with these closes; highs are 1 above.
    fn bars(last: Date, closes: &[f64]) -> Vec<Bar> {
        let count = i64::try_from(closes.len()).unwrap();
        let first = day_start(last) - (count - 1) * DAY;
        let bar = |(day, close): (i64, &f64)| Bar {
            start: first + day * DAY,
            open: *close,
            high: close + 1.0,
            low: close - 1.0,
            close: *close,
            volume: f64::NAN,
        };
        (0..).zip(closes).map(bar).collect()
    }

    fn rising(days: usize) -> Vec<f64> {
        (1..=days).map(|day| day as f64).collect()
    }

    #[test]
    fn changes_count_from_the_close_of_the_base_date() {
        // The close of a day is its number; today is day 2,000.
        let figures = DailyFigures::compute(&bars(TODAY, &rising(2_000)), TODAY);
        let change = |range| figures.change(range, 2_000.0);
        let is_since = |range, close: f64| {
            let expected = (2_000.0 / close - 1.0) * 100.0;
            change(range).is_some_and(|change| (change - expected).abs() < 1e-9)
        };
        // 27 October is 31 days ago, and 31 December 331 days.
        assert!(is_since(BaseRange::Month, 1_969.0));
        assert!(is_since(BaseRange::YearToDate, 1_669.0));
        assert!(is_since(BaseRange::Year, 1_635.0));
        assert!(change(BaseRange::ThreeYears).is_some() && change(BaseRange::FiveYears).is_some());
    }

    #[test]
    fn a_short_history_has_no_changes_over_longer_ranges() {
        let figures = DailyFigures::compute(&bars(TODAY, &rising(100)), TODAY);
        assert!(figures.change(BaseRange::Month, 100.0).is_some());
        assert!(figures.change(BaseRange::Quarter, 100.0).is_some());
        for range in [BaseRange::HalfYear, BaseRange::Year, BaseRange::FiveYears] {
            assert_eq!(figures.change(range, 100.0), None, "{range:?}");
        }
        assert_eq!(year_high(&figures), None);
        assert!(figures.rsi(100.0, TODAY).is_some());
    }

    #[test]
    fn without_bars_every_value_is_unknown() {
        let figures = DailyFigures::compute(&[], TODAY);
        assert_eq!(figures.change(BaseRange::Month, 1.0), None);
        assert_eq!((figures.rsi(1.0, TODAY), year_high(&figures)), (None, None));
    }

    #[test]
    fn negative_prices_have_no_change() {
        let figures = DailyFigures::compute(&bars(TODAY, &[-5.0; 400]), TODAY);
        assert_eq!(figures.change(BaseRange::Month, 3.0), None);
        let figures = DailyFigures::compute(&bars(TODAY, &[5.0; 400]), TODAY);
        assert_eq!(figures.change(BaseRange::Month, -3.0), None);
    }

    #[test]
    fn outdated_bars_give_no_rsi_and_no_52_week_high() {
        let figures = DailyFigures::compute(&bars(date(2026, 11, 10), &rising(400)), TODAY);
        assert_eq!((figures.rsi(1.0, TODAY), year_high(&figures)), (None, None));
    }

    #[test]
    fn the_price_counts_as_the_last_close_of_the_rsi_on_the_same_day_and_on_the_next() {
        let closes: Vec<f64> = (0..60).map(|day| 100.0 + f64::from(day * 7 % 11)).collect();
        let rsi_of = |closes: &[f64]| {
            let mut rsi = Rsi::new(RSI_PERIOD);
            closes.iter().fold(None, |_, close| rsi.push(*close))
        };
        let figures = DailyFigures::compute(&bars(TODAY, &closes), TODAY);
        let mut today = closes.clone();
        today[59] = 123.0;
        assert_eq!(figures.rsi(123.0, TODAY), rsi_of(&today));
        let tomorrow = [&closes[..], &[123.0]].concat();
        let next = TODAY.tomorrow().unwrap();
        assert_eq!(figures.rsi(123.0, next), rsi_of(&tomorrow));
        assert_eq!(
            figures.rsi(closes[59], next),
            rsi_of(&closes),
            "a repeated price is not another close"
        );
    }

    #[test]
    fn the_high_covers_52_weeks() {
        let mut closes = vec![10.0; 400];
        (closes[30], closes[50]) = (90.0, 80.0);
        let figures = DailyFigures::compute(&bars(TODAY, &closes), TODAY);
        assert_eq!(year_high(&figures), Some(81.0), "day 30 is 369 days ago");
    }
}
