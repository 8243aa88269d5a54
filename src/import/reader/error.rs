//! Errors in a file, by line.

use std::fmt;

/// An error in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineError {
    /// Line number from 1; 0 for an error of the whole file.
    pub line: u64,
    /// The reason, without a final period.
    pub reason: String,
    /// True if `line` is the number of an item of a JSON list.
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

/// Creates an error for a line.
pub(super) fn at(line: u64, reason: impl Into<String>) -> LineError {
    LineError {
        line,
        reason: reason.into(),
        is_item: false,
    }
}

/// A cell with its line, quoted in error messages.
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
