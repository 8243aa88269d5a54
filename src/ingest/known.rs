//! What sources may ask about the market.

use crate::{
    domain::bar::Interval,
    source::{Known, KnownTicker},
};

use crate::market::{Listing, Market};

impl Known for Market {
    fn tickers(&self) -> Vec<KnownTicker> {
        let known = |listing: &Listing| KnownTicker {
            symbol: listing.ticker.profile.symbol.clone(),
            kind: listing.ticker.profile.kind,
            imported: listing.ticker.imported.is_some(),
        };
        self.read().listings().iter().map(known).collect()
    }

    fn last_bar(&self, symbol: &str, interval: Interval) -> Option<i64> {
        let book = self.read();
        book.last_bar(book.id_of(symbol)?, interval)
    }
}
