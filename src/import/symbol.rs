//! Interpretation of symbols that users enter.

use super::FileError;
use crate::domain::{
    currency::Currency,
    symbol::{self, Candidate},
    ticker::{Ticker, TickerKind},
};

/// Finds the ticker that a symbol means, by its exact symbol or by another spelling. `BRK.B` means
/// `BRK-B` if only `BRK-B` exists, and `BTC-USD` means the coin `BTC`.
pub(super) fn find<'a>(tickers: &'a [Ticker], symbol: &str) -> Option<&'a Ticker> {
    let find_symbol = |symbol: &str| {
        let matches = |ticker: &&Ticker| ticker.profile.symbol.eq_ignore_ascii_case(symbol);
        tickers.iter().find(matches)
    };
    let find_candidate = |Candidate { symbol, kind }: Candidate| {
        let ticker = find_symbol(&symbol)?;
        kind.is_none_or(|kind| kind == ticker.profile.kind)
            .then_some(ticker)
    };
    find_symbol(symbol.trim()).or_else(|| {
        symbol::candidates(symbol)
            .into_iter()
            .find_map(find_candidate)
    })
}

/// Normalizes a symbol: trims it and converts it to upper case.
pub(super) fn normalize(input: &str) -> Result<String, FileError> {
    symbol::normalize(input).ok_or_else(|| FileError::Symbol(input.to_owned()))
}

/// Guesses the kind of a ticker from its symbol. Indices, futures, currencies and coins have
/// special characters in their symbol or are pairs. Other symbols are those of stocks.
pub(super) fn guess(symbol: &str) -> TickerKind {
    if symbol.starts_with('^') {
        TickerKind::Index
    } else if symbol.ends_with("=F") {
        TickerKind::Commodity
    } else if symbol.ends_with("=X") || is_pair_of_currencies(symbol) {
        TickerKind::Currency
    } else if is_coin(symbol) {
        TickerKind::Crypto
    } else {
        TickerKind::Stock
    }
}

/// Returns true for two currencies in use: `EURUSD`.
fn is_pair_of_currencies(symbol: &str) -> bool {
    let in_use = |code| Currency::in_use(code).is_some();
    symbol.len() == 6
        && symbol
            .split_at_checked(3)
            .is_some_and(|(base, quote)| in_use(base) && in_use(quote))
}

/// Returns true for a coin quoted in a currency: `BTC-USD`, `BTCUSDT`, `XBTUSD`.
fn is_coin(symbol: &str) -> bool {
    const STABLECOINS: [&str; 4] = ["USDT", "USDC", "FDUSD", "BUSD"];
    const COINS: [&str; 12] = [
        "BTC", "XBT", "ETH", "SOL", "XRP", "ADA", "DOGE", "LTC", "BNB", "DOT", "XXBTZ", "XETHZ",
    ];
    let without_ending = |ending: &&str| {
        let base = symbol.strip_suffix(*ending)?;
        (!base.is_empty()).then_some(base)
    };
    if STABLECOINS.iter().find_map(without_ending).is_some() {
        return true;
    }
    let Some((base, code)) = symbol
        .len()
        .checked_sub(3)
        .and_then(|index| symbol.split_at_checked(index))
    else {
        return false;
    };
    let is_known = COINS.contains(&base.trim_end_matches('-'));
    Currency::in_use(code).is_some() && (is_known || base.len() > 1 && base.ends_with('-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_is_derived_from_the_symbol() {
        for (symbol, kind) in [
            ("^GDAXI", TickerKind::Index),
            ("CL=F", TickerKind::Commodity),
            ("EURUSD=X", TickerKind::Currency),
            ("EURUSD", TickerKind::Currency),
            ("BTC-USD", TickerKind::Crypto),
            ("BTCUSDT", TickerKind::Crypto),
            ("XBTUSD", TickerKind::Crypto),
            ("SHIBUSDT", TickerKind::Crypto),
            ("AAPL", TickerKind::Stock),
            ("BRK-B", TickerKind::Stock),
            ("SAP.DE", TickerKind::Stock),
            ("GOOGLE", TickerKind::Stock),
        ] {
            assert_eq!(guess(symbol), kind, "{symbol}");
        }
    }
}
