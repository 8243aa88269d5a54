//! Opening the database: checked after a crash, made anew where there is none, and brought to the
//! current schema.

use std::{fs, fs::File, path::Path};

use redb::Database;

use super::{
    FileId, existing, is_in_use, link_into_place, lock, look, make, migrate, opened,
    panics::guarded, remove_leftovers, removed, reopen, temporary,
};
use crate::store::{
    Result, StoreError,
    record::Opened,
    schema::{self, SCHEMA},
};

/// Opens the database at `path`, creating it when there is no file. A file that was not closed
/// cleanly is checked first. The file comes along: it is the one the database has open.
pub(crate) fn open(path: &Path) -> Result<(Database, File)> {
    guarded(|| {
        let file = match existing(path)? {
            Some(file) => file,
            None => create(path)?,
        };
        lock(&file, path)?;
        // Only who has the file may clear up beside it: another process may be making one too.
        remove_leftovers(path);
        let now = opened_now(&file, path)?;
        let unclean = is_in_use(&file, path)?;
        let found = look(&file, path)?;
        // Only a machine that went down can have lost what it was told to write: where it has run all the time,
        // the program alone was ended, and the file is as its last commit left it.
        let has_run = now.is_some() && found.opened == now;
        let checked = unclean && !has_run;
        if checked {
            tracing::warn!(
                "{} was not closed cleanly; it is checked, which may take minutes",
                path.display()
            );
        } else if unclean {
            tracing::info!(
                "{} was not closed, for the program was ended; what was saved is there",
                path.display()
            );
        }
        let database = reopen(&file, path, checked)?;
        if found.schema == SCHEMA {
            schema::complete(&database)?;
            return Ok((noted(database, &file, path, now)?, file));
        }
        // Closed cleanly now: from here on the old file is only read.
        drop(database);
        lock(&file, path)?;
        migrate::up(&file, path, found.schema)?;
        drop(file);
        let file = existing(path)?.ok_or_else(|| removed(path))?;
        lock(&file, path)?;
        let database = reopen(&file, path, false)?;
        let now = opened_now(&file, path)?;
        Ok((noted(database, &file, path, now)?, file))
    })
    .result
}

/// This file, in this run of the machine.
fn opened_now(file: &File, path: &Path) -> Result<Option<Opened>> {
    let metadata = file.metadata();
    let metadata = metadata.map_err(|error| StoreError::at(path, &error))?;
    Ok(FileId::of(&metadata).opened_now())
}

/// The database, in which is noted that this run of the machine writes it.
fn noted(database: Database, file: &File, path: &Path, now: Option<Opened>) -> Result<Database> {
    let Some(now) = now else {
        return Ok(database);
    };
    match opened::note_opened(&database, &now) {
        Ok(()) => Ok(database),
        // A full disk is no reason not to open: without the note, the file is checked after a kill. redb is
        // done with a handle whose write failed.
        Err(error) => {
            tracing::debug!(%error, "who opened the database could not be noted");
            drop(database);
            lock(file, path)?;
            reopen(file, path, false)
        }
    }
}

/// Makes a new database beside `path` and links it into place, so that a power cut leaves either
/// no file or a whole one, and of two processes that do this at once, one wins.
fn create(path: &Path) -> Result<File> {
    let fresh = temporary(path);
    let made = make(&fresh, |database| {
        let mut txn = database.begin_write()?;
        txn.set_quick_repair(true);
        schema::create_all(&txn)?;
        Ok(txn.commit()?)
    })
    .and_then(|()| link_into_place(&fresh, path));
    let _ = fs::remove_file(&fresh);
    made?;
    existing(path)?.ok_or_else(|| removed(path))
}
