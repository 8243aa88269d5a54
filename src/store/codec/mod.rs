//! Bars, packed.
//!
//! Time goes as the distance to the bar before, in multiples of the common step: a regular series
//! costs nothing. This, and the fall-back for prices that are no decimals, follow Pelkonen et al.,
//! "Gorilla: A Fast, Scalable, In-Memory Time Series Database", VLDB 8(12), 2015. But exchanges
//! quote decimals, so prices go as whole numbers of their smallest unit: the open against the
//! close before, the close against the open, the high and the low against the body. Volume goes
//! against its running mean. `column` then writes the small numbers that are left.
//!
//! Every `f64` comes back bit for bit; what does not survive as a decimal is stored as its bits.

mod bits;
mod column;
mod number;

use self::{
    bits::{BitReader, BitWriter, put_varint, take_varint, unzigzag, zigzag},
    number::{Decimal, gcd, put_xor, take_xor},
};
use crate::domain::bar::Bar;

/// Scale byte that announces prices or volumes as bit patterns.
const BITS: u8 = 0xff;
/// Above this many decimals, bit patterns may be shorter: both are tried.
const USUAL_DECIMALS: u8 = 6;
/// More bars than any chunk holds; a larger count is damage.
const MOST_BARS: u64 = 1 << 20;

/// Packs bars, whose starts ascend strictly.
pub(super) fn pack(bars: &[Bar]) -> Vec<u8> {
    let prices = || {
        bars.iter()
            .flat_map(|bar| [bar.open, bar.high, bar.low, bar.close])
    };
    let volumes = Decimal::fitting(bars.iter().map(|bar| bar.volume));
    match Decimal::fitting(prices()) {
        Some(decimal) if decimal.places() <= USUAL_DECIMALS => {
            pack_as(bars, Some(decimal), volumes)
        }
        Some(decimal) => {
            let (a, b) = (
                pack_as(bars, Some(decimal), volumes),
                pack_as(bars, None, volumes),
            );
            if a.len() <= b.len() { a } else { b }
        }
        None => pack_as(bars, None, volumes),
    }
}

fn pack_as(bars: &[Bar], prices: Option<Decimal>, volumes: Option<Decimal>) -> Vec<u8> {
    let mut out = Vec::with_capacity(16 + bars.len() * 8);
    put_varint(&mut out, bars.len() as u64);
    let Some(first) = bars.first() else {
        return out;
    };
    out.push(prices.map_or(BITS, Decimal::places));
    out.push(volumes.map_or(BITS, Decimal::places));
    put_varint(&mut out, zigzag(first.start));
    let mut bits = BitWriter::default();
    put_starts(&mut out, &mut bits, bars);
    match prices {
        Some(decimal) => put_prices(&mut out, &mut bits, bars, decimal),
        None => put_price_bits(&mut bits, bars),
    }
    match volumes {
        Some(decimal) => put_volumes(&mut out, &mut bits, bars, decimal),
        None => put_xor(&mut bits, bars.iter().map(|bar| bar.volume.to_bits())),
    }
    bits.finish(&mut out);
    out
}

/// Unpacks what [`pack`] wrote; `None` for anything else.
pub(super) fn unpack(mut bytes: &[u8]) -> Option<Vec<Bar>> {
    let header = &mut bytes;
    let count = take_varint(header).filter(|count| *count <= MOST_BARS)? as usize;
    if count == 0 {
        return Some(vec![]);
    }
    let prices = take_scale(header)?;
    let volumes = take_scale(header)?;
    let mut bars = vec![Bar::default(); count];
    bars[0].start = unzigzag(take_varint(header)?);
    let step = take_varint(header)?;
    let first_price = prices.map(|_| take_varint(header)).unwrap_or(Some(0))?;
    let (unit, first_volume) = match volumes {
        Some(_) => (take_varint(header)?, take_varint(header)?),
        None => (0, 0),
    };
    let mut bits = BitReader::new(bytes);
    take_starts(&mut bits, &mut bars, step)?;
    match prices {
        Some(decimal) => take_prices(&mut bits, &mut bars, decimal, unzigzag(first_price))?,
        None => take_price_bits(&mut bits, &mut bars)?,
    }
    match volumes {
        Some(decimal) => take_volumes(&mut bits, &mut bars, decimal, unit, first_volume)?,
        None => {
            let volumes = take_xor(&mut bits, count)?;
            for (bar, volume) in bars.iter_mut().zip(volumes) {
                bar.volume = f64::from_bits(volume);
            }
        }
    }
    Some(bars)
}

