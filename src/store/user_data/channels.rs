//! Storage of the channels that were created in the app.

use super::outbox::{self, CancelReason};
use crate::{
    domain::{Timestamp, channel::UserChannel},
    store::{PersonStore, Result, StoreError, schema::CHANNELS},
};

/// Maximum number of channels.
const MAX_CHANNELS: usize = 50;

impl PersonStore<'_> {
    /// Returns the channel `name`, if it exists.
    pub(crate) fn user_channel(&self, name: &str) -> Result<Option<UserChannel>> {
        self.store
            .handle
            .read(|txn| CHANNELS.read(txn, self.person)?.get(&name.to_owned()))
    }

    /// Creates or replaces a channel. Its waiting reports are retried immediately, because
    /// the change may have fixed it. If it is disabled, they are canceled.
    ///
    /// # Errors
    /// Returns [`StoreError::Limit`] if there are already 50 channels.
    pub fn save_channel(&self, channel: &UserChannel, now: Timestamp) -> Result<()> {
        let name = &channel.name;
        self.store.handle.restrict_to_owner();
        let log = self.store.handle.write(|txn| {
            let mut channels = CHANNELS.write(txn, self.person)?;
            if !channels.contains(name)? && channels.len()? >= MAX_CHANNELS as u64 {
                return Err(StoreError::Limit(format!(
                    "There are already {MAX_CHANNELS} channels; remove one first."
                )));
            }
            channels.put(name, channel)?;
            if channel.enabled {
                outbox::retry_now(txn, self.person, name, now)?;
                return Ok(vec![]);
            }
            outbox::cancel(txn, self.person, name, CancelReason::Disabled, now)
        })?;
        self.store.attempts.count(self.person, &log);
        Ok(())
    }

    /// Removes a channel and cancels its waiting reports. Returns true if it
    /// existed.
    pub fn delete_channel(&self, name: &str, now: Timestamp) -> Result<bool> {
        let (existed, log) = self.store.handle.write(|txn| {
            let existed = CHANNELS.write(txn, self.person)?.remove(&name.to_owned())?;
            outbox::remove_limit_counter(txn, self.person, name)?;
            Ok((
                existed,
                outbox::cancel(txn, self.person, name, CancelReason::Removed, now)?,
            ))
        })?;
        self.store.attempts.count(self.person, &log);
        Ok(existed)
    }

    /// Removes a channel because the configuration has one with the same name, which takes
    /// over the waiting reports. Returns true if it existed.
    pub(crate) fn delete_shadowed_channel(&self, name: &str) -> Result<bool> {
        self.store
            .handle
            .write(|txn| CHANNELS.write(txn, self.person)?.remove(&name.to_owned()))
    }
}
