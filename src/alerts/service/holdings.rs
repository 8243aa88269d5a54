//! Alerts on what is held.

use std::sync::Arc;

use jiff::Timestamp;

use super::AlertService;
use crate::{alerts::held_lists::HeldLists, store::Result};

impl AlertService {
    /// Reads what is held, and evaluates the alerts on it. Does nothing if there are no such alerts.
    pub async fn observe_holdings(self: &Arc<Self>, now: Timestamp) -> Result<()> {
        let (symbols, watched) = {
            let registry = &self.state().registry;
            (
                registry.symbols_awaiting_costs(),
                registry.watched_holdings(),
            )
        };
        if symbols.is_empty() && watched.is_empty() {
            return Ok(());
        }
        self.blocking(move |service| {
            let lists = HeldLists::read(&service.store)?;
            for symbol in symbols {
                let cost = lists.average_cost(&service.market, &symbol, now);
                service.state().registry.set_cost(&symbol, cost);
            }
            for list in watched {
                if let Some(change) = lists.day_change(&service.market, list, now) {
                    service.evaluate(|registry| registry.observe_holdings(list, change, now));
                }
            }
            Ok(())
        })
        .await
    }

    /// Returns the average cost of a unit of `symbol`, in its currency; `None` if nothing is held or no cost is known.
    pub(crate) async fn average_cost(
        self: &Arc<Self>,
        symbol: String,
        now: Timestamp,
    ) -> Result<Option<f64>> {
        self.blocking(move |service| {
            let lists = HeldLists::read(&service.store)?;
            Ok(lists.average_cost(&service.market, &symbol, now))
        })
        .await
    }
}
