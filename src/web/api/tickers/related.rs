//! Chooses the tickers related to a ticker.

use std::cmp::Ordering;

use crate::{
    domain::ticker::{Profile, TickerId, TickerKind},
    market::{Listing, MarketState},
};

/// Maximum number of related tickers.
const MAX_RELATED: usize = 8;

/// Returns tickers of the same type that have a price, largest market cap first, those of the same sector before others. After the indices
/// related to an index come the largest funds: there are few indices, and an index cannot be bought.
pub(super) fn related_to(market: &MarketState, id: TickerId) -> Vec<&Listing> {
    let Some(profile) = market.get(id).map(|listing| &listing.ticker.profile) else {
        return Vec::new();
    };
    let mut related = rank(market, profile.kind, profile, id);
    if profile.kind == TickerKind::Index {
        related.extend(rank(market, TickerKind::Etf, profile, id));
    }
    related.truncate(MAX_RELATED);
    related
}

/// Returns the other tickers of type `kind` that have a price: those in the sector of `profile` first, then by market cap.
fn rank<'market>(
    market: &'market MarketState,
    kind: TickerKind,
    profile: &Profile,
    id: TickerId,
) -> Vec<&'market Listing> {
    let mut others: Vec<&Listing> = market
        .of_kind(kind)
        .filter(|listing| listing.ticker.id != id && listing.quote.is_some())
        .collect();
    let sort_key = |listing: &Listing| {
        let market_cap = market.cap_in_dollars(listing).unwrap_or_default();
        (listing.ticker.profile.sector != profile.sector, -market_cap)
    };
    others.sort_by(|a, b| {
        sort_key(a)
            .partial_cmp(&sort_key(b))
            .unwrap_or(Ordering::Equal)
    });
    others
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::{domain::ticker::Ticker, testing};

    /// Creates a market of tickers with a price: symbol, type, sector, market cap.
    fn market(tickers: &[(&str, TickerKind, Option<&str>, f64)]) -> MarketState {
        let mut market = MarketState::default();
        for ((symbol, kind, sector, cap), id) in tickers.iter().zip(1..) {
            let id = TickerId(id);
            let mut profile = Profile::new(*symbol, *symbol, *kind);
            profile.sector = sector.map(str::to_owned);
            market.put(Ticker::new(id, profile));
            let mut quote = testing::quote(100.0, Timestamp::UNIX_EPOCH);
            quote.market_cap = Some(*cap);
            market.get_mut(id).unwrap().quote = Some(quote);
        }
        market
    }

    /// Returns the symbols of the related tickers.
    fn related_symbols(market: &MarketState, id: u32) -> Vec<&str> {
        related_to(market, TickerId(id))
            .iter()
            .map(|listing| listing.ticker.profile.symbol.as_str())
            .collect()
    }

    #[test]
    fn tickers_of_the_same_sector_come_first_and_larger_tickers_before_smaller() {
        let market = market(&[
            ("OWN", TickerKind::Stock, Some("Energy"), 5.0),
            ("LARGE", TickerKind::Stock, Some("Banks"), 9.0),
            ("NEAR", TickerKind::Stock, Some("Energy"), 1.0),
            ("NEARER", TickerKind::Stock, Some("Energy"), 2.0),
            ("FUND", TickerKind::Etf, Some("Energy"), 7.0),
        ]);
        assert_eq!(related_symbols(&market, 1), ["NEARER", "NEAR", "LARGE"]);
    }

    #[test]
    fn the_largest_funds_follow_related_indices() {
        let market = market(&[
            ("^OWN", TickerKind::Index, None, 0.0),
            ("^OTHER", TickerKind::Index, None, 0.0),
            ("SMALL", TickerKind::Etf, None, 1.0),
            ("LARGE", TickerKind::Etf, None, 3.0),
            ("SHARE", TickerKind::Stock, None, 9.0),
        ]);
        assert_eq!(related_symbols(&market, 1), ["^OTHER", "LARGE", "SMALL"]);
        assert!(
            related_symbols(&market, 9).is_empty(),
            "an unknown ticker has no related tickers"
        );
    }
}
