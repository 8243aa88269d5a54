//! The text of a file and its records.

use std::io::Read;

use csv::{ReaderBuilder, StringRecord};

use super::error::{LineError, at};

/// A file's text, without its byte order mark.
pub(super) struct Text {
    text: String,
    separator: u8,
}

impl Text {
    /// Reads a file that is UTF-8.
    pub(super) fn read(mut reader: impl Read) -> Result<Self, LineError> {
        let mut bytes = Vec::new();
        reader
            .read_to_end(&mut bytes)
            .map_err(|error| at(0, format!("the file cannot be read: {error}")))?;
        let mut text = String::from_utf8(bytes).map_err(|error| {
            let good = error.utf8_error().valid_up_to();
            let lines = error.as_bytes()[..good].split(|byte| *byte == b'\n');
            at(lines.count() as u64, "the file is not UTF-8 text")
        })?;
        if text.starts_with('\u{feff}') {
            text.drain(..'\u{feff}'.len_utf8());
        }
        let separator = separator_of(text.lines().next().unwrap_or_default());
        Ok(Self { text, separator })
    }

    /// The sign between cells.
    pub(super) fn separator(&self) -> u8 {
        self.separator
    }

    /// Every record that is not empty, with its line.
    pub(super) fn records(
        &self,
    ) -> impl Iterator<Item = Result<(u64, StringRecord), csv::Error>> + '_ {
        let reader = ReaderBuilder::new()
            .delimiter(self.separator)
            .has_headers(false)
            .flexible(true)
            .trim(csv::Trim::All)
            .from_reader(self.text.as_bytes());
        reader.into_records().map(|record| {
            let record = record?;
            let line = record.position().map_or(0, csv::Position::line);
            Ok((line, record))
        })
    }
}

/// The separator that stands most often in the header.
fn separator_of(header: &str) -> u8 {
    let count = |separator: u8| header.bytes().filter(|byte| *byte == separator).count();
    [b',', b';', b'\t']
        .into_iter()
        .rev()
        .max_by_key(|separator| count(*separator))
        .unwrap_or(b',')
}

/// What is wrong with a record.
pub(super) fn unreadable(error: &csv::Error) -> LineError {
    let line = error.position().map_or(0, csv::Position::line);
    at(line, format!("the line cannot be read: {error}"))
}
