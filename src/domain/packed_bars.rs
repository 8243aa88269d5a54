//! Lossless compression of bars to about a quarter of their size, for files with a million bars.
//!
//! A bar is encoded as the difference from the previous one: times as changes of their distance, prices as integers
//! of their last decimal place. Prices that no such integer represents exactly are stored as eight bytes.

use super::bar::Bar;

/// Approximate size of a chunk in bytes; chunks avoid copying everything when the list grows.
const CHUNK_BYTES: usize = 64 * 1_024;
/// Maximum size of an encoded bar in bytes.
const MAX_BAR_BYTES: usize = 80;
/// Maximum number of decimals tried.
const MAX_DECIMALS: u8 = 12;
/// Largest integer up to which every integer is an exact `f64`.
const MAX_EXACT_INTEGER: f64 = 9_007_199_254_740_992.0;

const RAW_PRICES: u8 = 1;
const RAW_VOLUME: u8 = 2;
const SAME_VOLUME: u8 = 4;

/// A compressed list of bars, each with a number, such as that of its line in a file.
#[derive(Debug, Clone, Default)]
pub struct PackedBars {
    chunks: Vec<Vec<u8>>,
    count: usize,
    first: Option<Bar>,
    state: State,
}

/// State that the next bar is encoded against.
#[derive(Debug, Clone, Default)]
struct State {
    last: Option<(u64, Bar)>,
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
        self.state.last.as_ref().map(|(_, bar)| bar)
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
            self.state.write(number, &bar, chunk);
        }
        self.first.get_or_insert(bar);
        self.count += 1;
    }

    /// Iterates over the bars.
    pub fn iter(&self) -> impl Iterator<Item = Bar> + '_ {
        self.numbered().map(|(_, bar)| bar)
    }

    /// Iterates over the bars with their numbers.
    pub fn numbered(&self) -> Numbered<'_> {
        Numbered {
            chunks: self.chunks.iter(),
            rest: &[],
            state: State::default(),
        }
    }

    /// Returns the allocated bytes.
    pub fn bytes(&self) -> usize {
        self.chunks.iter().map(Vec::capacity).sum()
    }
}

/// Lists are equal if their bars are; numbers do not count.
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
pub struct Numbered<'a> {
    chunks: std::slice::Iter<'a, Vec<u8>>,
    rest: &'a [u8],
    state: State,
}

impl Iterator for Numbered<'_> {
    type Item = (u64, Bar);

    fn next(&mut self) -> Option<(u64, Bar)> {
        while self.rest.is_empty() {
            self.rest = self.chunks.next()?;
        }
        self.state.read(&mut self.rest)
    }
}

impl State {
    fn write(&mut self, number: u64, bar: &Bar, to: &mut Vec<u8>) {
        let (last_number, last) = self.before();
        let distance = bar.start.wrapping_sub(last.start);
        let prices = [bar.open, bar.high, bar.low, bar.close];
        let digits = digits_of(prices);
        let is_same_volume = bar.volume.to_bits() == last.volume.to_bits();
        let volume = whole(bar.volume, 0);
        let mut flags = digits.map_or(RAW_PRICES, |digits| digits << 4);
        if is_same_volume {
            flags |= SAME_VOLUME;
        } else if volume.is_none() {
            flags |= RAW_VOLUME;
        }
        to.push(flags);
        put(to, distance.wrapping_sub(self.distance));
        put(to, number.wrapping_sub(last_number).cast_signed());
        match digits {
            Some(digits) => {
                let mut near = nearest(last.close, digits);
                for price in prices {
                    let price = nearest(price, digits);
                    put(to, price.wrapping_sub(near));
                    near = price;
                }
            }
            None => prices
                .iter()
                .for_each(|price| to.extend_from_slice(&price.to_le_bytes())),
        }
        match volume {
            _ if is_same_volume => {}
            Some(volume) => put(to, volume.wrapping_sub(nearest(last.volume, 0))),
            None => to.extend_from_slice(&bar.volume.to_le_bytes()),
        }
        self.distance = distance;
        self.last = Some((number, *bar));
    }

    /// Returns `None` if the bytes are not a valid bar.
    fn read(&mut self, from: &mut &[u8]) -> Option<(u64, Bar)> {
        let (last_number, last) = self.before();
        let (flags, rest) = from.split_first()?;
        *from = rest;
        let distance = take(from)?.wrapping_add(self.distance);
        let number = last_number.wrapping_add(take(from)?.cast_unsigned());
        let mut prices = [0.0; 4];
        if flags & RAW_PRICES == 0 {
            let digits = flags >> 4;
            let mut near = nearest(last.close, digits);
            for price in &mut prices {
                near = take(from)?.wrapping_add(near);
                *price = near as f64 / power(digits);
            }
        } else {
            for price in &mut prices {
                *price = take_raw(from)?;
            }
        }
        let volume = if flags & SAME_VOLUME != 0 {
            last.volume
        } else if flags & RAW_VOLUME != 0 {
            take_raw(from)?
        } else {
            take(from)?.wrapping_add(nearest(last.volume, 0)) as f64
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
        self.last = Some((number, bar));
        self.last
    }

    fn before(&self) -> (u64, Bar) {
        self.last.unwrap_or((
            0,
            Bar {
                start: 0,
                open: 0.0,
                high: 0.0,
                low: 0.0,
                close: 0.0,
                volume: 0.0,
            },
        ))
    }
}

fn power(digits: u8) -> f64 {
    10_f64.powi(i32::from(digits))
}

/// Returns the nearest integer in units of the last decimal place; arbitrary for NaN and values that are too large.
fn nearest(value: f64, digits: u8) -> i64 {
    (value * power(digits)).round() as i64
}

/// Returns the integer in units of the last decimal place that represents this value exactly.
fn whole(value: f64, digits: u8) -> Option<i64> {
    let number = nearest(value, digits);
    let is_exact = (number as f64 / power(digits)).to_bits() == value.to_bits();
    (is_exact && (value * power(digits)).abs() < MAX_EXACT_INTEGER).then_some(number)
}

/// Returns the smallest number of decimals that represents all of these exactly.
fn digits_of(prices: [f64; 4]) -> Option<u8> {
    (0..=MAX_DECIMALS).find(|digits| prices.iter().all(|price| whole(*price, *digits).is_some()))
}

/// Writes an integer with a variable length; small ones take few bytes.
fn put(to: &mut Vec<u8>, number: i64) {
    let mut rest = ((number << 1) ^ (number >> 63)).cast_unsigned();
    while rest >= 0x80 {
        to.push((rest & 0x7f) as u8 | 0x80);
        rest >>= 7;
    }
    to.push(rest as u8);
}

fn take(from: &mut &[u8]) -> Option<i64> {
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

fn take_raw(from: &mut &[u8]) -> Option<f64> {
    let (bytes, rest) = from.split_first_chunk::<8>()?;
    *from = rest;
    Some(f64::from_le_bytes(*bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(number: u64, bar: &Bar) -> [u64; 7] {
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
        let odd = [
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
            0 => odd[rng.usize(..odd.len())],
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
        let read: Vec<_> = packed.numbered().map(|(n, bar)| bits(n, &bar)).collect();
        let given: Vec<_> = rows.iter().map(|(n, bar)| bits(*n, bar)).collect();
        assert_eq!(read, given);
        assert_eq!(packed.len(), rows.len());
    }

    #[test]
    fn a_million_usual_bars_take_less_than_20_megabytes() {
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
        assert!(packed.bytes() < 20_000_000, "{}", packed.bytes());
    }
}
