//! Filling the market in memory from the store, at start.

use crate::{
    domain::{bar::Interval, economy::EconomicEvent},
    market::MarketState,
    store::{Result, Store},
};

/// How far back the closes reach that are kept in memory, in seconds.
const RECENT: i64 = 14 * 86_400;

/// Reads everything that requests need at once. Bars older than two weeks stay on disk.
pub fn load(store: &Store) -> Result<MarketState> {
    let snapshot = store.snapshot()?;
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
    market.news = snapshot.news.into_iter().collect();
    market.icos = snapshot.icos;
    market.earnings = snapshot.earnings;
    market.economy = snapshot.economy;
    market.economy.sort_by_key(EconomicEvent::order);
    market.funds = snapshot
        .funds
        .into_iter()
        .map(|fund| (fund.symbol.clone(), fund))
        .collect();
    market.fear_greed = snapshot.fear_greed;
    market.requests = snapshot.requests.into_iter().collect();
    load_recent(store, &mut market)?;
    Ok(market)
}

fn load_recent(store: &Store, market: &mut MarketState) -> Result<()> {
    let ids: Vec<_> = market
        .listings()
        .iter()
        .map(|listing| listing.ticker.id)
        .collect();
    for id in ids {
        for interval in Interval::ALL {
            let Some(last) = store.last_bar(id, interval)? else {
                continue;
            };
            market.note_last_bar(id, interval, last.start);
            if interval == Interval::FiveMinutes {
                continue;
            }
            let bars = store.bars(id, interval, last.start - RECENT..last.start + 1)?;
            if let Some(listing) = market.get_mut(id) {
                listing.recent.merge(interval, &bars);
            }
        }
    }
    Ok(())
}
