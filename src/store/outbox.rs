//! The outbox: reports of alerts that are still to be delivered. An entry stays until its delivery
//! succeeded or was given up, or its report is no longer kept, so that a restart loses none.

use redb::WriteTransaction;
use serde::{Deserialize, Serialize};

use super::{
    Result, Store,
    schema::{OUTBOX, REPORTS},
};
use crate::domain::{Timestamp, alert::FiredAlert};

/// A report that was just made.
#[derive(Debug, Clone, PartialEq)]
pub struct NewReport {
    /// What it says.
    pub fired: FiredAlert,
    /// The names of the channels that are to deliver it.
    pub channels: Vec<String>,
}

/// A report on its way through one channel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutboxEntry {
    /// Number of the report.
    pub report: u64,
    /// Name of the channel.
    pub channel: String,
    /// How many deliveries were tried and failed.
    pub attempt: u32,
    /// When the next one is due.
    pub next_attempt_at: Timestamp,
    /// When the report was recorded.
    pub created_at: Timestamp,
    /// What the last one failed with.
    pub last_error: Option<String>,
}

impl OutboxEntry {
    fn key(&self) -> (u64, String) {
        (self.report, self.channel.clone())
    }
}

/// An entry with its report.
#[derive(Debug, Clone, PartialEq)]
pub struct Undelivered {
    /// How its delivery goes.
    pub entry: OutboxEntry,
    /// What is to be delivered.
    pub fired: FiredAlert,
}

/// Enters a report for each of its channels, due at `now`.
pub(super) fn enter(
    txn: &WriteTransaction,
    number: u64,
    channels: &[String],
    now: Timestamp,
) -> Result<()> {
    let mut outbox = OUTBOX.write(txn)?;
    channels.iter().try_for_each(|channel| {
        let entry = OutboxEntry {
            report: number,
            channel: channel.clone(),
            attempt: 0,
            next_attempt_at: now,
            created_at: now,
            last_error: None,
        };
        outbox.put(&entry.key(), &entry)
    })
}

/// Removes the entries of every report below the number `oldest`.
pub(super) fn remove_before(txn: &WriteTransaction, oldest: u64) -> Result<()> {
    OUTBOX.write(txn)?.remove_before(&(oldest, String::new()))
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
    pub fn settle_deliveries(&self, over: &[OutboxEntry], failed: &[OutboxEntry]) -> Result<()> {
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
