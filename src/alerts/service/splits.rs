//! Splits: what alerts wait for and have seen is restated, in memory at once and on disk in one transaction.

use std::collections::BTreeSet;

use jiff::Timestamp;

use super::AlertService;
use crate::{
    alerts::engine::restated,
    domain::{
        alert::{Alert, FiredAlert},
        currency::Currency,
        session::{Calendar, exchange_date},
        split::Split,
    },
    store::Result,
};

/// What is known of the splits of a ticker.
#[derive(Debug, Clone)]
struct Known {
    /// Ascending.
    splits: Vec<Split>,
    calendar: Calendar,
    currency: Currency,
}

impl AlertService {
    /// Restates the alerts of `symbol` for a split that has taken effect, also those that are switched off.
    pub(crate) fn observe_split(&self, symbol: &str, split: &Split, now: Timestamp) {
        self.judge(|registry| registry.observe_split(symbol, split, now));
        self.restate_stored([symbol.to_owned()]);
    }

    /// Has the stored alerts of these symbols restated for the splits that are known.
    pub(super) fn restate_stored(&self, symbols: impl IntoIterator<Item = String>) {
        self.state().restating.extend(symbols);
        self.wake.notify_one();
    }

    /// Restates stored alerts, each once for each split, with an entry in the history.
    pub(super) async fn restate(&self, symbols: BTreeSet<String>, now: Timestamp) -> Result<()> {
        let known = symbols.into_iter();
        let known: Vec<_> = known
            .filter_map(|symbol| Some((self.known_splits(&symbol)?, symbol)))
            .collect();
        let is_changed = self.store.run(move |store| {
            store.restate_alerts(|alert| {
                let (known, _) = known.iter().find(|(_, symbol)| *symbol == alert.symbol)?;
                known.counted(alert, now)
            })
        });
        if is_changed.await? {
            self.recorded.send_modify(|count| *count += 1);
        }
        Ok(())
    }

    /// The splits that had taken effect when prices of `now` are set, of the last days.
    pub(super) fn splits_in_effect(&self, symbol: &str, now: Timestamp) -> Vec<Split> {
        let Some(known) = self.known_splits(symbol) else {
            return vec![];
        };
        let today = exchange_date(known.calendar, now);
        let splits = known.splits.into_iter();
        // Those of days before are older than the alert's value in any case.
        splits.filter(|split| split.date == today).collect()
    }

    fn known_splits(&self, symbol: &str) -> Option<Known> {
        let market = self.market.read();
        let ticker = &market.by_symbol(symbol)?.ticker;
        let mut splits = market.splits.get(&ticker.id)?.to_vec();
        splits.sort_by_key(|split| split.date);
        Some(Known {
            splits,
            calendar: ticker.profile.calendar(),
            currency: ticker.profile.currency,
        })
    }
}

impl Known {
    /// The alert with every split counted that is due, and what the history says of each; `None` where none is.
    fn counted(&self, alert: &Alert, now: Timestamp) -> Option<(Alert, Vec<FiredAlert>)> {
        let mut counted = alert.clone();
        let mut entries = vec![];
        for split in &self.splits {
            if counted.is_due_for(split, self.calendar, now) {
                let after = counted.restated(split);
                entries.push(restated(&counted, &after, split, self.currency, now));
                counted = after;
            }
        }
        (!entries.is_empty()).then_some((counted, entries))
    }
}
