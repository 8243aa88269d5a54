//! The identity of a database file: market, seed and clock. A file cannot be used for another
//! market.

use redb::ReadTransaction;

use crate::store::{
    Result, Store, StoreError,
    record::StoredIdentity,
    schema::{IDENTITY, SINGLE_RECORD_KEY},
};

/// The identity of a database file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// `sample` or `live`.
    pub market: String,
    /// Seed of the simulated market; `None` if any seed is accepted.
    pub seed: Option<u64>,
    /// When the simulated market trades: `exchange` (exchange hours) or `always`; `None` if both
    /// are accepted.
    pub hours: Option<String>,
    /// True if the clock starts at a configured time (`--now`); `None` if both are accepted.
    pub clock_set: Option<bool>,
}

impl StoredIdentity {
    /// Returns the trading hours. A file with a seed but without hours was written by a version
    /// that only had exchange hours.
    fn hours(&self) -> Option<String> {
        let default_hours = || self.seed.map(|_| "exchange".to_owned());
        self.hours.clone().or_else(default_hours)
    }
}

/// Returns the market of a file, or `None` if the file was never used.
pub(crate) fn market(txn: &ReadTransaction) -> Result<Option<String>> {
    let stored = IDENTITY.read(txn)?.get(&SINGLE_RECORD_KEY)?;
    Ok(stored.and_then(|stored| stored.market))
}

impl Store {
    /// Returns the identity of the file, or `None` if the file was never used.
    pub fn identity(&self) -> Result<Option<Identity>> {
        let stored = self
            .handle
            .read(|txn| IDENTITY.read(txn)?.get(&SINGLE_RECORD_KEY))?;
        Ok(stored.and_then(|stored| {
            Some(Identity {
                hours: stored.hours(),
                market: stored.market?,
                seed: stored.seed,
                clock_set: stored.clock_set,
            })
        }))
    }

    /// Checks that the file has the identity `expected`, and stores the values that the file does
    /// not have yet.
    ///
    /// # Errors
    /// [`StoreError::Identity`] for another market, another seed, other hours, or a set clock on a file with real time.
    pub fn check_identity(&self, expected: &Identity) -> Result<()> {
        let stored = self
            .handle
            .read(|txn| IDENTITY.read(txn)?.get(&SINGLE_RECORD_KEY))?
            .unwrap_or_default();
        let path = self.handle.path().display();
        let mismatch = |message: String| Err(StoreError::Identity(message));
        match stored.market.as_deref() {
            Some(market) if market != expected.market => {
                return mismatch(format!(
                    "{path} contains the {market} market and cannot be used for the {} market",
                    expected.market
                ));
            }
            _ => {}
        }
        match (stored.seed, expected.seed) {
            (Some(found), Some(requested)) if found != requested => {
                return mismatch(format!(
                    "{path} contains the market with seed {found}, not with seed {requested}; start Marketdeck with --seed {found}, or choose another folder with --data-dir"
                ));
            }
            _ => {}
        }
        match (stored.hours(), &expected.hours) {
            (Some(found), Some(requested)) if found != *requested => {
                return mismatch(format!(
                    "{path} contains a market with sample_hours = \"{found}\", not \"{requested}\"; start Marketdeck with --sample-hours {found}, or choose another folder with --data-dir"
                ));
            }
            _ => {}
        }
        if stored.clock_set == Some(false) && expected.clock_set == Some(true) {
            return mismatch(format!(
                "{path} was created without --now; omit --now, or choose another folder with --data-dir"
            ));
        }
        let next = StoredIdentity {
            market: Some(expected.market.clone()),
            hours: stored.hours().or_else(|| expected.hours.clone()),
            seed: stored.seed.or(expected.seed),
            clock_set: stored.clock_set.or(expected.clock_set),
            opened: stored.opened.clone(),
        };
        if next == stored {
            return Ok(());
        }
        self.handle
            .write(|txn| IDENTITY.write(txn)?.put(&SINGLE_RECORD_KEY, &next))
    }
}
