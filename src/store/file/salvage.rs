//! Taking what is whole out of a damaged file. The file itself is only read.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    path::Path,
};

use redb::{Database, ReadableDatabase, WriteTransaction};

use super::{
    legacy::Reading,
    maintenance::Progress,
    migrate,
    panics::guarded,
    salvaged::{Salvaged, Taken},
    scan::{STEP, scan},
    walk::{Rows, counted, rows},
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

/// Writes every record of the file at `from` that passes its checksum into a new file at `to`, which
/// must not exist.
pub fn salvage(from: &Path, to: &Path, progress: Progress) -> Result<Salvaged> {
    guarded(|| {
        let source = file::readable(from)?;
        file::remove_leftovers(to);
        let fresh = file::temporary(to);
        let taken = match guarded(|| file::recognise(&source, from)).result {
            Ok(found) => take_all(&source, found, &fresh, progress),
            Err(StoreError::Damaged(why)) => take_scanned(&source, &why, &fresh, progress),
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

/// Takes what a scan of every page finds, for a file whose index cannot be read because of `why`.
fn take_scanned(source: &File, why: &str, fresh: &Path, progress: Progress) -> Result<Salvaged> {
    let mut found = scan(source, &schema::names(), progress)?;
    if found.is_empty() {
        return Err(StoreError::Damaged(why.to_owned()));
    }
    let tables = file::make(fresh, |new| {
        let mut txn = new.begin_write()?;
        txn.set_quick_repair(true);
        schema::create_all(&txn)?;
        let mut tables = vec![];
        for name in schema::names() {
            let rows = found.remove(name).unwrap_or_default();
            write(&txn, name, &rows, |_| ())?;
            tables.push(Taken {
                table: name,
                taken: rows.len() as u64,
                lost: 0,
            });
        }
        remake_all_tails(&txn)?;
        txn.commit()?;
        Ok(tables)
    })?;
    Ok(Salvaged {
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

fn take_all(source: &File, found: u32, fresh: &Path, progress: Progress) -> Result<Salvaged> {
    let view = file::view(source)?;
    file::make(fresh, |new| {
        let mut txn = new.begin_write()?;
        txn.set_quick_repair(true);
        let taken = if found == SCHEMA {
            take_tables(&view, source, &txn, progress)?
        } else {
            progress(0, 0);
            Salvaged {
                tables: migrate::convert(&view.begin_read()?, &txn, found, Reading::Salvage)?,
                is_scanned: false,
            }
        };
        txn.commit()?;
        Ok(taken)
    })
}

fn take_tables(
    view: &Database,
    source: &File,
    to: &WriteTransaction,
    progress: Progress,
) -> Result<Salvaged> {
    schema::create_all(to)?;
    let tables = schema::names().into_iter();
    let tables: Vec<_> = tables.map(|name| (name, counted(view, name))).collect();
    let total = tables.iter().filter_map(|(_, counted)| *counted).sum();
    let closed = tables.iter().filter(|(_, counted)| counted.is_none());
    let closed: Vec<_> = closed.map(|(name, _)| *name).collect();
    let mut scanned = match closed[..] {
        [] => BTreeMap::new(),
        _ => scan(source, &closed, progress)?,
    };
    let (mut all, mut before) = (vec![], 0);
    for (name, counted) in tables {
        // A record is done when it is read and written, table by table.
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
        all.push(Taken {
            table: name,
            taken,
            lost: counted.saturating_sub(taken),
        });
        write(to, name, &rows, |written| half_done(taken + written))?;
        before += counted;
    }
    progress(total, total);
    remake_all_tails(to)?;
    Ok(Salvaged {
        tables: all,
        is_scanned: !closed.is_empty(),
    })
}

fn remake_all_tails(to: &WriteTransaction) -> Result<()> {
    for interval in Interval::ALL {
        remake_tails(to, interval)?;
    }
    Ok(())
}

/// What a tail says of its chunks need not hold any more.
fn remake_tails(to: &WriteTransaction, interval: Interval) -> Result<()> {
    let mut newest = BTreeMap::new();
    schema::tails(interval)
        .write(to)?
        .each(|id, Tail { bars, .. }| {
            newest.insert(id, bars);
            Ok(())
        })?;
    chunks::make_tails(to, interval, newest)
}
