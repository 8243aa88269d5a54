//! Storage of the settings for all devices, which are one record.

use redb::WriteTransaction;

use crate::{
    domain::settings::Settings,
    store::{
        Result, Store, counters,
        schema::{COUNTERS, SETTINGS, SINGLE_RECORD_KEY},
    },
};

/// Name of the counter that is the version of the settings.
const VERSION: &str = "settings_version";

impl Store {
    /// Returns the settings for all devices, without their version. They are empty until a user saves settings.
    pub fn settings(&self) -> Result<Settings> {
        let stored = self
            .handle
            .read(|txn| SETTINGS.read(txn)?.get(&SINGLE_RECORD_KEY))?;
        Ok(stored.unwrap_or_default())
    }

    /// Returns the settings with their version, which is 0 until a user saves settings.
    pub fn versioned_settings(&self) -> Result<Settings> {
        self.handle.read(|txn| {
            let settings = SETTINGS.read(txn)?.get(&SINGLE_RECORD_KEY)?;
            let version = counters::get(&COUNTERS.read(txn)?, VERSION)?;
            Ok(Settings {
                version: u32::try_from(version).ok(),
                ..settings.unwrap_or_default()
            })
        })
    }

    /// Replaces the settings and increments their version. The change is durable when this function returns.
    pub fn save_settings(&self, settings: &Settings) -> Result<()> {
        self.handle.write(|txn| put(txn, settings))
    }
}

/// Writes the settings, and increments their version.
pub(super) fn put(txn: &WriteTransaction, settings: &Settings) -> Result<()> {
    counters::next_id(txn, VERSION)?;
    let settings = Settings {
        version: None,
        ..settings.clone()
    };
    SETTINGS.write(txn)?.put(&SINGLE_RECORD_KEY, &settings)
}
