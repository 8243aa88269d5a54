//! What becomes of an update.

use std::sync::Arc;

use super::pending::PendingChanges;
use crate::{
    domain::{
        bar::{Bar, Interval},
        news::NewsItem,
        quote::Quote,
        split::Split,
        ticker::{Ticker, TickerId, TickerKind},
    },
    market::{MarketState, Topic},
};

/// What a merge did.
#[derive(Debug, Default)]
pub(super) struct MergeOutcome {
    /// Tickers with a new price.
    pub(super) ticked: Vec<TickerId>,
    /// What cached answers must be made anew.
    pub(super) topics: Vec<Topic>,
    /// Bars taken: how many, and which.
    pub(super) bars: u64,
    pub(super) taken: Option<(String, Interval, Vec<Bar>)>,
    /// Splits that took effect: of which ticker, ascending.
    pub(super) splits: Option<(String, Vec<Split>)>,
    /// Articles that are new.
    pub(super) articles: Vec<Arc<NewsItem>>,
    /// Values that were refused: unknown symbols, impossible prices, tickers that belong to a file.
    pub(super) dropped: u64,
}

impl MergeOutcome {
    /// A quote that was taken, or refused.
    pub(super) fn note_quote(&mut self, quote: Option<Quote>, pending: &mut PendingChanges) {
        match quote {
            Some(quote) => {
                self.ticked.push(quote.id);
                pending.quotes.insert(quote.id, quote);
            }
            None => self.dropped += 1,
        }
    }
}

/// The number and the kind of a symbol that no file owns.
pub(super) fn of_market(market: &MarketState, symbol: &str) -> Option<(TickerId, TickerKind)> {
    let ticker = &market.by_symbol(symbol)?.ticker;
    let is_of_market = ticker.imported.is_none();
    is_of_market.then_some((ticker.id, ticker.profile.kind))
}

/// Keeps a ticker in the place of what was known of it.
pub(super) fn put_ticker(market: &mut MarketState, ticker: Ticker, pending: &mut PendingChanges) {
    pending.tickers.insert(ticker.id, ticker.clone());
    market.put(ticker);
}

/// Changes a ticker that is known; whether that changed anything.
pub(super) fn change(
    market: &mut MarketState,
    id: Option<TickerId>,
    pending: &mut PendingChanges,
    change: impl FnOnce(&mut Ticker),
) -> bool {
    let known = id.and_then(|id| market.get(id));
    let Some(known) = known.map(|listing| &listing.ticker) else {
        return false;
    };
    let mut ticker = known.clone();
    change(&mut ticker);
    if ticker == *known {
        return false;
    }
    put_ticker(market, ticker, pending);
    true
}
