//! Finnhub, which needs an API key: quotes of US stocks and ETFs while no preferred provider supplies them, and a stream of
//! trades (see [`FinnhubTrades`]).

mod profiles;
mod quotes;
mod trades;
mod wire;

pub use self::{profiles::FinnhubProfiles, quotes::Finnhub, trades::FinnhubTrades};

use crate::{
    domain::{currency::Currency, ticker::TickerKind},
    source::TickerInfo,
};

/// Returns Finnhub's symbol for a US stock or ETF; `None` for other tickers, which the free plan does not contain. Finnhub
/// separates share classes with a dot.
fn provider_symbol(ticker: &TickerInfo) -> Option<String> {
    let is_us = matches!(ticker.kind, TickerKind::Stock | TickerKind::Etf)
        && ticker.currency == Currency::USD
        && ticker
            .symbol
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '-');
    is_us.then(|| ticker.symbol.replace('-', "."))
}
