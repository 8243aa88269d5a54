//! Opening the database: creates it if missing, checks it after a crash, migrates it to the current schema.

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

/// Opens the database at `path`, or creates it. Checks a file that was open when the machine went down. Also returns the
/// open file.
pub(crate) fn open(path: &Path) -> Result<(Database, File)> {
    guarded(|| {
        let file = match open_existing(path)? {
            Some(file) => file,
            None => create(path)?,
        };
        lock(&file, path)?;
        // Only the process that holds the lock may remove temporary files: another one may be creating a database too.
        remove_temporary_files(path);
        let now = current_boot_marker(&file, path)?;
        let unclean = is_in_use(&file, path)?;
        let found = inspect(&file, path)?;
        // Only a machine that went down can have lost writes. In the same boot only the program ended, and the file is as its
        // last commit left it.
        let has_run = now.is_some() && found.opened == now;
        let checked = unclean && !has_run;
        if checked {
            tracing::warn!(
                "store: {} was not closed cleanly; checking it, which may take minutes",
                path.display()
            );
        } else if unclean {
            tracing::info!(
                "store: {} was not closed cleanly, but the machine kept running; no check needed",
                path.display()
            );
        }
        let database = reopen(&file, path, checked)?;
        if found.schema == SCHEMA {
            schema::create_missing(&database)?;
            return Ok((with_boot_marker(database, &file, path, now)?, file));
        }
        // The old file is closed cleanly now, and only read from here on.
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

/// The boot marker of this file in the current boot.
fn current_boot_marker(file: &File, path: &Path) -> Result<Option<BootMarker>> {
    let metadata = file.metadata();
    let metadata = metadata.map_err(|error| StoreError::at(path, &error))?;
    Ok(FileId::of(&metadata).boot_marker())
}

/// Writes the boot marker into the database and returns the database.
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
        // A full disk must not prevent opening: without the marker the file is checked after a kill. redb refuses further
        // work on a handle whose write failed, so it is reopened.
        Err(error) => {
            tracing::debug!(%error, "store: the boot marker could not be written");
            drop(database);
            lock(file, path)?;
            reopen(file, path, false)
        }
    }
}

/// Creates a database in a temporary file and links it to `path`. A power cut leaves either no file or a complete one, and
/// if two processes do this at once, one wins.
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
