//! Which run of the machine writes which file. Where the run is the same after a file was not closed, only the program
//! was ended: what the system had taken is in the file.

use redb::{Database, ReadTransaction, ReadableDatabase as _};

use crate::store::{
    Result,
    record::{Known, Opened},
    schema::{IDENTITY, ONLY},
};

/// Under which run of the machine the file was last opened for writing, and which file it was then.
pub(crate) fn opened(txn: &ReadTransaction) -> Result<Option<Opened>> {
    let known = IDENTITY.read(txn)?.get(&ONLY)?;
    Ok(known.and_then(|known| known.opened))
}

/// Notes what [`opened`] tells, before anything else is written.
pub(super) fn note_opened(database: &Database, now: &Opened) -> Result<()> {
    let known = IDENTITY.read(&database.begin_read()?)?.get(&ONLY)?;
    let known = known.unwrap_or_default();
    if known.opened.as_ref() == Some(now) {
        return Ok(());
    }
    let next = Known {
        opened: Some(now.clone()),
        ..known
    };
    let mut txn = database.begin_write()?;
    txn.set_quick_repair(true);
    IDENTITY.write(&txn)?.put(&ONLY, &next)?;
    Ok(txn.commit()?)
}
