//! Removal of imported bars, after which the market provides the bars of the ticker again.

use std::fmt;

use super::{FileError, symbol};
use crate::{
    domain::ticker::{ImportInfo, Ticker},
    store::Store,
};

/// The result of removing imported bars. `Display` returns a sentence for the terminal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForgetSummary {
    /// Stored symbol of the ticker.
    pub symbol: String,
    /// The file whose bars were removed.
    pub file: String,
    /// True if the ticker was removed too, because no market has it.
    pub removed: bool,
}

impl fmt::Display for ForgetSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { symbol, file, .. } = self;
        if self.removed {
            write!(
                f,
                "Removed {symbol} and the bars of {file}: the ticker existed only because of its file"
            )
        } else {
            write!(
                f,
                "Removed the bars of {file}: {symbol} gets its bars from the market again"
            )
        }
    }
}

/// Removes the imported bars of a ticker. If the market has the ticker (`is_in_market` returns
/// true), it gets its bars from the market again. Otherwise the ticker is removed, or an error is
/// returned if it is in use.
pub fn forget_bars(
    store: &Store,
    symbol: &str,
    is_in_market: impl Fn(&str) -> bool,
) -> Result<ForgetSummary, FileError> {
    let tickers = store.snapshot()?.tickers;
    let existing = symbol::find(&tickers, symbol);
    let ticker = existing.ok_or_else(|| FileError::Unknown(symbol.trim().to_owned()))?;
    let symbol = ticker.profile.symbol.clone();
    let Some(ImportInfo { file, .. }) = &ticker.imported else {
        return Err(FileError::NotImported(symbol));
    };
    let summary = ForgetSummary {
        removed: ticker.followed.is_none() && !is_in_market(&symbol),
        file: file.clone(),
        symbol,
    };
    if summary.removed {
        check_unused(store, ticker)?;
        store.remove_ticker(ticker.id)?;
    } else {
        store.remove_imported_bars(ticker)?;
    }
    Ok(summary)
}

fn check_unused(store: &Store, ticker: &Ticker) -> Result<(), FileError> {
    let symbol = &ticker.profile.symbol;
    let uses = store.ticker_uses(ticker)?;
    if uses.is_empty() {
        return Ok(());
    }
    Err(FileError::InUse {
        symbol: symbol.clone(),
        uses: uses.join(", and "),
    })
}
