//! Exchange rates to the display currency. Responses contain the rate; browsers multiply with it (`ui/src/market/displayCurrency.ts`).

use std::cell::RefCell;

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::currency::Currency,
    market::{MarketState, Rate, RateBasis},
};

/// The exchange rate from an amount's currency to the display currency.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DisplayRate {
    /// The display currency (ISO 4217); USD if the configured one has no known rate.
    #[schema(value_type = String)]
    currency: Currency,
    /// Units of the display currency per unit of the amount's currency.
    value: f64,
    /// Time of the rate; null if the amount is in the display currency.
    #[schema(value_type = Option<String>, format = DateTime)]
    as_of: Option<Timestamp>,
    /// Origin of the rate: `market` for the price of a followed currency pair, `reference` for a euro reference rate of the European
    /// Central Bank; null if the ticker is in the display currency.
    #[schema(value_type = Option<String>, pattern = "^(market|reference)$")]
    basis: Option<&'static str>,
    /// True if the rate is computed from two rates, of each currency with a third one.
    is_cross_rate: bool,
}

impl DisplayRate {
    /// Returns the display currency.
    pub(crate) fn currency(&self) -> Currency {
        self.currency
    }
}

/// Exchange rates to the display currency, for the rows of a list. Each rate is looked up once.
pub(crate) struct DisplayRates<'a> {
    /// The market with the exchange rates.
    pub(crate) market: &'a MarketState,
    /// The currency that all rows are converted to.
    currency: Currency,
    /// Rates looked up so far, by source currency; `None` for a currency without a known rate.
    cache: RefCell<Vec<(Currency, Option<Rate>)>>,
}

impl<'a> DisplayRates<'a> {
    /// Creates a cache of rates to `display`, or to dollars if no rate from dollars to `display` is known: all rows of a list are
    /// converted to the same currency.
    pub(crate) fn new(market: &'a MarketState, display: Currency) -> Self {
        Self {
            market,
            currency: market.display_or_dollars(display),
            cache: RefCell::default(),
        }
    }

    /// Returns the rate from `currency` to the display currency; `None` if unknown.
    pub(crate) fn rate_from(&self, currency: Currency) -> Option<DisplayRate> {
        let mut cache = self.cache.borrow_mut();
        let cached = cache.iter().find(|(cached, _)| *cached == currency);
        let cached = cached.map(|(_, rate)| *rate);
        let rate = cached.unwrap_or_else(|| {
            let rate = self.market.rate(currency, self.currency);
            cache.push((currency, rate));
            rate
        });
        let Rate {
            value,
            as_of,
            basis,
            is_cross,
        } = rate?;
        Some(DisplayRate {
            currency: self.currency,
            value,
            as_of,
            basis: basis.map(|basis| match basis {
                RateBasis::Market => "market",
                RateBasis::Reference => "reference",
            }),
            is_cross_rate: is_cross,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ticker::{Profile, TickerKind};

    #[test]
    fn amounts_are_converted_to_the_display_currency_or_to_dollars_without_a_rate() {
        use crate::domain::ticker;
        let currency = |code| Currency::parse(code).unwrap();
        let mut market = MarketState::default();
        let mut put = |id, symbol, kind, price: f64| {
            market.put(ticker::Ticker::new(
                ticker::TickerId(id),
                Profile::new(symbol, symbol, kind),
            ));
            let price = crate::testing::quote(price, Timestamp::UNIX_EPOCH);
            market.get_mut(ticker::TickerId(id)).unwrap().quote = Some(price);
        };
        put(1, "EURUSD=X", TickerKind::Currency, 1.25);
        put(2, "JPY=X", TickerKind::Currency, 160.0);
        let rate = |from, display| {
            let rates = DisplayRates::new(&market, currency(display));
            let rate = rates.rate_from(currency(from));
            // A second row of the same list gets the same rate.
            assert_eq!(rate, rates.rate_from(currency(from)));
            let rate = rate?;
            Some((rate.currency.to_string(), rate.value))
        };
        let some = |code: &str, value| Some((code.to_owned(), value));
        assert_eq!(rate("EUR", "USD"), some("USD", 1.25));
        assert_eq!(rate("USD", "EUR"), some("EUR", 0.8));
        assert_eq!(rate("JPY", "EUR"), some("EUR", 0.005));
        assert_eq!(rate("CHF", "EUR"), None, "no rate of the franc is known");
        assert_eq!(
            rate("EUR", "CHF"),
            some("USD", 1.25),
            "no rate of the franc is known"
        );
        assert_eq!(
            rate("CHF", "CHF"),
            None,
            "other currencies are converted to dollars"
        );
    }
}
