//! Converts the rows of a response to bars of a supported interval.

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

/// The interval of the rows of a response.
#[derive(Clone, Copy)]
pub(super) enum RowInterval {
    /// The rows have a supported interval.
    Supported(Interval),
    /// The rows have a shorter interval and are aggregated to this one.
    Shorter(Interval),
}

impl RowInterval {
    pub(super) fn interval(self) -> Interval {
        match self {
            Self::Supported(interval) | Self::Shorter(interval) => interval,
        }
    }
}

/// Parses the interval of a response, which may differ from the requested one. Returns `None` if it is longer than a day.
pub(super) fn row_interval(text: Option<&str>) -> Option<RowInterval> {
    Some(match text? {
        "1m" | "2m" => RowInterval::Shorter(Interval::FiveMinutes),
        "5m" => RowInterval::Supported(Interval::FiveMinutes),
        "15m" | "30m" => RowInterval::Shorter(Interval::Hour),
        "60m" | "1h" => RowInterval::Supported(Interval::Hour),
        "1d" => RowInterval::Supported(Interval::Day),
        _ => return None,
    })
}

/// Returns the interval of the rows in seconds.
pub(super) fn row_seconds(text: Option<&str>) -> Option<i64> {
    Some(match text? {
        "1m" => 60,
        "2m" => 120,
        "15m" => 900,
        "30m" => 1_800,
        other => row_interval(Some(other))?.interval().seconds(),
    })
}

/// Returns the rows. Rows with a null close are skipped; other null prices are replaced with the close.
pub(super) fn rows(
    starts: &[Number],
    columns: &wire::Columns,
    prices: Prices,
    year: &YearRange,
) -> Vec<Bar> {
    let raw = |column: &[Number], row: usize| prices.raw(*column.get(row)?);
    let parts = prices.parts;
    let mut bars: Vec<Bar> = starts
        .iter()
        .enumerate()
        .filter_map(|(row, start)| {
            let close = in_whole_units(shortest_decimal(raw(&columns.close, row)?), parts);
            let price = |column: &[Number]| {
                raw(column, row).map_or(close, |value| {
                    in_whole_units(shortest_decimal(value), parts)
                })
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
    // If all volumes are zero, the ticker is an index or a currency pair without known volumes.
    if bars.iter().all(|bar| bar.volume <= 0.0) {
        for bar in &mut bars {
            bar.volume = Bar::UNKNOWN_VOLUME;
        }
    }
    bars.sort_by_key(|bar| bar.start);
    for bar in &mut bars {
        repair::repair_fields(bar, year);
        bar.high = bar.high.max(bar.open).max(bar.close);
        bar.low = bar.low.min(bar.open).min(bar.close);
    }
    bars
}

/// Rounds a single-precision price to the shortest number with the same f32 value. Yahoo stores prices as f32 and prints them as
/// f64, so that 269.7 becomes 269.70001220703125.
fn shortest_decimal(price: f64) -> f64 {
    let single = price as f32;
    if f64::from(single).to_bits() == price.to_bits() {
        single.to_string().parse().unwrap_or(price)
    } else {
        price
    }
}

/// Converts rows to daily bars, which start at midnight UTC of the exchange's date. Of two rows for a date, the later one is
/// used. A later row with a single price only updates the close and the range.
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

/// Removes a last row that is not aligned with the others, because it is the live price and not a bar.
fn without_live_row(mut bars: Vec<Bar>, seconds: i64) -> Vec<Bar> {
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
            Some(sum) if sum.start == start => {
                sum.high = sum.high.max(bar.high);
                sum.low = sum.low.min(bar.low);
                sum.close = bar.close;
                sum.volume += bar.volume;
            }
            _ => out.push(Bar { start, ..*bar }),
        }
    }
    out
}

/// Removes daily rows of sessions that have not begun, and a last row that only repeats `price`, the price of an earlier session,
/// because there was no trade since.
pub(super) fn without_unstarted_sessions(
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

impl RowInterval {
    /// Converts `rows` to bars of this interval.
    pub(super) fn to_bars(self, rows: Vec<Bar>, days: &Days) -> Vec<Bar> {
        match self {
            Self::Supported(Interval::Day) => daily(rows, days),
            Self::Supported(interval) => without_live_row(rows, interval.seconds()),
            Self::Shorter(interval) => aggregate(&rows, interval.seconds()),
        }
    }
}
