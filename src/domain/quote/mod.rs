//! Quotes: the newest price of a ticker, its time and its source.

mod extended;
mod merge;
mod plausibility;
mod split;
mod stale;

pub(crate) use super::price::{
    MAX_DECIMALS, is_from_the_future, percent_change, price_ratio, rounded, shown_decimals,
};
pub(crate) use extended::{ExtendedContext, ExtendedVerdict, check_extended_price};
pub(crate) use merge::{MergeContext, fill_missing, is_same_scale, merge};
pub use plausibility::{Doubt, RejectedPrice};
pub(crate) use plausibility::{
    FAR_FACTOR, KnownPrices, ReportedPrice, UnconfirmedPrice, Verdict, check_price, is_far_from,
    is_newer,
};
pub(crate) use split::{SPLIT_JUMP_FACTOR, is_in_old_units, split_ratio_between};
pub(crate) use stale::{delay_minutes, is_stale, stale_at};

use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};

use super::{session::Phase, ticker::TickerId};

/// A price as a provider reports it. Unreported values are `None`: a missing previous close must never become a change
/// of 0 %.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct QuoteUpdate {
    /// Symbol of the ticker.
    pub symbol: String,
    /// Price in the ticker's currency; points for an index.
    pub price: f64,
    /// Time of the price according to the source.
    pub as_of: Timestamp,
    /// Previous close, for tickers with sessions.
    pub previous_close: Option<f64>,
    /// Previous close from the source's daily bars, used if no source reports `previous_close`.
    pub bar_close: Option<f64>,
    /// Change over 24 hours in percent, if the source computes it (crypto).
    pub change_24h: Option<f64>,
    /// Change over seven days in percent, if the source computes it.
    pub change_7d: Option<f64>,
    /// Market cap in the ticker's currency.
    pub market_cap: Option<f64>,
    /// Volume over 24 hours: units for stocks, funds, indices and commodities; US dollars for crypto.
    pub volume_24h: Option<f64>,
    /// High of the current session, or over 24 hours.
    pub day_high: Option<f64>,
    /// Low of the current session, or over 24 hours.
    pub day_low: Option<f64>,
    /// 52-week high.
    pub year_high: Option<f64>,
    /// 52-week low.
    pub year_low: Option<f64>,
    /// All-time high.
    pub all_time_high: Option<f64>,
}

/// The newest quote of a ticker. Values that its source does not report come from earlier quotes and stored bars.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Quote {
    /// Id of the ticker.
    pub id: TickerId,
    /// Price in the ticker's currency; points for an index.
    pub price: f64,
    /// Time of the price according to the source.
    pub as_of: Timestamp,
    /// Name of the provider.
    pub source: String,
    /// Previous close.
    #[serde(default)]
    pub previous_close: Option<f64>,
    /// True if the previous close comes from a daily bar, because no source reports one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_bar_close: bool,
    /// Change since the previous close, or over 24 hours, in percent.
    #[serde(default)]
    pub change_24h: Option<f64>,
    /// Change over seven days in percent.
    #[serde(default)]
    pub change_7d: Option<f64>,
    /// Market cap in the ticker's currency.
    #[serde(default)]
    pub market_cap: Option<f64>,
    /// Volume over 24 hours, in the unit of [`QuoteUpdate::volume_24h`].
    #[serde(default)]
    pub volume_24h: Option<f64>,
    /// High of the session, or over 24 hours.
    #[serde(default)]
    pub day_high: Option<f64>,
    /// Low of the session, or over 24 hours.
    #[serde(default)]
    pub day_low: Option<f64>,
    /// 52-week high.
    #[serde(default)]
    pub year_high: Option<f64>,
    /// 52-week low.
    #[serde(default)]
    pub year_low: Option<f64>,
    /// All-time high.
    #[serde(default)]
    pub all_time_high: Option<f64>,
    /// Units outstanding, derived from the last reported market cap.
    #[serde(default)]
    pub supply: Option<f64>,
    /// Newer price outside regular hours.
    #[serde(default)]
    pub extended: Option<ExtendedQuote>,
    /// Date of the newest split for which the quote is adjusted; `None` if the price is from after the split.
    #[serde(rename = "units_of", default, skip_serializing_if = "Option::is_none")]
    pub adjusted_for: Option<Date>,
}

/// A price outside regular hours.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExtendedQuote {
    /// Price in the ticker's currency.
    pub price: f64,
    /// Change against the last regular close in percent.
    pub change: f64,
    /// [`Phase::Pre`], [`Phase::Post`] or [`Phase::Overnight`].
    pub session: Phase,
    /// Time of the price according to the source.
    pub as_of: Timestamp,
}

/// A price outside regular hours, as a source reports it.
#[derive(Debug, Clone, PartialEq)]
pub struct ExtendedUpdate {
    /// Symbol of the ticker.
    pub symbol: String,
    /// Price in the ticker's currency.
    pub price: f64,
    /// Change against the last regular close in percent; `None` if the source does not report it.
    pub change: Option<f64>,
    /// [`Phase::Pre`], [`Phase::Post`] or [`Phase::Overnight`], according to the source.
    pub session: Phase,
    /// Time of the price according to the source.
    pub as_of: Timestamp,
}
