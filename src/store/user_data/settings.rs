//! The settings of all devices: one record.

use crate::{
    domain::settings::Settings,
    store::{Result, Store, schema::SETTINGS},
};

/// The one record of the table.
pub(crate) const ONLY: u32 = 1;

impl Store {
    /// What was chosen for every device; nothing before anybody chose.
    pub fn settings(&self) -> Result<Settings> {
        let stored = self.handle.read(|txn| SETTINGS.read(txn)?.get(&ONLY))?;
        Ok(stored.unwrap_or_default())
    }

    /// Replaces the settings. Durable when it returns.
    pub fn save_settings(&self, settings: &Settings) -> Result<()> {
        self.handle
            .write(|txn| SETTINGS.write(txn)?.put(&ONLY, settings))
    }
}
