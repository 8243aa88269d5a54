//! Compression of bars.
//!
//! The start time of a bar is stored as the difference from the previous one, in multiples of the chunk's step (the greatest common
//! divisor of the differences), so that the starts of a regular series take no bits. This encoding and the fallback for prices that
//! are not decimals follow Pelkonen et al., "Gorilla: A Fast, Scalable, In-Memory Time Series
//! Database", VLDB 8(12), 2015. But exchanges quote decimals, so prices are stored as integers in
//! their smallest unit, each of them relative to another price: the open to the previous close, the close to
//! the open, the high and the low to the body of the bar (the range between open and close), and
//! the volume to its running mean. The module `column` then compresses these small numbers.
//!
//! Compression is lossless: an `f64` that cannot be restored from a decimal is stored as its bits.

mod bits;
mod column;
mod number;
mod parts;

pub(crate) use self::bits::{put_varint, take_varint, unzigzag, zigzag};
use self::{
    bits::{BitReader, BitWriter},
    number::Decimal,
};
use crate::domain::bar::{Bar, Close};

/// Above this number of decimal places, bit patterns may be shorter, so both encodings are tried.
const MAX_USUAL_DECIMALS: u8 = 6;
/// Maximum number of bars in a chunk. A larger count in stored bytes is treated as damage.
const MAX_BARS: u64 = 1 << 20;

/// The encoding of all prices, or of all volumes, in a chunk.
#[derive(Clone, Copy)]
enum Encoding {
    /// Integers in units of the last decimal place.
    Decimal(Decimal),
    /// Like `Decimal`, but some volumes are unknown.
    DecimalOrUnknown(Decimal),
    /// The bit patterns of the `f64` values.
    Bits,
}

impl Encoding {
    const BITS: u8 = 0xff;
    /// Added to the number of decimal places in the stored byte if some volumes are unknown.
    const SOME_UNKNOWN: u8 = 0x40;

    fn for_values(values: impl Iterator<Item = f64> + Clone) -> Self {
        Decimal::fitting(values).map_or(Self::Bits, Self::Decimal)
    }

    fn for_volumes(bars: &[Bar]) -> Self {
        let encoding = Self::for_values(bars.iter().filter_map(Bar::known_volume));
        match encoding {
            Self::Decimal(decimal) if bars.iter().any(|bar| bar.known_volume().is_none()) => {
                Self::DecimalOrUnknown(decimal)
            }
            encoding => encoding,
        }
    }

    fn byte(self) -> u8 {
        match self {
            Self::Decimal(decimal) => decimal.places(),
            Self::DecimalOrUnknown(decimal) => Self::SOME_UNKNOWN + decimal.places(),
            Self::Bits => Self::BITS,
        }
    }

    fn take(header: &mut &[u8]) -> Option<Self> {
        let (byte, rest) = header.split_first()?;
        *header = rest;
        match *byte {
            Self::BITS => Some(Self::Bits),
            places if places >= Self::SOME_UNKNOWN => {
                Decimal::new(places - Self::SOME_UNKNOWN).map(Self::DecimalOrUnknown)
            }
            places => Decimal::new(places).map(Self::Decimal),
        }
    }
}

/// Compresses bars with strictly ascending starts.
pub(crate) fn pack(bars: &[Bar]) -> Vec<u8> {
    let volumes = Encoding::for_volumes(bars);
    let prices = Encoding::for_values(
        bars.iter()
            .flat_map(|bar| [bar.open, bar.high, bar.low, bar.close]),
    );
    let packed = pack_as(bars, prices, volumes);
    match prices {
        Encoding::Decimal(decimal) if decimal.places() > MAX_USUAL_DECIMALS => {
            let packed_bits = pack_as(bars, Encoding::Bits, volumes);
            if packed_bits.len() < packed.len() {
                packed_bits
            } else {
                packed
            }
        }
        _ => packed,
    }
}

