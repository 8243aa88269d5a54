//! A text whose start is the same for everybody and packed once, and whose end is packed for each answer.
//!
//! A gzip file (RFC 1952) holds one stream of DEFLATE blocks (RFC 1951). A stream that was flushed ends at a byte, so blocks that
//! were made by themselves can follow it.

use std::io::{self, Write as _};

use flate2::{Compression, Crc, write::DeflateEncoder};

/// Magic number, DEFLATE, no flags, no time, no word on the compression, an unknown system (RFC 1952, section 2.3).
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
/// Of what is packed for one answer: it takes a quarter of the time of the usual one, and is a tenth larger.
const QUICK: Compression = Compression::new(4);

/// The start of a text, packed as small as can be.
#[derive(Debug)]
pub(super) struct PackedStart {
    deflated: Vec<u8>,
    crc: Crc,
}

impl PackedStart {
    pub(super) fn new(start: &str) -> io::Result<Self> {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(start.as_bytes())?;
        // Without the block that would end the stream.
        encoder.flush()?;
        let deflated = encoder.get_ref().clone();
        let mut crc = Crc::new();
        crc.update(start.as_bytes());
        Ok(Self { deflated, crc })
    }

    /// The gzip file of the start and what follows it.
    pub(super) fn with(&self, end: &str) -> io::Result<Vec<u8>> {
        let mut whole = Vec::with_capacity(HEADER.len() + self.deflated.len() + end.len() / 3);
        whole.extend(HEADER);
        whole.extend(&self.deflated);
        let mut encoder = DeflateEncoder::new(whole, QUICK);
        encoder.write_all(end.as_bytes())?;
        let mut whole = encoder.finish()?;
        let mut of_end = Crc::new();
        of_end.update(end.as_bytes());
        let mut crc = Crc::new();
        crc.combine(&self.crc);
        crc.combine(&of_end);
        whole.extend(crc.sum().to_le_bytes());
        whole.extend(crc.amount().to_le_bytes());
        Ok(whole)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::GzDecoder;

    use super::*;

    #[test]
    fn any_end_follows_the_start_and_the_sum_is_that_of_both() {
        let start = "<p>The start of a page</p>\n".repeat(4_000);
        let packed = PackedStart::new(&start).unwrap();
        for end in ["", "</html>", &"{\"price\":316.73},".repeat(9_000)] {
            let mut text = String::new();
            let whole = packed.with(end).unwrap();
            // Reads the sum, and complains where it is another.
            let read = GzDecoder::new(whole.as_slice()).read_to_string(&mut text);
            assert_eq!(read.unwrap(), start.len() + end.len());
            assert!(text.starts_with(&start) && text.ends_with(end));
        }
    }
}
