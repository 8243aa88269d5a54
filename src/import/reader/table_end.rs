//! Detects the end of a table: sites add their name or a sentence below it.

use csv::StringRecord;

use super::infer_columns::is_date;

/// Tracks single-cell lines without a date after the last row.
#[derive(Debug, Default)]
pub(super) struct TableEnd {
    last_row: u64,
    words: Option<String>,
}

impl TableEnd {
    /// Adds a row: its cells, and its date cell.
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

    /// Returns true if the last added row seems to be below the table.
    pub(super) fn is_below_table(&self) -> bool {
        self.words.is_some()
    }

    /// Returns the line of the last row and the text below it.
    pub(super) fn found(self) -> Option<(u64, String)> {
        Some((self.last_row, self.words?))
    }
}

/// Returns true for a sentence rather than half a row: it starts with a letter and has a space or a dot.
fn is_words(cell: &str) -> bool {
    cell.starts_with(|c: char| c.is_alphabetic() || "\"*(©".contains(c))
        && cell.contains([' ', '.'])
}
