//! Fundamentals and filings that are not on disk yet. Saved ones are read from the store, because few of them are shown.

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

    /// Removes the reports of a ticker.
    pub(crate) fn remove(&mut self, id: TickerId) {
        self.fundamentals.remove(&id);
        self.filings.remove(&id);
    }

    /// Removes the reports that are now on disk, unless newer ones have replaced them.
    pub(crate) fn remove_saved(
        &mut self,
        fundamentals: &[(TickerId, Arc<Fundamentals>)],
        filings: &[(TickerId, Arc<[Filing]>)],
    ) {
        remove_saved_from(&mut self.fundamentals, fundamentals);
        remove_saved_from(&mut self.filings, filings);
    }
}

fn remove_saved_from<T: ?Sized>(
    unsaved: &mut HashMap<TickerId, Arc<T>>,
    saved: &[(TickerId, Arc<T>)],
) {
    for (id, saved) in saved {
        if unsaved
            .get(id)
            .is_some_and(|known| Arc::ptr_eq(known, saved))
        {
            unsaved.remove(id);
        }
    }
}
