//! Errors in a file, with their line numbers.

use std::fmt;

/// An error in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineError {
    /// Line number, starting at 1, or 0 for an error that concerns the whole file.
    pub line: u64,
    /// The reason as a sentence without a final period.
    pub reason: String,
    /// True if `line` is the number of an item in a JSON list.
    pub is_item: bool,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.reason),
            number => {
                let unit = if self.is_item { "item" } else { "line" };
                write!(f, "{unit} {number}: {}", self.reason)
            }
        }
    }
}

/// Creates an error for a line, or for the whole file if `line` is 0.
pub(super) fn at(line: u64, reason: impl Into<String>) -> LineError {
    LineError {
        line,
        reason: reason.into(),
        is_item: false,
    }
}

/// A cell with its line number, for use in error messages.
#[derive(Debug, Clone)]
pub(super) struct CellSample {
    pub(super) line: u64,
    pub(super) cell: String,
}

impl CellSample {
    pub(super) fn new(line: u64, cell: &str) -> Self {
        Self {
            line,
            cell: cell.to_owned(),
        }
    }
}
