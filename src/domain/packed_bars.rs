//! Bars in a quarter of their size, for files of a million of them. What goes in comes out bit for bit.
//!
//! A bar is written as what differs from the one before it: times as the change of their distance, prices as whole numbers of
//! their last decimal place. A price that no such number gives exactly is written as its eight bytes.

use super::bar::Bar;

/// Bytes of a piece, about: the whole is never copied to make it longer.
const PIECE: usize = 64 * 1_024;
/// The most that one bar takes.
const LARGEST: usize = 80;
/// Digits behind the point that prices are looked for with.
const MAX_DIGITS: u8 = 12;
/// Whole numbers up to this one have a floating point number of their own.
const MAX_WHOLE: f64 = 9_007_199_254_740_992.0;

const RAW_PRICES: u8 = 1;
const RAW_VOLUME: u8 = 2;
const SAME_VOLUME: u8 = 4;

/// Bars in their order, each with a number, such as that of its line.
#[derive(Debug, Clone, Default)]
pub struct PackedBars {
    pieces: Vec<Vec<u8>>,
    count: usize,
    first: Option<Bar>,
    state: State,
}

/// What the next bar is told from.
#[derive(Debug, Clone, Default)]
struct State {
    last: Option<(u64, Bar)>,
    distance: i64,
}

impl PackedBars {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The first bar.
    pub fn first(&self) -> Option<&Bar> {
        self.first.as_ref()
    }

    /// The last bar.
    pub fn last(&self) -> Option<&Bar> {
        self.state.last.as_ref().map(|(_, bar)| bar)
    }

    /// Adds a bar.
    pub fn push(&mut self, bar: Bar) {
        self.push_numbered(0, bar);
    }

    /// Adds a bar with a number.
    pub fn push_numbered(&mut self, number: u64, bar: Bar) {
        if self
            .pieces
            .last()
            .is_none_or(|piece| piece.len() + LARGEST > PIECE)
        {
            if let Some(full) = self.pieces.last_mut() {
                full.shrink_to_fit();
            }
            self.pieces.push(Vec::new());
        }
        if let Some(piece) = self.pieces.last_mut() {
            self.state.write(number, &bar, piece);
        }
        self.first.get_or_insert(bar);
        self.count += 1;
    }

    /// The bars, in their order.
    pub fn iter(&self) -> impl Iterator<Item = Bar> + '_ {
        self.numbered().map(|(_, bar)| bar)
    }

    /// The bars with their numbers.
    pub fn numbered(&self) -> Numbered<'_> {
        Numbered {
            pieces: self.pieces.iter(),
            rest: &[],
            state: State::default(),
        }
    }

    /// Bytes that they take.
    pub fn bytes(&self) -> usize {
        self.pieces.iter().map(Vec::capacity).sum()
    }
}

/// Two are equal whose bars are.
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

/// Bars on their way out, with their numbers.
#[derive(Debug)]
pub struct Numbered<'a> {
    pieces: std::slice::Iter<'a, Vec<u8>>,
    rest: &'a [u8],
    state: State,
}

impl Iterator for Numbered<'_> {
    type Item = (u64, Bar);

    fn next(&mut self) -> Option<(u64, Bar)> {
        while self.rest.is_empty() {
            self.rest = self.pieces.next()?;
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

    /// `None` for bytes that hold no bar.
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

/// The nearest whole number of the last decimal place; that of what is no number or too large is some number.
fn nearest(value: f64, digits: u8) -> i64 {
    (value * power(digits)).round() as i64
}

/// The whole number of the last decimal place that gives exactly this value.
fn whole(value: f64, digits: u8) -> Option<i64> {
    let number = nearest(value, digits);
    let is_exact = (number as f64 / power(digits)).to_bits() == value.to_bits();
    (is_exact && (value * power(digits)).abs() < MAX_WHOLE).then_some(number)
}

/// The fewest digits behind the point that give all of these exactly.
fn digits_of(prices: [f64; 4]) -> Option<u8> {
    (0..=MAX_DIGITS).find(|digits| prices.iter().all(|price| whole(*price, *digits).is_some()))
}

/// Writes a number, small ones in few bytes.
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
    fn bars_come_back_bit_for_bit_whatever_they_hold() {
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