fn take_scale(header: &mut &[u8]) -> Option<Option<Decimal>> {
    let (scale, rest) = header.split_first()?;
    *header = rest;
    match *scale {
        BITS => Some(None),
        places => Decimal::new(places).map(Some),
    }
}

fn put_starts(out: &mut Vec<u8>, bits: &mut BitWriter, bars: &[Bar]) {
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
                .map(|gap| (gap / step) as i64 - 1)
                .collect::<Vec<_>>(),
        );
    }
}

fn take_starts(bits: &mut BitReader, bars: &mut [Bar], step: u64) -> Option<()> {
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

fn put_prices(out: &mut Vec<u8>, bits: &mut BitWriter, bars: &[Bar], decimal: Decimal) {
    let first = decimal.whole(bars[0].open);
    put_varint(out, zigzag(first));
    let mut columns: [Vec<i64>; 4] = Default::default();
    let mut before = first;
    for bar in bars {
        let [open, high, low, close] =
            [bar.open, bar.high, bar.low, bar.close].map(|price| decimal.whole(price));
        let (top, bottom) = (open.max(close), open.min(close));
        for (column, value) in
            columns
                .iter_mut()
                .zip([open - before, close - open, high - top, bottom - low])
        {
            column.push(value);
        }
        before = close;
    }
    for column in &columns {
        column::put(bits, column);
    }
}

fn take_prices(bits: &mut BitReader, bars: &mut [Bar], decimal: Decimal, first: i64) -> Option<()> {
    let mut take = || column::take(bits, bars.len());
    let (opens, closes, highs, lows) = (take()?, take()?, take()?, take()?);
    let mut before = first;
    for (i, bar) in bars.iter_mut().enumerate() {
        let open = before.checked_add(opens[i])?;
        let close = open.checked_add(closes[i])?;
        bar.open = decimal.value(open);
        bar.close = decimal.value(close);
        bar.high = decimal.value(open.max(close).checked_add(highs[i])?);
        bar.low = decimal.value(open.min(close).checked_sub(lows[i])?);
        before = close;
    }
    Some(())
}

/// Each price against the one before: a flat bar costs four bits.
fn put_price_bits(bits: &mut BitWriter, bars: &[Bar]) {
    put_xor(
        bits,
        bars.iter()
            .flat_map(|bar| [bar.open, bar.high, bar.low, bar.close].map(f64::to_bits)),
    );
}

fn take_price_bits(bits: &mut BitReader, bars: &mut [Bar]) -> Option<()> {
    let patterns = take_xor(bits, bars.len() * 4)?;
    for (bar, pattern) in bars.iter_mut().zip(patterns.chunks_exact(4)) {
        bar.open = f64::from_bits(pattern[0]);
        bar.high = f64::from_bits(pattern[1]);
        bar.low = f64::from_bits(pattern[2]);
        bar.close = f64::from_bits(pattern[3]);
    }
    Some(())
}

fn put_volumes(out: &mut Vec<u8>, bits: &mut BitWriter, bars: &[Bar], decimal: Decimal) {
    let whole: Vec<i64> = bars.iter().map(|bar| decimal.whole(bar.volume)).collect();
    let unit = whole
        .iter()
        .fold(0, |unit, volume| gcd(unit, volume.unsigned_abs()));
    put_varint(out, unit);
    // All zero: no unit, and no column.
    let divisor = unit.max(1) as i64;
    put_varint(out, zigzag(whole[0] / divisor));
    if unit == 0 {
        return;
    }
    let mut mean = Mean(whole[0] / divisor);
    let against: Vec<i64> = whole
        .iter()
        .map(|volume| mean.step(volume / divisor))
        .collect();
    column::put(bits, &against);
}

fn take_volumes(
    bits: &mut BitReader,
    bars: &mut [Bar],
    decimal: Decimal,
    unit: u64,
    first: u64,
) -> Option<()> {
    if unit == 0 {
        return Some(());
    }
    let unit = i64::try_from(unit).ok()?;
    let mut mean = Mean(unzigzag(first));
    let against = column::take(bits, bars.len())?;
    for (bar, against) in bars.iter_mut().zip(against) {
        let volume = mean.0.checked_add(against)?;
        mean.step(volume);
        bar.volume = decimal.value(volume.checked_mul(unit)?);
    }
    Some(())
}

/// A running mean that forgets.
struct Mean(i64);

impl Mean {
    /// The distance of `value` from the mean, which then moves a quarter of the way.
    fn step(&mut self, value: i64) -> i64 {
        let distance = value.wrapping_sub(self.0);
        self.0 = self.0.wrapping_add(distance / 4);
        distance
    }
}

#[cfg(test)]
mod tests;
