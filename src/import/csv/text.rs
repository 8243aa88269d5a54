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

    /// How many it has.
    pub(super) fn bytes(&self) -> u64 {
        self.text.len() as u64
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
            Ok((line_of(&self.text, &record), record))
        })
    }
}

/// The line of a record in its file, from 1. The reader's own position is that of the empty lines before it.
pub(in crate::import) fn line_of(text: &str, record: &StringRecord) -> u64 {
    let Some(position) = record.position() else {
        return 0;
    };
    let start = usize::try_from(position.byte()).unwrap_or(usize::MAX);
    let rest = text.as_bytes().get(start..).unwrap_or_default();
    let empty = rest.iter().take_while(|byte| matches!(byte, b'\r' | b'\n'));
    position.line() + empty.filter(|byte| **byte == b'\n').count() as u64
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_knows_its_line_also_after_empty_ones() {
        let file = "Date,Close\r\n2026-11-19,1\r\n\r\n\r\n2026-11-20,2\n\n2026-11-21,3\n";
        let text = Text::read(file.as_bytes()).unwrap();
        let lines: Vec<u64> = text.records().map(|record| record.unwrap().0).collect();
        assert_eq!(lines, [1, 2, 5, 7]);
    }
}
