//! Adjusts alerts for splits: immediately in memory, and in one transaction in the store.

use std::collections::BTreeSet;

use jiff::Timestamp;

use super::AlertService;
use crate::{
    alerts::engine::adjusted_for_split,
    domain::{
        alert::{Alert, FiredAlert},
        quotation::QuotedIn,
        session::{Calendar, exchange_date},
        split::Split,
    },
    store::Result,
};

/// The splits of a ticker.
#[derive(Debug, Clone)]
struct TickerSplits {
    /// Ascending.
    splits: Vec<Split>,
    calendar: Calendar,
    quoted_in: QuotedIn,
}

impl AlertService {
    /// Adjusts the alerts of `symbol`, including inactive ones, for a split that has taken effect.
    pub(crate) fn observe_split(&self, symbol: &str, split: &Split, now: Timestamp) {
        self.evaluate(|registry| registry.observe_split(symbol, split, now));
        self.queue_split_adjustment([symbol.to_owned()]);
    }

    /// Queues the stored alerts of these symbols to be adjusted for known splits.
    pub(super) fn queue_split_adjustment(&self, symbols: impl IntoIterator<Item = String>) {
        self.state().awaiting_adjustment.extend(symbols);
        self.wake.notify_one();
    }

    /// Adjusts stored alerts for known splits, once per split. Each adjustment adds an entry to the history.
    pub(super) async fn adjust_for_splits(
        &self,
        symbols: BTreeSet<String>,
        now: Timestamp,
    ) -> Result<()> {
        let tickers = symbols.into_iter();
        let tickers: Vec<_> = tickers
            .filter_map(|symbol| Some((self.known_splits(&symbol)?, symbol)))
            .collect();
        let is_changed = self.store.run(move |store| {
            store.adjust_alerts_for_splits(|alert| {
                let mut tickers = tickers.iter();
                let (splits, _) = tickers.find(|(_, symbol)| *symbol == alert.symbol)?;
                splits.apply_due(alert, now)
            })
        });
        if is_changed.await? {
            self.recorded.send_modify(|count| *count += 1);
        }
        Ok(())
    }

    /// Returns the splits of today. A threshold that a user sets at `now` is already adjusted for them.
    pub(super) fn splits_in_effect(&self, symbol: &str, now: Timestamp) -> Vec<Split> {
        let Some(ticker) = self.known_splits(symbol) else {
            return vec![];
        };
        let today = exchange_date(ticker.calendar, now);
        let splits = ticker.splits.into_iter();
        // Earlier splits are never applied, because they are older than the threshold.
        splits.filter(|split| split.date == today).collect()
    }

    fn known_splits(&self, symbol: &str) -> Option<TickerSplits> {
        let market = self.market.read();
        let ticker = &market.by_symbol(symbol)?.ticker;
        let mut splits = market.splits.get(&ticker.id)?.to_vec();
        splits.sort_by_key(|split| split.date);
        Some(TickerSplits {
            splits,
            calendar: ticker.profile.calendar(),
            quoted_in: ticker.profile.quoted_in(),
        })
    }
}

impl TickerSplits {
    /// Applies all splits that are due. Returns the adjusted alert and one history entry per split; `None` if no split is due.
    fn apply_due(&self, alert: &Alert, now: Timestamp) -> Option<(Alert, Vec<FiredAlert>)> {
        let mut adjusted = alert.clone();
        let mut entries = vec![];
        for split in &self.splits {
            if adjusted.is_due_for(split, self.calendar, now) {
                let after = adjusted.adjusted_for_split(split);
                entries.push(adjusted_for_split(
                    &adjusted,
                    &after,
                    split,
                    self.quoted_in,
                    now,
                ));
                adjusted = after;
            }
        }
        (!entries.is_empty()).then_some((adjusted, entries))
    }
}
