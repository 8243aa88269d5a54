//! The outbox: reports of alerts that are still to be delivered. An entry stays until its delivery
//! succeeded or was given up, so that a restart loses none.

use redb::WriteTransaction;

use super::{Result, Store, StoreError, record::OutboxEntry, schema::OUTBOX};
use crate::domain::Timestamp;

const NO_DELIVERY: StoreError = StoreError::NotFound("delivery");

/// Writes entries, by report and channel.
pub(super) fn put(txn: &WriteTransaction, entries: &[OutboxEntry]) -> Result<()> {
    if entries.is_empty() {
        return Ok(());
    }
    let mut outbox = OUTBOX.write(txn)?;
    entries
        .iter()
        .try_for_each(|entry| outbox.put(&entry.key(), entry))
}

impl Store {
    /// Keeps an entry, in the place of one of the same report and channel.
    pub fn put_delivery(&self, entry: &OutboxEntry) -> Result<()> {
        self.handle
            .write(|txn| put(txn, std::slice::from_ref(entry)))
    }

    /// Everything that waits, by number of the report.
    pub fn deliveries(&self) -> Result<Vec<OutboxEntry>> {
        self.handle.read(|txn| OUTBOX.read(txn)?.all())
    }

    /// At most `most` entries whose next attempt is due at `now`, what is due longest first.
    pub fn due_deliveries(&self, now: Timestamp, most: usize) -> Result<Vec<OutboxEntry>> {
        let mut due = self.deliveries()?;
        due.retain(|entry| entry.next_attempt_at <= now);
        due.sort_by_key(|entry| entry.next_attempt_at);
        due.truncate(most);
        Ok(due)
    }

    /// Takes an entry out: it was delivered, or given up.
    pub fn ack_delivery(&self, report: u64, channel: &str) -> Result<()> {
        self.handle.write(|txn| {
            let removed = OUTBOX.write(txn)?.remove(&(report, channel.to_owned()))?;
            if removed { Ok(()) } else { Err(NO_DELIVERY) }
        })
    }

    /// Counts a failed attempt; the next one is due at `next_attempt_at`.
    pub fn fail_delivery(
        &self,
        report: u64,
        channel: &str,
        next_attempt_at: Timestamp,
        error: &str,
    ) -> Result<OutboxEntry> {
        self.handle.write(|txn| {
            let mut outbox = OUTBOX.write(txn)?;
            let key = (report, channel.to_owned());
            let known = outbox.get(&key)?.ok_or(NO_DELIVERY)?;
            let entry = OutboxEntry {
                attempt: known.attempt + 1,
                next_attempt_at,
                last_error: Some(error.to_owned()),
                ..known
            };
            outbox.put(&key, &entry)?;
            Ok(entry)
        })
    }
}
