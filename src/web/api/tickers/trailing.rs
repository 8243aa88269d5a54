//! Sums of a ticker's dividends over the last twelve months.

use jiff::{Timestamp, civil::Date};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::{
        currency::Currency,
        dividend::{Dividend, TrailingPayments},
        ticker::TickerId,
    },
    market::MarketState,
};

/// Sums of the dividends per share over the last twelve months, in `currency`. Announced dividends with a later ex-date are not included.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TrailingDividends {
    /// Sum of regular dividends.
    regular: f64,
    /// Sum of special dividends.
    special: f64,
    /// Sum of capital gain distributions.
    capital_gains: f64,
    /// Regular dividends in percent of the price; null if the sums are not in the ticker's currency.
    #[serde(rename = "yield")]
    trailing_yield: Option<f64>,
    /// ISO code of the currency of the sums: the ticker's currency, or the currency of the dividends if no exchange rate is known.
    #[schema(value_type = String)]
    currency: Currency,
    /// Currencies of the dividends that were converted at current exchange rates; empty if all dividends are in `currency`.
    #[schema(value_type = Vec<String>)]
    converted_from: Vec<Currency>,
}

impl TrailingDividends {
    /// Sums the dividends of a ticker; `None` if no dividend is known, or if the dividends are in several currencies without known
    /// exchange rates.
    pub(crate) fn compute(market: &MarketState, id: TickerId, now: Timestamp) -> Option<Self> {
        let dividends = market.dividends.get(&id)?;
        let listing = market.get(id)?;
        let today = listing.date_at(now);
        let ticker_currency = listing.ticker.profile.currency;
        let (sums, currency) = match market.trailing_payments(&listing.ticker, today) {
            Some(sums) => (sums, ticker_currency),
            None => sum_in_dividend_currency(dividends, today)?,
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
            regular: sums.regular,
            special: sums.special,
            capital_gains: sums.capital_gains,
            trailing_yield: price
                .filter(|price| *price > 0.0 && currency == ticker_currency)
                .map(|price| 100.0 * sums.regular / price),
            currency,
            converted_from,
        })
    }
}

/// Sums dividends that are all in the same currency; `None` otherwise.
fn sum_in_dividend_currency(
    dividends: &[Dividend],
    today: Date,
) -> Option<(TrailingPayments, Currency)> {
    let mut counted = dividends
        .iter()
        .filter(|dividend| TrailingPayments::may_count(dividend, today));
    let currency = counted.next()?.currency?;
    let rate = |from: Option<Currency>| (from == Some(currency)).then_some(1.0);
    Some((TrailingPayments::sum(dividends, today, rate)?, currency))
}
