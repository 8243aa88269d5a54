//! Converts rows to bars on one of our intervals.

use super::{
    days::{DAY, Days},
    prices::Prices,
};
use crate::{
    domain::{
        bar::{Bar, Interval},
        outliers::YearRange,
        price::in_whole_units,
    },
    providers::{
        core::lenient::Number,
        yahoo::{repair, wire},
    },
};
use jiff::Timestamp;

/// The interval of a response's rows.
#[derive(Clone, Copy)]
pub(super) enum Grid {
    /// One of our intervals.
    Of(Interval),
    /// Shorter than this interval of ours.
    Finer(Interval),
}

impl Grid {
    pub(super) fn interval(self) -> Interval {
        match self {
            Self::Of(interval) | Self::Finer(interval) => interval,
        }
    }
}

/// Reads the interval that the response states, which may differ from the requested one. Returns
/// `None` if it is longer than ours.
pub(super) fn granularity(word: Option<&str>) -> Option<Grid> {
    Some(match word? {
        "1m" | "2m" => Grid::Finer(Interval::FiveMinutes),
        "5m" => Grid::Of(Interval::FiveMinutes),
        "15m" | "30m" => Grid::Finer(Interval::Hour),
        "60m" | "1h" => Grid::Of(Interval::Hour),
        "1d" => Grid::Of(Interval::Day),
        _ => return None,
    })
}

/// Returns the interval of the rows in seconds.
pub(super) fn step(word: Option<&str>) -> Option<i64> {
    Some(match word? {
        "1m" => 60,
        "2m" => 120,
        "15m" => 900,
        "30m" => 1_800,
        other => granularity(Some(other))?.interval().seconds(),
    })
}

/// Returns the rows with a close; rows with a null close are skipped. Other nulls become the close.
pub(super) fn rows(
    starts: &[Number],
    columns: &wire::Columns,
    prices: Prices,
    year: &YearRange,
) -> Vec<Bar> {
    let at = |column: &[Number], row: usize| prices.raw(*column.get(row)?);
    let parts = prices.parts;
    let mut bars: Vec<Bar> = starts
        .iter()
        .enumerate()
        .filter_map(|(row, start)| {
            let close = in_whole_units(shortest(at(&columns.close, row)?), parts);
            let price = |column: &[Number]| {
                at(column, row).map_or(close, |value| in_whole_units(shortest(value), parts))
            };
            let (open, high, low) = (
                price(&columns.open),
                price(&columns.high),
                price(&columns.low),
            );
            let volume = columns.volume.get(row).and_then(|volume| volume.positive());
            Some(Bar {
                start: start.seconds()?,
                open,
                high,
                low,
                close,
                volume: volume.unwrap_or_default(),
            })
        })
        .collect();
    // All zeros: an index or a currency without volumes.
    if bars.iter().all(|bar| bar.volume <= 0.0) {
        for bar in &mut bars {
            bar.volume = Bar::UNKNOWN_VOLUME;
        }
    }
    bars.sort_by_key(|bar| bar.start);
    for bar in &mut bars {
        repair::stray_fields(bar, year);
        bar.high = bar.high.max(bar.open).max(bar.close);
        bar.low = bar.low.min(bar.open).min(bar.close);
    }
    bars
}

/// Undoes single precision: Yahoo stores prices as f32 and prints them as f64, so that 269.7
/// arrives as 269.70001220703125. Such a number becomes the shortest one with the same f32 value.
fn shortest(price: f64) -> f64 {
    let single = price as f32;
    if f64::from(single).to_bits() == price.to_bits() {
        single.to_string().parse().unwrap_or(price)
    } else {
        price
    }
}

/// Converts rows to daily bars, which start at midnight UTC of the exchange's date. Of two rows for
/// one date the later wins (the last may be live). A single price after the day's bar updates its
/// close.
fn daily(bars: Vec<Bar>, days: &Days) -> Vec<Bar> {
    let mut out: Vec<Bar> = Vec::with_capacity(bars.len());
    for bar in bars {
        let bar = Bar {
            start: days.of_row(bar.start) * DAY,
            ..bar
        };
        match out.last_mut() {
            Some(last) if last.start == bar.start && is_point(&bar) => {
                last.high = last.high.max(bar.close);
                last.low = last.low.min(bar.close);
                last.close = bar.close;
            }
            Some(last) if last.start == bar.start => *last = bar,
            _ => out.push(bar),
        }
    }
    out
}

/// Returns true for a single price without a volume.
fn is_point(bar: &Bar) -> bool {
    let is_flat = bar.high <= bar.low && bar.open >= bar.high && bar.open <= bar.low;
    is_flat && bar.known_volume().is_none_or(|volume| volume <= 0.0)
}

/// Removes a last point off the grid of the others: it is the live price, not a bar.
fn on_grid(mut bars: Vec<Bar>, seconds: i64) -> Vec<Bar> {
    if let [.., before, last] = bars[..]
        && (last.start - before.start) % seconds != 0
    {
        bars.pop();
    }
    bars
}

/// Aggregates shorter bars into bars of `seconds`.
fn aggregate(bars: &[Bar], seconds: i64) -> Vec<Bar> {
    let mut out: Vec<Bar> = Vec::new();
    for bar in bars {
        let start = bar.start.div_euclid(seconds) * seconds;
        match out.last_mut() {
            Some(whole) if whole.start == start => {
                whole.high = whole.high.max(bar.high);
                whole.low = whole.low.min(bar.low);
                whole.close = bar.close;
                whole.volume += bar.volume;
            }
            _ => out.push(Bar { start, ..*bar }),
        }
    }
    out
}

/// Removes daily rows of sessions that have not begun, and a last row that only repeats `price` of the session before:
/// nothing has traded since.
pub(super) fn begun(
    mut rows: Vec<Bar>,
    days: &Days,
    price: Option<(i64, f64)>,
    now: Timestamp,
) -> Vec<Bar> {
    rows.retain(|bar| days.has_begun(bar.start, now));
    let repeats = |bar: &Bar, (at, price): (i64, f64)| {
        let is_later = days.of_row(bar.start) > days.of_price(at);
        is_later && is_point(bar) && (bar.close - price).abs() <= price.abs() * 1e-6
    };
    if let (Some(bar), Some(price)) = (rows.last(), price)
        && repeats(bar, price)
    {
        rows.pop();
    }
    rows
}

impl Grid {
    /// Converts `rows` to bars of this interval.
    pub(super) fn gather(self, rows: Vec<Bar>, days: &Days) -> Vec<Bar> {
        match self {
            Self::Of(Interval::Day) => daily(rows, days),
            Self::Of(interval) => on_grid(rows, interval.seconds()),
            Self::Finer(interval) => aggregate(&rows, interval.seconds()),
        }
    }
}
