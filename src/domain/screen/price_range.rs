//! Ranges of a ticker's price: the 52-week low and high, and the highest price since the history begins.

use jiff::{Timestamp, ToSpan as _, civil::Date, tz::TimeZone};

use crate::domain::{
    bar::Bar,
    quote::Quote,
    split::{Split, is_unadjusted},
};

/// If the first bar is at most this many days after the listing of a ticker, the bars are its whole history.
const LISTING_TOLERANCE_DAYS: i32 = 10;
/// Maximum difference, as a fraction, by which a source's high may exceed the highest bar and still count as the same high. Sources
/// round.
const HIGH_TOLERANCE: f64 = 0.001;

/// The highest price of a ticker's history.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Highest {
    /// The price, adjusted for splits.
    pub price: f64,
    /// The day of the price; `None` if it is before the stored history.
    pub day: Option<Date>,
    /// The first day of the stored history; `None` without bars.
    pub since: Option<Date>,
    /// Whether the price is an all-time high: true if a source reports it, or if the stored history begins with the listing.
    pub is_all_time: bool,
}

/// The highest price of daily bars.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct HighestBar {
    price: f64,
    day: Date,
    since: Date,
}

impl HighestBar {
    /// Finds the highest bar; of equally high bars, the first. `None` without bars.
    pub(super) fn of(bars: &[Bar]) -> Option<Self> {
        let first = bars.first()?;
        let highest = bars.iter().fold(first, |highest, bar| {
            if bar.high > highest.high {
                bar
            } else {
                highest
            }
        });
        Some(Self {
            price: highest.high,
            day: day_of(highest.start)?,
            since: day_of(first.start)?,
        })
    }
}

fn day_of(start: i64) -> Option<Date> {
    let start = Timestamp::from_second(start).ok()?;
    Some(start.to_zoned(TimeZone::UTC).date())
}

impl Highest {
    /// Combines the highest bar, the all-time high from a source, and the newest price, which is of the current day, `today`. `listed_on`
    /// is the first day of trading, if known: bars that begin on that day are the whole history.
    pub(super) fn combine(
        bar: Option<HighestBar>,
        source: Option<f64>,
        newest: f64,
        today: Date,
        listed_on: Option<Date>,
    ) -> Option<Self> {
        let since = bar.map(|bar| bar.since);
        let is_whole_history = |since: Date| {
            listed_on
                .is_some_and(|listed| since <= listed.saturating_add(LISTING_TOLERANCE_DAYS.days()))
        };
        let is_all_time = source.is_some() || since.is_some_and(is_whole_history);
        // Today's price alone is not an all-time high.
        let known = match (bar, source) {
            (Some(bar), Some(source)) if source > bar.price * (1.0 + HIGH_TOLERANCE) => {
                (source, None)
            }
            (Some(bar), source) => (
                source.map_or(bar.price, |high| high.max(bar.price)),
                Some(bar.day),
            ),
            (None, Some(source)) => (source, None),
            (None, None) => return None,
        };
        let (price, day) = if newest > known.0 {
            (newest, Some(today))
        } else {
            known
        };
        Some(Self {
            price,
            day,
            since,
            is_all_time,
        })
    }
}

