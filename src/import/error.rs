//! Why nothing of a file was imported.

use super::reader::LineError;
use crate::store::StoreError;

/// How many wrong lines are named one by one.
const MOST_LISTED: usize = 20;

/// Why nothing of a file was imported.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// Missing, a folder, no permission.
    #[error("{file} cannot be read: {error}")]
    Unreadable {
        /// As given.
        file: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// More than any history needs.
    #[error("{file} is larger than 256 MB")]
    TooLarge {
        /// As given.
        file: String,
    },
    /// Wrong lines.
    #[error("{file} was not imported:{}", list(.errors))]
    Lines {
        /// As given.
        file: String,
        /// All of them, in the order of the lines.
        errors: Vec<LineError>,
    },
    /// Not a symbol.
    #[error("'{0}' is no symbol: a symbol has up to 20 letters, digits, or signs out of .-=^_&")]
    Symbol(String),
    /// Forgetting what is not there.
    #[error("there is no ticker called {0}")]
    Unknown(String),
    /// Forgetting what no file brought.
    #[error("the bars of {0} do not come from a file; there is nothing to forget")]
    NotImported(String),
    /// A ticker that would be removed, and is still wanted.
    #[error(
        "{symbol} is known from its file only and would be removed, but {holders}; take it out there first"
    )]
    Held {
        /// The ticker.
        symbol: String,
        /// Who holds it, as in 'the watchlist "Tech" holds it'.
        holders: String,
    },
    /// The store refused.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Each on a line of its own, the first twenty of them.
fn list(errors: &[LineError]) -> String {
    let listed = errors
        .iter()
        .take(MOST_LISTED)
        .map(|error| format!("\n  {error}"));
    let more = errors.len().saturating_sub(MOST_LISTED);
    let rest = (more > 0).then(|| format!("\n  and {more} more"));
    listed.chain(rest).collect()
}
