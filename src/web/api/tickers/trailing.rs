//! What a payer paid in the last twelve months.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::{dividend::Trailing, session::exchange_date, ticker::TickerId},
    market::MarketState,
};

/// Sums per unit over twelve months, in the ticker's currency. What is announced for later is not in
/// them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TrailingDividends {
    /// Of regular payments.
    regular: f64,
    /// Of special ones.
    special: f64,
    /// Of what a fund gained by selling.
    capital_gains: f64,
    /// The regular payments in percent of the price.
    #[serde(rename = "yield")]
    trailing_yield: Option<f64>,
}

impl TrailingDividends {
    /// Of a ticker at `now`; `None` where no payment is known.
    pub(crate) fn read(market: &MarketState, id: TickerId, now: Timestamp) -> Option<Self> {
        let dividends = market.dividends.get(&id).filter(|all| !all.is_empty())?;
        let listing = market.get(id)?;
        let today = exchange_date(listing.ticker.profile.calendar(), now);
        let paid = Trailing::of(dividends, today);
        let price = listing.quote.as_ref().map(|quote| quote.price);
        Some(Self {
            regular: paid.regular,
            special: paid.special,
            capital_gains: paid.capital_gains,
            trailing_yield: price
                .filter(|price| *price > 0.0)
                .map(|price| 100.0 * paid.regular / price),
        })
    }
}
