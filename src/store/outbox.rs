//! The outbox: reports of alerts that are still to be delivered. An entry stays until its delivery
//! succeeded or was given up, or its report is no longer kept, so that a restart loses none.

use redb::WriteTransaction;

use super::{
    Result, Store,
    record::{OutboxEntry, Undelivered},
    schema::{OUTBOX, REPORTS},
};
use crate::domain::Timestamp;

/// Enters a report for each of its channels, due at `now`.
pub(super) fn enter(
    txn: &WriteTransaction,
    number: u64,
    channels: &[String],
    now: Timestamp,
) -> Result<()> {
    let mut outbox = OUTBOX.write(txn)?;
    channels.iter().try_for_each(|channel| {
        let entry = OutboxEntry::new(number, channel, now);
        outbox.put(&entry.key(), &entry)
    })
}

impl Store {
    /// What waits to be delivered through `channel`, in the order of the reports.
    pub fn undelivered(&self, channel: &str) -> Result<Vec<Undelivered>> {
        self.handle.read(|txn| {
            let reports = REPORTS.read(txn)?;
            let mut waiting = vec![];
            OUTBOX.read(txn)?.each(|(number, name), entry| {
                if name == channel
                    && let Some(fired) = reports.get(&number)?
                {
                    waiting.push(Undelivered { entry, fired });
                }
                Ok(())
            })?;
            Ok(waiting)
        })
    }

    /// Takes the entries out whose delivery is over, and keeps those that failed as they are now,
    /// unless they went meanwhile with their report.
    pub fn update_outbox(&self, over: &[OutboxEntry], failed: &[OutboxEntry]) -> Result<()> {
        self.handle.write(|txn| {
            let mut outbox = OUTBOX.write(txn)?;
            for entry in over {
                outbox.remove(&entry.key())?;
            }
            for entry in failed {
                let key = entry.key();
                if outbox.contains(&key)? {
                    outbox.put(&key, entry)?;
                }
            }
            Ok(())
        })
    }
}
