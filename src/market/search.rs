//! Searches for tickers by symbol and name.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::state::{Listing, MarketState};
use crate::domain::{
    identity,
    search::{SearchIndex, SearchableTicker, UnsortedIndex},
    ticker::{TickerId, TickerKind},
};

/// Size of an index for ranking, in US dollars: the size of a whole market.
const INDEX_SIZE: f64 = 1e13;
/// Size of commodities and currencies for ranking, in US dollars: the size of a large company.
const DEFAULT_SIZE: f64 = 1e11;
/// Assumed number of days in which all shares of a company are traded once; used to estimate the size of a company from its volume.
const TURNOVER_DAYS: f64 = 150.0;

/// Caches the search index of the current profiles: the version of the profiles, and the index.
#[derive(Debug, Default)]
pub(super) struct SearchCache(Mutex<Option<(u64, Arc<SearchIndex>)>>);

impl SearchCache {
    fn lock(&self) -> MutexGuard<'_, Option<(u64, Arc<SearchIndex>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the version of the profiles in the index.
    pub(super) fn version(&self) -> Option<u64> {
        self.lock().as_ref().map(|(version, _)| *version)
    }

    /// Returns the index of `state`; builds it if the cached one is older.
    pub(super) fn index(&self, state: &MarketState) -> Arc<SearchIndex> {
        let version = state.profiles_version();
        let mut cached = self.lock();
        match cached.as_ref() {
            Some((cached_version, index)) if *cached_version == version => Arc::clone(index),
            _ => {
                let index = Arc::new(state.search_texts().sort());
                *cached = Some((version, Arc::clone(&index)));
                index
            }
        }
    }

    /// Builds the index of the profiles at `version`, including the part for typos, and keeps it unless a newer one is cached.
    pub(super) fn build(&self, version: u64, texts: UnsortedIndex) {
        let index = texts.sort();
        index.prepare_typos();
        let mut cached = self.lock();
        if cached.as_ref().is_none_or(|(other, _)| *other < version) {
            *cached = Some((version, Arc::new(index)));
        }
    }
}

impl MarketState {
    /// Collects the texts of the search index: all tickers and their names.
    pub(crate) fn search_texts(&self) -> UnsortedIndex {
        UnsortedIndex::new(self.listings().iter().map(|listing| {
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
            // An imported file without symbols creates tickers that have their ISIN as symbol.
            let by_symbol = self.id_of(query.trim());
            let listings = self.with_identifier(&identifier);
            let others = listings
                .map(|listing| listing.ticker.id)
                .filter(|id| Some(*id) != by_symbol);
            ids.extend(by_symbol.into_iter().chain(others));
        }
        // An identifier is not a name, and a similar name would only be confusing.
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
        let profile = &listing.ticker.profile;
        let unit_price = if profile.kind == TickerKind::Crypto {
            1.0
        } else {
            profile.quotation.amount(1.0, quote.price)
        };
        Some(quote.volume_24h? * unit_price * self.dollars_per(profile.currency)?)
    }
}
