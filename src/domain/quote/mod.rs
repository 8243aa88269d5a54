//! A quote: what a ticker is worth, since when, and who says so.

mod extended;
mod judge;
mod merge;
mod restated;
mod stale;

pub(crate) use super::price::{
    MOST_DECIMALS, apart, is_from_the_future, percent_change, rounded, shown_decimals,
};
pub(crate) use extended::{ExtendedKnown, ExtendedVerdict, with_extended};
pub(crate) use judge::{Claim, FAR, HeldPrice, Neighbors, Verdict, is_newer, judge};
pub use judge::{Doubt, RefusedPrice};
pub(crate) use merge::{Known, completed, is_near, merge};
pub(crate) use restated::{SPLIT_JUMP, is_in_old_units, ratio_between};
pub(crate) use stale::stale_at;

use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};

use super::{session::Phase, ticker::TickerId};

/// What a provider says a ticker is worth. Anything it does not say stays `None`: a missing
/// previous close must never become a change of 0 %.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct QuoteUpdate {
    /// The ticker, by symbol.
    pub symbol: String,
    /// In the ticker's currency; for an index, points.
    pub price: f64,
    /// When the source says the price was true.
    pub as_of: Timestamp,
    /// The close of the session before, for tickers with sessions.
    pub previous_close: Option<f64>,
    /// The close of the session before as the source's own daily bars have it: it counts where no source states one.
    pub bar_close: Option<f64>,
    /// Percent over 24 hours, where the source computes it itself (crypto).
    pub change_24h: Option<f64>,
    /// Percent over seven days, where the source computes it itself.
    pub change_7d: Option<f64>,
    /// In the ticker's currency.
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
    /// In the ticker's currency; for an index, points.
    pub price: f64,
    /// When the source says the price was true.
    pub as_of: Timestamp,
    /// Name of the provider that gave it.
    pub source: String,
    /// Close of the session before.
    #[serde(default)]
    pub previous_close: Option<f64>,
    /// Whether no source states that close, and it is the one of a daily bar.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_bar_close: bool,
    /// Percent.
    #[serde(default)]
    pub change_24h: Option<f64>,
    /// Percent.
    #[serde(default)]
    pub change_7d: Option<f64>,
    /// In the ticker's currency.
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
    /// A newer price from before or after the session, beside its close.
    #[serde(default)]
    pub extended: Option<ExtendedQuote>,
    /// The first day of the newest split in whose units the figures are, where the price is of before that day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub units_of: Option<Date>,
}

/// A price from before or after the regular session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExtendedQuote {
    /// In the ticker's currency.
    pub price: f64,
    /// Percent against the last regular close.
    pub change: f64,
    /// [`Phase::Pre`], [`Phase::Post`] or [`Phase::Overnight`].
    pub session: Phase,
    /// When the source says the price was true.
    pub as_of: Timestamp,
}

/// What a source says about the price of a ticker before or after the regular session.
#[derive(Debug, Clone, PartialEq)]
pub struct ExtendedUpdate {
    /// The ticker, by symbol.
    pub symbol: String,
    /// In the ticker's currency.
    pub price: f64,
    /// Percent against the last regular close; where it is not told, it is reckoned from that price.
    pub change: Option<f64>,
    /// [`Phase::Pre`], [`Phase::Post`] or [`Phase::Overnight`], as the source says.
    pub session: Phase,
    /// When the source says the price was true.
    pub as_of: Timestamp,
}
