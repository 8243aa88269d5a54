//! A price with its source and age, which most answers contain.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::numbers::round;
use crate::{
    domain::{
        quotation::Quotation,
        ticker::{TickerId, TickerKind},
    },
    market::{Listing, MarketState},
    web::{
        api::{
            shapes::{PriceUnit, Ticker, TickerType},
            tickers::lookup::resolve_symbol,
        },
        http::error::Result,
    },
};

/// A price.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Price {
    /// The price, in `currency`; points for an index.
    value: f64,
    /// The unit of the price.
    #[schema(value_type = PriceUnit, inline)]
    #[serde(skip_serializing_if = "Quotation::is_currency")]
    unit: Quotation,
    /// Currency of the price, or of the nominal value if the price is in percent (ISO 4217).
    currency: String,
    /// Change since the previous close, or in 24 hours for a market that never closes, in percent.
    change_percent: Option<f64>,
    /// Name of the source.
    source: String,
    /// Time of the price, according to its source.
    #[schema(value_type = String, format = DateTime)]
    as_of: Timestamp,
    /// Age of the price in seconds.
    age_seconds: i64,
    /// Delay of the source in minutes, if it is known.
    delay_minutes: Option<u16>,
    /// Whether the price is older than is usual for its source.
    stale: bool,
}

impl Price {
    /// Returns the newest price; `None` if no source has one.
    pub(super) fn of(listing: &Listing, now: Timestamp) -> Option<Self> {
        let ticker = Ticker::of(listing, now);
        let as_of = ticker.updated_at?;
        Some(Self {
            value: ticker.price?,
            unit: ticker.price_unit,
            currency: ticker.currency.to_string(),
            change_percent: ticker.change24h.map(round),
            source: ticker.source?,
            as_of,
            age_seconds: age_seconds(as_of, now),
            delay_minutes: ticker.delay_minutes,
            stale: ticker.stale,
        })
    }
}

/// A ticker with its price.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PricedTicker {
    /// Symbol, which the other tools take.
    symbol: String,
    /// Full name.
    name: String,
    /// Type of the ticker.
    #[serde(rename = "type")]
    #[schema(value_type = TickerType, inline)]
    kind: TickerKind,
    /// The newest price; missing if no source has one.
    #[schema(inline)]
    price: Option<Price>,
}

impl PricedTicker {
    pub(super) fn of(listing: &Listing, now: Timestamp) -> Self {
        let profile = &listing.ticker.profile;
        Self {
            symbol: profile.symbol.clone(),
            name: profile.name.clone(),
            kind: profile.kind,
            price: Price::of(listing, now),
        }
    }
}

/// Returns the age of a figure in seconds; 0 for a time in the future.
pub(super) fn age_seconds(as_of: Timestamp, now: Timestamp) -> i64 {
    now.duration_since(as_of).as_secs().max(0)
}

/// Finds a ticker by the symbol that a model typed. Fails with a hint to the tool `search`.
pub(super) fn find_ticker(market: &MarketState, symbol: &str) -> Result<TickerId> {
    resolve_symbol(market, symbol.trim()).map_err(|mut error| {
        error.message = format!("Unknown symbol '{symbol}'; use the tool search to find it.");
        error
    })
}
