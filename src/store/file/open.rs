//! Opening the database. A missing file is created, a file is checked after a system crash, and an
//! old schema is migrated.

use std::{fs, fs::File, path::Path};

use redb::Database;

use super::{
    FileId, boot_marker, create_with, inspect, is_in_use, link_into_place, lock, migrate,
    open_existing, panics::catch_panics, remove_temporary_files, removed_error, reopen,
    temporary_path,
};
use crate::store::{Result, StoreError, record::BootMarker, schema};

/// Opens the database at `path`, or creates it. Checks the file if it may have been open when the
/// system crashed. Also returns the open file.
pub(crate) fn open(path: &Path) -> Result<(Database, File)> {
    catch_panics(|| {
        let file = match open_existing(path)? {
            Some(file) => file,
            None => create(path)?,
        };
        lock(&file, path)?;
        // Only the process that holds the lock removes temporary files, because another process may
        // be creating the database at the same time.
        remove_temporary_files(path);
        let current_marker = current_boot_marker(&file, path)?;
        let is_unclean = is_in_use(&file, path)?;
        let found = inspect(&file, path)?;
        // Writes can only be lost if the system crashed. If it is still the same boot, only the
        // program was killed, and the file is in the state of the last commit.
        let is_same_boot = current_marker.is_some() && found.opened == current_marker;
        let needs_check = is_unclean && !is_same_boot;
        if needs_check {
            tracing::warn!(
                "store: {} was not closed cleanly; checking it, which may take minutes",
                path.display()
            );
        } else if is_unclean {
            tracing::info!(
                "store: {} was not closed cleanly, but the machine kept running; no check needed",
                path.display()
            );
        }
        let database = reopen(&file, path, needs_check)?;
        if schema::is_current(found.schema) {
            schema::create_missing_tables(&database)?;
            return Ok((
                with_boot_marker(database, &file, path, current_marker)?,
                file,
            ));
        }
        // Dropping the handle closes the old file cleanly. From here on it is only read.
        drop(database);
        lock(&file, path)?;
        migrate::upgrade(&file, path, found.schema)?;
        drop(file);
        let file = open_existing(path)?.ok_or_else(|| removed_error(path))?;
        lock(&file, path)?;
        let database = reopen(&file, path, false)?;
        let current_marker = current_boot_marker(&file, path)?;
        Ok((
            with_boot_marker(database, &file, path, current_marker)?,
            file,
        ))
    })
    .result
}

/// Returns the marker of the current boot, which distinguishes a killed process from a system
/// crash.
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
    current_marker: Option<BootMarker>,
) -> Result<Database> {
    let Some(current_marker) = current_marker else {
        return Ok(database);
    };
    match boot_marker::write_boot_marker(&database, &current_marker) {
        Ok(()) => Ok(database),
        // A full disk must not prevent opening. Without the marker, the file is also checked after
        // the process is killed. redb rejects further work on a handle after a failed write, so the
        // database is reopened.
        Err(error) => {
            tracing::debug!(%error, "store: could not write the boot marker");
            drop(database);
            lock(file, path)?;
            reopen(file, path, false)
        }
    }
}

/// Creates a database in a temporary file and links it to `path`. After a power cut `path` is
/// either missing or complete. If two processes create it at once, the first one wins.
fn create(path: &Path) -> Result<File> {
    let temporary = temporary_path(path);
    let result = create_with(&temporary, |database| {
        let mut txn = database.begin_write()?;
        txn.set_quick_repair(true);
        schema::create_all(&txn)?;
        Ok(txn.commit()?)
    })
    .and_then(|()| link_into_place(&temporary, path));
    let _ = fs::remove_file(&temporary);
    result?;
    open_existing(path)?.ok_or_else(|| removed_error(path))
}
