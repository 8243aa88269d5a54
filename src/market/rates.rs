//! Currency conversion by the followed pairs with the US dollar, or by the euro reference rates where no pair has a price.

use jiff::{Timestamp, civil::Date};

use super::{Listing, MarketState};
use crate::domain::{
    currency::Currency,
    dividend::TrailingPayments,
    fixing::{Series, rates::is_cross_rate},
    quote::Quote,
    ticker::Ticker,
};

/// An exchange rate: the price of one unit of a currency in another currency.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Rate {
    /// Units of the other currency.
    pub value: f64,
    /// Time of the rate; for a rate from two pairs, the older of their times. `None` if both currencies are the same.
    pub as_of: Option<Timestamp>,
    /// Origin of the rate; `None` for a currency in itself.
    pub basis: Option<RateBasis>,
    /// True if the rate is computed from the rates of both currencies with a third one.
    pub is_cross: bool,
}

/// Origin of an exchange rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum RateBasis {
    /// Prices of followed currency pairs.
    Market,
    /// A euro reference rate of the European Central Bank, at least in part.
    Reference,
}

impl Rate {
    const ONE: Self = Self {
        value: 1.0,
        as_of: None,
        basis: None,
        is_cross: false,
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
    /// Returns `display`, or dollars if no rate from dollars to `display` is known: all amounts of a list are converted to the same
    /// currency.
    pub(crate) fn display_or_dollars(&self, display: Currency) -> Currency {
        let is_known = self.rate(Currency::USD, display).is_some();
        if is_known { display } else { Currency::USD }
    }

    /// Sums a ticker's dividends of the twelve months before `today` in its currency; `None` if no dividends are known or the
    /// exchange rate of one of them is unknown.
    pub(crate) fn trailing_payments(
        &self,
        ticker: &Ticker,
        today: Date,
    ) -> Option<TrailingPayments> {
        let dividends = self.dividends.get(&ticker.id)?;
        let currency = ticker.profile.currency;
        let rate = |from: Option<Currency>| {
            let rate = self.rate(from.unwrap_or(currency), currency)?;
            Some(rate.value)
        };
        TrailingPayments::sum(dividends, today, rate).filter(|_| !dividends.is_empty())
    }

    /// Returns the rate from one currency to another via the dollar; `None` while a pair has no price.
    pub(crate) fn rate(&self, from: Currency, to: Currency) -> Option<Rate> {
        if from == to {
            return Some(Rate::ONE);
        }
        let is_traded = |currency| currency == Currency::USD || self.pair(currency).is_some();
        if !(is_traded(from) && is_traded(to))
            && let Some(rate) = self.reference_rate(from, to)
        {
            return Some(rate);
        }
        let (from, to) = (self.dollar_rate(from)?, self.dollar_rate(to)?);
        Some(Rate {
            value: from.value / to.value,
            as_of: from.as_of.into_iter().chain(to.as_of).min(),
            basis: from.basis.max(to.basis),
            is_cross: from.is_cross || to.is_cross || from.basis.is_some() && to.basis.is_some(),
        })
    }

    /// Returns the rate in the newest fixing of the euro reference rates.
    fn reference_rate(&self, from: Currency, to: Currency) -> Option<Rate> {
        let (date, value) = self.fixings.newest_rate(from, to)?;
        Some(Rate {
            value,
            as_of: Some(Series::EuroRates.published_at(date)),
            basis: Some(RateBasis::Reference),
            is_cross: is_cross_rate(from, to),
        })
    }

    /// Returns the change of a currency against the dollar between the last two fixings, as a factor.
    fn reference_growth(&self, currency: Currency) -> Option<f64> {
        let all = self
            .fixings
            .rates(currency, Currency::USD, Date::MIN..=Date::MAX);
        let mut newest = all.rev().map(|(_, rate)| rate);
        Some(newest.next()? / newest.next()?)
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
            other => match self.pair(other) {
                None => self.reference_growth(other),
                Some((pair, PairDirection::DollarsPerUnit)) => Some(factor(pair.change_24h?)),
                Some((pair, PairDirection::UnitsPerDollar)) => Some(1.0 / factor(pair.change_24h?)),
            },
        };
        Some((growth(from)? / growth(to)? - 1.0) * 100.0).filter(|change| change.is_finite())
    }

    /// Returns US dollars per unit of `currency`; `None` while none of its pairs has a price.
    pub(crate) fn dollars_per(&self, currency: Currency) -> Option<f64> {
        Some(self.dollar_rate(currency)?.value)
    }

    /// Returns the rate from `currency` to US dollars: the price of a pair such as `EURUSD=X`, or the inverse of a pair such as
    /// `USDJPY=X` or `JPY=X`, whose prices are in units per dollar, or the newest euro reference rates.
    fn dollar_rate(&self, currency: Currency) -> Option<Rate> {
        if currency == Currency::USD {
            return Some(Rate::ONE);
        }
        let Some((pair, direction)) = self.pair(currency) else {
            return self.reference_rate(currency, Currency::USD);
        };
        Some(Rate {
            value: match direction {
                PairDirection::DollarsPerUnit => pair.price,
                PairDirection::UnitsPerDollar => 1.0 / pair.price,
            },
            as_of: Some(pair.as_of),
            basis: Some(RateBasis::Market),
            is_cross: false,
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
        domain::{
            fixing::{Fixing, FixingCode},
            ticker::{Profile, Ticker, TickerId, TickerKind},
        },
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

    /// Adds euro reference rates of two days to a market.
    fn with_fixings(mut market: MarketState) -> MarketState {
        for (day, dollars, kronor) in [("2026-11-19", 1.2, 12.0), ("2026-11-20", 1.25, 10.0)] {
            let values = [("USD", dollars), ("SEK", kronor), ("JPY", 150.0)]
                .map(|(code, value)| (FixingCode::parse(code).unwrap(), value));
            let date = day.parse().unwrap();
            market
                .fixings
                .put(Fixing::new(Series::EuroRates, date, values));
        }
        market
    }

    #[test]
    fn reference_rates_are_used_where_no_pair_has_a_price() {
        let market = with_fixings(market(&[("JPY=X", 160.0)]));
        let rate = |from, to| market.rate(currency(from), currency(to)).unwrap();
        let euro = rate("EUR", "USD");
        assert_eq!((euro.value, euro.is_cross), (1.25, false));
        assert_eq!(euro.basis, Some(RateBasis::Reference));
        assert_eq!(euro.as_of.unwrap().to_string(), "2026-11-20T15:00:00Z");
        let krona = rate("SEK", "USD");
        assert_eq!((krona.value, krona.is_cross), (0.125, true));
        let yen = rate("USD", "JPY");
        assert_eq!((yen.value, yen.basis), (160.0, Some(RateBasis::Market)));
        assert_eq!(market.dollars_per(currency("SEK")), Some(0.125));
        assert_eq!(market.rate(currency("RUB"), currency("USD")), None);
    }

    #[test]
    fn change_of_a_reference_rate_compares_the_last_two_fixings() {
        let market = with_fixings(MarketState::default());
        let change = market.rate_change(currency("SEK"), currency("USD"));
        assert!((change.unwrap() - 25.0).abs() < 1e-9);
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
