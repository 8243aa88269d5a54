//! Opening the database: checked after a crash, made anew where there is none, and brought to the
//! current schema.

use std::{fs, fs::File, path::Path};

use redb::Database;

use super::{
    FileId, boot_marker, create_with, inspect, is_in_use, link_into_place, lock, migrate,
    open_existing, panics::guarded, remove_temporary_files, removed_error, reopen, temporary_path,
};
use crate::store::{
    Result, StoreError,
    record::BootMarker,
    schema::{self, SCHEMA},
};

/// Opens the database at `path`, creating it when there is no file. A file that was not closed
/// cleanly is checked first. The file comes along: it is the one the database has open.
pub(crate) fn open(path: &Path) -> Result<(Database, File)> {
    guarded(|| {
        let file = match open_existing(path)? {
            Some(file) => file,
            None => create(path)?,
        };
        lock(&file, path)?;
        // Only who has the file may clear up beside it: another process may be making one too.
        remove_temporary_files(path);
        let now = current_boot_marker(&file, path)?;
        let unclean = is_in_use(&file, path)?;
        let found = inspect(&file, path)?;
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
            schema::create_missing(&database)?;
            return Ok((with_boot_marker(database, &file, path, now)?, file));
        }
        // Closed cleanly now: from here on the old file is only read.
        drop(database);
        lock(&file, path)?;
        migrate::upgrade(&file, path, found.schema)?;
        drop(file);
        let file = open_existing(path)?.ok_or_else(|| removed_error(path))?;
        lock(&file, path)?;
        let database = reopen(&file, path, false)?;
        let now = current_boot_marker(&file, path)?;
        Ok((with_boot_marker(database, &file, path, now)?, file))
    })
    .result
}

/// This file, in this run of the machine.
fn current_boot_marker(file: &File, path: &Path) -> Result<Option<BootMarker>> {
    let metadata = file.metadata();
    let metadata = metadata.map_err(|error| StoreError::at(path, &error))?;
    Ok(FileId::of(&metadata).boot_marker())
}

/// The database, in which is noted that this run of the machine writes it.
fn with_boot_marker(
    database: Database,
    file: &File,
    path: &Path,
    now: Option<BootMarker>,
) -> Result<Database> {
    let Some(now) = now else {
        return Ok(database);
    };
    match boot_marker::write_boot_marker(&database, &now) {
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
    let fresh = temporary_path(path);
    let made = create_with(&fresh, |database| {
        let mut txn = database.begin_write()?;
        txn.set_quick_repair(true);
        schema::create_all(&txn)?;
        Ok(txn.commit()?)
    })
    .and_then(|()| link_into_place(&fresh, path));
    let _ = fs::remove_file(&fresh);
    made?;
    open_existing(path)?.ok_or_else(|| removed_error(path))
}
