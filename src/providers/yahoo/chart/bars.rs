//! Rows to bars on one of our grids.

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

/// The grid of an answer's bars.
#[derive(Clone, Copy)]
pub(super) enum Grid {
    /// One of ours.
    Of(Interval),
    /// Finer than this one of ours.
    Finer(Interval),
}

impl Grid {
    pub(super) fn interval(self) -> Interval {
        match self {
            Self::Of(interval) | Self::Finer(interval) => interval,
        }
    }
}

/// The answer's own word counts, not what was asked for. Coarser grids than ours are of no use.
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

/// The length of rows of this granularity, in seconds.
pub(super) fn step(word: Option<&str>) -> Option<i64> {
    Some(match word? {
        "1m" => 60,
        "2m" => 120,
        "15m" => 900,
        "30m" => 1_800,
        other => granularity(Some(other))?.interval().seconds(),
    })
}

/// Rows with a close; a row with a null close is no bar. Other nulls take the close's value.
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
    // An index or a currency without any volume comes with zeros.
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

/// The source keeps prices in single precision and prints them in double: 269.7 comes as
/// 269.70001220703125. What is exactly such a number becomes the shortest one that it stands for.
fn shortest(price: f64) -> f64 {
    let single = price as f32;
    if f64::from(single).to_bits() == price.to_bits() {
        single.to_string().parse().unwrap_or(price)
    } else {
        price
    }
}

/// Daily bars start at midnight UTC of the exchange's date; of two for one date the later wins
/// (the last may be live). A point after the day's bar is its last price and no bar of its own.
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

/// Without a last point that is off the grid of the others: that is the live price, and no bar.
fn on_grid(mut bars: Vec<Bar>, seconds: i64) -> Vec<Bar> {
    if let [.., before, last] = bars[..]
        && (last.start - before.start) % seconds != 0
    {
        bars.pop();
    }
    bars
}

/// Shorter bars gathered into those of `seconds`.
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

/// Without daily rows of sessions that have not begun, and without a last one that only repeats `price`, a price of the session
/// before it: nobody has traded since.
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
    /// `rows` as bars of this grid.
    pub(super) fn gather(self, rows: Vec<Bar>, days: &Days) -> Vec<Bar> {
        match self {
            Self::Of(Interval::Day) => daily(rows, days),
            Self::Of(interval) => on_grid(rows, interval.seconds()),
            Self::Finer(interval) => aggregate(&rows, interval.seconds()),
        }
    }
}
