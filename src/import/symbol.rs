//! Symbols as people type them.

use super::FileError;
use crate::domain::ticker::{Ticker, TickerKind};

/// Longest symbol, in letters.
const LONGEST: usize = 20;
/// What may stand in a symbol besides letters and digits: `M&M.NS`, `BRK-B`, `^GDAXI`, `EURUSD=X`.
const SIGNS: &str = ".-=^_&";

/// The ticker of that symbol in any case. Classes of shares are written with a point or a line:
/// `BRK.B` is `BRK-B` where only that is known.
pub(super) fn find<'a>(known: &'a [Ticker], symbol: &str) -> Option<&'a Ticker> {
    let symbol = symbol.trim();
    let named = |symbol: &str| {
        let same = |ticker: &&Ticker| ticker.profile.symbol.eq_ignore_ascii_case(symbol);
        known.iter().find(same)
    };
    named(symbol).or_else(|| named(&other_class_sign(symbol)?))
}

/// `BRK.B` ↔ `BRK-B`.
fn other_class_sign(symbol: &str) -> Option<String> {
    let (name, class) = symbol.rsplit_once(['.', '-'])?;
    let sign = if symbol.as_bytes().get(name.len()) == Some(&b'.') {
        '-'
    } else {
        '.'
    };
    (class.len() == 1).then(|| format!("{name}{sign}{class}"))
}

/// A symbol for a new ticker, in capitals.
pub(super) fn checked(symbol: &str) -> Result<String, FileError> {
    let bare = symbol.trim();
    let valid = |c: char| c.is_ascii_alphanumeric() || SIGNS.contains(c);
    if !(1..=LONGEST).contains(&bare.len()) || !bare.chars().all(valid) {
        return Err(FileError::Symbol(symbol.to_owned()));
    }
    Ok(bare.to_ascii_uppercase())
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
