//! What is special about a route: who may call it, when it can be answered, and by which process.

/// A property of a route, which stands at its line in `routes.rs`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// Takes a JSON body.
    Json,
    /// Takes a watchlist that was exported as its body.
    ListBody,
    /// Takes an export of everything as its body.
    ExportBody,
    /// Is answered as JSON or as CSV.
    Csv,
    /// Is answered without a password, where one is set.
    Open,
    /// Gives out all data, or all that a person made: not on a read-only server, and not to pages of other sites.
    Backup,
    /// Manages tokens and sessions: for a person, never for a token. Each process of a cluster has its own.
    Access,
    /// Reads what only the source of a cluster knows.
    Source,
    /// Waits for another machine, and so holds up no other write.
    Waits,
    /// Is answered before the market is loaded.
    Early,
    /// Needs what people made, which is in the file, but not the market.
    Records,
    /// Needs the history of the ticker that the path names.
    History,
    /// Needs the histories of many tickers.
    Histories,
}
