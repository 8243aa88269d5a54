//! Detects the end of a table. Some sites write their name or a sentence below it.

use csv::StringRecord;

use super::infer_columns::is_date;

/// Finds lines with only text after the last row of a table.
#[derive(Debug, Default)]
pub(super) struct TableEnd {
    last_row: u64,
    text: Option<String>,
}

impl TableEnd {
    /// Adds a line with its cells and its date cell.
    pub(super) fn observe(&mut self, line: u64, cells: &StringRecord, date: &str) {
        let mut non_empty = cells.iter().filter(|cell| !cell.is_empty());
        let text = match (non_empty.next(), non_empty.next()) {
            (Some(only), None) if self.last_row > 0 && cells.len() <= 2 && is_sentence(only) => {
                only
            }
            _ => {
                self.last_row = line;
                self.text = None;
                return;
            }
        };
        if is_date(date) {
            self.last_row = line;
            self.text = None;
        } else {
            self.text
                .get_or_insert_with(|| text.chars().take(60).collect());
        }
    }

    /// Returns true if the last added line seems to be below the table.
    pub(super) fn is_below_table(&self) -> bool {
        self.text.is_some()
    }

    /// Returns the line of the last row and the text below the table, or `None` if no text follows
    /// the table.
    pub(super) fn finish(self) -> Option<(u64, String)> {
        Some((self.last_row, self.text?))
    }
}

/// Returns true if a cell looks like a sentence rather than a value: it starts with a letter, a
/// quote or a similar character and contains a space or a period.
fn is_sentence(cell: &str) -> bool {
    cell.starts_with(|c: char| c.is_alphabetic() || "\"*(©".contains(c))
        && cell.contains([' ', '.'])
}
