//! Opening the database: checked after a crash, made anew where there is none, and brought to the
//! current schema.

use std::{fs, fs::File, path::Path};

use redb::Database;

use super::{
    Result,
    file::{
        existing, is_in_use, link_into_place, lock, make, recognise, remove_leftovers, removed,
        reopen, temporary,
    },
    migrate,
    panics::guarded,
    schema::{self, SCHEMA},
};

/// Opens the database at `path`, creating it when there is no file. A file that was not closed
/// cleanly is checked first. The file comes along: it is the one the database has open.
pub(super) fn open(path: &Path) -> Result<(Database, File)> {
    guarded(|| {
        let file = match existing(path)? {
            Some(file) => file,
            None => create(path)?,
        };
        lock(&file, path)?;
        // Only who has the file may clear up beside it: another process may be making one too.
        remove_leftovers(path);
        let unclean = is_in_use(&file, path)?;
        let found = recognise(&file, path)?;
        if unclean {
            tracing::warn!(
                "{} was not closed cleanly; it is checked, which may take minutes",
                path.display()
            );
        }
        let database = reopen(&file, path, unclean)?;
        if found == SCHEMA {
            schema::complete(&database)?;
            return Ok((database, file));
        }
        // Closed cleanly now: from here on the old file is only read.
        drop(database);
        lock(&file, path)?;
        migrate::up(&file, path, found)?;
        drop(file);
        let file = existing(path)?.ok_or_else(|| removed(path))?;
        lock(&file, path)?;
        let database = reopen(&file, path, false)?;
        Ok((database, file))
    })
    .result
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
