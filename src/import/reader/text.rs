//! The records of a text.

use std::io::Read;

use csv::{ReaderBuilder, StringRecord};

use super::error::{LineError, at};

/// A record with its line, counted from 1.
pub(in crate::import) type Numbered = (u64, StringRecord);

/// Every record of a text that is not empty, with its line. The text ends each of its lines with a line feed alone.
pub(in crate::import) fn records<R: Read>(
    text: R,
    separator: u8,
) -> impl Iterator<Item = Result<Numbered, LineError>> + use<R> {
    let mut reader = ReaderBuilder::new()
        .delimiter(separator)
        .has_headers(false)
        .flexible(true)
        .from_reader(text);
    let mut record = StringRecord::new();
    let mut has_failed = false;
    std::iter::from_fn(move || match reader.read_record(&mut record) {
        _ if has_failed => None,
        Ok(true) => {
            // Behind the line feed that ends the record, and behind those within its quotes.
            let within: u64 = record
                .iter()
                .map(|cell| cell.matches('\n').count() as u64)
                .sum();
            let line = reader.position().line().saturating_sub(within + 1);
            record.trim();
            Some(Ok((line, record.clone())))
        }
        Ok(false) => None,
        Err(error) => {
            has_failed = true;
            Some(Err(unreadable(&error)))
        }
    })
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
    fn a_record_knows_its_line_also_after_empty_ones_and_with_lines_within() {
        let file = "\nDate,Close\n2026-11-19,1\n\n\n\"2026-\n11-20\",\" 2\n\"\n\n2026-11-21,3\n";
        let lines: Vec<(u64, String)> = records(file.as_bytes(), b',')
            .map(|record| {
                let (line, record) = record.unwrap();
                (line, record[1].to_owned())
            })
            .collect();
        let expected = [(2, "Close"), (3, "1"), (6, "2"), (10, "3")];
        assert_eq!(lines, expected.map(|(line, cell)| (line, cell.to_owned())));
    }
}
