//! What is wrong with a file, line by line.

use std::fmt;

/// One thing that is wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineError {
    /// Counted from 1; 0 for what concerns the whole file.
    pub line: u64,
    /// Half a sentence.
    pub reason: String,
    /// The number is that of an item of a JSON list, not of a line.
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

/// An error in a line.
pub(super) fn at(line: u64, reason: impl Into<String>) -> LineError {
    LineError {
        line,
        reason: reason.into(),
        is_item: false,
    }
}
