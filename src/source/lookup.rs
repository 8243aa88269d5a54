//! The interfaces for looking up symbols at providers and for following tickers.

use std::{future::Future, pin::Pin};

use jiff::Timestamp;

use super::Update;
use crate::domain::{
    bar::Interval,
    currency::Currency,
    identity::{Figi, Identifier, InvalidIdentifier, Isin},
    packed_bars::PackedBars,
    ticker::{Profile, TickerId, TickerKind},
};

/// The future of a lookup.
pub type LookupFuture<'a, T, E> = Pin<Box<dyn Future<Output = Result<T, E>> + Send + 'a>>;

/// Looks up symbols at a provider. A lookup sends a few requests, which come before queued ones and respect the rate limit.
pub trait Lookup: Send + Sync + 'static {
    /// Finds the ticker of a symbol that [`crate::domain::symbol::normalize`] returned, or of an identifier.
    fn find<'a>(&'a self, symbol: &'a str) -> LookupFuture<'a, FoundTicker, LookupError>;

    /// Finds the ticker of a listing that another provider found. `isin` is that of its instrument.
    fn find_listing<'a>(
        &'a self,
        listing: &'a InstrumentListing,
        _isin: Option<Isin>,
    ) -> LookupFuture<'a, FoundTicker, LookupError> {
        self.find(&listing.hit.symbol)
    }

    /// Searches symbols and names, best match first.
    fn search<'a>(&'a self, query: &'a str) -> LookupFuture<'a, Vec<SymbolHit>, LookupError>;

    /// Returns the last prices of the results of [`Lookup::search`]. Unknown prices are omitted.
    fn prices<'a>(&'a self, query: &'a str) -> LookupFuture<'a, Vec<FoundPrice>, LookupError>;

    /// Returns the name of the provider, for messages.
    fn provider(&self) -> &'static str;

    /// Returns true if [`Lookup::search`] finds an instrument by its ISIN.
    fn searches_isins(&self) -> bool {
        false
    }

    /// Returns the listings of an instrument, most important first; `None` if no provider knows its identifier.
    fn listings<'a>(
        &'a self,
        _identifier: &'a Identifier,
    ) -> LookupFuture<'a, Option<Instrument>, LookupError> {
        Box::pin(async { Ok(None) })
    }
}

/// An instrument and the exchanges where it is listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instrument {
    /// The ISIN; `None` if it is unknown.
    pub isin: Option<Isin>,
    /// The listings with a symbol, most important first.
    pub listings: Vec<InstrumentListing>,
}

/// A listing of an instrument at an exchange.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstrumentListing {
    /// The symbol with which the listing can be followed, its name, kind and exchange.
    pub hit: SymbolHit,
    /// The FIGI of the listing.
    pub figi: Option<Figi>,
}

/// A ticker that a provider knows.
#[derive(Debug)]
pub struct FoundTicker {
    /// The profile of the ticker.
    pub profile: Profile,
    /// The symbol at the provider.
    pub symbol: String,
    /// The provider.
    pub source: &'static str,
    /// Other data in the response: price, bars, dividends and splits.
    pub updates: Vec<Update>,
}

/// A search result of a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymbolHit {
    /// The symbol in Marketdeck's spelling, with which the ticker can be followed.
    pub symbol: String,
    /// The full name.
    pub name: String,
    /// The kind of the ticker.
    pub kind: TickerKind,
    /// The name of the exchange.
    pub exchange: Option<String>,
}

/// The last price of a search result.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundPrice {
    /// The symbol of the [`SymbolHit`].
    pub symbol: String,
    /// The price in `currency`, or in points for an index.
    pub price: f64,
    /// The currency of the price.
    pub currency: Currency,
    /// The number of decimals.
    pub decimals: u8,
    /// The change since the previous session, or over 24 hours, in percent.
    pub change_24h: Option<f64>,
    /// The time of the price.
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

/// The imported bars of a ticker that another Marketdeck server exported.
#[derive(Debug, Clone, PartialEq)]
pub struct ExportedBars {
    /// The profile of the ticker on the other server. An existing ticker keeps its profile.
    pub profile: Profile,
    /// The name of the file that was imported last.
    pub file: String,
    /// The intervals of the imported bars.
    pub intervals: Vec<Interval>,
    /// The bars of each interval, ascending.
    pub bars: Vec<(Interval, PackedBars)>,
}

/// Follows and unfollows tickers.
pub trait Following: Send + Sync + 'static {
    /// Returns true if unknown symbols can be looked up, which is not the case in the sample market.
    fn can_follow(&self) -> bool;

    /// Follows the symbol that a user entered. The change is on disk when the future completes.
    fn follow<'a>(&'a self, input: &'a str) -> LookupFuture<'a, TickerId, FollowError>;

    /// Unfollows a ticker unless it is in use.
    fn unfollow(&self, id: TickerId) -> LookupFuture<'_, (), FollowError>;

    /// Replaces the bars of tickers with exported ones, marks the tickers as imported, and creates unknown tickers. The change is on disk
    /// when the future completes; there is one transaction per ticker.
    fn import_bars(&self, exported: Vec<ExportedBars>) -> LookupFuture<'_, (), FollowError>;

    /// See [`Lookup::search`].
    fn search<'a>(&'a self, query: &'a str) -> LookupFuture<'a, Vec<SymbolHit>, LookupError>;

    /// See [`Lookup::prices`].
    fn prices<'a>(&'a self, query: &'a str) -> LookupFuture<'a, Vec<FoundPrice>, LookupError>;

    /// Returns the listings of a ticker's instrument, including the ticker itself, most important first. Returns an empty list if the
    /// ticker's identifiers are unknown. Stores the ticker's FIGI if it was unknown.
    fn listings(&self, id: TickerId) -> LookupFuture<'_, Vec<InstrumentListing>, LookupError>;

    /// Records that a client opened the ticker's page.
    fn opened(&self, id: TickerId);
}

/// Why a ticker could not be followed or unfollowed. `Display` is a sentence for users.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FollowError {
    /// The text is not a valid symbol.
    #[error("'{0}' is not a valid symbol.")]
    InvalidSymbol(String),
    /// The text is an identifier with an error.
    #[error(transparent)]
    InvalidIdentifier(#[from] InvalidIdentifier),
    /// See [`LookupError`].
    #[error(transparent)]
    Lookup(#[from] LookupError),
    /// The ticker is already followed, with this symbol.
    #[error("{0} is already followed.")]
    AlreadyFollowed(String),
    /// The ticker id is unknown.
    #[error("There is no ticker with the ID {0}.")]
    UnknownTicker(TickerId),
    /// The ticker cannot be unfollowed, or no more tickers can be followed; the sentence contains the reason.
    #[error("{0}")]
    Rejected(String),
    /// The change could not be saved.
    #[error("The change could not be saved. Try again later.")]
    NotSaved,
    /// The change is applied in memory and will be saved when the disk works again.
    #[error("{0}, but this could not be saved yet; the server keeps retrying.")]
    NotSavedYet(String),
}
