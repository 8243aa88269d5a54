//! Splits a text into records.

use std::{borrow::Cow, io::Read};

use csv::{ReaderBuilder, StringRecord};

use super::error::{LineError, at};

/// A record with its line number, from 1.
pub(in crate::import) type Numbered = (u64, StringRecord);

/// Returns every non-empty record of a text with its line number. Lines must end with a line feed.
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
            // The reader's position is after the record's final line feed; quoted cells may contain
            // more.
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

/// Like [`records`], with digits and signs converted to ASCII.
pub(super) fn price_records<R: Read>(
    text: R,
    separator: u8,
) -> impl Iterator<Item = Result<Numbered, LineError>> + use<R> {
    records(text, separator).map(|row| row.map(|(line, row)| (line, narrowed(row))))
}

fn narrowed(row: StringRecord) -> StringRecord {
    if row.as_slice().is_ascii() {
        return row;
    }
    let mut narrow: StringRecord = row.iter().map(to_ascii).collect();
    narrow.trim();
    narrow.set_position(row.position().cloned());
    narrow
}

/// Converts full-width characters (Japanese files) and digits of other scripts to ASCII.
pub(super) fn to_ascii(cell: &str) -> Cow<'_, str> {
    if cell.is_ascii() {
        return cell.into();
    }
    cell.chars().map(to_ascii_char).collect::<String>().into()
}

fn to_ascii_char(c: char) -> char {
    /// The zeros of Arabic, Persian, Hindi and Thai digits.
    const ZEROS: [char; 4] = ['٠', '۰', '०', '๐'];
    /// Distance from an ASCII character to its full-width form.
    const WIDE: u32 = '！' as u32 - '!' as u32;
    let code = u32::from(c);
    let digit = ZEROS.iter().find_map(|zero| {
        code.checked_sub(u32::from(*zero))
            .filter(|digit| *digit < 10)
    });
    match c {
        '！'..='～' => char::from_u32(code - WIDE).unwrap_or(c),
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
        for (cell, usual_cell) in [
            ("２０２５／１１／２５", "2025/11/25"),
            ("－３，０５０．５", "-3,050.5"),
            ("終値（円）", "終値(円)"),
            ("๒๕/๑๑/๒๕๖๘", "25/11/2568"),
            ("٣٫٥", "3.5"),
            ("1\u{3000}234", "1 234"),
            ("€ 3–5", "€ 3–5"),
        ] {
            assert_eq!(to_ascii(cell), usual_cell);
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
