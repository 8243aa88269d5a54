//! What sources may ask about the market.

use std::sync::Arc;

use crate::{
    domain::bar::Interval,
    live::hub::Hub,
    market::{Listing, Market},
    source::{Known, KnownTicker},
};

/// The market and those who watch it, as sources may ask about them.
pub struct KnownMarket {
    /// The tickers and their bars.
    pub market: Arc<Market>,
    /// Who watches which ticker.
    pub hub: Arc<Hub>,
}

impl Known for KnownMarket {
    fn tickers(&self) -> Vec<KnownTicker> {
        let known = |listing: &Listing| KnownTicker::of(&listing.ticker);
        self.market.read().listings().iter().map(known).collect()
    }

    fn last_bar(&self, symbol: &str, interval: Interval) -> Option<i64> {
        let market = self.market.read();
        market.last_bar(market.id_of(symbol)?, interval)
    }

    fn watched(&self) -> Vec<String> {
        let watched = self.hub.watched();
        let market = self.market.read();
        let listings = watched.into_iter().filter_map(|id| market.get(id));
        listings
            .map(|listing| listing.ticker.profile.symbol.clone())
            .collect()
    }
}
