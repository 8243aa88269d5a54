//! Loads the market into memory at startup.

use std::{collections::HashMap, panic, thread};

use super::earnings;
use crate::{
    domain::{bar::Interval, economy::EconomicEvent, ticker::TickerId},
    market::{MarketState, RecentCloses},
    store::{Result, Snapshot, Store},
};

/// Time span of the closes kept in memory, in seconds.
pub(super) const RECENT_SECONDS: i64 = 14 * 86_400;

/// Reads the market from disk, except bars older than two weeks. Skips damaged records, which [`Store::condition`] reports.
pub fn load(store: &Store) -> Result<MarketState> {
    let (snapshot, closes) = if thread::available_parallelism().is_ok_and(|cores| cores.get() == 1)
    {
        // Two threads on one core would only wait for each other at the locks of the database.
        (store.readable_snapshot(), LoadedCloses::read(store))
    } else {
        // The two threads read in different transactions, which see the same state: nothing writes before the market is loaded.
        thread::scope(|scope| {
            let closes = scope.spawn(|| LoadedCloses::read(store));
            let snapshot = store.readable_snapshot();
            let closes = closes.join();
            (
                snapshot,
                closes.unwrap_or_else(|panic| panic::resume_unwind(panic)),
            )
        })
    };
    let mut market = market_from_snapshot(snapshot?);
    closes?.move_into(&mut market);
    Ok(market)
}

/// Creates the market in memory, without bars.
pub(super) fn market_from_snapshot(snapshot: Snapshot) -> MarketState {
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
    for (id, check) in snapshot.cross_checks {
        market.set_cross_check(id, Some(check));
    }
    market.news = snapshot.news.into_iter().collect();
    market.icos = snapshot.icos;
    let reports = snapshot.earnings.into_iter();
    let reports = reports.filter(|event| earnings::is_company_report(&market, event));
    market.earnings = reports.collect();
    market.economy = snapshot.economy;
    market.economy.sort_by_key(EconomicEvent::sort_key);
    market.fixings = snapshot.fixings.into_iter().collect();
    market.funds = snapshot
        .funds
        .into_iter()
        .map(|fund| (fund.symbol.clone(), fund))
        .collect();
    market.fear_greed = snapshot.fear_greed;
    market.requests = snapshot.requests.into_iter().collect();
    market
}

/// Recent closes of all tickers, read from disk.
#[derive(Default)]
struct LoadedCloses {
    recent: HashMap<TickerId, RecentCloses>,
    /// Start of the newest bar (Unix seconds) by ticker and interval.
    last_bars: Vec<(TickerId, Interval, i64)>,
}

impl LoadedCloses {
    fn read(store: &Store) -> Result<Self> {
        let mut closes = Self::default();
        for interval in Interval::ALL {
            // Of five-minute bars, only the newest start is kept in memory.
            let keeps_closes = interval != Interval::FiveMinutes;
            let span = if keeps_closes { RECENT_SECONDS } else { 0 };
            store.for_each_readable_closes(interval, span, |id, ticker_closes| {
                if keeps_closes {
                    let recent = closes.recent.entry(id).or_default();
                    recent.merge_closes(interval, ticker_closes);
                }
                let last = ticker_closes.last().map(|(start, _)| *start);
                closes
                    .last_bars
                    .extend(last.map(|start| (id, interval, start)));
            })?;
        }
        Ok(closes)
    }

    fn move_into(self, market: &mut MarketState) {
        for (id, recent) in self.recent {
            if let Some(listing) = market.get_mut(id) {
                listing.recent = recent;
                listing.drop_closed_days();
            }
        }
        for (id, interval, start) in self.last_bars {
            if market.get(id).is_some() {
                market.record_last_bar(id, interval, start);
            }
        }
    }
}

#[cfg(test)]
mod tests;
