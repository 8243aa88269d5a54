//! Filling the market in memory from the store, at start.

use std::{collections::HashMap, panic, thread};

use super::earnings;
use crate::{
    domain::{bar::Interval, economy::EconomicEvent, ticker::TickerId},
    market::{MarketState, RecentCloses},
    store::{Result, Snapshot, Store},
};

/// How far back the closes reach that are kept in memory, in seconds.
pub(super) const RECENT: i64 = 14 * 86_400;

/// Reads everything that requests need at once. Bars older than two weeks stay on disk. What is damaged is left out;
/// [`Store::condition`] says what that is.
pub fn load(store: &Store) -> Result<MarketState> {
    // Two views, each consistent in itself: nobody writes before the market is loaded.
    let (snapshot, closes) = thread::scope(|scope| {
        let closes = scope.spawn(|| Closes::read(store));
        (store.readable_snapshot(), closes.join())
    });
    let mut market = in_memory(snapshot?);
    closes
        .unwrap_or_else(|panic| panic::resume_unwind(panic))?
        .into_market(&mut market);
    Ok(market)
}

pub(super) fn in_memory(snapshot: Snapshot) -> MarketState {
    let mut market = MarketState::default();
    market.skip_ids(snapshot.last_removed);
    for ticker in snapshot.tickers {
        market.put(ticker);
    }
    for quote in snapshot.quotes {
        if let Some(listing) = market.get_mut(quote.id) {
            listing.quote = Some(quote);
        }
    }
    for (id, dividends) in snapshot.dividends {
        market.dividends.insert(id, dividends.into());
    }
    for (id, splits) in snapshot.splits {
        market.splits.insert(id, splits.into());
    }
    market.news = snapshot.news.into_iter().collect();
    market.icos = snapshot.icos;
    let reports = snapshot.earnings.into_iter();
    let reports = reports.filter(|event| earnings::is_of_company(&market, event));
    market.earnings = reports.collect();
    market.economy = snapshot.economy;
    market.economy.sort_by_key(EconomicEvent::order);
    market.funds = snapshot
        .funds
        .into_iter()
        .map(|fund| (fund.symbol.clone(), fund))
        .collect();
    market.fear_greed = snapshot.fear_greed;
    market.requests = snapshot.requests.into_iter().collect();
    market
}

/// What stays in memory of bars, by ticker.
#[derive(Default)]
struct Closes {
    recent: HashMap<TickerId, RecentCloses>,
    /// When the newest bar of an interval starts.
    newest: Vec<(TickerId, Interval, i64)>,
}

impl Closes {
    fn read(store: &Store) -> Result<Self> {
        let mut closes = Self::default();
        for interval in Interval::ALL {
            let is_recent = interval != Interval::FiveMinutes;
            let span = if is_recent { RECENT } else { 0 };
            store.each_readable_closes(interval, span, |id, of_one| {
                if is_recent {
                    let recent = closes.recent.entry(id).or_default();
                    recent.merge_closes(interval, of_one);
                }
                let last = of_one.last().map(|(start, _)| *start);
                closes
                    .newest
                    .extend(last.map(|start| (id, interval, start)));
            })?;
        }
        Ok(closes)
    }

    fn into_market(self, market: &mut MarketState) {
        for (id, recent) in self.recent {
            if let Some(listing) = market.get_mut(id) {
                listing.recent = recent;
                listing.forget_closed_days();
            }
        }
        for (id, interval, start) in self.newest {
            if market.get(id).is_some() {
                market.note_last_bar(id, interval, start);
            }
        }
    }
}

#[cfg(test)]
mod tests;
