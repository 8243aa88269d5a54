//! The identity of a file: market, seed and clock. Opening a file for another market is an error.

use redb::ReadTransaction;

use crate::store::{
    Result, Store, StoreError,
    record::StoredIdentity,
    schema::{IDENTITY, ONLY},
};

/// The identity of a database file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// `sample` or `live`.
    pub market: String,
    /// The simulated market's seed; `None` if it does not matter.
    pub seed: Option<u64>,
    /// When the simulated market trades: `exchange` or `always`; `None` if it does not matter.
    pub hours: Option<String>,
    /// True if the clock starts at a given time (`--now`); `None` if it does not matter.
    pub clock_set: Option<bool>,
}

impl StoredIdentity {
    /// The market's hours. A file with a seed and without hours is from a version that only had exchange hours.
    fn hours(&self) -> Option<String> {
        let former = || self.seed.map(|_| "exchange".to_owned());
        self.hours.clone().or_else(former)
    }
}

/// The market of a file; `None` for a file that was not used yet.
pub(crate) fn market(txn: &ReadTransaction) -> Result<Option<String>> {
    let known = IDENTITY.read(txn)?.get(&ONLY)?;
    Ok(known.and_then(|known| known.market))
}

impl Store {
    /// The identity of the file; `None` for a file that was not used yet.
    pub fn identity(&self) -> Result<Option<Identity>> {
        let known = self.handle.read(|txn| IDENTITY.read(txn)?.get(&ONLY))?;
        Ok(known.and_then(|known| {
            Some(Identity {
                hours: known.hours(),
                market: known.market?,
                seed: known.seed,
                clock_set: known.clock_set,
            })
        }))
    }

    /// Checks that the file has the identity `wanted`, and stores what the file did not contain yet.
    ///
    /// # Errors
    /// [`StoreError::Identity`] for another market, another seed, other hours, or a set clock on a file with real time.
    pub fn check_identity(&self, wanted: &Identity) -> Result<()> {
        let known = self
            .handle
            .read(|txn| IDENTITY.read(txn)?.get(&ONLY))?
            .unwrap_or_default();
        let path = self.handle.path().display();
        let refuse = |sentence: String| Err(StoreError::Identity(sentence));
        match known.market.as_deref() {
            Some(market) if market != wanted.market => {
                return refuse(format!(
                    "{path} holds the {market} market and cannot serve the {} market",
                    wanted.market
                ));
            }
            _ => {}
        }
        match (known.seed, wanted.seed) {
            (Some(kept), Some(asked)) if kept != asked => {
                return refuse(format!(
                    "{path} contains the market of seed {kept}, not of seed {asked}; start it with --seed {kept}, or choose another folder with --data-dir"
                ));
            }
            _ => {}
        }
        match (known.hours(), &wanted.hours) {
            (Some(kept), Some(asked)) if kept != *asked => {
                return refuse(format!(
                    "{path} contains a market with sample_hours = \"{kept}\", not \"{asked}\"; start it with --sample-hours {kept}, or choose another folder with --data-dir"
                ));
            }
            _ => {}
        }
        if known.clock_set == Some(false) && wanted.clock_set == Some(true) {
            return refuse(format!(
                "{path} was created without --now; leave --now out, or choose another folder with --data-dir"
            ));
        }
        let next = StoredIdentity {
            market: Some(wanted.market.clone()),
            hours: known.hours().or_else(|| wanted.hours.clone()),
            seed: known.seed.or(wanted.seed),
            clock_set: known.clock_set.or(wanted.clock_set),
            opened: known.opened.clone(),
        };
        if next == known {
            return Ok(());
        }
        self.handle
            .write(|txn| IDENTITY.write(txn)?.put(&ONLY, &next))
    }
}
