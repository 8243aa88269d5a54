//! What was chosen for every device: one record.

use super::{Result, Store, schema::SETTINGS};
use crate::domain::settings::Settings;

/// The one record of the table.
pub(super) const ONLY: u32 = 1;

impl Store {
    /// What was chosen for every device; nothing before anybody chose.
    pub fn settings(&self) -> Result<Settings> {
        let stored = self.handle.read(|txn| SETTINGS.read(txn)?.get(&ONLY))?;
        Ok(stored.unwrap_or_default())
    }

    /// Puts a choice in the place of the one before. Durable when it returns, like every write of a person.
    pub fn save_settings(&self, settings: &Settings) -> Result<()> {
        self.handle
            .write(|txn| SETTINGS.write(txn)?.put(&ONLY, settings))
    }
}
