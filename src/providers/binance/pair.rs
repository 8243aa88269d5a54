//! The pairs of coins at Binance, and the error if Binance refuses a country.

use std::time::Duration;

use crate::source::{SourceError, TickerInfo};

/// The delay after Binance has refused this country.
pub(super) const REFUSED_PAUSE: Duration = Duration::from_secs(24 * 3_600);
/// The currency of most pairs.
pub(super) const USDT: &str = "USDT";

/// A pair of a coin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) name: String,
    /// True for prices in USDT, which are converted.
    pub(super) is_in_usdt: bool,
}

impl Pair {
    /// Returns the pair of a coin in dollars or euros; `None` for other tickers.
    pub(super) fn of(ticker: &TickerInfo) -> Option<Self> {
        let (coin, currency) = ticker.coin_pair().filter(|_| !ticker.imported)?;
        let is_in_usdt = currency == "USD";
        let has_pair = coin != USDT && (is_in_usdt || currency == "EUR");
        let quote = if is_in_usdt { USDT } else { currency };
        has_pair.then(|| Self {
            name: format!("{coin}{quote}"),
            is_in_usdt,
        })
    }
}

/// Returns the error if Binance refuses this country. The source makes no request for `delay`.
pub(super) fn refused(status: u16, delay: Duration) -> SourceError {
    SourceError::AccessDenied {
        reason: format!("Binance does not serve this country or network (HTTP {status})"),
        delay,
    }
}
