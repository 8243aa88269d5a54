//! The report of a salvage or a migration.

use std::fmt;

/// Recovered and lost records of one table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecoveredTable {
    /// Name of the table.
    pub table: &'static str,
    /// Number of recovered records.
    pub taken: u64,
    /// Number of records that were damaged or unreachable.
    pub lost: u64,
}

/// Recovered and lost records of a file, by table; user data first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SalvageReport {
    /// Reports of the tables.
    pub tables: Vec<RecoveredTable>,
    /// True if the index of the file, or of some tables, was lost and the pages were scanned. Lost records are then not
    /// counted, and a recovered record may be an older version or a deleted one.
    pub is_scanned: bool,
}

impl SalvageReport {
    /// Number of recovered records.
    pub fn taken(&self) -> u64 {
        self.tables.iter().map(|table| table.taken).sum()
    }

    /// Number of lost records.
    pub fn lost(&self) -> u64 {
        self.tables.iter().map(|table| table.lost).sum()
    }
}

/// One line per table with records.
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
