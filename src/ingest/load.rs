//! Loads the market into memory at startup.

use std::{collections::HashMap, panic, thread};

use super::earnings;
use crate::{
    domain::{bar::Interval, economy::EconomicEvent, ticker::TickerId},
    market::{MarketState, RecentCloses},
    store::{Result, Snapshot, Store},
};

/// Time span of the closes kept in memory, in seconds.
pub(super) const RECENT: i64 = 14 * 86_400;

/// Reads the market except bars older than two weeks. Skips damaged records, which [`Store::condition`] names.
pub fn load(store: &Store) -> Result<MarketState> {
    // Two read transactions: nothing writes before the market is loaded.
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
    market.economy.sort_by_key(EconomicEvent::sort_key);
    market.funds = snapshot
        .funds
        .into_iter()
        .map(|fund| (fund.symbol.clone(), fund))
        .collect();
    market.fear_greed = snapshot.fear_greed;
    market.requests = snapshot.requests.into_iter().collect();
    market
}

/// Recent bars by ticker.
#[derive(Default)]
struct Closes {
    recent: HashMap<TickerId, RecentCloses>,
    /// Start of the newest bar by interval.
    newest: Vec<(TickerId, Interval, i64)>,
}

impl Closes {
    fn read(store: &Store) -> Result<Self> {
        let mut closes = Self::default();
        for interval in Interval::ALL {
            let is_recent = interval != Interval::FiveMinutes;
            let span = if is_recent { RECENT } else { 0 };
            store.for_each_readable_closes(interval, span, |id, of_one| {
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
