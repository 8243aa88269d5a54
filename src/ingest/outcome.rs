//! The outcome of merging an update.

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

/// The outcome of merging an update.
#[derive(Debug, Default)]
pub(super) struct MergeOutcome {
    /// Tickers with a new price.
    pub(super) ticked: Vec<TickerId>,
    /// Topics whose cached responses are outdated.
    pub(super) topics: Vec<Topic>,
    /// Number of merged bars.
    pub(super) bars: u64,
    pub(super) new_bars: Option<(String, Interval, Vec<Bar>)>,
    /// Splits that took effect, with their ticker, ascending.
    pub(super) splits: Option<(String, Vec<Split>)>,
    /// New articles.
    pub(super) articles: Vec<Arc<NewsItem>>,
    /// Number of refused values: unknown symbols, impossible prices, imported tickers.
    pub(super) dropped: u64,
}

impl MergeOutcome {
    /// Counts a quote that was merged (`Some`) or refused (`None`).
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

/// The id and kind of a symbol; `None` for imported tickers.
pub(super) fn find_not_imported(
    market: &MarketState,
    symbol: &str,
) -> Option<(TickerId, TickerKind)> {
    let ticker = &market.by_symbol(symbol)?.ticker;
    let is_of_market = ticker.imported.is_none();
    is_of_market.then_some((ticker.id, ticker.profile.kind))
}

/// Replaces a ticker.
pub(super) fn put_ticker(market: &mut MarketState, ticker: Ticker, pending: &mut PendingChanges) {
    pending.tickers.insert(ticker.id, ticker.clone());
    market.put(ticker);
}

/// Edits a known ticker. Returns true if anything changed.
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
