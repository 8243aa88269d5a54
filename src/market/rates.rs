//! Converts currencies with the prices of their pairs with the US dollar, as far as these pairs are followed.

use jiff::Timestamp;

use super::{Listing, MarketState};
use crate::domain::{currency::Currency, quote::Quote};

/// An exchange rate: the price of one unit of a currency in another currency.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Rate {
    /// Units of the other currency.
    pub value: f64,
    /// Time of the rate; for a rate from two pairs, the older of their times. `None` if both currencies are the same.
    pub as_of: Option<Timestamp>,
}

impl Rate {
    const ONE: Self = Self {
        value: 1.0,
        as_of: None,
    };
}

/// Direction of a currency pair.
#[derive(Debug, Clone, Copy)]
enum PairDirection {
    /// Dollars for one unit of the currency.
    DollarsPerUnit,
    /// Units of the currency for a dollar.
    UnitsPerDollar,
}

impl MarketState {
    /// Returns the rate from one currency to another via the dollar; `None` while a pair has no price.
    pub(crate) fn rate(&self, from: Currency, to: Currency) -> Option<Rate> {
        if from == to {
            return Some(Rate::ONE);
        }
        let (from, to) = (self.dollar_rate(from)?, self.dollar_rate(to)?);
        Some(Rate {
            value: from.value / to.value,
            as_of: from.as_of.into_iter().chain(to.as_of).min(),
        })
    }

    /// Returns the change of `from` against `to` since the previous day, in percent; `None` if both currencies are the same or a pair
    /// has no daily change.
    pub(crate) fn rate_change(&self, from: Currency, to: Currency) -> Option<f64> {
        if from == to {
            return None;
        }
        let factor = |change: f64| 1.0 + change / 100.0;
        let growth = |currency| match currency {
            Currency::USD => Some(1.0),
            other => match self.pair(other)? {
                (pair, PairDirection::DollarsPerUnit) => Some(factor(pair.change_24h?)),
                (pair, PairDirection::UnitsPerDollar) => Some(1.0 / factor(pair.change_24h?)),
            },
        };
        Some((growth(from)? / growth(to)? - 1.0) * 100.0).filter(|change| change.is_finite())
    }

    /// Returns US dollars per unit of `currency`; `None` while none of its pairs has a price.
    pub(crate) fn dollars_per(&self, currency: Currency) -> Option<f64> {
        Some(self.dollar_rate(currency)?.value)
    }

    /// Returns the rate from `currency` to US dollars: the price of a pair such as `EURUSD=X`, or the inverse of a pair such as
    /// `USDJPY=X` or `JPY=X`, whose prices are in units per dollar.
    fn dollar_rate(&self, currency: Currency) -> Option<Rate> {
        if currency == Currency::USD {
            return Some(Rate::ONE);
        }
        let (pair, direction) = self.pair(currency)?;
        Some(Rate {
            value: match direction {
                PairDirection::DollarsPerUnit => pair.price,
                PairDirection::UnitsPerDollar => 1.0 / pair.price,
            },
            as_of: Some(pair.as_of),
        })
    }

    /// Returns the quote of a pair of `currency` with the US dollar.
    fn pair(&self, currency: Currency) -> Option<(&Quote, PairDirection)> {
        let find_quote = |symbol: String, direction| {
            let quote = self.by_symbol(&symbol)?.quote.as_ref()?;
            (quote.price > 0.0).then_some((quote, direction))
        };
        find_quote(format!("{currency}USD=X"), PairDirection::DollarsPerUnit)
            .or_else(|| find_quote(format!("USD{currency}=X"), PairDirection::UnitsPerDollar))
            .or_else(|| find_quote(format!("{currency}=X"), PairDirection::UnitsPerDollar))
    }

    /// Returns the market cap in US dollars; `None` if the cap or the exchange rate is unknown.
    pub(crate) fn cap_in_dollars(&self, listing: &Listing) -> Option<f64> {
        let cap = listing.quote.as_ref()?.market_cap?;
        Some(cap * self.dollars_per(listing.ticker.profile.currency)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::ticker::{Profile, Ticker, TickerId, TickerKind},
        testing,
    };

    /// Creates a market in which each price is a minute newer than the previous price.
    fn market(quotes: &[(&str, f64)]) -> MarketState {
        let mut market = MarketState::default();
        for ((symbol, price), id) in quotes.iter().zip(1..) {
            let ticker_id = TickerId(id);
            let profile = Profile::new(*symbol, *symbol, TickerKind::Currency);
            market.put(Ticker::new(ticker_id, profile));
            let as_of = Timestamp::from_second(60 * i64::from(id)).unwrap();
            market.get_mut(ticker_id).unwrap().quote = Some(testing::quote(*price, as_of));
        }
        market
    }

    fn currency(code: &str) -> Currency {
        Currency::parse(code).unwrap()
    }

    #[test]
    fn rates_are_known_for_currencies_with_a_followed_pair_only() {
        let market = market(&[("EURUSD=X", 1.25), ("JPY=X", 160.0), ("USDCHF=X", 0.8)]);
        let rate = |code| market.dollars_per(currency(code));
        assert_eq!(rate("USD"), Some(1.0));
        assert_eq!(rate("EUR"), Some(1.25));
        assert_eq!(rate("JPY"), Some(0.00625));
        assert_eq!(rate("CHF"), Some(1.25));
        assert_eq!(rate("SEK"), None);
    }

    #[test]
    fn rate_change_combines_the_daily_changes_of_both_pairs() {
        let mut market = market(&[("EURUSD=X", 1.25), ("JPY=X", 160.0), ("USDCHF=X", 0.8)]);
        for (symbol, change) in [("EURUSD=X", 0.5), ("JPY=X", 25.0)] {
            let id = market.id_of(symbol).unwrap();
            let quote = market.get_mut(id).unwrap().quote.as_mut().unwrap();
            quote.change_24h = Some(change);
        }
        let change = |from, to| {
            let change = market.rate_change(currency(from), currency(to))?;
            Some((change * 1e6).round() / 1e6)
        };
        assert_eq!(change("EUR", "USD"), Some(0.5));
        assert_eq!(change("JPY", "USD"), Some(-20.0));
        assert_eq!(change("USD", "JPY"), Some(25.0));
        assert_eq!(change("EUR", "JPY"), Some(25.625));
        assert_eq!(change("EUR", "EUR"), None);
        assert_eq!(change("CHF", "USD"), None, "the pair has no daily change");
        assert_eq!(change("SEK", "USD"), None);
    }

    #[test]
    fn cross_rate_uses_the_dollar_and_the_older_time() {
        let market = market(&[("EURUSD=X", 1.25), ("JPY=X", 160.0)]);
        let rate = |from, to| market.rate(currency(from), currency(to));
        let rate_parts = |from, to| {
            rate(from, to).map(|rate| (rate.value, rate.as_of.map(Timestamp::as_second)))
        };
        assert_eq!(rate_parts("EUR", "JPY"), Some((200.0, Some(60))));
        assert_eq!(rate_parts("JPY", "EUR"), Some((0.005, Some(60))));
        assert_eq!(rate_parts("USD", "JPY"), Some((160.0, Some(120))));
        assert_eq!(rate_parts("USD", "EUR"), Some((0.8, Some(60))));
        assert_eq!(rate_parts("SEK", "SEK"), Some((1.0, None)));
        assert_eq!(rate_parts("SEK", "EUR"), None);
        assert_eq!(rate_parts("EUR", "SEK"), None);
    }
}
