//! Alerts on holdings.

use std::{collections::BTreeSet, sync::Arc};

use jiff::Timestamp;

use super::AlertService;
use crate::{
    alerts::held_lists::{average_cost, day_change, with_positions},
    domain::person::PersonId,
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
        let people: BTreeSet<PersonId> = symbols.keys().chain(watched.keys()).copied().collect();
        for person in people {
            let symbols = symbols.get(&person).cloned().unwrap_or_default();
            let watched = watched.get(&person).cloned().unwrap_or_default();
            self.observe_holdings_of(person, symbols, watched, now)
                .await?;
        }
        Ok(())
    }

    async fn observe_holdings_of(
        self: &Arc<Self>,
        person: PersonId,
        symbols: BTreeSet<String>,
        watched: BTreeSet<Option<u32>>,
        now: Timestamp,
    ) -> Result<()> {
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
            let lists = service.store.of(person).watchlists()?;
            let (costs, changes) = with_positions(&lists, &service.market, now, compute);
            for (symbol, cost) in costs {
                service.state().registry.set_cost(person, &symbol, cost);
            }
            for (list, change) in changes {
                service.evaluate(|registry| registry.observe_holdings(person, list, change, now));
            }
            Ok(())
        })
        .await
    }

    /// Returns the average cost of a unit of `symbol` to a person, in its currency; `None` if nothing is held or no cost is known.
    pub(crate) async fn average_cost(
        self: &Arc<Self>,
        person: PersonId,
        symbol: String,
        now: Timestamp,
    ) -> Result<Option<f64>> {
        self.blocking(move |service| {
            let compute = |held: &[HeldPosition<'_>]| average_cost(held, &symbol);
            let lists = service.store.of(person).watchlists()?;
            Ok(with_positions(&lists, &service.market, now, compute))
        })
        .await
    }
}
