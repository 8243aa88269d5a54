//! The rows of an exported file, before they are read.

use super::columns::Columns;

/// The rows of a file, with the positions of their columns.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) format: &'static str,
    pub(super) columns: Columns,
    /// Each row is preceded by its line number.
    pub(super) rows: Vec<(u64, csv::StringRecord)>,
    pub(super) is_comma_separated: bool,
}
