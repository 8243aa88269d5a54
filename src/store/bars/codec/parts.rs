//! Encoding and decoding the columns of a chunk: starts, prices and volumes.

use super::{
    bits::{BitReader, BitWriter, put_varint, zigzag},
    column,
    number::{Decimal, gcd, put_xor, take_xor},
};
use crate::domain::bar::Bar;

pub(super) fn put_starts(out: &mut Vec<u8>, bits: &mut BitWriter, bars: &[Bar]) {
    let gaps = || {
        bars.windows(2)
            .map(|pair| (pair[1].start - pair[0].start) as u64)
    };
    let step = gaps().fold(0, gcd);
    put_varint(out, step);
    if step > 0 {
        column::put(
            bits,
            &gaps()
                .map(|gap| (gap / step).cast_signed() - 1)
                .collect::<Vec<_>>(),
        );
    }
}

pub(super) fn take_starts(bits: &mut BitReader, bars: &mut [Bar], step: u64) -> Option<()> {
    if bars.len() == 1 {
        return Some(());
    }
    let step = i64::try_from(step).ok().filter(|step| *step > 0)?;
    let mut start = bars[0].start;
    let gaps = column::take(bits, bars.len() - 1)?;
    for (bar, gap) in bars[1..].iter_mut().zip(gaps) {
        start = start.checked_add(gap.checked_add(1)?.checked_mul(step)?)?;
        bar.start = start;
    }
    Some(())
}

pub(super) fn put_prices(out: &mut Vec<u8>, bits: &mut BitWriter, bars: &[Bar], decimal: Decimal) {
    let first = decimal.to_integer(bars[0].open);
    put_varint(out, zigzag(first));
    let mut columns: [Vec<i64>; 4] = Default::default();
    let mut previous = first;
    for bar in bars {
        let [open, high, low, close] =
            [bar.open, bar.high, bar.low, bar.close].map(|price| decimal.to_integer(price));
        let (top, bottom) = (open.max(close), open.min(close));
        for (column, value) in
            columns
                .iter_mut()
                .zip([open - previous, close - open, high - top, bottom - low])
        {
            column.push(value);
        }
        previous = close;
    }
    for column in &columns {
        column::put(bits, column);
    }
}

pub(super) fn take_prices(
    bits: &mut BitReader,
    bars: &mut [Bar],
    decimal: Decimal,
    first: i64,
) -> Option<()> {
    let bodies = take_bodies(bits, bars.len(), first)?;
    let mut take = || column::take(bits, bars.len());
    let (highs, lows) = (take()?, take()?);
    for (i, (bar, (open, close))) in bars.iter_mut().zip(bodies).enumerate() {
        bar.open = decimal.to_float(open);
        bar.close = decimal.to_float(close);
        bar.high = decimal.to_float(open.max(close).checked_add(highs[i])?);
        bar.low = decimal.to_float(open.min(close).checked_sub(lows[i])?);
    }
    Some(())
}

/// Like [`take_prices`], but sets only the closes. Does not read the columns of highs and lows,
/// which follow.
pub(super) fn take_closes(
    bits: &mut BitReader,
    bars: &mut [Bar],
    decimal: Decimal,
    first: i64,
) -> Option<()> {
    let bodies = take_bodies(bits, bars.len(), first)?;
    for (bar, (_, close)) in bars.iter_mut().zip(bodies) {
        bar.close = decimal.to_float(close);
    }
    Some(())
}

/// Reads opens and closes as integers. A stored open is relative to the previous close (to `first`
/// for the first bar), and a stored close is relative to its open.
fn take_bodies(bits: &mut BitReader, count: usize, first: i64) -> Option<Vec<(i64, i64)>> {
    let mut take = || column::take(bits, count);
    let (opens, closes) = (take()?, take()?);
    let mut previous = first;
    opens
        .into_iter()
        .zip(closes)
        .map(|(open, close)| {
            let open = previous.checked_add(open)?;
            previous = open.checked_add(close)?;
            Some((open, previous))
        })
        .collect()
}

/// Appends each price as the XOR with the previous price. A bar with four equal prices takes four
/// bits after the same price.
pub(super) fn put_price_bits(bits: &mut BitWriter, bars: &[Bar]) {
    put_xor(
        bits,
        bars.iter()
            .flat_map(|bar| [bar.open, bar.high, bar.low, bar.close].map(f64::to_bits)),
    );
}

