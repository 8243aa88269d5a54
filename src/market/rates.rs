//! What amounts of other currencies are in US dollars, by the pairs that are followed.

use super::{Listing, MarketState};
use crate::domain::currency::Currency;

impl MarketState {
    /// Dollars for one unit of `currency`: by the price of `EURUSD=X`, or from that of `JPY=X`, which
    /// counts yen for a dollar. `None` while neither pair has a price.
    pub(crate) fn dollars_per(&self, currency: Currency) -> Option<f64> {
        if currency == Currency::USD {
            return Some(1.0);
        }
        let price = |symbol: String| {
            let quote = self.by_symbol(&symbol)?.quote.as_ref()?;
            (quote.price > 0.0).then_some(quote.price)
        };
        price(format!("{currency}USD=X"))
            .or_else(|| Some(1.0 / price(format!("USD{currency}=X"))?))
            .or_else(|| Some(1.0 / price(format!("{currency}=X"))?))
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

    fn market(quotes: &[(&str, f64)]) -> MarketState {
        let mut market = MarketState::default();
        for ((symbol, price), id) in quotes.iter().zip(1..) {
            let id = TickerId(id);
            let profile = Profile::new(*symbol, *symbol, TickerKind::Currency);
            market.put(Ticker::new(id, profile));
            let quote = testing::quote(*price, jiff::Timestamp::UNIX_EPOCH);
            market.get_mut(id).unwrap().quote = Some(quote);
        }
        market
    }

    #[test]
    fn amounts_are_converted_by_the_pairs_that_are_followed_and_by_no_guess() {
        let market = market(&[("EURUSD=X", 1.25), ("JPY=X", 160.0), ("USDCHF=X", 0.8)]);
        let rate = |code| market.dollars_per(Currency::parse(code).unwrap());
        assert_eq!(rate("USD"), Some(1.0));
        assert_eq!(rate("EUR"), Some(1.25));
        assert_eq!(rate("JPY"), Some(0.00625));
        assert_eq!(rate("CHF"), Some(1.25));
        assert_eq!(rate("SEK"), None);
    }
}
