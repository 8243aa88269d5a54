//! What was taken out of a damaged or an older file.

use std::fmt;

/// What was taken out of one table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecoveredTable {
    /// Its name.
    pub table: &'static str,
    /// Records that were whole.
    pub taken: u64,
    /// Records that were not, or could not be reached.
    pub lost: u64,
}

/// What was taken out of a file, table by table: what people made first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SalvageReport {
    /// The tables.
    pub tables: Vec<RecoveredTable>,
    /// The index of the file, or of some tables, was gone, and its pages were searched: what was lost is not known, and a record may be an older version, or
    /// one that was deleted.
    pub is_scanned: bool,
}

impl SalvageReport {
    /// How many records were taken.
    pub fn taken(&self) -> u64 {
        self.tables.iter().map(|table| table.taken).sum()
    }

    /// How many were lost.
    pub fn lost(&self) -> u64 {
        self.tables.iter().map(|table| table.lost).sum()
    }
}

/// A line for each table that holds anything.
impl fmt::Display for SalvageReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for RecoveredTable { table, taken, lost } in &self.tables {
            match (taken, lost) {
                (0, 0) => {}
                (taken, 0) => writeln!(f, "  {table:<12} {taken:>7} taken")?,
                (taken, lost) => writeln!(f, "  {table:<12} {taken:>7} taken, {lost} lost")?,
            }
        }
        Ok(())
    }
}
