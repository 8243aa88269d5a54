//! Storage of the settings for all devices, which are one record.

use std::collections::HashMap;

use redb::WriteTransaction;

use crate::{
    domain::{currency::Currency, person::PersonId, settings::Settings},
    store::{
        PersonStore, Result, Store, counters,
        schema::{COUNTERS, SETTINGS, SINGLE_RECORD_KEY},
    },
};

/// Name of the counter that is the version of the settings.
const VERSION: &str = "settings_version";

impl Store {
    /// Returns the display currencies that people have chosen.
    pub(crate) fn display_currencies(&self) -> Result<HashMap<PersonId, Currency>> {
        self.handle.read(|txn| {
            let mut currencies = HashMap::new();
            SETTINGS.everyone().read(txn)?.for_each(|key, settings| {
                if let Some(currency) = settings.display_currency {
                    currencies.insert(key.person, currency);
                }
                Ok(())
            })?;
            Ok(currencies)
        })
    }
}

impl PersonStore<'_> {
    /// Returns the settings for all devices, without their version. They are empty until a user saves settings.
    pub fn settings(&self) -> Result<Settings> {
        let stored = self
            .store
            .handle
            .read(|txn| SETTINGS.read(txn, self.person)?.get(&SINGLE_RECORD_KEY))?;
        Ok(stored.unwrap_or_default())
    }

    /// Returns the settings with their version, which is 0 until a user saves settings.
    pub fn versioned_settings(&self) -> Result<Settings> {
        self.store.handle.read(|txn| {
            let settings = SETTINGS.read(txn, self.person)?.get(&SINGLE_RECORD_KEY)?;
            let version = counters::get(
                &COUNTERS.read(txn)?,
                &counters::name_of(self.person, VERSION),
            )?;
            Ok(Settings {
                version: u32::try_from(version).ok(),
                ..settings.unwrap_or_default()
            })
        })
    }

    /// Replaces the settings and increments their version. The change is durable when this function returns.
    pub fn save_settings(&self, settings: &Settings) -> Result<()> {
        self.store
            .handle
            .write(|txn| put(txn, self.person, settings))
    }
}

/// Writes the settings, and increments their version.
pub(super) fn put(txn: &WriteTransaction, person: PersonId, settings: &Settings) -> Result<()> {
    counters::next_id(txn, &counters::name_of(person, VERSION))?;
    let settings = Settings {
        version: None,
        ..settings.clone()
    };
    SETTINGS
        .write(txn, person)?
        .put(&SINGLE_RECORD_KEY, &settings)
}
