//! Statistics of a ticker, computed from a year of daily bars and the quote.

use jiff::{Timestamp, tz::TimeZone};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::{
        bar::{Bar, Interval},
        outliers::{self, YearRange},
        quote::Quote,
        split::{Split, is_unadjusted},
        ticker::TickerId,
    },
    web::{
        AppState,
        api::{
            history::bars::read_bars,
            tickers::technicals::{mean_close, mean_volume, rsi, volatility},
        },
        http::error::Result,
    },
};

/// Seconds per day.
const DAY: i64 = 86_400;
/// Approximate length in days of the longest closure of an exchange. At the start and the end of a period, bars of this many days may be
/// missing.
const MAX_CLOSED_DAYS: i64 = 5;

/// Statistics of a ticker. Prices are in the ticker's currency; a value is `None` if there is too little data.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Statistics {
    /// Highest price of the session, or in 24 hours.
    pub(crate) day_high: Option<f64>,
    /// Lowest price of the session, or in 24 hours.
    pub(crate) day_low: Option<f64>,
    /// Highest price in seven days.
    week_high: Option<f64>,
    /// Lowest price in seven days.
    week_low: Option<f64>,
    /// Highest price in 52 weeks.
    pub(crate) year_high: Option<f64>,
    /// Lowest price in 52 weeks.
    pub(crate) year_low: Option<f64>,
    /// All-time high, if a source provides it.
    all_time_high: Option<f64>,
    /// Mean of the last 50 daily closes.
    average50d: Option<f64>,
    /// Mean of the last 200 daily closes.
    average200d: Option<f64>,
    /// Standard deviation of the last 30 daily returns, in percent.
    volatility30d: Option<f64>,
    /// Standard deviation of the daily returns of 52 weeks, in percent.
    volatility52w: Option<f64>,
    /// Wilder's relative strength index over 14 daily closes, 0 to 100.
    rsi14: Option<f64>,
    /// Mean volume of the 30 trading days before the newest one.
    average_volume30d: Option<f64>,
}

impl Statistics {
    /// Reads the bars and the quote of a ticker and computes its statistics.
    pub(crate) async fn read(state: &AppState, id: TickerId) -> Result<Self> {
        let (quote, splits, last_start) = {
            let market = state.market.read();
            let listing = market.get(id);
            (
                listing.and_then(|listing| listing.quote.clone()),
                market.splits.get(&id).cloned(),
                market.last_bar(id, Interval::Day),
            )
        };
        let Some(last_start) = last_start else {
            return Ok(Self::compute(&[], quote.as_ref(), &[]));
        };
        let bars = read_bars(
            state,
            id,
            Interval::Day,
            last_start - 365 * DAY..last_start + DAY,
        )
        .await?;
        // Imported bars, and bars stored by an older version, may be implausible.
        let price = quote.as_ref().map(|quote| quote.price);
        let year = YearRange {
            low: quote.as_ref().and_then(|quote| quote.year_low),
            high: quote.as_ref().and_then(|quote| quote.year_high),
            as_of: quote
                .as_ref()
                .map_or(last_start, |quote| quote.as_of.as_second()),
        };
        let (bars, _) = outliers::separate_outliers(bars, Interval::Day, price, &year);
        Ok(Self::compute(
            &bars,
            quote.as_ref(),
            splits.as_deref().unwrap_or_default(),
        ))
    }

    /// Computes the statistics from daily bars (ascending), the quote, and splits.
    fn compute(bars: &[Bar], quote: Option<&Quote>, splits: &[Split]) -> Self {
        // Every range ends at the time of the quote: if the bars are years older than the quote, they do not belong to its week.
        let end = bars.last().map_or(0, |last| last.start);
        let end = quote.map_or(end, |quote| end.max(quote.as_of.as_second()));
        let are_recent = bars
            .last()
            .is_some_and(|last| last.start > end - (MAX_CLOSED_DAYS + 1) * DAY);
        let recent = if are_recent { bars } else { &[] };
        let from_quote = |field: fn(&Quote) -> Option<f64>| quote.and_then(field);
        let price = quote.map(|quote| quote.price);
        let (day_high, day_low) = (
            from_quote(|quote| quote.day_high),
            from_quote(|quote| quote.day_low),
        );
        let range_of = |days| {
            let range = PriceRange::over_last_days(recent, end, days)?;
            Some(range.widened([day_high, day_low, price]))
        };
        let (week, year) = (range_of(7), range_of(364));
        // The 52-week range of the source takes precedence over the range of the bars. It may be older than the newest bars, so the
        // prices of the day and the week widen it. It is ignored if it is not adjusted for a split of the last year.
        let day = Timestamp::from_second(end).unwrap_or_default();
        let day = day.to_zoned(TimeZone::UTC).date();
        let is_unadjusted = |source: f64, bars: Option<f64>| {
            bars.is_some_and(|bars| is_unadjusted(splits, (source, bars), day))
        };
        let bars_high = year.map(|year| year.high);
        let bars_low = year.map(|year| year.low);
        let source_high = from_quote(|quote| quote.year_high)
            .filter(|high| !is_unadjusted(*high, bars_high))
            .map(|high| {
                let newer = [day_high, week.map(|week| week.high), price];
                newer.into_iter().flatten().fold(high, f64::max)
            });
        let source_low = from_quote(|quote| quote.year_low)
            .filter(|low| !is_unadjusted(*low, bars_low))
            .map(|low| {
                let newer = [day_low, week.map(|week| week.low), price];
                newer.into_iter().flatten().fold(low, f64::min)
            });
        Self {
            day_high,
            day_low,
            week_high: week.map(|week| week.high),
            week_low: week.map(|week| week.low),
            year_high: source_high.or(bars_high),
            year_low: source_low.or(bars_low),
            all_time_high: from_quote(|quote| quote.all_time_high),
            average50d: mean_close(recent, 50),
            average200d: mean_close(recent, 200),
            volatility30d: volatility(recent, 30),
            volatility52w: bars_in_last_days(recent, end, 364)
                .and_then(|year| volatility(year, year.len().checked_sub(1)?)),
            rsi14: rsi(recent, 14),
            average_volume30d: recent
                .split_last()
                .and_then(|(_, before)| mean_volume(before, 30)),
        }
    }
}

