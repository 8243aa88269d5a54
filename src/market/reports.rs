//! Fundamentals and filings that are not on disk yet. All others are read from the store, because few of them are shown.

use std::{collections::HashMap, sync::Arc};

use crate::domain::{
    fundamentals::{Fundamentals, filing::Filing},
    ticker::TickerId,
};

/// Fundamentals and filings by ticker.
#[derive(Debug, Default)]
pub(crate) struct UnsavedReports {
    fundamentals: HashMap<TickerId, Arc<Fundamentals>>,
    filings: HashMap<TickerId, Arc<[Filing]>>,
}

impl UnsavedReports {
    /// Returns the unsaved fundamentals of a ticker.
    pub(crate) fn fundamentals(&self, id: TickerId) -> Option<Arc<Fundamentals>> {
        self.fundamentals.get(&id).cloned()
    }

    /// Returns the unsaved filings of a ticker.
    pub(crate) fn filings(&self, id: TickerId) -> Option<Arc<[Filing]>> {
        self.filings.get(&id).cloned()
    }

    /// Adds fundamentals.
    pub(crate) fn add_fundamentals(&mut self, id: TickerId, fundamentals: Arc<Fundamentals>) {
        self.fundamentals.insert(id, fundamentals);
    }

    /// Adds filings.
    pub(crate) fn add_filings(&mut self, id: TickerId, filings: Arc<[Filing]>) {
        self.filings.insert(id, filings);
    }

    /// Removes those of a removed ticker.
    pub(crate) fn remove(&mut self, id: TickerId) {
        self.fundamentals.remove(&id);
        self.filings.remove(&id);
    }

    /// Removes those that are now on disk, unless they changed meanwhile.
    pub(crate) fn saved(
        &mut self,
        fundamentals: &[(TickerId, Arc<Fundamentals>)],
        filings: &[(TickerId, Arc<[Filing]>)],
    ) {
        for (id, saved) in fundamentals {
            if self
                .fundamentals
                .get(id)
                .is_some_and(|known| Arc::ptr_eq(known, saved))
            {
                self.fundamentals.remove(id);
            }
        }
        for (id, saved) in filings {
            if self
                .filings
                .get(id)
                .is_some_and(|known| Arc::ptr_eq(known, saved))
            {
                self.filings.remove(id);
            }
        }
    }
}
