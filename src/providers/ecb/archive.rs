//! Reads the first file of a ZIP archive, decompressing it as it is read.
//!
//! Format: <https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT>, sections 4.3.7 (local header), 4.3.12 (central
//! directory) and 4.3.16 (end of central directory). Archives with Zip64 or encryption are rejected.

use std::io::{self, Read};

use flate2::read::DeflateDecoder;

use crate::{providers::core::lenient::check_is_data, source::SourceError};

const END_SIGNATURE: [u8; 4] = *b"PK\x05\x06";
const ENTRY_SIGNATURE: [u8; 4] = *b"PK\x01\x02";
const LOCAL_SIGNATURE: [u8; 4] = *b"PK\x03\x04";
/// Length of the end of the central directory without its comment.
const END_LENGTH: usize = 22;
/// Maximum length of the comment of an archive.
const MAX_COMMENT: usize = 65_535;
/// Length of a local header without name and extra field.
const LOCAL_LENGTH: usize = 30;

/// Opens the first file of an archive. Reading it fails after `max_bytes` bytes, because a small archive may contain a huge file.
pub(super) fn first_file(archive: &[u8], max_bytes: usize) -> Result<impl Read + '_, SourceError> {
    let invalid = |what: &str| SourceError::InvalidResponse(format!("invalid ZIP archive: {what}"));
    check_is_data(archive.trim_ascii_start())?;
    let search_from = archive.len().saturating_sub(END_LENGTH + MAX_COMMENT);
    let end = archive[search_from..]
        .windows(END_SIGNATURE.len())
        .rposition(|bytes| bytes == END_SIGNATURE)
        .map(|at| search_from + at)
        .filter(|end| archive.len() >= end + END_LENGTH)
        .ok_or_else(|| invalid("its end is missing or truncated"))?;
    let directory = number(archive, end + 16, 4).ok_or_else(|| invalid("its end is truncated"))?;
    let entry = archive
        .get(directory..)
        .filter(|entry| entry.starts_with(&ENTRY_SIGNATURE))
        .ok_or_else(|| invalid("its directory is missing"))?;
    let field =
        |at, length| number(entry, at, length).ok_or_else(|| invalid("its directory is truncated"));
    let (flags, method) = (field(8, 2)?, field(10, 2)?);
    let (compressed, local) = (field(20, 4)?, field(42, 4)?);
    if flags & 1 != 0 {
        return Err(invalid("it is encrypted"));
    }
    let header = archive
        .get(local..)
        .filter(|header| header.starts_with(&LOCAL_SIGNATURE))
        .ok_or_else(|| invalid("a header is missing"))?;
    let length = |at| number(header, at, 2).ok_or_else(|| invalid("a header is truncated"));
    let start = LOCAL_LENGTH + length(26)? + length(28)?;
    let data = start
        .checked_add(compressed)
        .and_then(|end| header.get(start..end))
        .ok_or_else(|| invalid("its file is truncated"))?;
    let reader: Box<dyn Read + '_> = match method {
        0 => Box::new(data),
        8 => Box::new(DeflateDecoder::new(data)),
        other => return Err(invalid(&format!("unknown compression method {other}"))),
    };
    Ok(LimitedReader {
        reader,
        left: max_bytes,
    })
}

/// Returns a little-endian number of `length` bytes at an offset.
fn number(bytes: &[u8], offset: usize, length: usize) -> Option<usize> {
    let bytes = bytes.get(offset..offset.checked_add(length)?)?;
    let add = |number: usize, byte: &u8| number << 8 | usize::from(*byte);
    Some(bytes.iter().rev().fold(0, add))
}

/// A reader that fails after a number of bytes.
struct LimitedReader<R> {
    reader: R,
    left: usize,
}

impl<R: Read> Read for LimitedReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.left = self
            .left
            .checked_sub(read)
            .ok_or_else(|| io::Error::other("the file in the archive is too large"))?;
        Ok(read)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::io::Write as _;

    use flate2::{Compression, write::DeflateEncoder};

    use super::*;

    /// Writes an archive with one compressed file, like most programs: with the sizes after the data and in the directory.
    pub(crate) fn archive(name: &str, content: &[u8]) -> Vec<u8> {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(content).unwrap();
        let data = encoder.finish().unwrap();
        let length = |number: usize, bytes: usize| number.to_le_bytes()[..bytes].to_vec();
        let mut archive = [&LOCAL_SIGNATURE[..], &[20, 0, 8, 0, 8, 0], &[0; 16]].concat();
        archive.extend([length(name.len(), 2), length(0, 2)].concat());
        archive.extend(name.as_bytes());
        archive.extend(&data);
        let directory = archive.len();
        archive.extend([&ENTRY_SIGNATURE[..], &[20, 0, 20, 0, 8, 0, 8, 0], &[0; 8]].concat());
        archive.extend([length(data.len(), 4), length(content.len(), 4)].concat());
        archive.extend([length(name.len(), 2), vec![0; 16]].concat());
        archive.extend(name.as_bytes());
        let size = archive.len() - directory;
        archive.extend([&END_SIGNATURE[..], &[0, 0, 0, 0, 1, 0, 1, 0]].concat());
        archive.extend([length(size, 4), length(directory, 4), vec![0, 0]].concat());
        archive
    }

    fn read(archive: &[u8], max_bytes: usize) -> Result<String, String> {
        let mut text = String::new();
        let mut file = first_file(archive, max_bytes).map_err(|error| error.to_string())?;
        file.read_to_string(&mut text)
            .map_err(|error| error.to_string())?;
        Ok(text)
    }

    #[test]
    fn the_first_file_is_decompressed() {
        let archive = archive("rates.csv", b"Date,USD\n");
        assert_eq!(read(&archive, 100).unwrap(), "Date,USD\n");
        let commented = [&archive[..], b"made by hand"].concat();
        assert_eq!(read(&commented, 100).unwrap(), "Date,USD\n");
    }

    #[test]
    fn a_huge_file_is_rejected() {
        let archive = archive("rates.csv", &vec![b'0'; 1_000_000]);
        assert!(archive.len() < 20_000);
        let error = read(&archive, 999_999).unwrap_err();
        assert!(error.contains("too large"), "{error}");
    }

    #[test]
    fn truncated_archives_and_other_files_are_errors() {
        let whole = archive("rates.csv", b"Date,USD\n2026-11-20,1.25\n");
        for length in 0..whole.len() {
            assert!(read(&whole[..length], 100).is_err(), "{length}");
        }
        let page = read(b"<html>Attention</html>", 100).unwrap_err();
        assert!(page.contains("a web page"), "{page}");
    }

    #[test]
    fn changed_bytes_cause_no_panic() {
        let whole = archive("rates.csv", b"Date,USD\n2026-11-20,1.25\n");
        for at in 0..whole.len() {
            for byte in [0, 1, 0x7f, 0xff] {
                let mut changed = whole.clone();
                changed[at] = byte;
                let _ = read(&changed, 100);
            }
        }
    }
}
