//! Cboe's symbols, and the paths of its files.

use crate::{
    domain::{session::Calendar, ticker::TickerKind::Index},
    source::TickerInfo,
};

/// The name in the configuration.
pub(super) const NAME: &str = "cboe";

/// Marketdeck's symbols of indices with Cboe's symbols. The Nasdaq Composite is missing because Cboe does not have it, and the Dow because
/// Cboe quotes only a hundredth of it.
const INDICES: [(&str, &str); 9] = [
    ("^GSPC", "_SPX"),
    ("^NDX", "_NDX"),
    ("^OEX", "_OEX"),
    ("^RUT", "_RUT"),
    ("^SKEW", "_SKEW"),
    ("^VIX", "_VIX"),
    ("^VIX3M", "_VIX3M"),
    ("^VIX9D", "_VIX9D"),
    ("^VVIX", "_VVIX"),
];

/// Returns Cboe's symbol of a US stock, fund or index; `None` for tickers that it does not have.
pub(super) fn cboe_symbol(ticker: &TickerInfo) -> Option<String> {
    if ticker.kind == Index {
        let index = INDICES.iter().find(|(symbol, _)| *symbol == ticker.symbol);
        return index.map(|(_, name)| (*name).to_owned());
    }
    let is_in_new_york = ticker.calendar == Calendar::NewYork;
    ticker.us_symbol().filter(|_| is_in_new_york)
}

/// Returns the path of the quote of one of Cboe's symbols.
pub(super) fn quote_path(cboe_symbol: &str) -> String {
    path("quotes", cboe_symbol)
}

/// Returns the path of a file about one of Cboe's symbols.
pub(super) fn path(folder: &str, cboe_symbol: &str) -> String {
    format!("/api/global/delayed_quotes/{folder}/{cboe_symbol}.json")
}