/// Returns the bars of the last `days` days before `end` (Unix seconds), or `None` if the bars do not go back that far.
fn bars_in_last_days(bars: &[Bar], end: i64, days: i64) -> Option<&[Bar]> {
    let start = end - days * DAY;
    let first = bars.first().map(|bar| bar.start)?;
    // A long period may start with a closure of the exchange, which has no bars.
    let tolerated_days = if days > 7 { MAX_CLOSED_DAYS } else { 1 };
    let is_covered = first <= start + tolerated_days * DAY;
    is_covered.then(|| &bars[bars.partition_point(|bar| bar.start <= start)..])
}

/// The highest and lowest price of a period.
#[derive(Debug, Clone, Copy)]
struct PriceRange {
    high: f64,
    low: f64,
}

impl PriceRange {
    /// Returns the range over the last `days` days before `end` (Unix seconds), or `None` if the bars do not go back that far.
    fn over_last_days(bars: &[Bar], end: i64, days: i64) -> Option<Self> {
        let bars = bars_in_last_days(bars, end, days)?;
        Some(Self {
            high: bars.iter().map(|bar| bar.high).reduce(f64::max)?,
            low: bars.iter().map(|bar| bar.low).reduce(f64::min)?,
        })
    }

    /// Returns the range widened to include these prices.
    fn widened(self, prices: [Option<f64>; 3]) -> Self {
        prices
            .into_iter()
            .flatten()
            .fold(self, |range, price| Self {
                high: range.high.max(price),
                low: range.low.min(price),
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    /// Creates a daily bar for each close, from 1970-01-01 on. Highs are 1 above and lows 1 below the close.
    fn bars_with_closes(closes: &[f64]) -> Vec<Bar> {
        let bar = |(day, close): (usize, &f64)| Bar {
            start: i64::try_from(day).unwrap_or_default() * DAY,
            open: *close,
            high: close + 1.0,
            low: close - 1.0,
            close: *close,
            volume: 0.0,
        };
        closes.iter().enumerate().map(bar).collect()
    }

    /// Creates a quote on a day (days since 1970-01-01), with the 52-week high of the source if given.
    fn quote(price: f64, day: i64, year_high: Option<f64>) -> Quote {
        let as_of = jiff::Timestamp::from_second(day * DAY).unwrap();
        Quote {
            year_high,
            ..testing::quote(price, as_of)
        }
    }

    #[test]
    fn week_range_covers_the_last_seven_days() {
        let bars = bars_with_closes(&[100.0, 1.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0]);
        let statistics = Statistics::compute(&bars, None, &[]);
        assert_eq!(
            (statistics.week_low, statistics.week_high),
            (Some(9.0), Some(17.0))
        );
        assert_eq!(
            statistics.year_high, None,
            "nine days are too few for 52 weeks"
        );
    }

    #[test]
    fn week_and_year_ranges_are_unknown_with_a_single_price() {
        let quote = quote(77_671.0, 2_000, None);
        for bars in [&[][..], &bars_with_closes(&[77_671.0])] {
            let statistics = Statistics::compute(bars, Some(&quote), &[]);
            assert_eq!((statistics.week_high, statistics.week_low), (None, None));
            assert_eq!((statistics.year_high, statistics.year_low), (None, None));
        }
    }

    #[test]
    fn the_52_week_range_of_a_year_of_bars_includes_the_current_day() {
        let bars = bars_with_closes(
            &(0..370)
                .map(|day| 100.0 + f64::from(day))
                .collect::<Vec<_>>(),
        );
        let mut quote = quote(470.0, 370, None);
        quote.day_high = Some(475.0);
        let statistics = Statistics::compute(&bars, Some(&quote), &[]);
        assert_eq!(
            (statistics.year_low, statistics.year_high),
            (Some(106.0), Some(475.0))
        );
        assert_eq!(statistics.week_high, Some(475.0));
        let short = Statistics::compute(&bars[100..], Some(&quote), &[]);
        assert_eq!(short.year_low, None, "270 days are too few for 52 weeks");
        assert_eq!(short.week_low, statistics.week_low);
    }

    #[test]
    fn the_range_of_the_source_takes_precedence_over_bars_five_times_too_high() {
        let mut prices = [1_000.0; 380];
        prices[200..210].fill(5_028.0);
        let mut quote = quote(1_000.0, 380, Some(1_100.0));
        quote.year_low = Some(990.0);
        let statistics = Statistics::compute(&bars_with_closes(&prices), Some(&quote), &[]);
        assert_eq!(
            (statistics.year_low, statistics.year_high),
            (Some(990.0), Some(1_100.0))
        );
    }

    #[test]
    fn the_52_week_range_includes_the_week_and_the_day_if_the_source_range_is_older() {
        let mut prices = [100.0; 20];
        prices[17] = 109.0;
        prices[18] = 91.0;
        let mut quote = quote(100.0, 20, Some(105.0));
        (quote.year_low, quote.day_high, quote.day_low) = (Some(95.0), Some(112.0), Some(99.0));
        let statistics = Statistics::compute(&bars_with_closes(&prices), Some(&quote), &[]);
        assert_eq!(statistics.week_high, Some(112.0));
        assert_eq!(
            (statistics.year_low, statistics.year_high),
            (Some(90.0), Some(112.0)),
            "the lowest bar has a low of 90"
        );
    }

    #[test]
    fn mean_and_volatility_ignore_bars_that_are_years_older_than_the_quote() {
        let quote = quote(50.0, 2_000, None);
        let statistics = Statistics::compute(&bars_with_closes(&[10.0; 60]), Some(&quote), &[]);
        assert_eq!(
            (statistics.average50d, statistics.volatility30d),
            (None, None)
        );
    }

    #[test]
    fn ranges_ignore_bars_that_are_years_older_than_the_quote() {
        let quote = quote(50.0, 2_000, Some(60.0));
        let statistics = Statistics::compute(&bars_with_closes(&[10.0, 11.0]), Some(&quote), &[]);
        assert_eq!((statistics.week_low, statistics.year_low), (None, None));
        assert_eq!(statistics.year_high, Some(60.0));
    }

    #[test]
    fn mean_and_volatility_are_unknown_with_too_few_bars() {
        let statistics = Statistics::compute(&bars_with_closes(&[1.0; 30]), None, &[]);
        assert_eq!(
            (statistics.average50d, statistics.volatility30d),
            (None, None)
        );
    }

    #[test]
    fn mean_of_200_days_and_volatility_of_a_year_need_that_many_days() {
        let year: Vec<f64> = (0..366)
            .map(|day| if day % 2 == 0 { 100.0 } else { 102.0 })
            .collect();
        let full_year = Statistics::compute(&bars_with_closes(&year), None, &[]);
        assert_eq!(full_year.average200d, Some(101.0));
        assert!(
            full_year
                .volatility52w
                .is_some_and(|volatility| (1.9..2.1).contains(&volatility))
        );
        let short = Statistics::compute(&bars_with_closes(&year[170..]), None, &[]);
        assert_eq!((short.average200d, short.volatility52w), (None, None));
        assert!(short.volatility30d.is_some() && short.rsi14.is_some());
    }

    #[test]
    fn the_average_volume_excludes_the_current_day() {
        let mut bars = bars_with_closes(&[10.0; 32]);
        for bar in &mut bars {
            bar.volume = 500.0;
        }
        bars[31].volume = 7.0;
        let statistics = Statistics::compute(&bars, None, &[]);
        assert_eq!(statistics.average_volume30d, Some(500.0));
    }

    #[test]
    fn source_range_that_is_not_adjusted_for_a_split_is_replaced_by_the_range_of_the_bars() {
        let bars = bars_with_closes(&[100.0; 380]);
        let split = Split {
            date: jiff::civil::date(1971, 1, 10),
            numerator: 5.0,
            denominator: 1.0,
        };
        let year_high = |source_high, splits: &[Split]| {
            let quote = quote(100.0, 379, Some(source_high));
            Statistics::compute(&bars, Some(&quote), splits).year_high
        };
        assert_eq!(year_high(505.0, &[split]), Some(101.0));
        assert_eq!(
            year_high(120.0, &[split]),
            Some(120.0),
            "the source's high is already adjusted"
        );
        assert_eq!(
            year_high(505.0, &[]),
            Some(505.0),
            "without a split, the source's high takes precedence"
        );
    }
}
