//! Statistics of a ticker from a year of daily bars.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::{
        bar::{Bar, Interval},
        outliers::{self, YearRange},
        quote::Quote,
        split::Split,
        ticker::TickerId,
    },
    web::{
        AppState,
        api::{
            history::bars::stored_bars,
            tickers::technicals::{average, mean_volume, rsi, volatility},
        },
        http::error::Result,
    },
};

const DAY: i64 = 86_400;
/// Longest closure of an exchange in days, approximately: bars may be missing at either end of a span for that
/// long.
const CLOSED_DAYS: i64 = 5;

/// Prices in the ticker's currency; `None` with too little data.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Statistics {
    /// Highest price of the session or 24 hours.
    day_high: Option<f64>,
    /// Lowest price of the session or 24 hours.
    day_low: Option<f64>,
    /// Highest price in seven days.
    week_high: Option<f64>,
    /// Lowest price in seven days.
    week_low: Option<f64>,
    /// Highest price in 52 weeks.
    year_high: Option<f64>,
    /// Lowest price in 52 weeks.
    year_low: Option<f64>,
    /// All-time high, if a source provides it.
    all_time_high: Option<f64>,
    /// Mean of the last 50 daily closes.
    average50d: Option<f64>,
    /// Mean of the last 200 daily closes.
    average200d: Option<f64>,
    /// Standard deviation of the last 30 daily returns, percent.
    volatility30d: Option<f64>,
    /// Standard deviation of the daily returns of 52 weeks, percent.
    volatility52w: Option<f64>,
    /// Wilder's relative strength index over 14 daily closes, 0 to 100.
    rsi14: Option<f64>,
    /// Mean of the volumes of the last 30 days before the newest one.
    average_volume30d: Option<f64>,
}

impl Statistics {
    /// Reads the data of `id` and computes its statistics.
    pub(crate) async fn read(state: &AppState, id: TickerId) -> Result<Self> {
        let (quote, splits, last) = {
            let market = state.market.read();
            let listing = market.get(id);
            (
                listing.and_then(|listing| listing.quote.clone()),
                market.splits.get(&id).cloned(),
                market.last_bar(id, Interval::Day),
            )
        };
        let Some(last) = last else {
            return Ok(Self::of(&[], quote.as_ref(), &[]));
        };
        let bars = stored_bars(state, id, Interval::Day, last - 365 * DAY..last + DAY).await?;
        // Bars stored by an older version, or imported, may be implausible.
        let price = quote.as_ref().map(|quote| quote.price);
        let year = YearRange {
            low: quote.as_ref().and_then(|quote| quote.year_low),
            high: quote.as_ref().and_then(|quote| quote.year_high),
            as_of: quote.as_ref().map_or(last, |quote| quote.as_of.as_second()),
        };
        let (bars, _) = outliers::separate_outliers(bars, Interval::Day, price, &year);
        Ok(Self::of(
            &bars,
            quote.as_ref(),
            splits.as_deref().unwrap_or_default(),
        ))
    }

