//! Delivery methods created in the app.

use super::outbox::{self, CancelReason};
use crate::{
    domain::{Timestamp, channel::UserChannel},
    store::{Result, Store, StoreError, schema::CHANNELS},
};

/// Maximum number of delivery methods.
const MAX_CHANNELS: usize = 50;

impl Store {
    /// The delivery method `name`.
    pub(crate) fn user_channel(&self, name: &str) -> Result<Option<UserChannel>> {
        self.handle
            .read(|txn| CHANNELS.read(txn)?.get(&name.to_owned()))
    }

    /// Creates or replaces a delivery method. Its waiting reports are retried at once, because the change may have fixed it; if it
    /// is disabled, they are cancelled.
    ///
    /// # Errors
    /// [`StoreError::Limit`] if there are 50 already.
    pub fn save_channel(&self, channel: &UserChannel, now: Timestamp) -> Result<()> {
        let name = &channel.name;
        self.handle.restrict_to_owner();
        let log = self.handle.write(|txn| {
            let mut channels = CHANNELS.write(txn)?;
            if !channels.contains(name)? && channels.len()? >= MAX_CHANNELS as u64 {
                return Err(StoreError::Limit(format!(
                    "There are {MAX_CHANNELS} delivery methods already; remove one first."
                )));
            }
            channels.put(name, channel)?;
            if channel.enabled {
                outbox::retry_now(txn, name, now)?;
                return Ok(vec![]);
            }
            outbox::cancel(txn, name, CancelReason::Disabled, now)
        })?;
        self.attempts.count(&log);
        Ok(())
    }

    /// Removes a delivery method and cancels its waiting reports. Returns true if it existed.
    pub fn delete_channel(&self, name: &str, now: Timestamp) -> Result<bool> {
        let (was_there, log) = self.handle.write(|txn| {
            let was_there = CHANNELS.write(txn)?.remove(&name.to_owned())?;
            outbox::remove_limit_counter(txn, name)?;
            Ok((
                was_there,
                outbox::cancel(txn, name, CancelReason::Removed, now)?,
            ))
        })?;
        self.attempts.count(&log);
        Ok(was_there)
    }

    /// Removes a delivery method that is shadowed by one of the same name in the configuration, which takes over the waiting
    /// reports.
    pub(crate) fn forget_shadowed_channel(&self, name: &str) -> Result<bool> {
        self.handle
            .write(|txn| CHANNELS.write(txn)?.remove(&name.to_owned()))
    }
}
