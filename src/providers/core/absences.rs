//! The data that providers lack for single tickers, so that the next provider in the order of preference supplies it.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::source::SourceError;

/// A kind of data about one ticker. A provider may have one kind and lack another: Cboe has quotes but no bars of some indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DataKind {
    /// Prices that are requested.
    Prices,
    /// Daily bars.
    DailyBars,
    /// Bars shorter than a day.
    IntradayBars,
    /// Dividends.
    Dividends,
}

impl DataKind {
    /// All kinds, for a ticker that a provider does not know at all.
    pub(crate) const ALL: [Self; 4] = [
        Self::Prices,
        Self::DailyBars,
        Self::IntradayBars,
        Self::Dividends,
    ];

    /// Returns true if a provider that failed with `error` for one ticker probably lacks the data. An unreadable price does not count,
    /// because prices are requested again within minutes; bars and dividends are not.
    fn is_absent_after(self, error: &SourceError) -> bool {
        match error {
            SourceError::Status(status) => (400..500).contains(status),
            SourceError::InvalidResponse(_) => self != Self::Prices,
            _ => false,
        }
    }
}

/// The data that providers lack, by symbol. An entry remains until the provider has the data: sources request it again after a day.
#[derive(Debug, Clone, Default)]
pub(super) struct Absences(Arc<Mutex<HashMap<String, Vec<AbsentData>>>>);

/// The name of a provider, and the data that it lacks.
type AbsentData = (&'static str, DataKind);

impl Absences {
    /// Records that `provider` lacks the data of `symbol`.
    pub(super) fn add(&self, provider: &'static str, kinds: &[DataKind], symbol: &str) {
        let mut all = self.lock();
        let absent = all.entry(symbol.to_owned()).or_default();
        for kind in kinds {
            if !absent.contains(&(provider, *kind)) {
                absent.push((provider, *kind));
            }
        }
    }

    /// Like [`Absences::add`], if the request for the data failed in a way that means so.
    pub(super) fn add_after(
        &self,
        provider: &'static str,
        kind: DataKind,
        symbol: &str,
        error: &SourceError,
    ) {
        if kind.is_absent_after(error) {
            self.add(provider, &[kind], symbol);
        }
    }

    /// Records that `provider` has the data of `symbol`.
    pub(super) fn remove(&self, provider: &str, kind: DataKind, symbol: &str) {
        let mut all = self.lock();
        if let Some(absent) = all.get_mut(symbol) {
            absent.retain(|one| *one != (provider, kind));
            if absent.is_empty() {
                all.remove(symbol);
            }
        }
    }

    /// Returns true if `provider` lacks the data of `symbol`.
    pub(super) fn contains(&self, provider: &str, kind: DataKind, symbol: &str) -> bool {
        let all = self.lock();
        let absent = all.get(symbol);
        absent.is_some_and(|absent| absent.contains(&(provider, kind)))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Vec<AbsentData>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_refused_request_means_that_the_data_is_absent_and_an_outage_does_not() {
        let absences = Absences::default();
        let is_absent_after = |kind, error: SourceError| {
            absences.add_after("cboe", kind, "^NDX", &error);
            let is_absent = absences.contains("cboe", kind, "^NDX");
            absences.remove("cboe", kind, "^NDX");
            is_absent
        };
        let unreadable = || SourceError::InvalidResponse("no table".to_owned());
        for kind in DataKind::ALL {
            assert!(is_absent_after(kind, SourceError::Status(403)));
            assert!(!is_absent_after(kind, SourceError::Status(500)));
            assert!(!is_absent_after(
                kind,
                SourceError::Timeout(Duration::from_secs(15))
            ));
        }
        assert!(is_absent_after(DataKind::DailyBars, unreadable()));
        assert!(!is_absent_after(DataKind::Prices, unreadable()));
    }

    #[test]
    fn only_the_data_of_the_symbol_at_the_provider_is_absent() {
        let absences = Absences::default();
        absences.add("cboe", &[DataKind::DailyBars], "^NDX");
        assert!(absences.contains("cboe", DataKind::DailyBars, "^NDX"));
        assert!(!absences.contains("cboe", DataKind::Prices, "^NDX"));
        assert!(!absences.contains("cboe", DataKind::DailyBars, "^GSPC"));
        assert!(!absences.contains("yahoo", DataKind::DailyBars, "^NDX"));
        absences.remove("cboe", DataKind::DailyBars, "^NDX");
        assert!(absences.lock().is_empty());
    }
}
