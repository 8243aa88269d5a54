//! The outcome of a merge, and helpers that edit tickers.

use std::sync::Arc;

use super::pending::PendingChanges;
use crate::{
    domain::{
        bar::{Bar, Interval},
        fundamentals::filing::Filing,
        news::NewsItem,
        quote::Quote,
        split::Split,
        ticker::{Ticker, TickerId, TickerKind},
    },
    market::{MarketState, Topic},
};

/// The data that the merge of an update changed, and the number of dropped values.
#[derive(Debug, Default)]
pub(super) struct MergeOutcome {
    /// Tickers with a new price.
    pub(super) ticked: Vec<TickerId>,
    /// Topics whose cached responses are outdated.
    pub(super) topics: Vec<Topic>,
    /// Number of merged bars.
    pub(super) bars: u64,
    /// Bars on which alerts are evaluated, with their symbol and interval.
    pub(super) new_bars: Option<(String, Interval, Vec<Bar>)>,
    /// Splits that took effect (ascending), with their symbol.
    pub(super) splits: Option<(String, Vec<Split>)>,
    /// Filings on which alerts are evaluated, with their symbol.
    pub(super) filings: Option<(String, Arc<[Filing]>)>,
    /// New articles.
    pub(super) articles: Vec<Arc<NewsItem>>,
    /// Number of dropped values: unknown symbols, impossible prices, imported tickers.
    pub(super) dropped: u64,
}

impl MergeOutcome {
    /// Records a merged quote (`Some`), or counts a dropped one (`None`).
    pub(super) fn record_quote(&mut self, quote: Option<Quote>, pending: &mut PendingChanges) {
        match quote {
            Some(quote) => {
                self.ticked.push(quote.id);
                pending.quotes.insert(quote.id, quote);
            }
            None => self.dropped += 1,
        }
    }
}

/// Returns the id and kind of a symbol; `None` for unknown symbols and for imported tickers, which providers must not change.
pub(super) fn find_not_imported(
    market: &MarketState,
    symbol: &str,
) -> Option<(TickerId, TickerKind)> {
    let ticker = &market.by_symbol(symbol)?.ticker;
    let is_imported = ticker.imported.is_some();
    (!is_imported).then_some((ticker.id, ticker.profile.kind))
}

/// Adds or replaces a ticker in memory and in the pending changes.
pub(super) fn store_ticker(market: &mut MarketState, ticker: Ticker, pending: &mut PendingChanges) {
    pending.tickers.insert(ticker.id, ticker.clone());
    market.put(ticker);
}

/// Applies `edit` to a known ticker. Returns true if the ticker changed.
pub(super) fn edit_ticker(
    market: &mut MarketState,
    id: Option<TickerId>,
    pending: &mut PendingChanges,
    edit: impl FnOnce(&mut Ticker),
) -> bool {
    let known = id.and_then(|id| market.get(id));
    let Some(known) = known.map(|listing| &listing.ticker) else {
        return false;
    };
    let mut ticker = known.clone();
    edit(&mut ticker);
    if ticker == *known {
        return false;
    }
    store_ticker(market, ticker, pending);
    true
}
