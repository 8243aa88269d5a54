//! Symbols that nobody follows yet: what providers know of them, and who follows them from then on.

use std::{future::Future, pin::Pin};

use jiff::Timestamp;

use super::Update;
use crate::domain::{
    bar::Interval,
    currency::Currency,
    packed_bars::PackedBars,
    ticker::{Profile, TickerId, TickerKind},
};

/// An answer that takes its time.
pub(crate) type Answer<'a, T, E> = Pin<Box<dyn Future<Output = Result<T, E>> + Send + 'a>>;

/// Asks providers about symbols. One who waits for it waits for one or two requests: they go ahead of
/// what a provider has queued, and keep its distance between requests.
pub trait Lookup: Send + Sync + 'static {
    /// The ticker of a symbol, as [`crate::domain::symbol::normalize`] gives it.
    fn find<'a>(&'a self, symbol: &'a str) -> Answer<'a, FoundTicker, LookupError>;

    /// What fits to a few letters, best first.
    fn search<'a>(&'a self, query: &'a str) -> Answer<'a, Vec<SymbolHit>, LookupError>;

    /// Last prices of what [`Lookup::search`] finds, as far as they are known.
    fn prices<'a>(&'a self, query: &'a str) -> Answer<'a, Vec<FoundPrice>, LookupError>;
}

/// A ticker that a provider knows.
#[derive(Debug)]
pub struct FoundTicker {
    /// What it is.
    pub profile: Profile,
    /// Its symbol at the provider.
    pub symbol: String,
    /// The provider.
    pub source: &'static str,
    /// What the answer brought besides: its price, its bars.
    pub updates: Vec<Update>,
}

/// A symbol that a provider's search finds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymbolHit {
    /// Ours, by which it would be followed.
    pub symbol: String,
    /// Full name.
    pub name: String,
    /// What it is.
    pub kind: TickerKind,
    /// Name of its exchange.
    pub exchange: Option<String>,
}

/// The last price of a symbol that a search finds.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundPrice {
    /// That of its [`SymbolHit`].
    pub symbol: String,
    /// In its currency; for an index, points.
    pub price: f64,
    /// What its prices are in.
    pub currency: Currency,
    /// Digits after the point.
    pub decimals: u8,
    /// Percent since the session before, or over 24 hours.
    pub change_24h: Option<f64>,
    /// When the price was true.
    pub as_of: Timestamp,
}

/// Why a lookup brought nothing. Each is a sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LookupError {
    /// No provider knows it, or it is nothing that can be followed.
    #[error("{0}")]
    Unknown(String),
    /// None could be asked.
    #[error("{0}")]
    Unavailable(String),
}

/// Prices of a ticker that a person's file brought to another Marketdeck.
#[derive(Debug, Clone, PartialEq)]
pub struct ExportedBars {
    /// The ticker as it is known there; one that is known here stays as it is.
    pub profile: Profile,
    /// Name of the file that was read last.
    pub file: String,
    /// Lengths of the bars that came from files.
    pub intervals: Vec<Interval>,
    /// Bars of each length, ascending.
    pub bars: Vec<(Interval, PackedBars)>,
}

/// Follows and unfollows tickers.
pub trait Following: Send + Sync + 'static {
    /// Returns true if unknown symbols can be looked up: not in the sample market.
    fn can_follow(&self) -> bool;

    /// Follows a symbol as a person types it. What this answers is on disk.
    fn follow<'a>(&'a self, typed: &'a str) -> Answer<'a, TickerId, FollowError>;

    /// Forgets a ticker that is followed, unless something holds it.
    fn unfollow(&self, id: TickerId) -> Answer<'_, (), FollowError>;

    /// Has tickers belong to files that another Marketdeck read, with the prices of these in the place of all others; one that
    /// is unknown is made. What this answers is on disk, each ticker in one piece.
    fn import_bars(&self, exported: Vec<ExportedBars>) -> Answer<'_, (), FollowError>;

    /// What providers find; see [`Lookup::search`].
    fn search<'a>(&'a self, query: &'a str) -> Answer<'a, Vec<SymbolHit>, LookupError>;

    /// Its prices; see [`Lookup::prices`].
    fn prices<'a>(&'a self, query: &'a str) -> Answer<'a, Vec<FoundPrice>, LookupError>;

    /// Somebody opened the ticker's page.
    fn opened(&self, id: TickerId);
}

/// Why a ticker is not followed, or followed still. Each is a sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FollowError {
    /// It can be no symbol.
    #[error("'{0}' is no symbol.")]
    NoSymbol(String),
    /// See [`LookupError`].
    #[error(transparent)]
    Lookup(#[from] LookupError),
    /// It is followed already, by the symbol given.
    #[error("{0} is followed already.")]
    Followed(String),
    /// There is no such ticker.
    #[error("There is no ticker with the number {0}.")]
    NoTicker(TickerId),
    /// It stays, for a reason.
    #[error("{0}")]
    Kept(String),
    /// The disk.
    #[error("It could not be saved; try again when the server is well.")]
    NotSaved,
    /// What the sentence begins with is done in memory; the disk takes it as soon as it can.
    #[error("{0}, but this is not saved yet; the server keeps trying.")]
    NotSavedYet(String),
}
