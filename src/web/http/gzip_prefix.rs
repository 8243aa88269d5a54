//! Compresses texts with a common start, which is compressed only once.
//!
//! A gzip file (RFC 1952) contains one stream of DEFLATE blocks (RFC 1951). A flushed stream ends at a byte boundary, so separately
//! compressed blocks can follow it.

use std::io::{self, Write as _};

use flate2::{Compression, Crc, write::DeflateEncoder};

/// Magic number, DEFLATE, no flags, no time, unspecified compression level, unknown system (RFC 1952, section 2.3).
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
/// Compression level of the variable part: a quarter of the default's time, and a tenth larger.
const SUFFIX_LEVEL: Compression = Compression::new(4);

/// A common start, compressed as much as possible.
#[derive(Debug)]
pub(super) struct GzipPrefix {
    deflated: Vec<u8>,
    crc: Crc,
}

impl GzipPrefix {
    pub(super) fn new(start: &str) -> io::Result<Self> {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(start.as_bytes())?;
        // Without the final block of the stream.
        encoder.flush()?;
        let deflated = encoder.get_ref().clone();
        let mut crc = Crc::new();
        crc.update(start.as_bytes());
        Ok(Self { deflated, crc })
    }

    /// Returns the gzip file of the start followed by `end`.
    pub(super) fn with(&self, end: &str) -> io::Result<Vec<u8>> {
        let mut whole = Vec::with_capacity(HEADER.len() + self.deflated.len() + end.len() / 3);
        whole.extend(HEADER);
        whole.extend(&self.deflated);
        let mut encoder = DeflateEncoder::new(whole, SUFFIX_LEVEL);
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
    fn any_end_can_follow_the_start_and_the_checksum_covers_both() {
        let start = "<p>The start of a page</p>\n".repeat(4_000);
        let packed = GzipPrefix::new(&start).unwrap();
        for end in ["", "</html>", &"{\"price\":316.73},".repeat(9_000)] {
            let mut text = String::new();
            let whole = packed.with(end).unwrap();
            // Verifies the checksum.
            let read = GzDecoder::new(whole.as_slice()).read_to_string(&mut text);
            assert_eq!(read.unwrap(), start.len() + end.len());
            assert!(text.starts_with(&start) && text.ends_with(end));
        }
    }
}
