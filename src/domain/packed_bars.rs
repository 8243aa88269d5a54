//! Lossless compression of bars in memory, to about a quarter of their size. Files may have a million bars.
//!
//! Each bar is encoded relative to the previous bar. Times are encoded as changes of the distance between bars. Prices
//! are encoded as integers in units of the last decimal place, or as eight bytes if no integer is exact.

use super::bar::Bar;

/// Approximate size of a chunk in bytes. With chunks, a growing list is not copied.
const CHUNK_BYTES: usize = 64 * 1_024;
/// Maximum size of an encoded bar in bytes.
const MAX_BAR_BYTES: usize = 80;
/// Maximum number of decimals of a price that is encoded as an integer.
const MAX_DECIMALS: u8 = 12;
/// 2⁵³: an `f64` represents all smaller integers exactly.
const MAX_EXACT_INTEGER: f64 = 9_007_199_254_740_992.0;

/// Flag: the prices are encoded as eight bytes each. Otherwise the upper four bits are their number of decimals.
const RAW_PRICES: u8 = 1;
/// Flag: the volume is encoded as eight bytes.
const RAW_VOLUME: u8 = 2;
/// Flag: the volume is omitted, because it equals the previous bar's.
const SAME_VOLUME: u8 = 4;

/// A compressed list of bars. Each bar has a number, for example its line in a file.
#[derive(Debug, Clone, Default)]
pub struct PackedBars {
    chunks: Vec<Vec<u8>>,
    count: usize,
    first: Option<Bar>,
    codec: Codec,
}

/// Encoder and decoder. The next bar is encoded relative to the previous bar.
#[derive(Debug, Clone, Default)]
struct Codec {
    /// The previous bar and its number.
    previous: Option<(u64, Bar)>,
    /// Seconds between the starts of the previous two bars.
    distance: i64,
}

impl PackedBars {
    /// Returns the number of bars.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns true if there are no bars.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the first bar.
    pub fn first(&self) -> Option<&Bar> {
        self.first.as_ref()
    }

    /// Returns the last bar.
    pub fn last(&self) -> Option<&Bar> {
        self.codec.previous.as_ref().map(|(_, bar)| bar)
    }

    /// Appends a bar.
    pub fn push(&mut self, bar: Bar) {
        self.push_numbered(0, bar);
    }

    /// Appends a bar with a number.
    pub fn push_numbered(&mut self, number: u64, bar: Bar) {
        if self
            .chunks
            .last()
            .is_none_or(|chunk| chunk.len() + MAX_BAR_BYTES > CHUNK_BYTES)
        {
            if let Some(full) = self.chunks.last_mut() {
                full.shrink_to_fit();
            }
            self.chunks.push(Vec::new());
        }
        if let Some(chunk) = self.chunks.last_mut() {
            self.codec.write(number, &bar, chunk);
        }
        self.first.get_or_insert(bar);
        self.count += 1;
    }

    /// Iterates over the bars.
    pub fn iter(&self) -> impl Iterator<Item = Bar> + '_ {
        self.iter_numbered().map(|(_, bar)| bar)
    }

    /// Iterates over the bars with their numbers.
    pub fn iter_numbered(&self) -> NumberedBars<'_> {
        NumberedBars {
            chunks: self.chunks.iter(),
            rest: &[],
            codec: Codec::default(),
        }
    }

    /// Returns the allocated memory in bytes.
    pub fn allocated_bytes(&self) -> usize {
        self.chunks.iter().map(Vec::capacity).sum()
    }
}

/// Compares the bars and ignores their numbers.
impl PartialEq for PackedBars {
    fn eq(&self, other: &Self) -> bool {
        self.count == other.count && self.iter().eq(other.iter())
    }
}

impl FromIterator<Bar> for PackedBars {
    fn from_iter<I: IntoIterator<Item = Bar>>(bars: I) -> Self {
        let mut packed = Self::default();
        bars.into_iter().for_each(|bar| packed.push(bar));
        packed
    }
}

impl From<Vec<Bar>> for PackedBars {
    fn from(bars: Vec<Bar>) -> Self {
        bars.into_iter().collect()
    }
}

