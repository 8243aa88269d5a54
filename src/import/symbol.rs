//! Symbols as people type them.

use super::FileError;
use crate::domain::{
    symbol::{self, Reading},
    ticker::{Ticker, TickerKind},
};

/// The ticker that a typed symbol means, by its own spelling or by another of the same symbol: `BRK.B` is `BRK-B` where
/// only that is known, and `BTC-USD` is the coin `BTC`.
pub(super) fn find<'a>(known: &'a [Ticker], symbol: &str) -> Option<&'a Ticker> {
    let named = |symbol: &str| {
        let same = |ticker: &&Ticker| ticker.profile.symbol.eq_ignore_ascii_case(symbol);
        known.iter().find(same)
    };
    let fits = |Reading { symbol, kind }: Reading| {
        let ticker = named(&symbol)?;
        kind.is_none_or(|kind| kind == ticker.profile.kind)
            .then_some(ticker)
    };
    named(symbol.trim()).or_else(|| symbol::readings(symbol).into_iter().find_map(fits))
}

/// A symbol for a new ticker, in capitals.
pub(super) fn checked(typed: &str) -> Result<String, FileError> {
    symbol::checked(typed).ok_or_else(|| FileError::Symbol(typed.to_owned()))
}

/// Indices and futures carry a mark in their symbol; anything else is taken for a share.
pub(super) fn guess(symbol: &str) -> TickerKind {
    if symbol.starts_with('^') {
        TickerKind::Index
    } else if symbol.ends_with("=F") {
        TickerKind::Commodity
    } else if symbol.ends_with("=X") {
        TickerKind::Currency
    } else {
        TickerKind::Stock
    }
}
