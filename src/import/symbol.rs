//! Symbols as users type them.

use super::FileError;
use crate::domain::{
    currency::Currency,
    symbol::{self, Candidate},
    ticker::{Ticker, TickerKind},
};

/// Finds the ticker that a typed symbol means, by exact symbol or by another spelling: `BRK.B` is `BRK-B` if only that
/// exists, and `BTC-USD` is the coin `BTC`.
pub(super) fn find<'a>(known: &'a [Ticker], symbol: &str) -> Option<&'a Ticker> {
    let named = |symbol: &str| {
        let same = |ticker: &&Ticker| ticker.profile.symbol.eq_ignore_ascii_case(symbol);
        known.iter().find(same)
    };
    let fits = |Candidate { symbol, kind }: Candidate| {
        let ticker = named(&symbol)?;
        kind.is_none_or(|kind| kind == ticker.profile.kind)
            .then_some(ticker)
    };
    named(symbol.trim()).or_else(|| symbol::candidates(symbol).into_iter().find_map(fits))
}

/// Returns the symbol of a new ticker, in capitals.
pub(super) fn normalize(typed: &str) -> Result<String, FileError> {
    symbol::normalize(typed).ok_or_else(|| FileError::Symbol(typed.to_owned()))
}

/// Guesses the kind of a ticker: indices, futures, currencies and coins have a mark in their symbol or are a pair;
/// anything else is a stock.
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
    const STABLE: [&str; 4] = ["USDT", "USDC", "FDUSD", "BUSD"];
    const COINS: [&str; 12] = [
        "BTC", "XBT", "ETH", "SOL", "XRP", "ADA", "DOGE", "LTC", "BNB", "DOT", "XXBTZ", "XETHZ",
    ];
    let before = |ending: &&str| {
        let base = symbol.strip_suffix(*ending)?;
        (!base.is_empty()).then_some(base)
    };
    if STABLE.iter().find_map(before).is_some() {
        return true;
    }
    let Some((base, code)) = symbol
        .len()
        .checked_sub(3)
        .and_then(|at| symbol.split_at_checked(at))
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
