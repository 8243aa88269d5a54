//! Merges economic events. Events with the same name and period are the same event, and the higher-ranked source wins.

use jiff::{Timestamp, ToSpan};

use super::pending::PendingChanges;
use crate::{
    domain::{
        economy::EconomicEvent,
        session::{Calendar, exchange_date},
    },
    market::MarketState,
    source::rank,
};

/// Merges events of a source. Returns true if anything changed.
pub(super) fn merge_events(
    market: &mut MarketState,
    events: Vec<EconomicEvent>,
    source: &str,
    now: Timestamp,
    pending: &mut PendingChanges,
) -> bool {
    // Events are kept for a year; the built-in list also contains older ones.
    let oldest = exchange_date(Calendar::NewYork, now).saturating_sub(1.year());
    let mut is_changed = false;
    for mut event in events.into_iter().filter(|event| event.date >= oldest) {
        source.clone_into(&mut event.provider);
        let known = market
            .economy
            .iter_mut()
            .find(|known| known.name == event.name && known.period == event.period);
        match known {
            Some(known) if *known == event || rank::outranks(&known.provider, source) => continue,
            Some(known) => *known = event.clone(),
            None => market.economy.push(event.clone()),
        }
        let key = (event.name.clone(), event.period.clone());
        pending.economy.insert(key, Some(event));
        is_changed = true;
    }
    market.economy.sort_by_key(EconomicEvent::sort_key);
    is_changed
}

/// Removes cancelled events (name, period), unless a higher-ranked source announces them. Returns true if anything changed.
pub(super) fn remove_events(
    market: &mut MarketState,
    keys: Vec<(String, String)>,
    source: &str,
    pending: &mut PendingChanges,
) -> bool {
    let mut is_changed = false;
    for (name, period) in keys {
        let position = market.economy.iter().position(|known| {
            known.name == name && known.period == period && !rank::outranks(&known.provider, source)
        });
        if let Some(position) = position {
            market.economy.remove(position);
            pending.economy.insert((name, period), None);
            is_changed = true;
        }
    }
    is_changed
}
