//! Looking up symbols at providers, and following them.

use std::{future::Future, pin::Pin};

use jiff::Timestamp;

use super::Update;
use crate::domain::{
    bar::Interval,
    currency::Currency,
    packed_bars::PackedBars,
    ticker::{Profile, TickerId, TickerKind},
};

/// A future with a result.
pub(crate) type Answer<'a, T, E> = Pin<Box<dyn Future<Output = Result<T, E>> + Send + 'a>>;

/// Looks up symbols at providers. A lookup takes one or two requests, which go ahead of queued ones and respect the rate limit.
pub trait Lookup: Send + Sync + 'static {
    /// Finds the ticker of a symbol that [`crate::domain::symbol::normalize`] returned.
    fn find<'a>(&'a self, symbol: &'a str) -> Answer<'a, FoundTicker, LookupError>;

    /// Searches symbols and names, best match first.
    fn search<'a>(&'a self, query: &'a str) -> Answer<'a, Vec<SymbolHit>, LookupError>;

    /// Last prices of the results of [`Lookup::search`], as far as known.
    fn prices<'a>(&'a self, query: &'a str) -> Answer<'a, Vec<FoundPrice>, LookupError>;
}

/// A ticker that a provider knows.
#[derive(Debug)]
pub struct FoundTicker {
    /// Profile of the ticker.
    pub profile: Profile,
    /// Symbol at the provider.
    pub symbol: String,
    /// The provider.
    pub source: &'static str,
    /// Other data of the response: price and bars.
    pub updates: Vec<Update>,
}

/// A symbol that a provider's search finds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymbolHit {
    /// Symbol in Marketdeck's spelling, used for following.
    pub symbol: String,
    /// Full name.
    pub name: String,
    /// Profile of the ticker.
    pub kind: TickerKind,
    /// Name of its exchange.
    pub exchange: Option<String>,
}

/// The last price of a symbol that a search finds.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundPrice {
    /// Symbol of its [`SymbolHit`].
    pub symbol: String,
    /// In its currency; for an index, points.
    pub price: f64,
    /// Currency of the price.
    pub currency: Currency,
    /// Digits after the point.
    pub decimals: u8,
    /// Percent since the session before, or over 24 hours.
    pub change_24h: Option<f64>,
    /// Time of the price.
    pub as_of: Timestamp,
}

/// Why a lookup failed. `Display` is a sentence for users.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LookupError {
    /// No provider knows the symbol, or it cannot be followed.
    #[error("{0}")]
    Unknown(String),
    /// No provider could be reached.
    #[error("{0}")]
    Unavailable(String),
}

/// Imported bars of a ticker, exported from another Marketdeck.
#[derive(Debug, Clone, PartialEq)]
pub struct ExportedBars {
    /// Profile of the ticker there; a ticker that is known here keeps its profile.
    pub profile: Profile,
    /// Name of the file that was imported last.
    pub file: String,
    /// Intervals of the imported bars.
    pub intervals: Vec<Interval>,
    /// Bars by interval, ascending.
    pub bars: Vec<(Interval, PackedBars)>,
}

/// Follows and unfollows tickers.
pub trait Following: Send + Sync + 'static {
    /// Returns true if unknown symbols can be looked up: not in the sample market.
    fn can_follow(&self) -> bool;

    /// Follows a typed symbol. The result is on disk.
    fn follow<'a>(&'a self, typed: &'a str) -> Answer<'a, TickerId, FollowError>;

    /// Unfollows a ticker, unless something uses it.
    fn unfollow(&self, id: TickerId) -> Answer<'_, (), FollowError>;

    /// Replaces the bars of tickers by exported ones and marks the tickers as imported. Creates unknown tickers. The result is on disk,
    /// in one transaction per ticker.
    fn import_bars(&self, exported: Vec<ExportedBars>) -> Answer<'_, (), FollowError>;

    /// See [`Lookup::search`].
    fn search<'a>(&'a self, query: &'a str) -> Answer<'a, Vec<SymbolHit>, LookupError>;

    /// See [`Lookup::prices`].
    fn prices<'a>(&'a self, query: &'a str) -> Answer<'a, Vec<FoundPrice>, LookupError>;

    /// Notes that a client opened the ticker's page.
    fn opened(&self, id: TickerId);
}

/// Why a ticker could not be followed or unfollowed. `Display` is a sentence for users.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FollowError {
    /// The text is not a valid symbol.
    #[error("'{0}' is not a valid symbol.")]
    NoSymbol(String),
    /// See [`LookupError`].
    #[error(transparent)]
    Lookup(#[from] LookupError),
    /// The ticker is followed already, under this symbol.
    #[error("{0} is followed already.")]
    Followed(String),
    /// Unknown ticker id.
    #[error("There is no ticker with the ID {0}.")]
    NoTicker(TickerId),
    /// The ticker cannot be unfollowed, or no more can be followed; the sentence has the reason.
    #[error("{0}")]
    Kept(String),
    /// The change could not be saved.
    #[error("The change could not be saved. Try again later.")]
    NotSaved,
    /// The change is done in memory, and will be saved when the disk allows.
    #[error("{0}, but this is not saved yet; the server keeps trying.")]
    NotSavedYet(String),
}
