//! Salvage: recovers the intact records of a damaged file into a new file. The damaged file is only
//! read.

use std::{
    collections::BTreeMap,
    fmt,
    fs::{self, File},
    path::Path,
};

use redb::{Database, ReadableDatabase, WriteTransaction};

use super::{
    legacy::ReadMode,
    maintenance::Progress,
    migrate,
    page_scan::{STEP, scan},
    panics::catch_panics,
    table_recovery::{RecoveredTable, Rows, row_count, rows},
};
use crate::{
    domain::bar::Interval,
    store::{
        Result, StoreError,
        bars::{chunks, tail::Tail},
        file, schema,
        table::definition,
    },
};

/// Recovered and lost records of a file by table, with user data first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SalvageReport {
    /// The counts of each table.
    pub tables: Vec<RecoveredTable>,
    /// True if the index of the file or of some tables was lost, so that the pages were scanned.
    /// Lost records are then not counted, and a recovered record may be an older version or a
    /// deleted record.
    pub is_scanned: bool,
}

impl SalvageReport {
    /// Number of recovered records.
    pub fn recovered(&self) -> u64 {
        self.tables.iter().map(|table| table.recovered).sum()
    }

    /// Number of lost records.
    pub fn lost(&self) -> u64 {
        self.tables.iter().map(|table| table.lost).sum()
    }
}

/// Writes one line per table that has records.
impl fmt::Display for SalvageReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for RecoveredTable {
            table,
            recovered,
            lost,
        } in &self.tables
        {
            match (recovered, lost) {
                (0, 0) => {}
                (recovered, 0) => writeln!(f, "  {table:<12} {recovered:>7} recovered")?,
                (recovered, lost) => {
                    writeln!(f, "  {table:<12} {recovered:>7} recovered, {lost} lost")?;
                }
            }
        }
        Ok(())
    }
}

/// Copies every record with a valid checksum from the file at `from` to a new file at `to`, which
/// must not exist.
pub fn salvage(from: &Path, to: &Path, progress: Progress) -> Result<SalvageReport> {
    catch_panics(|| {
        let source = file::open_read_only(from)?;
        file::remove_temporary_files(to);
        let temporary = file::temporary_path(to);
        let recovered = match catch_panics(|| file::read_schema_version(&source, from)).result {
            Ok(found) => recover_tables_or_migrate(&source, found, &temporary, progress),
            Err(StoreError::Damaged(reason)) => {
                recover_by_scan(&source, &reason, &temporary, progress)
            }
            Err(error) => Err(error),
        };
        let recovered = recovered.and_then(|recovered| {
            file::link_into_place(&temporary, to)
                .map_err(|error| StoreError::Target(error.to_string()))?;
            Ok(recovered)
        });
        let _ = fs::remove_file(&temporary);
        recovered
    })
    .result
}

/// Recovers records by scanning every page, for a file whose index is unreadable for `reason`.
fn recover_by_scan(
    source: &File,
    reason: &str,
    temporary: &Path,
    progress: Progress,
) -> Result<SalvageReport> {
    let mut found = scan(source, &schema::names(), progress)?;
    if found.is_empty() {
        return Err(StoreError::Damaged(reason.to_owned()));
    }
    let tables = file::create_with(temporary, |new| {
        let mut txn = new.begin_write()?;
        txn.set_quick_repair(true);
        schema::create_all(&txn)?;
        let mut tables = vec![];
        for name in schema::names() {
            let rows = found.remove(name).unwrap_or_default();
            write(&txn, name, &rows, |_| ())?;
            tables.push(RecoveredTable {
                table: name,
                recovered: rows.len() as u64,
                lost: 0,
            });
        }
        rebuild_all_tails(&txn)?;
        txn.commit()?;
        Ok(tables)
    })?;
    Ok(SalvageReport {
        tables,
        is_scanned: true,
    })
}

fn write(
    to: &WriteTransaction,
    name: &'static str,
    rows: &Rows,
    on_write: impl Fn(u64),
) -> Result<()> {
    let mut table = to.open_table(definition(name))?;
    for (number, (key, value)) in rows.iter().enumerate() {
        on_write(number as u64);
        table.insert(key.as_slice(), value.as_slice())?;
    }
    Ok(())
}

fn recover_tables_or_migrate(
    source: &File,
    found: u32,
    temporary: &Path,
    progress: Progress,
) -> Result<SalvageReport> {
    let view = file::open_view(source)?;
    file::create_with(temporary, |new| {
        let mut txn = new.begin_write()?;
        txn.set_quick_repair(true);
        let recovered = if schema::is_current(found) {
            recover_tables(&view, source, &txn, progress)?
        } else {
            progress(0, 0);
            SalvageReport {
                tables: migrate::convert(&view.begin_read()?, &txn, found, ReadMode::Salvage)?,
                is_scanned: false,
            }
        };
        txn.commit()?;
        Ok(recovered)
    })
}

fn recover_tables(
    view: &Database,
    source: &File,
    to: &WriteTransaction,
    progress: Progress,
) -> Result<SalvageReport> {
    schema::create_all(to)?;
    let tables = schema::names().into_iter();
    let tables: Vec<_> = tables.map(|name| (name, row_count(view, name))).collect();
    let total = tables
        .iter()
        .filter_map(|(_, expected_count)| *expected_count)
        .sum();
    let unreadable = tables
        .iter()
        .filter(|(_, expected_count)| expected_count.is_none());
    let unreadable: Vec<_> = unreadable.map(|(name, _)| *name).collect();
    let mut scanned = match unreadable[..] {
        [] => BTreeMap::new(),
        _ => scan(source, &unreadable, progress)?,
    };
    let (mut reports, mut finished) = (vec![], 0);
    for (name, expected_count) in tables {
        // Reading a record is one step and writing it is another, so two steps count as one record.
        let report_steps = |steps: u64| {
            if steps.is_multiple_of(STEP) {
                progress(finished + steps / 2, total);
            }
        };
        let rows = match expected_count {
            Some(_) => rows(view, name, report_steps),
            None => scanned.remove(name).unwrap_or_default(),
        };
        let (recovered, expected_count) = (rows.len() as u64, expected_count.unwrap_or_default());
        reports.push(RecoveredTable {
            table: name,
            recovered,
            lost: expected_count.saturating_sub(recovered),
        });
        write(to, name, &rows, |written| report_steps(recovered + written))?;
        finished += expected_count;
    }
    progress(total, total);
    schema::set_version(to)?;
    rebuild_all_tails(to)?;
    Ok(SalvageReport {
        tables: reports,
        is_scanned: !unreadable.is_empty(),
    })
}

fn rebuild_all_tails(to: &WriteTransaction) -> Result<()> {
    for interval in Interval::ALL {
        rebuild_tails(to, interval)?;
    }
    Ok(())
}

/// Rebuilds the tails of an interval from the recovered chunks, because chunks that the old tails
/// list may be lost.
fn rebuild_tails(to: &WriteTransaction, interval: Interval) -> Result<()> {
    let mut newest = BTreeMap::new();
    schema::tails(interval)
        .write(to)?
        .for_each(|id, Tail { bars, .. }| {
            newest.insert(id, bars);
            Ok(())
        })?;
    chunks::create_tails(to, interval, newest)
}
