//! Finnhub, with an API key: quotes of US stocks and funds while no preferred provider has them,
//! and a stream of trades (see [`FinnhubTrades`]).

mod profiles;
mod quotes;
mod trades;
mod wire;

pub use self::{profiles::FinnhubProfiles, quotes::Finnhub, trades::FinnhubTrades};

use crate::{
    domain::{currency::Currency, ticker::TickerKind},
    source::TickerInfo,
};

/// Returns Finnhub's symbol of a US stock or fund; the free plan has no others. Share classes have
/// a dot.
fn name_of(ticker: &TickerInfo) -> Option<String> {
    let is_us = matches!(ticker.kind, TickerKind::Stock | TickerKind::Etf)
        && ticker.currency == Currency::USD
        && ticker
            .symbol
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '-');
    is_us.then(|| ticker.symbol.replace('-', "."))
}
