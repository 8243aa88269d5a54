//! Related tickers.

use std::cmp::Ordering;

use crate::{
    domain::ticker::{Profile, TickerId, TickerKind},
    market::{Listing, MarketState},
};

/// Maximum number of related tickers.
const MAX_RELATED: usize = 8;

/// Returns tickers with a price of the same type and sector, largest first, then others of the type. As an index cannot be bought
/// and there are few, the largest funds follow the related indices.
pub(super) fn related_to(market: &MarketState, id: TickerId) -> Vec<&Listing> {
    let Some(own) = market.get(id).map(|listing| &listing.ticker.profile) else {
        return Vec::new();
    };
    let mut related = ranked(market, own.kind, own, id);
    if own.kind == TickerKind::Index {
        related.extend(ranked(market, TickerKind::Etf, own, id));
    }
    related.truncate(MAX_RELATED);
    related
}

fn ranked<'market>(
    market: &'market MarketState,
    kind: TickerKind,
    own: &Profile,
    id: TickerId,
) -> Vec<&'market Listing> {
    let mut others: Vec<&Listing> = market
        .of_kind(kind)
        .filter(|listing| listing.ticker.id != id && listing.quote.is_some())
        .collect();
    let rank = |listing: &Listing| {
        let cap = market.cap_in_dollars(listing).unwrap_or_default();
        (listing.ticker.profile.sector != own.sector, -cap)
    };
    others.sort_by(|a, b| rank(a).partial_cmp(&rank(b)).unwrap_or(Ordering::Equal));
    others
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::{domain::ticker::Ticker, testing};

    /// A market of tickers with a price, a sector and a market cap.
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

    fn symbols(market: &MarketState, id: u32) -> Vec<&str> {
        related_to(market, TickerId(id))
            .iter()
            .map(|listing| listing.ticker.profile.symbol.as_str())
            .collect()
    }

    #[test]
    fn tickers_of_the_same_sector_come_first_and_larger_ones_before_smaller() {
        let market = market(&[
            ("OWN", TickerKind::Stock, Some("Energy"), 5.0),
            ("LARGE", TickerKind::Stock, Some("Banks"), 9.0),
            ("NEAR", TickerKind::Stock, Some("Energy"), 1.0),
            ("NEARER", TickerKind::Stock, Some("Energy"), 2.0),
            ("FUND", TickerKind::Etf, Some("Energy"), 7.0),
        ]);
        assert_eq!(symbols(&market, 1), ["NEARER", "NEAR", "LARGE"]);
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
        assert_eq!(symbols(&market, 1), ["^OTHER", "LARGE", "SMALL"]);
        assert!(
            symbols(&market, 9).is_empty(),
            "an unknown ticker has no related ones"
        );
    }
}
