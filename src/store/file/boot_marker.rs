//! Which run of the machine writes which file. Where the run is the same after a file was not closed, only the program
//! was ended: what the system had taken is in the file.

use redb::{Database, ReadTransaction, ReadableDatabase as _};

use crate::store::{
    Result,
    record::{BootMarker, StoredIdentity},
    schema::{IDENTITY, ONLY},
};

/// Under which run of the machine the file was last opened for writing, and which file it was then.
pub(crate) fn read_boot_marker(txn: &ReadTransaction) -> Result<Option<BootMarker>> {
    let known = IDENTITY.read(txn)?.get(&ONLY)?;
    Ok(known.and_then(|known| known.opened))
}

/// Notes what [`read_boot_marker`] tells, before anything else is written.
pub(super) fn write_boot_marker(database: &Database, now: &BootMarker) -> Result<()> {
    let known = IDENTITY.read(&database.begin_read()?)?.get(&ONLY)?;
    let known = known.unwrap_or_default();
    if known.opened.as_ref() == Some(now) {
        return Ok(());
    }
    let next = StoredIdentity {
        opened: Some(now.clone()),
        ..known
    };
    let mut txn = database.begin_write()?;
    txn.set_quick_repair(true);
    IDENTITY.write(&txn)?.put(&ONLY, &next)?;
    Ok(txn.commit()?)
}
