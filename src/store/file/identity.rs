//! What a file is for: which market, of which seed, by which clock. A file is refused where it
//! would be mixed with another market.

use redb::ReadTransaction;

use crate::store::{
    Result, Store, StoreError,
    record::StoredIdentity,
    schema::{IDENTITY, ONLY},
};

/// What a program wants a file to be for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// `sample` or `live`.
    pub market: String,
    /// The simulated market's seed; `None` where it does not matter.
    pub seed: Option<u64>,
    /// When the simulated market trades: `exchange` or `always`; `None` where it does not matter.
    pub hours: Option<String>,
    /// Whether the clock starts at a moment that was given; `None` where it does not matter.
    pub clock_set: Option<bool>,
}

impl StoredIdentity {
    /// A file with a seed and without hours is of a version that knew only those of the exchanges.
    fn hours(&self) -> Option<String> {
        let former = || self.seed.map(|_| "exchange".to_owned());
        self.hours.clone().or_else(former)
    }
}

/// Which market a file is for; `None` where nobody has used it yet.
pub(crate) fn market(txn: &ReadTransaction) -> Result<Option<String>> {
    let known = IDENTITY.read(txn)?.get(&ONLY)?;
    Ok(known.and_then(|known| known.market))
}

impl Store {
    /// What the file is for; `None` for a file that nobody has used yet.
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

    /// Refuses a file that is for another market, another seed, or the true time where the clock is
    /// to be set: [`StoreError::Identity`]. What the file does not say yet, it says from now on.
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
                    "{path} holds the market of seed {kept} and not of seed {asked}; start it with --seed {kept}, or choose another folder with --data-dir"
                ));
            }
            _ => {}
        }
        match (known.hours(), &wanted.hours) {
            (Some(kept), Some(asked)) if kept != *asked => {
                return refuse(format!(
                    "{path} holds a market with sample_hours = \"{kept}\" and not \"{asked}\"; start it with --sample-hours {kept}, or choose another folder with --data-dir"
                ));
            }
            _ => {}
        }
        if known.clock_set == Some(false) && wanted.clock_set == Some(true) {
            return refuse(format!(
                "{path} was made by the true time and does not go with --now; leave it out, or choose another folder with --data-dir"
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