/// Compresses bars with the given encodings. Layout: count, encodings, first start, step, the
/// headers of prices and volumes, then the bits.
fn pack_as(bars: &[Bar], prices: Encoding, volumes: Encoding) -> Vec<u8> {
    let mut out = Vec::with_capacity(16 + bars.len() * 8);
    put_varint(&mut out, bars.len() as u64);
    let Some(first) = bars.first() else {
        return out;
    };
    out.push(prices.byte());
    out.push(volumes.byte());
    put_varint(&mut out, zigzag(first.start));
    let mut bits = BitWriter::default();
    parts::put_starts(&mut out, &mut bits, bars);
    match prices {
        Encoding::Decimal(decimal) => parts::put_prices(&mut out, &mut bits, bars, decimal),
        Encoding::DecimalOrUnknown(_) | Encoding::Bits => parts::put_price_bits(&mut bits, bars),
    }
    match volumes {
        Encoding::Decimal(decimal) => parts::put_volumes(&mut out, &mut bits, bars, decimal),
        Encoding::DecimalOrUnknown(decimal) => {
            let filled = parts::put_unknown_volumes(&mut bits, bars);
            parts::put_volumes(&mut out, &mut bits, &filled, decimal);
        }
        Encoding::Bits => parts::put_volume_bits(&mut bits, bars),
    }
    bits.finish(&mut out);
    out
}

/// Decompresses bars that [`pack`] wrote. Returns `None` for invalid bytes.
pub(crate) fn unpack(bytes: &[u8]) -> Option<Vec<Bar>> {
    unpack_parts(bytes, Columns::All)
}

/// Like [`unpack`], but returns only starts and closes, which takes less than half the time.
pub(super) fn unpack_closes(bytes: &[u8]) -> Option<Vec<Close>> {
    let bars = unpack_parts(bytes, Columns::Closes)?;
    Some(bars.iter().map(|bar| (bar.start, bar.close)).collect())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Columns {
    All,
    /// Starts and closes. The other fields stay zero if the prices are decimals.
    Closes,
}

fn unpack_parts(mut bytes: &[u8], columns: Columns) -> Option<Vec<Bar>> {
    let header = &mut bytes;
    let count = take_varint(header).filter(|count| *count <= MAX_BARS)? as usize;
    let mut bars = vec![Bar::default(); count];
    let Some(first) = bars.first_mut() else {
        return Some(bars);
    };
    let (prices, volumes) = (Encoding::take(header)?, Encoding::take(header)?);
    first.start = unzigzag(take_varint(header)?);
    let step = take_varint(header)?;
    // The headers of prices and volumes precede all bits.
    let first_price = match prices {
        Encoding::Decimal(_) => unzigzag(take_varint(header)?),
        Encoding::DecimalOrUnknown(_) => return None,
        Encoding::Bits => 0,
    };
    let (unit, first_volume) = match volumes {
        Encoding::Decimal(_) | Encoding::DecimalOrUnknown(_) => {
            (take_varint(header)?, unzigzag(take_varint(header)?))
        }
        Encoding::Bits => (0, 0),
    };
    let mut bits = BitReader::new(bytes);
    parts::take_starts(&mut bits, &mut bars, step)?;
    match prices {
        Encoding::Decimal(decimal) if columns == Columns::Closes => {
            parts::take_closes(&mut bits, &mut bars, decimal, first_price)?;
        }
        Encoding::Decimal(decimal) => {
            parts::take_prices(&mut bits, &mut bars, decimal, first_price)?;
        }
        Encoding::DecimalOrUnknown(_) | Encoding::Bits => {
            parts::take_price_bits(&mut bits, &mut bars)?;
        }
    }
    if columns == Columns::Closes {
        return Some(bars);
    }
    match volumes {
        Encoding::Decimal(decimal) => {
            parts::take_volumes(&mut bits, &mut bars, decimal, unit, first_volume)?;
        }
        Encoding::DecimalOrUnknown(decimal) => {
            let unknown = parts::take_unknown_volumes(&mut bits, count)?;
            parts::take_volumes(&mut bits, &mut bars, decimal, unit, first_volume)?;
            parts::set_unknown_volumes(&mut bars, &unknown);
        }
        Encoding::Bits => parts::take_volume_bits(&mut bits, &mut bars)?,
    }
    Some(bars)
}

#[cfg(test)]
mod tests;
