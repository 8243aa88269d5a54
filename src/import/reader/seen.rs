//! What a file shows of the way it is written.

/// A cell that shows how its file is written.
#[derive(Debug, Clone)]
pub(super) struct Seen {
    pub(super) line: u64,
    pub(super) cell: String,
}

impl Seen {
    pub(super) fn new(line: u64, cell: &str) -> Self {
        Self {
            line,
            cell: cell.to_owned(),
        }
    }
}
