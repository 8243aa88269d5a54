//! Symbols as people type them.

use super::FileError;
use crate::domain::{
    symbol,
    ticker::{Ticker, TickerKind},
};

/// The ticker of that symbol in any case. Classes of shares are written with a point or a line:
/// `BRK.B` is `BRK-B` where only that is known.
pub(super) fn find<'a>(known: &'a [Ticker], symbol: &str) -> Option<&'a Ticker> {
    let symbol = symbol.trim();
    let named = |symbol: &str| {
        let same = |ticker: &&Ticker| ticker.profile.symbol.eq_ignore_ascii_case(symbol);
        known.iter().find(same)
    };
    named(symbol).or_else(|| named(&symbol::other_class_sign(symbol)?))
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
    } else {
        TickerKind::Stock
    }
}
