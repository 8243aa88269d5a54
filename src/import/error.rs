//! Errors of an import.

use super::reader::LineError;
use crate::{domain::identity::InvalidIdentifier, store::StoreError};

/// Maximum number of invalid lines that are listed.
const MAX_LISTED: usize = 20;

/// The reason why a file was not imported.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file is missing, a folder, or not readable.
    #[error("{file} cannot be read: {error}")]
    Unreadable {
        /// Name of the file as the user entered it.
        file: String,
        /// Error of the operating system.
        error: std::io::Error,
    },
    /// The file is too large.
    #[error("{file} is larger than 256 MB")]
    TooLarge {
        /// Name of the file as the user entered it.
        file: String,
    },
    /// The file has invalid lines.
    #[error("{file} was not imported:{}", list(.errors))]
    Lines {
        /// Name of the file as the user entered it.
        file: String,
        /// All errors, ordered by line.
        errors: Vec<LineError>,
    },
    /// The symbol is invalid.
    #[error("Invalid symbol '{0}'; expected up to 20 letters, digits or characters of .-=^_&")]
    Symbol(String),
    /// The symbol is an identifier with an error.
    #[error(transparent)]
    Identifier(#[from] InvalidIdentifier),
    /// The ticker whose bars should be removed does not exist.
    #[error("no ticker is called {0}")]
    Unknown(String),
    /// The ticker whose bars should be removed was not imported.
    #[error("the bars of {0} do not come from a file; there is nothing to remove")]
    NotImported(String),
    /// The ticker would be removed but is in use.
    #[error(
        "{symbol} exists only because of its file and would be removed, but {uses}; remove it there first"
    )]
    InUse {
        /// Symbol of the ticker.
        symbol: String,
        /// What uses the ticker, as clauses such as `the watchlist 'Tech' contains it`.
        uses: String,
    },
    /// The store returned an error.
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
