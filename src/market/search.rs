//! Finding tickers by what people call them.

use super::state::{Listing, MarketState};
use crate::domain::{
    search::{Index, Subject},
    ticker::{TickerId, TickerKind},
};

/// An index stands for a whole market, in US dollars.
const INDEX: f64 = 1e13;
/// Commodities and currencies have no size; they rank with companies of this one.
const UNSIZED: f64 = 1e11;
/// A company's shares change hands once in so many days.
const DAYS_TO_TURN_OVER: f64 = 150.0;

impl MarketState {
    /// All tickers with their names, prepared for searching.
    pub(crate) fn search_index(&self) -> Index {
        Index::new(self.listings().iter().map(|listing| {
            let profile = &listing.ticker.profile;
            let aliases = self.names.of(&profile.symbol).iter();
            Subject {
                id: listing.ticker.id,
                symbol: &profile.symbol,
                name: &profile.name,
                kind: profile.kind,
                aliases: aliases.map(|alias| &*alias.alias).collect(),
            }
        }))
    }

    /// The tickers that a query means, the likeliest first, by an index of this market.
    pub(crate) fn search(&self, index: &Index, query: &str, most: usize) -> Vec<TickerId> {
        index.find(query, most, |id| {
            self.get(id).map_or(0.0, |listing| self.popularity(listing))
        })
    }

    /// A rough size in US dollars: the market cap or the assets of a fund, what the catalogue knows of them, or
    /// what a day's trading suggests.
    fn popularity(&self, listing: &Listing) -> f64 {
        let profile = &listing.ticker.profile;
        match profile.kind {
            TickerKind::Index => return INDEX,
            TickerKind::Commodity | TickerKind::Currency => return UNSIZED,
            _ => {}
        }
        let assets = || {
            let fund = self.funds.get(&profile.symbol)?;
            Some(fund.aum? * self.dollars_per(profile.currency)?)
        };
        self.cap_in_dollars(listing)
            .or_else(assets)
            .or_else(|| self.names.worth(&profile.symbol))
            .or_else(|| Some(self.turnover(listing)? * DAYS_TO_TURN_OVER))
            .filter(|size| size.is_finite())
            .unwrap_or_default()
    }

    /// What is traded in a day, in US dollars.
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