/// Iterator over bars with their numbers.
#[derive(Debug)]
pub struct NumberedBars<'a> {
    chunks: std::slice::Iter<'a, Vec<u8>>,
    /// Undecoded bytes of the current chunk.
    rest: &'a [u8],
    codec: Codec,
}

impl Iterator for NumberedBars<'_> {
    type Item = (u64, Bar);

    fn next(&mut self) -> Option<(u64, Bar)> {
        while self.rest.is_empty() {
            self.rest = self.chunks.next()?;
        }
        self.codec.read(&mut self.rest)
    }
}

impl Codec {
    /// Appends an encoded bar to `to`.
    fn write(&mut self, number: u64, bar: &Bar, to: &mut Vec<u8>) {
        let (last_number, last) = self.previous_or_zero();
        let distance = bar.start.wrapping_sub(last.start);
        let prices = [bar.open, bar.high, bar.low, bar.close];
        let decimals = exact_decimals(prices);
        let is_same_volume = bar.volume.to_bits() == last.volume.to_bits();
        let volume = exact_integer(bar.volume, 0);
        let mut flags = decimals.map_or(RAW_PRICES, |decimals| decimals << 4);
        if is_same_volume {
            flags |= SAME_VOLUME;
        } else if volume.is_none() {
            flags |= RAW_VOLUME;
        }
        to.push(flags);
        write_integer(to, distance.wrapping_sub(self.distance));
        write_integer(to, number.wrapping_sub(last_number).cast_signed());
        match decimals {
            Some(decimals) => {
                let mut reference = nearest_integer(last.close, decimals);
                for price in prices {
                    let price = nearest_integer(price, decimals);
                    write_integer(to, price.wrapping_sub(reference));
                    reference = price;
                }
            }
            None => prices
                .iter()
                .for_each(|price| to.extend_from_slice(&price.to_le_bytes())),
        }
        match volume {
            _ if is_same_volume => {}
            Some(volume) => {
                write_integer(to, volume.wrapping_sub(nearest_integer(last.volume, 0)));
            }
            None => to.extend_from_slice(&bar.volume.to_le_bytes()),
        }
        self.distance = distance;
        self.previous = Some((number, *bar));
    }

    /// Decodes a bar and removes its bytes from the start of `from`. `None` if the bytes are not a valid bar.
    fn read(&mut self, from: &mut &[u8]) -> Option<(u64, Bar)> {
        let (last_number, last) = self.previous_or_zero();
        let (flags, rest) = from.split_first()?;
        *from = rest;
        let distance = read_integer(from)?.wrapping_add(self.distance);
        let number = last_number.wrapping_add(read_integer(from)?.cast_unsigned());
        let mut prices = [0.0; 4];
        if flags & RAW_PRICES == 0 {
            let decimals = flags >> 4;
            let mut reference = nearest_integer(last.close, decimals);
            for price in &mut prices {
                reference = read_integer(from)?.wrapping_add(reference);
                *price = reference as f64 / power_of_ten(decimals);
            }
        } else {
            for price in &mut prices {
                *price = read_float(from)?;
            }
        }
        let volume = if flags & SAME_VOLUME != 0 {
            last.volume
        } else if flags & RAW_VOLUME != 0 {
            read_float(from)?
        } else {
            read_integer(from)?.wrapping_add(nearest_integer(last.volume, 0)) as f64
        };
        let [open, high, low, close] = prices;
        let bar = Bar {
            start: last.start.wrapping_add(distance),
            open,
            high,
            low,
            close,
            volume,
        };
        self.distance = distance;
        self.previous = Some((number, bar));
        self.previous
    }

    /// Returns the previous bar and its number. The first bar is encoded relative to zeros.
    fn previous_or_zero(&self) -> (u64, Bar) {
        self.previous.unwrap_or_default()
    }
}

fn power_of_ten(exponent: u8) -> f64 {
    10_f64.powi(i32::from(exponent))
}

/// Returns the nearest integer in units of the last decimal place: 1234 for 12.34 with two decimals. The result for NaN
/// and very large values is arbitrary.
fn nearest_integer(value: f64, decimals: u8) -> i64 {
    (value * power_of_ten(decimals)).round() as i64
}

