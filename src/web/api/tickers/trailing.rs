//! What a payer paid in the last twelve months.

use jiff::{Timestamp, civil::Date};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::{
        currency::Currency,
        dividend::{Dividend, Trailing},
        session::exchange_date,
        ticker::TickerId,
    },
    market::MarketState,
};

/// Sums per unit over twelve months, in `currency`. What is announced for later is not in them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TrailingDividends {
    /// Of regular payments.
    regular: f64,
    /// Of special ones.
    special: f64,
    /// Of what a fund gained by selling.
    capital_gains: f64,
    /// The regular payments in percent of the price; null where they are in another currency and no rate is known.
    #[serde(rename = "yield")]
    trailing_yield: Option<f64>,
    /// ISO code of the sums' currency: the ticker's own, or where no rate to it is known that of the payments.
    #[schema(value_type = String)]
    currency: Currency,
    /// Currencies of payments that were converted, by the rates of now; empty where all were in `currency`.
    #[schema(value_type = Vec<String>)]
    converted_from: Vec<Currency>,
}

impl TrailingDividends {
    /// Of a ticker at `now`; `None` where no payment is known, or payments in several currencies without their rates.
    pub(crate) fn read(market: &MarketState, id: TickerId, now: Timestamp) -> Option<Self> {
        let dividends = market.dividends.get(&id).filter(|all| !all.is_empty())?;
        let listing = market.get(id)?;
        let today = exchange_date(listing.ticker.profile.calendar(), now);
        let own = listing.ticker.profile.currency;
        let rate = |from: Option<Currency>| {
            let rate = market.rate(from.unwrap_or(own), own)?;
            Some(rate.value)
        };
        let (paid, currency) = match Trailing::of(dividends, today, rate) {
            Some(paid) => (paid, own),
            None => in_their_own(dividends, today)?,
        };
        let mut converted_from: Vec<Currency> = dividends
            .iter()
            .filter(|dividend| Trailing::counts(dividend, today))
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

/// The sums in the currency of the payments, where all that count are in one.
fn in_their_own(dividends: &[Dividend], today: Date) -> Option<(Trailing, Currency)> {
    let mut counted = dividends
        .iter()
        .filter(|dividend| Trailing::counts(dividend, today));
    let currency = counted.next()?.currency?;
    let in_it = |of: Option<Currency>| (of == Some(currency)).then_some(1.0);
    Some((Trailing::of(dividends, today, in_it)?, currency))
}
