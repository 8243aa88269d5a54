//! Searches for tickers by symbol and name.

use super::state::{Listing, MarketState};
use crate::domain::{
    identity,
    search::{SearchIndex, SearchableTicker},
    ticker::{TickerId, TickerKind},
};

/// Size of an index for ranking, in US dollars: the size of a whole market.
const INDEX_SIZE: f64 = 1e13;
/// Size of commodities and currencies for ranking, in US dollars: the size of a large company.
const DEFAULT_SIZE: f64 = 1e11;
/// Assumed number of days in which all shares of a company are traded once; used to estimate the size of a company from its volume.
const TURNOVER_DAYS: f64 = 150.0;

impl MarketState {
    /// Builds the search index of all tickers and their names.
    pub(crate) fn search_index(&self) -> SearchIndex {
        SearchIndex::new(self.listings().iter().map(|listing| {
            let profile = &listing.ticker.profile;
            let aliases = self.names.aliases_of(&profile.symbol).iter();
            SearchableTicker {
                id: listing.ticker.id,
                symbol: &profile.symbol,
                name: &profile.name,
                kind: profile.kind,
                aliases: aliases.map(|alias| &*alias.alias).collect(),
            }
        }))
    }

    /// Returns at most `limit` tickers that match a query, most likely first. `index` must be the search index of this market. The
    /// listings of an identifier (`US0378331005`) come first, except before a ticker with that symbol.
    pub(crate) fn search(&self, index: &SearchIndex, query: &str, limit: usize) -> Vec<TickerId> {
        let weight = |id| self.get(id).map_or(0.0, |listing| self.popularity(listing));
        let mut ids: Vec<TickerId> = Vec::new();
        if let Some(identifier) = identity::identifier(query) {
            // A file without symbols has made a ticker whose symbol is its ISIN.
            let by_symbol = self.id_of(query.trim());
            let listings = self.with_identifier(&identifier);
            let others = listings
                .map(|listing| listing.ticker.id)
                .filter(|id| Some(*id) != by_symbol);
            ids.extend(by_symbol.into_iter().chain(others));
        }
        // The query is no name if it is an identifier, and a similar name would only be confusing.
        if ids.is_empty() {
            return index.find(query, limit, weight);
        }
        ids.truncate(limit);
        ids
    }

    /// Returns the approximate size of a ticker in US dollars. Uses the first known of: market cap, assets of a fund, the catalogue's
    /// figure, an estimate from the volume.
    fn popularity(&self, listing: &Listing) -> f64 {
        let profile = &listing.ticker.profile;
        match profile.kind {
            TickerKind::Index => return INDEX_SIZE,
            TickerKind::Commodity | TickerKind::Currency => return DEFAULT_SIZE,
            _ => {}
        }
        let assets = || {
            let fund = self.funds.get(&profile.symbol)?;
            Some(fund.aum? * self.dollars_per(profile.currency)?)
        };
        self.cap_in_dollars(listing)
            .or_else(assets)
            .or_else(|| self.names.approximate_size(&profile.symbol))
            .or_else(|| Some(self.turnover(listing)? * TURNOVER_DAYS))
            .filter(|size| size.is_finite())
            .unwrap_or_default()
    }

    /// Returns the daily turnover in US dollars.
    fn turnover(&self, listing: &Listing) -> Option<f64> {
        let quote = listing.quote.as_ref()?;
        let units = if listing.ticker.profile.kind == TickerKind::Crypto {
            1.0
        } else {
            quote.price
        };
        Some(quote.volume_24h? * units * self.dollars_per(listing.ticker.profile.currency)?)
    }
}
