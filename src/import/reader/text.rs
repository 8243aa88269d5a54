//! The text of a file and its records.

use csv::{ReaderBuilder, StringRecord};

use super::error::{LineError, at};

/// A record with its line, counted from 1.
pub(super) type Numbered = (u64, StringRecord);

/// Every record of a text that is not empty, with its line.
pub(super) fn records(
    text: &str,
    separator: u8,
) -> impl Iterator<Item = Result<Numbered, LineError>> + '_ {
    let reader = ReaderBuilder::new()
        .delimiter(separator)
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    reader.into_records().map(|record| {
        let record = record.map_err(|error| unreadable(&error))?;
        Ok((line_of(text, &record), record))
    })
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

/// What is wrong with a record.
fn unreadable(error: &csv::Error) -> LineError {
    let line = error.position().map_or(0, csv::Position::line);
    at(line, format!("the line cannot be read: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_knows_its_line_also_after_empty_ones() {
        let file = "Date,Close\r\n2026-11-19,1\r\n\r\n\r\n2026-11-20,2\n\n2026-11-21,3\n";
        let lines: Vec<u64> = records(file, b',')
            .map(|record| record.unwrap().0)
            .collect();
        assert_eq!(lines, [1, 2, 5, 7]);
    }
}
