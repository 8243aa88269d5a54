//! The other exchanges at which the instrument of a ticker is listed.

use hyper::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use super::lookup::{find_listing, lookup_error, resolve_id};
use crate::{
    domain::{currency::Currency, identity::Identifier, ticker::TickerId},
    market::MarketState,
    source::lookup::InstrumentListing,
    web::{
        AppState,
        http::{
            error::Result,
            reply::{self, Reply},
        },
    },
};

/// Another listing of an instrument.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListingRow {
    /// Symbol of the listing, with which it can be followed.
    symbol: String,
    /// Name of the exchange; null if unknown.
    exchange: Option<String>,
    /// ISO code of the currency of the prices; null if the listing is not followed.
    #[schema(value_type = Option<String>)]
    currency: Option<Currency>,
    /// Id of the ticker if the listing is followed; otherwise null.
    followed: Option<u32>,
}

/// Lists the other listings of a ticker's instrument: the tickers with the same ISIN, then those that a provider knows, most important
/// first. Empty if the ticker's ISIN and FIGI are unknown.
#[utoipa::path(get, path = "/api/tickers/{id}/listings", params(("id" = u32, Path)),
    responses((status = 200, description = "The other listings.", body = Vec<ListingRow>),
        (status = 404, description = "There is no such ticker.", body = String),
        (status = 503, description = "No other listing is known, and no provider is reachable.", body = String)))]
pub(crate) async fn listings(state: &AppState, id: &str) -> Result<Reply> {
    let id = resolve_id(&state.market.read(), id)?;
    let (found, failure) = match state.following.listings(id).await {
        Ok(found) => (found, None),
        Err(error) => (Vec::new(), Some(error)),
    };
    let rows = rows(&state.market.read(), id, found)?;
    match failure {
        Some(error) if rows.is_empty() => Err(lookup_error(&error)),
        _ => Ok(reply::json(StatusCode::OK, &rows)),
    }
}

/// Joins the tickers with the ISIN of the ticker `id` and the listings that a provider found.
fn rows(
    market: &MarketState,
    id: TickerId,
    found: Vec<InstrumentListing>,
) -> Result<Vec<ListingRow>> {
    let isin = find_listing(market, id)?.ticker.profile.isin;
    let same = isin.map(Identifier::Isin);
    let mut ids: Vec<TickerId> = same
        .iter()
        .flat_map(|isin| market.with_identifier(isin))
        .map(|listing| listing.ticker.id)
        .filter(|other| *other != id)
        .collect();
    let mut unfollowed = Vec::new();
    for InstrumentListing { hit, .. } in found {
        match market
            .find_by_spelling(&hit.symbol)
            .map(|listing| listing.ticker.id)
        {
            Some(known) if known == id || ids.contains(&known) => {}
            Some(known) => ids.push(known),
            None => unfollowed.push(ListingRow {
                symbol: hit.symbol,
                exchange: hit.exchange,
                currency: None,
                followed: None,
            }),
        }
    }
    let followed = ids.into_iter().filter_map(|id| {
        let profile = &market.get(id)?.ticker.profile;
        Some(ListingRow {
            symbol: profile.symbol.clone(),
            exchange: profile.exchange.clone(),
            currency: Some(profile.currency),
            followed: Some(id.0),
        })
    });
    Ok(followed.chain(unfollowed).collect())
}
