//! Trending tickers.
//!
//! A ticker's score is its size (squared logarithm of its market cap) times its move (24-hour change relative to four percent). If the
//! market caps of stocks and funds are unknown, their daily traded value is used. The best of each type alternate: stock, crypto, stock,
//! fund. Membership is recomputed every ten minutes, so that rows do not jump while someone reads; the prices in the rows are always the
//! newest.

use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;

use crate::{
    domain::ticker::{TickerId, TickerKind},
    market::{Listing, MarketState},
};

/// Number of trending tickers.
const MEMBER_COUNT: usize = 24;
/// How long membership is kept, in seconds.
const MEMBERSHIP_SECONDS: i64 = 600;
/// The order in which types alternate.
const TYPE_ORDER: [TickerKind; 4] = [
    TickerKind::Stock,
    TickerKind::Crypto,
    TickerKind::Stock,
    TickerKind::Etf,
];

/// The members of the current ten minutes.
#[derive(Debug, Default)]
pub(crate) struct Trending(Mutex<(i64, Vec<TickerId>)>);

impl Trending {
    /// Returns the trending tickers at `now`, best first.
    pub(crate) fn members(&self, market: &MarketState, now: Timestamp) -> Vec<TickerId> {
        let slot = now.as_second().div_euclid(MEMBERSHIP_SECONDS);
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Recomputed while the market is still being filled.
        if kept.0 != slot || kept.1.len() < MEMBER_COUNT {
            *kept = (slot, choose(market));
        }
        kept.1.clone()
    }
}

fn choose(market: &MarketState) -> Vec<TickerId> {
    let best = |kind| {
        let mut scored: Vec<_> = market
            .of_kind(kind)
            .filter_map(|listing| Some((score(market, listing)?, listing.ticker.id)))
            .collect();
        // Ascending, so that the best is popped first.
        scored.sort_by(|a, b| a.0.total_cmp(&b.0));
        scored
    };
    let mut stocks = best(TickerKind::Stock);
    let mut crypto = best(TickerKind::Crypto);
    let mut funds = best(TickerKind::Etf);
    let mut members = Vec::with_capacity(MEMBER_COUNT);
    for turn in TYPE_ORDER.iter().cycle() {
        if members.len() == MEMBER_COUNT
            || (stocks.is_empty() && crypto.is_empty() && funds.is_empty())
        {
            break;
        }
        let line = match turn {
            TickerKind::Crypto => &mut crypto,
            TickerKind::Etf => &mut funds,
            _ => &mut stocks,
        };
        members.extend(line.pop().map(|(_, id)| id));
    }
    members
}

/// Typical number of days in which trading volume adds up to a large company's market cap.
const DAYS_OF_TRADE: f64 = 200.0;

/// Estimates the market cap of a stock or fund from its daily traded value in dollars.
fn estimated_cap(market: &MarketState, listing: &Listing) -> Option<f64> {
    let profile = &listing.ticker.profile;
    if !matches!(profile.kind, TickerKind::Stock | TickerKind::Etf) {
        return None;
    }
    let quote = listing.quote.as_ref()?;
    let traded = quote.volume_24h? * quote.price * market.dollars_per(profile.currency)?;
    Some(traded * DAYS_OF_TRADE)
}

/// Returns the score; `None` for a ticker without price or size, or one that is expected not to move.
fn score(market: &MarketState, listing: &Listing) -> Option<f64> {
    if listing.ticker.profile.sector.as_deref() == Some("Stablecoin")
        || listing.ticker.imported.is_some()
    {
        return None;
    }
    let quote = listing.quote.as_ref()?;
    let cap = market
        .cap_in_dollars(listing)
        .or_else(|| estimated_cap(market, listing))?;
    let worth = (Some(cap).filter(|cap| *cap > 1.0)?.log10() - 8.0).max(0.0);
    let moves = 1.0 + quote.change_24h.unwrap_or_default().abs() / 4.0;
    Some(worth * worth * moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::ticker::{Profile, Ticker},
        testing,
    };

    /// A market of tickers with a price and this volume.
    fn market(tickers: &[(&str, TickerKind, f64)]) -> MarketState {
        let mut market = MarketState::default();
        for ((symbol, kind, volume), id) in tickers.iter().zip(1..) {
            let id = TickerId(id);
            market.put(Ticker::new(id, Profile::new(*symbol, *symbol, *kind)));
            let mut quote = testing::quote(100.0, Timestamp::UNIX_EPOCH);
            quote.volume_24h = Some(*volume);
            quote.market_cap = None;
            market.get_mut(id).unwrap().quote = Some(quote);
        }
        market
    }

    #[test]
    fn stocks_are_ranked_by_traded_value_while_market_caps_are_unknown() {
        let market = market(&[
            ("SMALL", TickerKind::Stock, 50_000.0),
            ("LARGE", TickerKind::Stock, 9_000_000.0),
            ("COIN", TickerKind::Crypto, 9_000_000.0),
        ]);
        let members = Trending::default().members(&market, Timestamp::UNIX_EPOCH);
        let symbols: Vec<_> = members
            .iter()
            .map(|id| market.get(*id).unwrap().ticker.profile.symbol.as_str())
            .collect();
        assert_eq!(symbols, ["LARGE", "SMALL"]);
    }
}
