//! Copies and checks of the whole file while it is in use.

use std::{fs, path::Path};

use redb::{Key, ReadTransaction, TableDefinition, WriteTransaction};

use super::{Result, Store, StoreError, file, record, tables};
use crate::domain::bar::Interval;

/// Does something to every table of the schema.
trait Visitor {
    fn table<K: Key + 'static>(&mut self, table: TableDefinition<K, &'static [u8]>) -> Result<()>;
}

fn visit(visitor: &mut impl Visitor) -> Result<()> {
    visitor.table(tables::META)?;
    for table in [
        tables::TICKERS,
        tables::QUOTES,
        tables::DIVIDENDS,
        tables::NEWS,
        tables::ICOS,
        tables::WATCHLISTS,
        tables::ALERTS,
    ] {
        visitor.table(table)?;
    }
    for table in [tables::EARNINGS, tables::FUNDS] {
        visitor.table(table)?;
    }
    visitor.table(tables::FEAR_GREED)?;
    visitor.table(tables::FIRED)?;
    for interval in Interval::ALL {
        visitor.table(tables::chunks(interval))?;
        visitor.table(tables::tails(interval))?;
    }
    Ok(())
}

struct Verify<'a>(&'a ReadTransaction);

impl Visitor for Verify<'_> {
    fn table<K: Key + 'static>(&mut self, table: TableDefinition<K, &'static [u8]>) -> Result<()> {
        record::each(&self.0.open_table(table)?, |_, _| Ok(()))
    }
}

struct Copy<'a> {
    from: &'a ReadTransaction,
    to: &'a WriteTransaction,
}

impl Visitor for Copy<'_> {
    fn table<K: Key + 'static>(&mut self, table: TableDefinition<K, &'static [u8]>) -> Result<()> {
        let from = self.from.open_table(table)?;
        let mut to = self.to.open_table(table).map_err(target)?;
        // Verified on the way: a backup of a damaged record would be found out years later.
        record::each(&from, |key, payload| {
            to.insert(key, record::with_checksum(payload).as_slice())
                .map_err(target)?;
            Ok(())
        })
    }
}

impl Store {
    /// Reads every record and verifies its checksum: [`StoreError::Damaged`] for the first that
    /// is wrong. Takes milliseconds for a market of 300 tickers; serving goes on meanwhile.
    pub fn verify(&self) -> Result<()> {
        self.handle.read(|txn| visit(&mut Verify(txn)))
    }

    /// Copies everything, as it is at one moment, into a new database file at `to`. What is there
    /// under that name is replaced only once the copy is whole and on disk.
    pub fn backup(&self, to: &Path) -> Result<()> {
        if to == self.handle.path() {
            return Err(StoreError::Duplicate(
                "a backup cannot take the place of the database it copies".into(),
            ));
        }
        file::remove_leftovers(to);
        let fresh = file::temporary(to);
        let copied = self
            .handle
            .read(|from| copy(from, &fresh))
            .and_then(|()| file::rename_into_place(&fresh, to).map_err(target));
        if copied.is_err() {
            let _ = fs::remove_file(&fresh);
        }
        copied
    }
}

fn copy(from: &ReadTransaction, fresh: &Path) -> Result<()> {
    let _ = fs::remove_file(fresh);
    file::make(fresh, |copy| {
        let mut txn = copy.begin_write().map_err(target)?;
        txn.set_quick_repair(true);
        visit(&mut Copy { from, to: &txn })?;
        txn.commit().map_err(target)
    })
    .map_err(|error| match error {
        StoreError::Denied { .. } | StoreError::Full | StoreError::Io(_) => target(error),
        error => error,
    })
}

/// An error that has nothing to do with the database that is copied.
fn target(error: impl Into<StoreError>) -> StoreError {
    match error.into() {
        target @ StoreError::Target(_) => target,
        error => StoreError::Target(error.to_string()),
    }
}
