//! Storage of browser push subscriptions and of the key that identifies this server to push
//! services.

use crate::{
    domain::subscription::Subscription,
    store::{
        PersonStore, Result, Store, StoreError,
        record::PushKey,
        schema::{OUTBOX, PUSH_KEY, SUBSCRIPTIONS},
    },
};

/// Maximum number of browser subscriptions.
const MAX_SUBSCRIPTIONS: usize = 20;
/// The key of the only record in `PUSH_KEY`.
const SINGLE_RECORD_KEY: u32 = 1;

impl Store {
    /// Returns the push key (PKCS#8). If none is stored, stores and returns the result of
    /// `generate`.
    pub(crate) fn push_key(&self, generate: impl FnOnce() -> Result<Vec<u8>>) -> Result<Vec<u8>> {
        if let Some(key) = self.stored_push_key()? {
            return Ok(key);
        }
        self.handle.write(|txn| {
            let mut keys = PUSH_KEY.write(txn)?;
            if let Some(key) = keys.get(&SINGLE_RECORD_KEY)? {
                return Ok(key.pkcs8);
            }
            let key = PushKey { pkcs8: generate()? };
            keys.put(&SINGLE_RECORD_KEY, &key)?;
            Ok(key.pkcs8)
        })
    }

    /// Returns the push key (PKCS#8), if one is stored.
    pub(crate) fn stored_push_key(&self) -> Result<Option<Vec<u8>>> {
        let stored = self
            .handle
            .read(|txn| PUSH_KEY.read(txn)?.get(&SINGLE_RECORD_KEY))?;
        Ok(stored.map(|key| key.pkcs8))
    }
}

impl PersonStore<'_> {
    /// Creates or replaces a subscription.
    ///
    /// # Errors
    /// Returns [`StoreError::Limit`] if 20 subscriptions exist already.
    pub fn save_subscription(&self, subscription: &Subscription) -> Result<()> {
        self.store.handle.write(|txn| {
            let mut subscriptions = SUBSCRIPTIONS.write(txn, self.person)?;
            let is_new = !subscriptions.contains(&subscription.name)?;
            if is_new && subscriptions.len()? >= MAX_SUBSCRIPTIONS as u64 {
                return Err(StoreError::Limit(format!(
                    "{MAX_SUBSCRIPTIONS} browsers already receive alerts; remove one first."
                )));
            }
            subscriptions.put(&subscription.name, subscription)
        })
    }

    /// Removes a subscription and its waiting reports. Returns true if the subscription existed.
    pub fn delete_subscription(&self, name: &str) -> Result<bool> {
        self.store.handle.write(|txn| {
            let mut outbox = OUTBOX.write(txn, self.person)?;
            let mut waiting = vec![];
            outbox.for_each_key(|key| {
                if key.1 == name {
                    waiting.push(key);
                }
                Ok(())
            })?;
            for key in waiting {
                outbox.remove(&key)?;
            }
            SUBSCRIPTIONS
                .write(txn, self.person)?
                .remove(&name.to_owned())
        })
    }
}
