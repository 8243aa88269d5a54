//! Compresses texts that share a prefix; the prefix is compressed only once.
//!
//! A gzip file (RFC 1952) contains one stream of DEFLATE blocks (RFC 1951). Flushing ends a block at a byte boundary, so blocks that were
//! compressed separately can follow.

use std::io::{self, Write as _};

use flate2::{Compression, Crc, write::DeflateEncoder};

/// Magic number, DEFLATE, no flags, no time, unspecified compression level, unknown system (RFC 1952, section 2.3).
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
/// Compression level of the suffix: takes a quarter of the default level's time, and the result is a tenth larger.
const SUFFIX_LEVEL: Compression = Compression::new(4);

/// A shared prefix, compressed at the highest level.
#[derive(Debug)]
pub(super) struct GzipPrefix {
    deflated: Vec<u8>,
    crc: Crc,
}

impl GzipPrefix {
    pub(super) fn new(prefix: &str) -> io::Result<Self> {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(prefix.as_bytes())?;
        // Flushed and not finished, as the stream continues with the suffix.
        encoder.flush()?;
        let deflated = encoder.get_ref().clone();
        let mut crc = Crc::new();
        crc.update(prefix.as_bytes());
        Ok(Self { deflated, crc })
    }

    /// Returns a gzip file of the prefix followed by `suffix`.
    pub(super) fn append(&self, suffix: &str) -> io::Result<Vec<u8>> {
        let mut file = Vec::with_capacity(HEADER.len() + self.deflated.len() + suffix.len() / 3);
        file.extend(HEADER);
        file.extend(&self.deflated);
        let mut encoder = DeflateEncoder::new(file, SUFFIX_LEVEL);
        encoder.write_all(suffix.as_bytes())?;
        let mut file = encoder.finish()?;
        let mut suffix_crc = Crc::new();
        suffix_crc.update(suffix.as_bytes());
        let mut crc = Crc::new();
        crc.combine(&self.crc);
        crc.combine(&suffix_crc);
        file.extend(crc.sum().to_le_bytes());
        file.extend(crc.amount().to_le_bytes());
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::GzDecoder;

    use super::*;

    #[test]
    fn the_checksum_covers_the_prefix_and_any_suffix() {
        let prefix = "<p>The start of a page</p>\n".repeat(4_000);
        let compressed = GzipPrefix::new(&prefix).unwrap();
        for suffix in ["", "</html>", &"{\"price\":316.73},".repeat(9_000)] {
            let mut text = String::new();
            let file = compressed.append(suffix).unwrap();
            // Reading to the end verifies the checksum.
            let read = GzDecoder::new(file.as_slice()).read_to_string(&mut text);
            assert_eq!(read.unwrap(), prefix.len() + suffix.len());
            assert!(text.starts_with(&prefix) && text.ends_with(suffix));
        }
    }
}
