//! Making the file smaller.

use std::{fs, path::Path};

use redb::Database;

use super::Result;

/// A file smaller than this is never compacted: there is nothing to be won.
const SMALL: u64 = 4 << 20;

/// Makes a file smaller that is mostly free space: redb gives back what lies at its end, and the
/// first history leaves it several times as large as its content.
pub(super) fn compact(database: &mut Database, path: &Path) -> Result<()> {
    let length = fs::metadata(path)?.len();
    if length < SMALL {
        return Ok(());
    }
    let txn = database.begin_write()?;
    let stats = txn.stats()?;
    txn.abort()?;
    let used = stats.allocated_pages() * stats.page_size() as u64;
    if used * 2 >= length {
        return Ok(());
    }
    tracing::info!("more than half of the database is free space; it is made smaller");
    database.compact()?;
    Ok(())
}
