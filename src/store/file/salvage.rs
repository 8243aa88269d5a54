//! Recovering the intact records of a damaged file, which is only read.

use std::{
    collections::BTreeMap,
    fmt,
    fs::{self, File},
    path::Path,
};

use redb::{Database, ReadableDatabase, WriteTransaction};

use super::{
    legacy::Reading,
    maintenance::Progress,
    migrate,
    page_scan::{STEP, scan},
    panics::guarded,
    table_recovery::{RecoveredTable, Rows, row_count, rows},
};
use crate::{
    domain::bar::Interval,
    store::{
        Result, StoreError,
        bars::{chunks, tail::Tail},
        file,
        schema::{self, SCHEMA},
        table::definition,
    },
};

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
                (taken, 0) => writeln!(f, "  {table:<12} {taken:>7} recovered")?,
                (taken, lost) => writeln!(f, "  {table:<12} {taken:>7} recovered, {lost} lost")?,
            }
        }
        Ok(())
    }
}

/// Copies every record of the file at `from` with a valid checksum to a new file at `to`, which must not exist.
pub fn salvage(from: &Path, to: &Path, progress: Progress) -> Result<SalvageReport> {
    guarded(|| {
        let source = file::open_read_only(from)?;
        file::remove_temporary_files(to);
        let fresh = file::temporary_path(to);
        let taken = match guarded(|| file::read_schema_version(&source, from)).result {
            Ok(found) => recover_tables_or_migrate(&source, found, &fresh, progress),
            Err(StoreError::Damaged(why)) => recover_by_scan(&source, &why, &fresh, progress),
            Err(error) => Err(error),
        };
        let taken = taken.and_then(|taken| {
            file::link_into_place(&fresh, to)
                .map_err(|error| StoreError::Target(error.to_string()))?;
            Ok(taken)
        });
        let _ = fs::remove_file(&fresh);
        taken
    })
    .result
}

/// Recovers records by scanning every page, for a file whose index is unreadable because of `why`.
fn recover_by_scan(
    source: &File,
    why: &str,
    fresh: &Path,
    progress: Progress,
) -> Result<SalvageReport> {
    let mut found = scan(source, &schema::names(), progress)?;
    if found.is_empty() {
        return Err(StoreError::Damaged(why.to_owned()));
    }
    let tables = file::create_with(fresh, |new| {
        let mut txn = new.begin_write()?;
        txn.set_quick_repair(true);
        schema::create_all(&txn)?;
        let mut tables = vec![];
        for name in schema::names() {
            let rows = found.remove(name).unwrap_or_default();
            write(&txn, name, &rows, |_| ())?;
            tables.push(RecoveredTable {
                table: name,
                taken: rows.len() as u64,
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
    written: impl Fn(u64),
) -> Result<()> {
    let mut table = to.open_table(definition(name))?;
    for (number, (key, value)) in rows.iter().enumerate() {
        written(number as u64);
        table.insert(key.as_slice(), value.as_slice())?;
    }
    Ok(())
}

fn recover_tables_or_migrate(
    source: &File,
    found: u32,
    fresh: &Path,
    progress: Progress,
) -> Result<SalvageReport> {
    let view = file::open_view(source)?;
    file::create_with(fresh, |new| {
        let mut txn = new.begin_write()?;
        txn.set_quick_repair(true);
        let taken = if found == SCHEMA {
            recover_tables(&view, source, &txn, progress)?
        } else {
            progress(0, 0);
            SalvageReport {
                tables: migrate::convert(&view.begin_read()?, &txn, found, Reading::Salvage)?,
                is_scanned: false,
            }
        };
        txn.commit()?;
        Ok(taken)
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
    let total = tables.iter().filter_map(|(_, counted)| *counted).sum();
    let closed = tables.iter().filter(|(_, counted)| counted.is_none());
    let closed: Vec<_> = closed.map(|(name, _)| *name).collect();
    let mut scanned = match closed[..] {
        [] => BTreeMap::new(),
        _ => scan(source, &closed, progress)?,
    };
    let (mut all, mut before) = (vec![], 0);
    for (name, counted) in tables {
        // A record counts half when it is read and half when it is written.
        let half_done = |steps: u64| {
            if steps.is_multiple_of(STEP) {
                progress(before + steps / 2, total);
            }
        };
        let rows = match counted {
            Some(_) => rows(view, name, half_done),
            None => scanned.remove(name).unwrap_or_default(),
        };
        let (taken, counted) = (rows.len() as u64, counted.unwrap_or_default());
        all.push(RecoveredTable {
            table: name,
            taken,
            lost: counted.saturating_sub(taken),
        });
        write(to, name, &rows, |written| half_done(taken + written))?;
        before += counted;
    }
    progress(total, total);
    rebuild_all_tails(to)?;
    Ok(SalvageReport {
        tables: all,
        is_scanned: !closed.is_empty(),
    })
}

fn rebuild_all_tails(to: &WriteTransaction) -> Result<()> {
    for interval in Interval::ALL {
        rebuild_tails(to, interval)?;
    }
    Ok(())
}

/// Rebuilds the tails of an interval: chunks that they list may be lost.
fn rebuild_tails(to: &WriteTransaction, interval: Interval) -> Result<()> {
    let mut newest = BTreeMap::new();
    schema::tails(interval)
        .write(to)?
        .each(|id, Tail { bars, .. }| {
            newest.insert(id, bars);
            Ok(())
        })?;
    chunks::make_tails(to, interval, newest)
}
