//! Removes imported bars, so that a ticker belongs to its market again.

use std::fmt;

use super::{FileError, symbol};
use crate::{
    domain::ticker::{ImportInfo, Ticker},
    store::Store,
};

/// The result of forgetting an import; `Display` is a sentence for the terminal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForgetSummary {
    /// Stored symbol of the ticker.
    pub symbol: String,
    /// The file whose bars were removed.
    pub file: String,
    /// True if the ticker was removed too, because no market knows it.
    pub removed: bool,
}

impl fmt::Display for ForgetSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { symbol, file, .. } = self;
        if self.removed {
            write!(
                f,
                "Removed {symbol} and the bars of {file}: it was known only from its file"
            )
        } else {
            write!(
                f,
                "Removed the bars of {file}: {symbol} belongs to its market again"
            )
        }
    }
}

/// Removes the imported bars of a ticker. A ticker that `is_of_market` belongs to its market again; a ticker that only
/// its file knew is removed, unless it is in use.
pub fn forget_bars(
    store: &Store,
    symbol: &str,
    is_of_market: impl Fn(&str) -> bool,
) -> Result<ForgetSummary, FileError> {
    let tickers = store.snapshot()?.tickers;
    let known = symbol::find(&tickers, symbol);
    let ticker = known.ok_or_else(|| FileError::Unknown(symbol.trim().to_owned()))?;
    let symbol = ticker.profile.symbol.clone();
    let Some(ImportInfo { file, .. }) = &ticker.imported else {
        return Err(FileError::NotImported(symbol));
    };
    let forgotten = ForgetSummary {
        removed: ticker.followed.is_none() && !is_of_market(&symbol),
        file: file.clone(),
        symbol,
    };
    if forgotten.removed {
        refuse_held(store, ticker)?;
        store.remove_ticker(ticker.id)?;
    } else {
        store.remove_imported_bars(ticker)?;
    }
    Ok(forgotten)
}

fn refuse_held(store: &Store, ticker: &Ticker) -> Result<(), FileError> {
    let symbol = &ticker.profile.symbol;
    let uses = store.ticker_uses(ticker)?;
    if uses.is_empty() {
        return Ok(());
    }
    Err(FileError::Held {
        symbol: symbol.clone(),
        holders: uses.join(", and "),
    })
}
