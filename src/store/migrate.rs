//! From older schemas to this one, a version at a time, in one transaction.

use redb::{Database, ReadableTable, TableDefinition, TableHandle, WriteTransaction};

use super::{
    Result, StoreError,
    record::number,
    tables::{self, META, SCHEMA},
};
use crate::domain::bar::Interval;

/// Schema 1: bars of all intervals by (ticker id, interval, chunk number), where the interval is
/// its position in [`Interval::ALL`].
type OldBars = TableDefinition<'static, (u32, u8, i32), &'static [u8]>;
const OLD_BARS: OldBars = OldBars::new("bars");

/// Brings the file to the current schema; a file that is there already is not written.
pub(super) fn up(database: &Database) -> Result<()> {
    let found = {
        use redb::ReadableDatabase;
        number(&database.begin_read()?.open_table(META)?, "schema")?
            .ok_or_else(|| StoreError::Damaged("the schema version is missing".into()))?
    };
    if found == SCHEMA {
        return Ok(());
    }
    if found > SCHEMA {
        return Err(StoreError::Newer {
            found,
            known: SCHEMA,
        });
    }
    let mut txn = database.begin_write()?;
    txn.set_quick_repair(true);
    if found < 2 {
        bars_by_time(&txn)?;
    }
    tables::create_all(&txn)?;
    txn.commit()?;
    Ok(())
}

/// 1 → 2: time comes first in the key, one table an interval, the newest bar in the tail.
fn bars_by_time(txn: &WriteTransaction) -> Result<()> {
    {
        let old = txn.open_table(OLD_BARS)?;
        for row in old.iter()? {
            let (key, packed) = row?;
            let (id, interval, chunk) = key.value();
            let interval = *Interval::ALL
                .get(usize::from(interval))
                .ok_or_else(|| StoreError::Damaged("bars of an unknown interval".into()))?;
            txn.open_table(tables::chunks(interval))?
                .insert((chunk, id), packed.value())?;
            // Chunks ascend within a ticker and interval, so the newest one is what stays.
            super::bars::tail_from(txn, id, interval, packed.value())?;
        }
    }
    txn.delete_table(OLD_BARS)?;
    debug_assert_eq!(OLD_BARS.name(), "bars");
    Ok(())
}
