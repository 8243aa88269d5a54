//! Alerts on holdings.

use std::sync::Arc;

use jiff::Timestamp;

use super::AlertService;
use crate::{
    alerts::held_lists::{average_cost, day_change, with_positions},
    market::HeldPosition,
    store::Result,
};

impl AlertService {
    /// Reads the holdings, and evaluates the alerts on them. Does nothing if there are no such alerts.
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
            let compute = |held: &[HeldPosition<'_>]| {
                let costs = symbols.into_iter().map(|symbol| {
                    let cost = average_cost(held, &symbol);
                    (symbol, cost)
                });
                let changes = watched
                    .into_iter()
                    .filter_map(|list| Some((list, day_change(held, list)?)));
                (costs.collect::<Vec<_>>(), changes.collect::<Vec<_>>())
            };
            let (costs, changes) = with_positions(&service.store, &service.market, now, compute)?;
            for (symbol, cost) in costs {
                service.state().registry.set_cost(&symbol, cost);
            }
            for (list, change) in changes {
                service.evaluate(|registry| registry.observe_holdings(list, change, now));
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
            let compute = |held: &[HeldPosition<'_>]| average_cost(held, &symbol);
            with_positions(&service.store, &service.market, now, compute)
        })
        .await
    }
}
