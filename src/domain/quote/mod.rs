//! A quote: what a ticker is worth, since when, and who says so.

mod extended;
mod merge;
mod near;

pub use super::price::{is_from_the_future, percent_change};
pub use extended::with_extended;
pub use merge::{Known, completed, is_newer, is_plausible, merge};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::ticker::TickerId;

/// What a provider says a ticker is worth. Anything it does not say stays `None`: a missing
/// previous close must never become a change of 0 %.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct QuoteUpdate {
    /// The ticker, by symbol.
    pub symbol: String,
    /// US dollars; for an index, points.
    pub price: f64,
    /// When the source says the price was true.
    pub as_of: Timestamp,
    /// The close of the session before, for tickers with sessions.
    pub previous_close: Option<f64>,
    /// Percent over 24 hours, where the source computes it itself (crypto).
    pub change_24h: Option<f64>,
    /// Percent over seven days, where the source computes it itself.
    pub change_7d: Option<f64>,
    /// US dollars.
    pub market_cap: Option<f64>,
    /// Units traded for stocks, funds, indices and commodities; US dollars for crypto.
    pub volume_24h: Option<f64>,
    /// Highest price of the current session or 24 hours.
    pub day_high: Option<f64>,
    /// Lowest price of the current session or 24 hours.
    pub day_low: Option<f64>,
    /// Highest price in 52 weeks.
    pub year_high: Option<f64>,
    /// Lowest price in 52 weeks.
    pub year_low: Option<f64>,
    /// Highest price ever, where the source knows it.
    pub all_time_high: Option<f64>,
}

/// The newest quote of a ticker, completed from stored bars.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Quote {
    /// The ticker.
    pub id: TickerId,
    /// US dollars; for an index, points.
    pub price: f64,
    /// When the source says the price was true.
    pub as_of: Timestamp,
    /// Name of the provider that gave it.
    pub source: String,
    /// Close of the session before.
    #[serde(default)]
    pub previous_close: Option<f64>,
    /// Percent.
    #[serde(default)]
    pub change_24h: Option<f64>,
    /// Percent.
    #[serde(default)]
    pub change_7d: Option<f64>,
    /// US dollars.
    #[serde(default)]
    pub market_cap: Option<f64>,
    /// See [`QuoteUpdate::volume_24h`].
    #[serde(default)]
    pub volume_24h: Option<f64>,
    /// Of the session or 24 hours.
    #[serde(default)]
    pub day_high: Option<f64>,
    /// Of the session or 24 hours.
    #[serde(default)]
    pub day_low: Option<f64>,
    /// Of 52 weeks.
    #[serde(default)]
    pub year_high: Option<f64>,
    /// Of 52 weeks.
    #[serde(default)]
    pub year_low: Option<f64>,
    /// Ever.
    #[serde(default)]
    pub all_time_high: Option<f64>,
    /// Units outstanding, as the last market cap that was told makes them.
    #[serde(default)]
    pub supply: Option<f64>,
    /// The price outside of regular hours, where one is newer than the regular price.
    #[serde(default)]
    pub extended: Option<ExtendedPrice>,
}

/// Which side of the regular session a price is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ExtendedSession {
    /// Before it.
    Pre,
    /// After it.
    Post,
}

/// A price from outside of regular hours.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ExtendedPrice {
    /// In the ticker's own unit, like the regular price.
    pub price: f64,
    /// Percent against the last regular close.
    pub change: Option<f64>,
    /// Before or after the regular session.
    pub session: ExtendedSession,
    /// When the source says the price was true.
    pub as_of: Timestamp,
}

/// What a source says about the price of a ticker outside of regular hours.
#[derive(Debug, Clone, PartialEq)]
pub struct ExtendedUpdate {
    /// The ticker, by symbol.
    pub symbol: String,
    /// Its price; where no change is told, it is reckoned from the regular price.
    pub price: ExtendedPrice,
}
