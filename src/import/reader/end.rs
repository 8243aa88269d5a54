//! Where a table ends: sites put their name or a sentence behind it.

use csv::StringRecord;

use super::order::is_date;

/// Lines without a date and with a single cell, behind the last row.
#[derive(Debug, Default)]
pub(super) struct End {
    last_row: u64,
    words: Option<String>,
}

impl End {
    /// Looks at a row: its cells, and that of the date.
    pub(super) fn observe(&mut self, line: u64, cells: &StringRecord, date: &str) {
        let mut filled = cells.iter().filter(|cell| !cell.is_empty());
        let words = match (filled.next(), filled.next()) {
            (Some(only), None) if self.last_row > 0 && cells.len() <= 2 && is_words(only) => only,
            _ => {
                self.last_row = line;
                self.words = None;
                return;
            }
        };
        if is_date(date) {
            self.last_row = line;
            self.words = None;
        } else {
            self.words
                .get_or_insert_with(|| words.chars().take(60).collect());
        }
    }

    /// Whether the row that was looked at last stands behind the table, as far as is known.
    pub(super) fn is_behind(&self) -> bool {
        self.words.is_some()
    }

    /// The line of the last row, and what stands behind it.
    pub(super) fn found(self) -> Option<(u64, String)> {
        Some((self.last_row, self.words?))
    }
}

/// A sentence, and not the half of a row: it has a space or a dot between its words, and begins with a letter.
fn is_words(cell: &str) -> bool {
    cell.starts_with(|c: char| c.is_alphabetic() || "\"*(©".contains(c))
        && cell.contains([' ', '.'])
}
