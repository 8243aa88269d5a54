//! The boot marker identifies the boot in which the file was last opened. If a file was not closed
//! but the boot is still the same, only the program was killed, and everything it wrote is in the
//! file.

use redb::{Database, ReadTransaction, ReadableDatabase as _};

use crate::store::{
    Result,
    record::{BootMarker, StoredIdentity},
    schema::{IDENTITY, SINGLE_RECORD_KEY},
};

/// Reads the boot marker that was written when the file was last opened for writing.
pub(crate) fn read_boot_marker(txn: &ReadTransaction) -> Result<Option<BootMarker>> {
    let identity = IDENTITY.read(txn)?.get(&SINGLE_RECORD_KEY)?;
    Ok(identity.and_then(|identity| identity.opened))
}

/// Writes the boot marker, before anything else is written.
pub(super) fn write_boot_marker(database: &Database, marker: &BootMarker) -> Result<()> {
    let stored = IDENTITY
        .read(&database.begin_read()?)?
        .get(&SINGLE_RECORD_KEY)?;
    let stored = stored.unwrap_or_default();
    if stored.opened.as_ref() == Some(marker) {
        return Ok(());
    }
    let next = StoredIdentity {
        opened: Some(marker.clone()),
        ..stored
    };
    let mut txn = database.begin_write()?;
    txn.set_quick_repair(true);
    IDENTITY.write(&txn)?.put(&SINGLE_RECORD_KEY, &next)?;
    Ok(txn.commit()?)
}
