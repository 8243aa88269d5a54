//! The boot marker: the boot in which the file was last opened. If a file was not closed and the boot is still the same, only
//! the program ended, and everything written is in the file.

use redb::{Database, ReadTransaction, ReadableDatabase as _};

use crate::store::{
    Result,
    record::{BootMarker, StoredIdentity},
    schema::{IDENTITY, ONLY},
};

/// Reads the boot marker of the last opening for writing.
pub(crate) fn read_boot_marker(txn: &ReadTransaction) -> Result<Option<BootMarker>> {
    let known = IDENTITY.read(txn)?.get(&ONLY)?;
    Ok(known.and_then(|known| known.opened))
}

/// Writes the boot marker, before anything else is written.
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
