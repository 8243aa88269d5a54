//! What amounts of one currency are in another, by the pairs with the US dollar that are followed.

use jiff::Timestamp;

use super::{Listing, MarketState};
use crate::domain::currency::Currency;

/// What one unit of a currency is worth in another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Rate {
    /// Units of the other currency.
    pub value: f64,
    /// When it was true; of two prices that it is made of, the older one. `None` for a currency in itself.
    pub as_of: Option<Timestamp>,
}

impl Rate {
    const ONE: Self = Self {
        value: 1.0,
        as_of: None,
    };
}

impl MarketState {
    /// Units of `to` for one unit of `from`, over the dollar; `None` while a pair has no price.
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

    /// Dollars for one unit of `currency`; `None` while no pair of it has a price.
    pub(crate) fn dollars_per(&self, currency: Currency) -> Option<f64> {
        Some(self.dollar_rate(currency)?.value)
    }

    /// By the price of `EURUSD=X`, or from that of `USDJPY=X` or `JPY=X`, which count yen for a dollar.
    fn dollar_rate(&self, currency: Currency) -> Option<Rate> {
        if currency == Currency::USD {
            return Some(Rate::ONE);
        }
        let pair = |symbol: String| {
            let quote = self.by_symbol(&symbol)?.quote.as_ref()?;
            (quote.price > 0.0).then_some((quote.price, quote.as_of))
        };
        let inverse = |symbol| pair(symbol).map(|(price, as_of)| (1.0 / price, as_of));
        let (value, as_of) = pair(format!("{currency}USD=X"))
            .or_else(|| inverse(format!("USD{currency}=X")))
            .or_else(|| inverse(format!("{currency}=X")))?;
        Some(Rate {
            value,
            as_of: Some(as_of),
        })
    }

    /// What a listing is worth on the market, in US dollars; `None` where its market cap or the rate
    /// of its currency is unknown.
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

    /// Each price is a minute newer than the one before.
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
    fn amounts_are_converted_by_the_pairs_that_are_followed_and_by_no_guess() {
        let market = market(&[("EURUSD=X", 1.25), ("JPY=X", 160.0), ("USDCHF=X", 0.8)]);
        let rate = |code| market.dollars_per(currency(code));
        assert_eq!(rate("USD"), Some(1.0));
        assert_eq!(rate("EUR"), Some(1.25));
        assert_eq!(rate("JPY"), Some(0.00625));
        assert_eq!(rate("CHF"), Some(1.25));
        assert_eq!(rate("SEK"), None);
    }

    #[test]
    fn two_currencies_are_converted_over_the_dollar_and_the_older_price_dates_the_rate() {
        let market = market(&[("EURUSD=X", 1.25), ("JPY=X", 160.0)]);
        let rate = |from, to| market.rate(currency(from), currency(to));
        let told = |from, to| {
            rate(from, to).map(|rate| (rate.value, rate.as_of.map(Timestamp::as_second)))
        };
        assert_eq!(told("EUR", "JPY"), Some((200.0, Some(60))));
        assert_eq!(told("JPY", "EUR"), Some((0.005, Some(60))));
        assert_eq!(told("USD", "JPY"), Some((160.0, Some(120))));
        assert_eq!(told("USD", "EUR"), Some((0.8, Some(60))));
        assert_eq!(told("SEK", "SEK"), Some((1.0, None)));
        assert_eq!(told("SEK", "EUR"), None);
        assert_eq!(told("EUR", "SEK"), None);
    }
}
