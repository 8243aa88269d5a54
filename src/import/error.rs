//! Errors of an import.

use super::reader::LineError;
use crate::store::StoreError;

/// Number of invalid lines that are listed.
const MAX_LISTED: usize = 20;

/// Why a file was not imported.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file is missing, a folder, or not readable.
    #[error("{file} cannot be read: {error}")]
    Unreadable {
        /// Name of the file, as given.
        file: String,
        /// Error of the operating system.
        error: std::io::Error,
    },
    /// The file is too large.
    #[error("{file} is larger than 256 MB")]
    TooLarge {
        /// Name of the file, as given.
        file: String,
    },
    /// The file has invalid lines.
    #[error("{file} was not imported:{}", list(.errors))]
    Lines {
        /// Name of the file, as given.
        file: String,
        /// All errors, by line.
        errors: Vec<LineError>,
    },
    /// Invalid symbol.
    #[error("Invalid symbol '{0}'; expected up to 20 letters, digits or characters of .-=^_&")]
    Symbol(String),
    /// The ticker to forget does not exist.
    #[error("no ticker is called {0}")]
    Unknown(String),
    /// The ticker to forget was not imported.
    #[error("the bars of {0} do not come from a file; there is nothing to forget")]
    NotImported(String),
    /// The ticker would be removed but is in use.
    #[error(
        "{symbol} is known only from its file and would be removed, but {holders}; remove it there first"
    )]
    Held {
        /// Symbol of the ticker.
        symbol: String,
        /// Its users, as in 'the watchlist "Tech" holds it'.
        holders: String,
    },
    /// Error of the store.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Lists the first errors, one per line.
fn list(errors: &[LineError]) -> String {
    let listed = errors
        .iter()
        .take(MAX_LISTED)
        .map(|error| format!("\n  {error}"));
    let more = errors.len().saturating_sub(MAX_LISTED);
    let rest = (more > 0).then(|| format!("\n  and {more} more"));
    listed.chain(rest).collect()
}
