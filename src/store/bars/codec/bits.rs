//! A reader and a writer of bits (most significant bit first), and of variable-length integers.

/// Collects bits into bytes.
#[derive(Default)]
pub(super) struct BitWriter {
    bytes: Vec<u8>,
    buffer: u64,
    count: u32,
}

impl BitWriter {
    /// Appends the lowest `bits` bits (at most 64) of `value`.
    pub(super) fn put(&mut self, value: u64, bits: u32) {
        if bits > 32 {
            self.put_short(value >> 32, bits - 32);
            self.put_short(value & u64::from(u32::MAX), 32);
        } else {
            self.put_short(value, bits);
        }
    }

    fn put_short(&mut self, value: u64, bits: u32) {
        debug_assert!(bits <= 32 && value >> bits == 0);
        self.buffer = self.buffer << bits | value;
        self.count += bits;
        while self.count >= 8 {
            self.count -= 8;
            self.bytes.push((self.buffer >> self.count) as u8);
        }
    }

    /// Appends the collected bytes to `out` and pads the last byte with zeros.
    pub(super) fn finish(mut self, out: &mut Vec<u8>) {
        if self.count > 0 {
            let padding = 8 - self.count;
            self.put_short(0, padding);
        }
        out.append(&mut self.bytes);
    }
}

/// Reads bits from bytes. Its methods return `None` past the end.
pub(super) struct BitReader<'a> {
    bytes: &'a [u8],
    buffer: u64,
    count: u32,
}

impl<'a> BitReader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            buffer: 0,
            count: 0,
        }
    }

    /// Reads the next `bits` bits (at most 64).
    pub(super) fn take(&mut self, bits: u32) -> Option<u64> {
        if bits > 32 {
            let high = self.take_short(bits - 32)?;
            return Some(high << 32 | self.take_short(32)?);
        }
        self.take_short(bits)
    }

    /// Counts the ones before the next zero, up to `max`. Consumes the ones, and also the zero
    /// unless `max` ones were found.
    pub(super) fn ones(&mut self, max: u32) -> Option<u32> {
        let mut ones = 0;
        while ones < max {
            if self.count == 0 {
                self.fill(1)?;
            }
            // With the buffered bits shifted to the top, one instruction counts the leading ones.
            let run = (self.buffer << (64 - self.count))
                .leading_ones()
                .min(self.count)
                .min(max - ones);
            ones += run;
            self.count -= run;
            if ones < max && self.count > 0 {
                self.count -= 1;
                break;
            }
        }
        Some(ones)
    }

    fn take_short(&mut self, bits: u32) -> Option<u64> {
        if self.count < bits {
            self.fill(bits)?;
        }
        self.count -= bits;
        Some(self.buffer >> self.count & ((1 << bits) - 1))
    }

    /// Fills the buffer with as many bits as fit. Returns `None` if it then has fewer than `bits`
    /// bits (at most 32).
    fn fill(&mut self, bits: u32) -> Option<()> {
        // The bits above `count` were consumed already and may be shifted out.
        if let (Some(word), ..=56) = (self.bytes.first_chunk::<8>(), self.count) {
            let bytes_to_read = ((64 - self.count) / 8).min(7);
            self.buffer = self.buffer << (bytes_to_read * 8)
                | u64::from_be_bytes(*word) >> (64 - bytes_to_read * 8);
            self.bytes = &self.bytes[bytes_to_read as usize..];
            self.count += bytes_to_read * 8;
        }
        while self.count <= 56 {
            let Some((byte, rest)) = self.bytes.split_first() else {
                break;
            };
            self.buffer = self.buffer << 8 | u64::from(*byte);
            self.bytes = rest;
            self.count += 8;
        }
        (self.count >= bits).then_some(())
    }
}

/// Appends `value` as a variable-length integer: groups of seven bits, lowest group first.
pub(crate) fn put_varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Reads an integer that [`put_varint`] wrote.
pub(crate) fn take_varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

/// Maps signed integers to unsigned ones so that a small magnitude becomes a small number.
pub(crate) fn zigzag(value: i64) -> u64 {
    (value << 1 ^ value >> 63).cast_unsigned()
}

/// The reverse of [`zigzag`].
pub(crate) fn unzigzag(value: u64) -> i64 {
    (value >> 1).cast_signed() ^ -(value & 1).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_of_any_width_round_trip() {
        let mut rng = fastrand::Rng::with_seed(3);
        let values: Vec<(u64, u32)> = (0..5_000)
            .map(|_| {
                let bits = rng.u32(0..=64);
                (rng.u64(..).checked_shr(64 - bits).unwrap_or(0), bits)
            })
            .collect();
        let (mut writer, mut bytes) = (BitWriter::default(), Vec::new());
        for (value, bits) in &values {
            writer.put(*value, *bits);
        }
        writer.finish(&mut bytes);
        let mut reader = BitReader::new(&bytes);
        for (value, bits) in &values {
            assert_eq!(reader.take(*bits), Some(*value), "{bits} bits");
        }
        assert_eq!(reader.take(8), None, "reading past the end");
    }

    #[test]
    fn runs_of_ones_are_counted_up_to_their_limit() {
        let (mut writer, mut bytes) = (BitWriter::default(), Vec::new());
        for run in [0, 1, 19, 20, 7] {
            writer.put((1 << run) - 1, run);
            if run < 20 {
                writer.put(0, 1);
            }
        }
        writer.finish(&mut bytes);
        let mut reader = BitReader::new(&bytes);
        for run in [0, 1, 19, 20, 7] {
            assert_eq!(reader.ones(20), Some(run));
        }
    }

    #[test]
    fn signed_varints_round_trip() {
        for value in [0, 1, -1, 63, -64, 1 << 40, i64::MAX, i64::MIN] {
            let mut bytes = Vec::new();
            put_varint(&mut bytes, zigzag(value));
            let mut rest = bytes.as_slice();
            assert_eq!(take_varint(&mut rest).map(unzigzag), Some(value));
            assert!(rest.is_empty());
        }
        assert_eq!(take_varint(&mut [0x80].as_slice()), None);
    }
}