/// Returns the 52-week low and high. The source's range is used if there is one and it is adjusted for splits, otherwise the bars' range.
/// Prices of the current day, `today`, widen the range.
pub(super) fn year_range(
    quote: &Quote,
    bars: Option<(f64, f64)>,
    splits: &[Split],
    today: Date,
) -> (Option<f64>, Option<f64>) {
    let edge =
        |source: Option<f64>, bars: Option<f64>, newer: Option<f64>, wider: fn(f64, f64) -> f64| {
            let is_unadjusted =
                |source| bars.is_some_and(|bars| is_unadjusted(splits, (source, bars), today));
            let known = source.filter(|source| !is_unadjusted(*source)).or(bars)?;
            let newer = [newer, Some(quote.price)];
            Some(newer.into_iter().flatten().fold(known, wider))
        };
    (
        edge(
            quote.year_low,
            bars.map(|(low, _)| low),
            quote.day_low,
            f64::min,
        ),
        edge(
            quote.year_high,
            bars.map(|(_, high)| high),
            quote.day_high,
            f64::max,
        ),
    )
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::testing;

    const TODAY: Date = date(2026, 11, 20);

    /// Creates a bar per day from 2021-03-01 on, with these highs.
    fn bars(highs: &[f64]) -> Vec<Bar> {
        let first = date(2021, 3, 1).to_zoned(TimeZone::UTC).unwrap();
        let first = first.timestamp().as_second();
        let bar = |(day, high): (i64, &f64)| Bar {
            start: first + day * 86_400,
            high: *high,
            ..Bar::default()
        };
        (0..).zip(highs).map(bar).collect()
    }

    fn highest(
        highs: &[f64],
        source: Option<f64>,
        newest: f64,
        listed_on: Option<Date>,
    ) -> Option<Highest> {
        Highest::combine(
            HighestBar::of(&bars(highs)),
            source,
            newest,
            TODAY,
            listed_on,
        )
    }

    #[test]
    fn highest_bar_gives_the_first_day_of_the_high_but_not_an_all_time_high() {
        let high = highest(&[5.0, 9.0, 9.0, 7.0], None, 8.0, None).unwrap();
        assert_eq!(
            high,
            Highest {
                price: 9.0,
                day: Some(date(2021, 3, 2)),
                since: Some(date(2021, 3, 1)),
                is_all_time: false,
            }
        );
    }

    #[test]
    fn bars_that_begin_with_the_listing_give_an_all_time_high() {
        let is_all_time = |listed_on| {
            let high = highest(&[5.0, 9.0], None, 8.0, Some(listed_on));
            high.unwrap().is_all_time
        };
        assert!(is_all_time(date(2021, 2, 26)));
        assert!(!is_all_time(date(2010, 6, 1)));
    }

    #[test]
    fn a_higher_price_of_the_current_day_is_the_new_high() {
        let high = highest(&[5.0, 9.0], None, 9.5, None).unwrap();
        assert_eq!((high.price, high.day), (9.5, Some(TODAY)));
    }

    #[test]
    fn a_source_may_report_a_high_from_before_the_history() {
        let high = highest(&[5.0, 9.0], Some(70.0), 8.0, None).unwrap();
        assert_eq!((high.price, high.day, high.is_all_time), (70.0, None, true));
        let rounded = highest(&[5.0, 9.0], Some(9.001), 8.0, None).unwrap();
        assert_eq!(rounded.day, Some(date(2021, 3, 2)));
        let alone = highest(&[], Some(70.0), 8.0, None).unwrap();
        assert_eq!((alone.price, alone.since), (70.0, None));
    }

    #[test]
    fn without_history_and_source_there_is_no_high() {
        assert_eq!(highest(&[], None, 8.0, None), None);
    }

    #[test]
    fn year_range_from_the_source_is_widened_by_the_day() {
        let mut quote = testing::quote(100.0, Timestamp::UNIX_EPOCH);
        assert_eq!(year_range(&quote, None, &[], TODAY), (None, None));
        assert_eq!(
            year_range(&quote, Some((90.0, 110.0)), &[], TODAY),
            (Some(90.0), Some(110.0))
        );
        (quote.year_low, quote.year_high) = (Some(101.0), Some(105.0));
        quote.day_high = Some(106.0);
        assert_eq!(
            year_range(&quote, Some((90.0, 110.0)), &[], TODAY),
            (Some(100.0), Some(106.0))
        );
    }

    #[test]
    fn source_range_not_adjusted_for_a_split_is_ignored() {
        let mut quote = testing::quote(100.0, Timestamp::UNIX_EPOCH);
        (quote.year_low, quote.year_high) = (Some(450.0), Some(550.0));
        let split = Split {
            date: date(2026, 6, 1),
            numerator: 5.0,
            denominator: 1.0,
        };
        assert_eq!(
            year_range(&quote, Some((90.0, 110.0)), &[split], TODAY),
            (Some(90.0), Some(110.0))
        );
    }
}
