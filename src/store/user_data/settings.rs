//! Storage of the settings for all devices, which are one record.

use crate::{
    domain::settings::Settings,
    store::{Result, Store, schema::SETTINGS},
};

/// The key of the only record in the table.
pub(crate) const SINGLE_RECORD_KEY: u32 = 1;

impl Store {
    /// Returns the settings for all devices. They are empty until a user saves settings.
    pub fn settings(&self) -> Result<Settings> {
        let stored = self
            .handle
            .read(|txn| SETTINGS.read(txn)?.get(&SINGLE_RECORD_KEY))?;
        Ok(stored.unwrap_or_default())
    }

    /// Replaces the settings. The change is durable when this function returns.
    pub fn save_settings(&self, settings: &Settings) -> Result<()> {
        self.handle
            .write(|txn| SETTINGS.write(txn)?.put(&SINGLE_RECORD_KEY, settings))
    }
}
