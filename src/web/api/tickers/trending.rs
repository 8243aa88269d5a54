//! Chooses the trending tickers.
//!
//! The score of a ticker is its size (the squared logarithm of its market cap) times its move (1 plus the absolute 24-hour change divided
//! by 4 %). An unknown market cap of a stock or fund is estimated from the daily traded value. The tickers with the highest
//! scores of each type alternate: stock, crypto, stock, fund. The tickers are chosen once in ten minutes, so that rows do not change places
//! while someone reads them; the prices in the rows are always the newest.

use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;

use crate::{
    domain::ticker::{TickerId, TickerKind},
    market::{Listing, MarketState},
};

/// Number of trending tickers.
const TICKER_COUNT: usize = 24;
/// Time in seconds after which the trending tickers are chosen again.
const PERIOD_SECONDS: i64 = 600;
/// The order in which types alternate.
const TYPE_ORDER: [TickerKind; 4] = [
    TickerKind::Stock,
    TickerKind::Crypto,
    TickerKind::Stock,
    TickerKind::Etf,
];

/// Caches the trending tickers for ten minutes: the number of the ten-minute period, and the tickers.
#[derive(Debug, Default)]
pub(crate) struct Trending(Mutex<(i64, Vec<TickerId>)>);

impl Trending {
    /// Returns the trending tickers at `now`, best first.
    pub(crate) fn tickers(&self, market: &MarketState, now: Timestamp) -> Vec<TickerId> {
        let period = now.as_second().div_euclid(PERIOD_SECONDS);
        let mut cached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (cached_period, tickers) = &mut *cached;
        // Right after the start, when few tickers have a price, the tickers are chosen on every request.
        if *cached_period != period || tickers.len() < TICKER_COUNT {
            *cached_period = period;
            *tickers = choose(market);
        }
        tickers.clone()
    }
}

/// Chooses the trending tickers, alternating between types.
fn choose(market: &MarketState) -> Vec<TickerId> {
    let scored_tickers = |kind| {
        let mut scored: Vec<_> = market
            .of_kind(kind)
            .filter_map(|listing| Some((score(market, listing)?, listing.ticker.id)))
            .collect();
        // Ascending, so that `pop` returns the ticker with the highest score.
        scored.sort_by(|a, b| a.0.total_cmp(&b.0));
        scored
    };
    let mut stocks = scored_tickers(TickerKind::Stock);
    let mut crypto = scored_tickers(TickerKind::Crypto);
    let mut funds = scored_tickers(TickerKind::Etf);
    let mut trending = Vec::with_capacity(TICKER_COUNT);
    for kind in TYPE_ORDER.iter().cycle() {
        if trending.len() == TICKER_COUNT
            || (stocks.is_empty() && crypto.is_empty() && funds.is_empty())
        {
            break;
        }
        let candidates = match kind {
            TickerKind::Crypto => &mut crypto,
            TickerKind::Etf => &mut funds,
            _ => &mut stocks,
        };
        trending.extend(candidates.pop().map(|(_, id)| id));
    }
    trending
}

/// Typical market cap of a large company divided by its daily traded value.
const CAP_PER_DAILY_VALUE: f64 = 200.0;

/// Estimates the market cap of a stock or fund from its daily traded value in dollars.
fn estimated_cap(market: &MarketState, listing: &Listing) -> Option<f64> {
    let profile = &listing.ticker.profile;
    if !matches!(profile.kind, TickerKind::Stock | TickerKind::Etf) {
        return None;
    }
    let quote = listing.quote.as_ref()?;
    let daily_value = quote.volume_24h? * quote.price * market.dollars_per(profile.currency)?;
    Some(daily_value * CAP_PER_DAILY_VALUE)
}

/// Returns the score of a ticker; `None` without a price or a market cap, for stablecoins, and for tickers imported from a file.
fn score(market: &MarketState, listing: &Listing) -> Option<f64> {
    if listing.ticker.profile.sector.as_deref() == Some("Stablecoin")
        || listing.ticker.imported.is_some()
    {
        return None;
    }
    let quote = listing.quote.as_ref()?;
    let market_cap = market
        .cap_in_dollars(listing)
        .or_else(|| estimated_cap(market, listing))
        .filter(|cap| *cap > 1.0)?;
    let size = (market_cap.log10() - 8.0).max(0.0);
    let move_factor = 1.0 + quote.change_24h.unwrap_or_default().abs() / 4.0;
    Some(size * size * move_factor)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::ticker::{Profile, Ticker},
        testing,
    };

    /// Creates a market of tickers with a price: symbol, type, volume.
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
        let tickers = Trending::default().tickers(&market, Timestamp::UNIX_EPOCH);
        let symbols: Vec<_> = tickers
            .iter()
            .map(|id| market.get(*id).unwrap().ticker.profile.symbol.as_str())
            .collect();
        assert_eq!(symbols, ["LARGE", "SMALL"]);
    }
}
