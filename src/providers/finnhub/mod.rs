//! Finnhub, with a key of one's own: quotes of US shares and funds while nobody preferred has them,
//! and trades as they come (see [`FinnhubTrades`]).

mod profiles;
mod quotes;
mod trades;
mod wire;

pub use self::{profiles::FinnhubProfiles, quotes::Finnhub, trades::FinnhubTrades};

use crate::{
    domain::{currency::Currency, ticker::TickerKind},
    source::TickerInfo,
};

/// Finnhub's name of a share or fund of the US: the free plan has no others. Classes of shares are
/// written with a point.
fn name_of(ticker: &TickerInfo) -> Option<String> {
    let is_us = matches!(ticker.kind, TickerKind::Stock | TickerKind::Etf)
        && ticker.currency == Currency::USD
        && ticker
            .symbol
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '-');
    is_us.then(|| ticker.symbol.replace('-', "."))
}
