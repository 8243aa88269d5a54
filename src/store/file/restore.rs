//! Going back to a copy of the database.

use std::{
    fs,
    path::{Path, PathBuf},
};

use redb::ReadableDatabase as _;

use super::{
    FileId, identity,
    maintenance::{Progress, copy},
    migrate,
    panics::guarded,
};
use crate::store::{Result, StoreError, file, schema::SCHEMA};

/// A verified copy of a backup with the current schema, ready to replace the database.
#[derive(Debug)]
pub struct PreparedRestore {
    /// Where it waits.
    fresh: PathBuf,
    /// The backup file.
    source: FileId,
    market: Option<String>,
}

impl PreparedRestore {
    /// Verifies the backup at `from` and copies it to a temporary file in `folder`. The backup stays unchanged.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] for the first damaged record.
    pub fn prepare(from: &Path, folder: &Path, progress: Progress) -> Result<Self> {
        let place = folder.join("restored.redb");
        file::remove_temporary_files(&place);
        let fresh = file::temporary_path(&place);
        let prepared = guarded(|| {
            let source = file::open_read_only(from)?;
            let found = file::read_schema_version(&source, from)?;
            if found == SCHEMA {
                let view = file::open_view(&source)?;
                copy(&view.begin_read()?, &fresh, progress, &|| Ok(()))?;
            } else {
                progress(0, 0);
                migrate::rewrite(&source, &fresh, found)?;
            }
            let written = file::open_view(&file::open_read_only(&fresh)?)?;
            let written_market = identity::market(&written.begin_read()?)?;
            let metadata = source.metadata();
            let metadata = metadata.map_err(|error| StoreError::at(from, &error))?;
            Ok((FileId::of(&metadata), written_market))
        })
        .result;
        match prepared {
            Ok((source, market)) => Ok(Self {
                fresh,
                source,
                market,
            }),
            Err(error) => {
                let _ = fs::remove_file(&fresh);
                Err(error)
            }
        }
    }

    /// `sample` or `live`; `None` for a file that was not used yet.
    pub fn market(&self) -> Option<&str> {
        self.market.as_deref()
    }

    /// Replaces the database at `path`, which no server may have open. The previous database is preserved under the returned
    /// name.
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
                let kept = file::preserved_name(path, "before-restore");
                file::preserve(path, &kept)?;
                Some((kept, old))
            }
        };
        file::rename_into_place(&self.fresh, path)?;
        Ok(replaced.map(|(kept, _locked_until_here)| kept))
    }
}

/// Removes the temporary file if the restore was not installed.
impl Drop for PreparedRestore {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.fresh);
    }
}
