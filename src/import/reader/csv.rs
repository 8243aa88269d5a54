//! Splits CSV text into records with line numbers.

use std::{borrow::Cow, io::Read};

use csv::{ReaderBuilder, StringRecord};

use super::error::{LineError, at};

/// A record, preceded by its line number, which starts at 1.
pub(in crate::import) type Numbered = (u64, StringRecord);

/// Returns every non-empty CSV record of a text with its line number. Lines must end with a line
/// feed.
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
            // The reader's position is after the final line feed of the record. Quoted cells may
            // contain further line feeds.
            let line_feeds: u64 = record
                .iter()
                .map(|cell| cell.matches('\n').count() as u64)
                .sum();
            let line = reader.position().line().saturating_sub(line_feeds + 1);
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

/// Like [`records`], but converts digits and signs to ASCII.
pub(super) fn price_records<R: Read>(
    text: R,
    separator: u8,
) -> impl Iterator<Item = Result<Numbered, LineError>> + use<R> {
    records(text, separator).map(|row| row.map(|(line, row)| (line, row_to_ascii(row))))
}

fn row_to_ascii(row: StringRecord) -> StringRecord {
    if row.as_slice().is_ascii() {
        return row;
    }
    let mut ascii_row: StringRecord = row.iter().map(to_ascii).collect();
    ascii_row.trim();
    ascii_row.set_position(row.position().cloned());
    ascii_row
}

/// Converts full-width characters, which Japanese files contain, and digits of other scripts to
/// ASCII.
pub(super) fn to_ascii(cell: &str) -> Cow<'_, str> {
    if cell.is_ascii() {
        return cell.into();
    }
    cell.chars().map(to_ascii_char).collect::<String>().into()
}

fn to_ascii_char(c: char) -> char {
    /// The digits zero in Arabic, Persian, Hindi and Thai.
    const ZEROS: [char; 4] = ['٠', '۰', '०', '๐'];
    /// Difference between the code of a full-width character and the code of its ASCII form.
    const FULL_WIDTH_OFFSET: u32 = '！' as u32 - '!' as u32;
    let code = u32::from(c);
    let digit = ZEROS.iter().find_map(|zero| {
        code.checked_sub(u32::from(*zero))
            .filter(|digit| *digit < 10)
    });
    match c {
        '！'..='～' => char::from_u32(code - FULL_WIDTH_OFFSET).unwrap_or(c),
        '\u{3000}' => ' ',
        '٫' => '.',
        '٬' => ',',
        _ => digit
            .and_then(|digit| char::from_digit(digit, 10))
            .unwrap_or(c),
    }
}

/// Creates an error for a record that cannot be read.
fn unreadable(error: &csv::Error) -> LineError {
    let line = error.position().map_or(0, csv::Position::line);
    at(line, format!("the line cannot be read: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_width_signs_and_digits_of_other_scripts_become_ascii() {
        for (cell, expected) in [
            ("２０２５／１１／２５", "2025/11/25"),
            ("－３，０５０．５", "-3,050.5"),
            ("終値（円）", "終値(円)"),
            ("๒๕/๑๑/๒๕๖๘", "25/11/2568"),
            ("٣٫٥", "3.5"),
            ("1\u{3000}234", "1 234"),
            ("€ 3–5", "€ 3–5"),
        ] {
            assert_eq!(to_ascii(cell), expected);
        }
    }

    #[test]
    fn records_keep_their_line_number_after_empty_and_multi_line_records() {
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
