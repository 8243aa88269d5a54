//! Dividends of the last twelve months.

use jiff::{Timestamp, civil::Date};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::{
        currency::Currency,
        dividend::{Dividend, TrailingPayments},
        session::exchange_date,
        ticker::TickerId,
    },
    market::MarketState,
};

/// Dividends per share over twelve months, in `currency`, without those announced for later.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TrailingDividends {
    /// Sum of regular payments.
    regular: f64,
    /// Sum of special payments.
    special: f64,
    /// Sum of capital gain distributions.
    capital_gains: f64,
    /// Yield of regular payments in percent of the price; null if they are in another currency without a known rate.
    #[serde(rename = "yield")]
    trailing_yield: Option<f64>,
    /// ISO code of the sums' currency: the ticker's own, or that of the payments if no rate is known.
    #[schema(value_type = String)]
    currency: Currency,
    /// Currencies of payments that were converted at current rates; empty if all were in `currency`.
    #[schema(value_type = Vec<String>)]
    converted_from: Vec<Currency>,
}

impl TrailingDividends {
    /// Sums the dividends of a ticker; `None` if no payment is known, or for payments in several currencies without rates.
    pub(crate) fn read(market: &MarketState, id: TickerId, now: Timestamp) -> Option<Self> {
        let dividends = market.dividends.get(&id).filter(|all| !all.is_empty())?;
        let listing = market.get(id)?;
        let today = exchange_date(listing.ticker.profile.calendar(), now);
        let own = listing.ticker.profile.currency;
        let rate = |from: Option<Currency>| {
            let rate = market.rate(from.unwrap_or(own), own)?;
            Some(rate.value)
        };
        let (paid, currency) = match TrailingPayments::sum(dividends, today, rate) {
            Some(paid) => (paid, own),
            None => in_their_own(dividends, today)?,
        };
        let mut converted_from: Vec<Currency> = dividends
            .iter()
            .filter(|dividend| TrailingPayments::may_count(dividend, today))
            .filter_map(|dividend| dividend.currency.filter(|other| *other != currency))
            .collect();
        converted_from.sort_unstable();
        converted_from.dedup();
        let price = listing.quote.as_ref().map(|quote| quote.price);
        Some(Self {
            regular: paid.regular,
            special: paid.special,
            capital_gains: paid.capital_gains,
            trailing_yield: price
                .filter(|price| *price > 0.0 && currency == own)
                .map(|price| 100.0 * paid.regular / price),
            currency,
            converted_from,
        })
    }
}

/// Sums the dividends in their own currency, if they all have the same.
fn in_their_own(dividends: &[Dividend], today: Date) -> Option<(TrailingPayments, Currency)> {
    let mut counted = dividends
        .iter()
        .filter(|dividend| TrailingPayments::may_count(dividend, today));
    let currency = counted.next()?.currency?;
    let in_it = |of: Option<Currency>| (of == Some(currency)).then_some(1.0);
    Some((TrailingPayments::sum(dividends, today, in_it)?, currency))
}
