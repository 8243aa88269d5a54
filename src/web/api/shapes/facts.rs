//! Facts about funds and coins.
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::SAMPLE_PROVIDER;
use crate::{
    domain::{fund, ticker::TickerKind},
    market::{Listing, MarketState},
};

/// Total value locked in a coin's protocol.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Tvl {
    /// US dollars.
    pub(crate) value: f64,
    /// Whether the value is an estimate, which is 40 % of the market cap.
    pub(crate) is_estimate: bool,
    /// Time of the measurement; null for an estimate.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(crate) as_of: Option<Timestamp>,
}

/// Facts about a fund.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FundFacts {
    /// The fund's symbol.
    pub(crate) symbol: String,
    /// The id of the fund's ticker, if there is one.
    pub(crate) ticker_id: Option<u32>,
    /// Company that issues the fund.
    pub(crate) issuer: Option<String>,
    /// Equity, Fixed Income, Commodity, Currency, Multi-Asset, Specialty, Sector or International.
    pub(crate) category: String,
    /// Assets under management, in the fund's currency.
    pub(crate) aum: Option<f64>,
    /// Annual cost in percent of the assets.
    pub(crate) expense_ratio: Option<f64>,
    /// Annual distributions in percent of the price.
    pub(crate) distribution_yield: Option<f64>,
    /// First day of trading.
    #[schema(value_type = Option<String>, format = Date)]
    pub(crate) inception: Option<jiff::civil::Date>,
    /// Name of the provider.
    pub(crate) source: String,
    /// Whether the fund is part of the sample market.
    pub(crate) is_sample: bool,
}

/// Estimated share of a coin's market cap that is locked, for coins without a measured value.
const ESTIMATED_LOCKED_SHARE: f64 = 0.4;

impl Tvl {
    /// Returns the value locked in the protocol of `listing`, measured or estimated; `None` if it is not a coin or has no market cap.
    pub(super) fn of(listing: &Listing, market: &MarketState) -> Option<Self> {
        let ticker = &listing.ticker;
        if let Some(locked) = ticker.locked {
            return Some(Self {
                value: locked.value,
                is_estimate: false,
                as_of: Some(locked.as_of),
            });
        }
        let market_cap = market.cap_in_dollars(listing)?;
        (ticker.profile.kind == TickerKind::Crypto).then_some(Self {
            value: market_cap * ESTIMATED_LOCKED_SHARE,
            is_estimate: true,
            as_of: None,
        })
    }
}

impl FundFacts {
    /// Returns the facts about `listing`; `None` if it is not a fund or its facts are unknown.
    pub(crate) fn of(listing: &Listing, market: &MarketState) -> Option<Self> {
        let facts: &fund::FundFacts = market.funds.get(&listing.ticker.profile.symbol)?;
        Some(Self {
            symbol: facts.symbol.clone(),
            ticker_id: Some(listing.ticker.id.0),
            issuer: facts.issuer.clone(),
            category: facts.category.clone(),
            aum: facts.aum,
            expense_ratio: facts.expense_ratio,
            distribution_yield: facts.distribution_yield,
            inception: facts.inception,
            source: facts.provider.clone(),
            is_sample: facts.provider == SAMPLE_PROVIDER,
        })
    }
}
