//! Channels of alerts that were made on the page.

use super::outbox::{self, CancelReason};
use crate::{
    domain::{Timestamp, channel::UserChannel},
    store::{Result, Store, StoreError, schema::CHANNELS},
};

/// How many there may be.
const MAX_CHANNELS: usize = 50;

impl Store {
    /// The one of this name.
    pub(crate) fn user_channel(&self, name: &str) -> Result<Option<UserChannel>> {
        self.handle
            .read(|txn| CHANNELS.read(txn)?.get(&name.to_owned()))
    }

    /// Keeps a channel in the place of the one of the same name. What waits for it is due at once, for what it waited for may
    /// be mended; where it is switched off its delivery is over. [`StoreError::Limit`] when there are 50.
    pub fn save_channel(&self, channel: &UserChannel, now: Timestamp) -> Result<()> {
        let name = &channel.name;
        self.handle.restrict_to_owner();
        let log = self.handle.write(|txn| {
            let mut channels = CHANNELS.write(txn)?;
            if !channels.contains(name)? && channels.len()? >= MAX_CHANNELS as u64 {
                return Err(StoreError::Limit(format!(
                    "There are {MAX_CHANNELS} channels of the page already; remove one first."
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

    /// Forgets a channel, and ends what waits for it; whether there was one.
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

    /// Forgets a channel that is not used, for the configuration has one of its name: what waits is that one's.
    pub(crate) fn forget_shadowed_channel(&self, name: &str) -> Result<bool> {
        self.handle
            .write(|txn| CHANNELS.write(txn)?.remove(&name.to_owned()))
    }
}