    fn of(bars: &[Bar], quote: Option<&Quote>, splits: &[Split]) -> Self {
        // Every range ends at the price's own time: bars from years before a single new price are not part of its
        // week.
        let end = bars.last().map_or(0, |last| last.start);
        let end = quote.map_or(end, |quote| end.max(quote.as_of.as_second()));
        let is_recent = bars
            .last()
            .is_some_and(|last| last.start > end - (CLOSED_DAYS + 1) * DAY);
        let recent = if is_recent { bars } else { &[] };
        let told = |pick: fn(&Quote) -> Option<f64>| quote.and_then(pick);
        let price = quote.map(|quote| quote.price);
        let (day_high, day_low) = (told(|quote| quote.day_high), told(|quote| quote.day_low));
        let week = Range::of(recent, end, 7).map(|week| week.with([day_high, day_low, price]));
        let year = Range::of(recent, end, 364).map(|year| year.with([day_high, day_low, price]));
        // The 52-week range of the source takes precedence over bars. It may be older than the newest of them, and is widened by the
        // day and the week.
        let is_in_old_units = |edge: f64, of_bars: Option<f64>| {
            let since = end - 371 * DAY;
            let is_of_year = |split: &&Split| (since..=end).contains(&day_start(split));
            let mut splits = splits.iter().filter(is_of_year);
            of_bars.is_some_and(|of_bars| splits.any(|split| split.explains_factor(edge / of_bars)))
        };
        let in_new_units = |edge: &f64, of_bars: Option<f64>| !is_in_old_units(*edge, of_bars);
        let highest = year.map(|year| year.high);
        let lowest = year.map(|year| year.low);
        let told_high = told(|quote| quote.year_high).filter(|high| in_new_units(high, highest));
        let told_high = told_high.map(|high| {
            let newer = [day_high, week.map(|week| week.high), price];
            newer.into_iter().flatten().fold(high, f64::max)
        });
        let told_low = told(|quote| quote.year_low).filter(|low| in_new_units(low, lowest));
        let told_low = told_low.map(|low| {
            let newer = [day_low, week.map(|week| week.low), price];
            newer.into_iter().flatten().fold(low, f64::min)
        });
        let year_high = told_high.or(year.map(|year| year.high));
        let year_low = told_low.or(year.map(|year| year.low));
        Self {
            day_high,
            day_low,
            week_high: week.map(|week| week.high),
            week_low: week.map(|week| week.low),
            year_high,
            year_low,
            all_time_high: told(|quote| quote.all_time_high),
            average50d: average(recent, 50),
            average200d: average(recent, 200),
            volatility30d: volatility(recent, 30),
            volatility52w: covered(recent, end, 364)
                .and_then(|year| volatility(year, year.len().checked_sub(1)?)),
            rsi14: rsi(recent, 14),
            average_volume30d: recent
                .split_last()
                .and_then(|(_, before)| mean_volume(before, 30)),
        }
    }
}

/// Returns midnight UTC of a split's day, in Unix seconds.
fn day_start(split: &Split) -> i64 {
    split
        .date
        .duration_since(jiff::civil::date(1970, 1, 1))
        .as_secs()
}

/// Returns the bars of the `days` before `end` (Unix seconds), or `None` if they do not reach back that far.
fn covered(bars: &[Bar], end: i64, days: i64) -> Option<&[Bar]> {
    let start = end - days * DAY;
    let first = bars.first().map(|bar| bar.start)?;
    // The first bar of a long span may be missing for as long as an exchange is closed.
    let late = if days > 7 { CLOSED_DAYS } else { 1 };
    let is_covered = first <= start + late * DAY;
    is_covered.then(|| &bars[bars.partition_point(|bar| bar.start <= start)..])
}

/// The highest and lowest price of a span.
#[derive(Debug, Clone, Copy)]
struct Range {
    high: f64,
    low: f64,
}

impl Range {
    /// Returns the range of the `days` before `end` (Unix seconds), or `None` if bars do not reach back that
    /// far.
    fn of(bars: &[Bar], end: i64, days: i64) -> Option<Self> {
        let within = covered(bars, end, days)?;
        Some(Self {
            high: within.iter().map(|bar| bar.high).reduce(f64::max)?,
            low: within.iter().map(|bar| bar.low).reduce(f64::min)?,
        })
    }