pub(super) fn take_price_bits(bits: &mut BitReader, bars: &mut [Bar]) -> Option<()> {
    let patterns = take_xor(bits, bars.len() * 4)?;
    for (bar, pattern) in bars.iter_mut().zip(patterns.chunks_exact(4)) {
        bar.open = f64::from_bits(pattern[0]);
        bar.high = f64::from_bits(pattern[1]);
        bar.low = f64::from_bits(pattern[2]);
        bar.close = f64::from_bits(pattern[3]);
    }
    Some(())
}

pub(super) fn put_volumes(out: &mut Vec<u8>, bits: &mut BitWriter, bars: &[Bar], decimal: Decimal) {
    let whole: Vec<i64> = bars
        .iter()
        .map(|bar| decimal.to_integer(bar.volume))
        .collect();
    let unit = whole
        .iter()
        .fold(0, |unit, volume| gcd(unit, volume.unsigned_abs()));
    put_varint(out, unit);
    // If all volumes are zero, the unit is zero and no column follows.
    let divisor = unit.max(1).cast_signed();
    put_varint(out, zigzag(whole[0] / divisor));
    if unit == 0 {
        return;
    }
    let mut mean = Mean(whole[0] / divisor);
    let differences: Vec<i64> = whole
        .iter()
        .map(|volume| mean.step(volume / divisor))
        .collect();
    column::put(bits, &differences);
}

pub(super) fn take_volumes(
    bits: &mut BitReader,
    bars: &mut [Bar],
    decimal: Decimal,
    unit: u64,
    first: i64,
) -> Option<()> {
    if unit == 0 {
        return Some(());
    }
    let unit = i64::try_from(unit).ok()?;
    let mut mean = Mean(first);
    let differences = column::take(bits, bars.len())?;
    for (bar, difference) in bars.iter_mut().zip(differences) {
        let volume = mean.0.checked_add(difference)?;
        mean.step(volume);
        bar.volume = decimal.to_float(volume.checked_mul(unit)?);
    }
    Some(())
}

/// Appends a column with 1 for each unknown volume and 0 for each known one. Returns the bars with
/// each unknown volume replaced by the previous known volume.
pub(super) fn put_unknown_volumes(bits: &mut BitWriter, bars: &[Bar]) -> Vec<Bar> {
    let unknown = |bar: &Bar| i64::from(bar.known_volume().is_none());
    column::put(bits, &bars.iter().map(unknown).collect::<Vec<_>>());
    let mut previous = 0.0;
    let filled = bars.iter().map(|bar| {
        previous = bar.known_volume().unwrap_or(previous);
        Bar {
            volume: previous,
            ..*bar
        }
    });
    filled.collect()
}

/// Reads which volumes are unknown. Returns `None` if the column contains anything but ones and
/// zeros.
pub(super) fn take_unknown_volumes(bits: &mut BitReader, count: usize) -> Option<Vec<bool>> {
    let flags = column::take(bits, count)?.into_iter();
    flags
        .map(|flag| match flag {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        })
        .collect()
}

pub(super) fn set_unknown_volumes(bars: &mut [Bar], unknown: &[bool]) {
    for (bar, unknown) in bars.iter_mut().zip(unknown) {
        if *unknown {
            bar.volume = Bar::UNKNOWN_VOLUME;
        }
    }
}

/// Appends volumes as bit patterns.
pub(super) fn put_volume_bits(bits: &mut BitWriter, bars: &[Bar]) {
    put_xor(bits, bars.iter().map(|bar| bar.volume.to_bits()));
}

pub(super) fn take_volume_bits(bits: &mut BitReader, bars: &mut [Bar]) -> Option<()> {
    let volumes = take_xor(bits, bars.len())?;
    for (bar, volume) in bars.iter_mut().zip(volumes) {
        bar.volume = f64::from_bits(volume);
    }
    Some(())
}

/// An exponential moving average of volumes.
struct Mean(i64);

impl Mean {
    /// Returns the difference between `value` and the average, and moves the average by a quarter of
    /// it.
    fn step(&mut self, value: i64) -> i64 {
        let difference = value.wrapping_sub(self.0);
        self.0 = self.0.wrapping_add(difference / 4);
        difference
    }
}