/// Like [`nearest_integer`]; `None` if the integer does not represent the value exactly.
fn exact_integer(value: f64, decimals: u8) -> Option<i64> {
    let integer = nearest_integer(value, decimals);
    let is_exact = (integer as f64 / power_of_ten(decimals)).to_bits() == value.to_bits();
    (is_exact && (value * power_of_ten(decimals)).abs() < MAX_EXACT_INTEGER).then_some(integer)
}

/// Returns the smallest number of decimals at which integers represent all prices exactly.
fn exact_decimals(prices: [f64; 4]) -> Option<u8> {
    (0..=MAX_DECIMALS).find(|decimals| {
        let mut integers = prices.iter().map(|price| exact_integer(*price, *decimals));
        integers.all(|integer| integer.is_some())
    })
}

/// Appends a variable-length integer (zigzag and LEB128). Integers near zero take one byte.
fn write_integer(to: &mut Vec<u8>, number: i64) {
    let mut rest = ((number << 1) ^ (number >> 63)).cast_unsigned();
    while rest >= 0x80 {
        to.push((rest & 0x7f) as u8 | 0x80);
        rest >>= 7;
    }
    to.push(rest as u8);
}

/// Reads an integer of [`write_integer`] and removes it from the start of `from`.
fn read_integer(from: &mut &[u8]) -> Option<i64> {
    let mut number = 0_u64;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = from.split_first()?;
        *from = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some((number >> 1).cast_signed() ^ -(number & 1).cast_signed());
        }
    }
    None
}

fn read_float(from: &mut &[u8]) -> Option<f64> {
    let (bytes, rest) = from.split_first_chunk::<8>()?;
    *from = rest;
    Some(f64::from_le_bytes(*bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns number and bar as bits, so that NaN equals NaN.
    fn to_bits(number: u64, bar: &Bar) -> [u64; 7] {
        [
            number,
            bar.start.cast_unsigned(),
            bar.open.to_bits(),
            bar.high.to_bits(),
            bar.low.to_bits(),
            bar.close.to_bits(),
            bar.volume.to_bits(),
        ]
    }

    #[test]
    fn packing_is_lossless() {
        let mut rng = fastrand::Rng::with_seed(7);
        let special_values = [
            0.0,
            -0.0,
            f64::NAN,
            f64::INFINITY,
            f64::MAX,
            f64::MIN_POSITIVE,
            1e-12,
            1.0 / 3.0,
            9_007_199_254_740_993.0,
        ];
        let mut value = || match rng.u8(..10) {
            0 => special_values[rng.usize(..special_values.len())],
            1 => f64::from_bits(rng.u64(..)),
            2 => rng.f64(),
            _ => (rng.f64() * 1e6).round() / 100.0,
        };
        let mut rng = fastrand::Rng::with_seed(8);
        let rows: Vec<(u64, Bar)> = (0..20_000)
            .map(|_| {
                let bar = Bar {
                    start: match rng.u8(..20) {
                        0 => rng.i64(..),
                        _ => rng.i64(-1_000_000..2_000_000_000),
                    },
                    open: value(),
                    high: value(),
                    low: value(),
                    close: value(),
                    volume: value(),
                };
                (rng.u64(..), bar)
            })
            .collect();
        let mut packed = PackedBars::default();
        for (number, bar) in &rows {
            packed.push_numbered(*number, *bar);
        }
        let unpacked: Vec<_> = packed
            .iter_numbered()
            .map(|(number, bar)| to_bits(number, &bar))
            .collect();
        let expected: Vec<_> = rows
            .iter()
            .map(|(number, bar)| to_bits(*number, bar))
            .collect();
        assert_eq!(unpacked, expected);
        assert_eq!(packed.len(), rows.len());
    }

    #[test]
    fn a_million_typical_bars_take_less_than_20_megabytes() {
        let bars = (0..1_000_000_i64).map(|at| {
            let close = 100.0 + (at * 7 % 1_000) as f64 / 100.0;
            Bar {
                start: 1_500_000_000 + at * 300,
                open: close - 0.25,
                high: close + 0.5,
                low: close - 0.75,
                close,
                volume: (at * 31 % 100_000) as f64,
            }
        });
        let packed: PackedBars = bars.collect();
        assert_eq!(packed.len(), 1_000_000);
        let bytes = packed.allocated_bytes();
        assert!(bytes < 20_000_000, "{bytes}");
    }
}