    /// Widens the range to include these prices.
    fn with(self, prices: [Option<f64>; 3]) -> Self {
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

    fn closes(closes: &[f64]) -> Vec<Bar> {
        let bar = |(at, close): (usize, &f64)| Bar {
            start: i64::try_from(at).unwrap_or_default() * DAY,
            open: *close,
            high: close + 1.0,
            low: close - 1.0,
            close: *close,
            volume: 0.0,
        };
        closes.iter().enumerate().map(bar).collect()
    }

    /// A price on a day, with the source's 52-week high if given.
    fn quote(price: f64, day: i64, year_high: Option<f64>) -> Quote {
        let as_of = jiff::Timestamp::from_second(day * DAY).unwrap();
        Quote {
            year_high,
            ..testing::quote(price, as_of)
        }
    }

    #[test]
    fn the_week_is_the_last_seven_days() {
        let bars = closes(&[100.0, 1.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0]);
        let statistics = Statistics::of(&bars, None, &[]);
        assert_eq!(
            (statistics.week_low, statistics.week_high),
            (Some(9.0), Some(17.0))
        );
        assert_eq!(statistics.year_high, None, "nine days are no 52 weeks");
    }

    #[test]
    fn a_single_price_has_no_range() {
        let quote = quote(77_671.0, 2_000, None);
        for bars in [&[][..], &closes(&[77_671.0])] {
            let statistics = Statistics::of(bars, Some(&quote), &[]);
            assert_eq!((statistics.week_high, statistics.week_low), (None, None));
            assert_eq!((statistics.year_high, statistics.year_low), (None, None));
        }
    }

    #[test]
    fn a_year_of_bars_has_a_52_week_range_that_includes_the_day() {
        let bars = closes(
            &(0..370)
                .map(|day| 100.0 + f64::from(day))
                .collect::<Vec<_>>(),
        );
        let mut quote = quote(470.0, 370, None);
        quote.day_high = Some(475.0);
        let statistics = Statistics::of(&bars, Some(&quote), &[]);
        assert_eq!(
            (statistics.year_low, statistics.year_high),
            (Some(106.0), Some(475.0))
        );
        assert_eq!(statistics.week_high, Some(475.0));
        let short = Statistics::of(&bars[100..], Some(&quote), &[]);
        assert_eq!(short.year_low, None, "270 days are none");
        assert_eq!(short.week_low, statistics.week_low);
    }

    #[test]
    fn the_range_of_the_source_takes_precedence_over_bars_five_times_too_high() {
        let mut prices = [1_000.0; 380];
        prices[200..210].fill(5_028.0);
        let mut quote = quote(1_000.0, 380, Some(1_100.0));
        quote.year_low = Some(990.0);
        let statistics = Statistics::of(&closes(&prices), Some(&quote), &[]);
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
        let statistics = Statistics::of(&closes(&prices), Some(&quote), &[]);
        assert_eq!(statistics.week_high, Some(112.0));
        assert_eq!(
            (statistics.year_low, statistics.year_high),
            (Some(90.0), Some(112.0)),
            "the lowest bar is one below its close"
        );
    }

    #[test]
    fn bars_from_years_before_do_not_affect_todays_mean_and_volatility() {
        let quote = quote(50.0, 2_000, None);
        let statistics = Statistics::of(&closes(&[10.0; 60]), Some(&quote), &[]);
        assert_eq!(
            (statistics.average50d, statistics.volatility30d),
            (None, None)
        );
    }

    #[test]
    fn bars_from_years_before_a_new_price_are_not_part_of_its_ranges() {
        let quote = quote(50.0, 2_000, Some(60.0));
        let statistics = Statistics::of(&closes(&[10.0, 11.0]), Some(&quote), &[]);
        assert_eq!((statistics.week_low, statistics.year_low), (None, None));
        assert_eq!(statistics.year_high, Some(60.0));
    }

    #[test]
    fn too_few_bars_give_an_unknown_figure() {
        let statistics = Statistics::of(&closes(&[1.0; 30]), None, &[]);
        assert_eq!(
            (statistics.average50d, statistics.volatility30d),
            (None, None)
        );
    }

    #[test]
    fn a_mean_of_200_days_and_the_volatility_of_a_year_need_that_many() {
        let year: Vec<f64> = (0..366)
            .map(|day| if day % 2 == 0 { 100.0 } else { 102.0 })
            .collect();
        let whole = Statistics::of(&closes(&year), None, &[]);
        assert_eq!(whole.average200d, Some(101.0));
        assert!(
            whole
                .volatility52w
                .is_some_and(|found| (1.9..2.1).contains(&found))
        );
        let short = Statistics::of(&closes(&year[170..]), None, &[]);
        assert_eq!((short.average200d, short.volatility52w), (None, None));
        assert!(short.volatility30d.is_some() && short.rsi14.is_some());
    }

    #[test]
    fn the_average_volume_excludes_the_current_day() {
        let mut bars = closes(&[10.0; 32]);
        for bar in &mut bars {
            bar.volume = 500.0;
        }
        bars[31].volume = 7.0;
        let statistics = Statistics::of(&bars, None, &[]);
        assert_eq!(statistics.average_volume30d, Some(500.0));
    }

    #[test]
    fn a_source_range_in_units_before_a_split_is_replaced_by_that_of_the_bars() {
        let bars = closes(&[100.0; 380]);
        let split = Split {
            date: jiff::civil::date(1971, 1, 10),
            numerator: 5.0,
            denominator: 1.0,
        };
        let told = |high, splits: &[Split]| {
            let quote = quote(100.0, 379, Some(high));
            Statistics::of(&bars, Some(&quote), splits).year_high
        };
        assert_eq!(told(505.0, &[split]), Some(101.0));
        assert_eq!(told(120.0, &[split]), Some(120.0), "already restated");
        assert_eq!(
            told(505.0, &[]),
            Some(505.0),
            "without a split, the source's range counts"
        );
    }
}
