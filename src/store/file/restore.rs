//! Restoring the database from a backup.

use std::{
    fs,
    path::{Path, PathBuf},
};

use redb::ReadableDatabase as _;

use super::{
    FileId, identity,
    maintenance::{Progress, copy},
    migrate,
    panics::catch_panics,
};
use crate::store::{Result, StoreError, file, schema};

/// A verified copy of a backup, migrated to the current schema and ready to replace the database.
#[derive(Debug)]
pub struct PreparedRestore {
    /// Path of the verified copy.
    temporary: PathBuf,
    /// Identifies the backup file.
    source: FileId,
    market: Option<String>,
}

impl PreparedRestore {
    /// Verifies the backup at `from` and copies it to a temporary file in `folder`. The backup stays unchanged.
    ///
    /// # Errors
    /// Returns [`StoreError::Damaged`] for the first damaged record.
    pub fn prepare(from: &Path, folder: &Path, progress: Progress) -> Result<Self> {
        let target = folder.join("restored.redb");
        file::remove_temporary_files(&target);
        let temporary = file::temporary_path(&target);
        let prepared = catch_panics(|| {
            let source = file::open_read_only(from)?;
            let found = file::read_schema_version(&source, from)?;
            if schema::is_current(found) {
                let view = file::open_view(&source)?;
                copy(&view.begin_read()?, &temporary, progress, &|| Ok(()))?;
            } else {
                progress(0, 0);
                migrate::rewrite(&source, &temporary, found)?;
            }
            let written = file::open_view(&file::open_read_only(&temporary)?)?;
            let written_market = identity::market(&written.begin_read()?)?;
            let metadata = source.metadata();
            let metadata = metadata.map_err(|error| StoreError::at(from, &error))?;
            Ok((FileId::of(&metadata), written_market))
        })
        .result;
        match prepared {
            Ok((source, market)) => Ok(Self {
                temporary,
                source,
                market,
            }),
            Err(error) => {
                let _ = fs::remove_file(&temporary);
                Err(error)
            }
        }
    }

    /// Returns `sample` or `live`, or `None` if the file was never used.
    pub fn market(&self) -> Option<&str> {
        self.market.as_deref()
    }

    /// Replaces the database at `path`. Fails if a server has it open. Preserves the previous
    /// database under the returned path.
    pub fn install(self, path: &Path) -> Result<Option<PathBuf>> {
        let replaced = match file::open_existing(path)? {
            None => None,
            Some(old) => {
                file::lock(&old, path)?;
                if self.source.check(path).is_ok() {
                    return Err(StoreError::Duplicate(format!(
                        "{} is the database itself, not a backup of it",
                        path.display()
                    )));
                }
                let preserved = file::preserved_name(path, "before-restore");
                file::preserve(path, &preserved)?;
                Some((preserved, old))
            }
        };
        file::rename_into_place(&self.temporary, path)?;
        Ok(replaced.map(|(preserved, _locked_until_here)| preserved))
    }
}

/// Removes the temporary file if the restore was not installed.
impl Drop for PreparedRestore {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.temporary);
    }
}
