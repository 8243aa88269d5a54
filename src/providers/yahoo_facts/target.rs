//! The target of a request for facts.

use jiff::Timestamp;

use crate::domain::{currency::Currency, session::Calendar, ticker::TickerKind};

/// A ticker whose facts are requested.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Target {
    /// Marketdeck's symbol.
    pub(super) symbol: String,
    /// Yahoo's symbol.
    pub(super) yahoo: String,
    pub(super) kind: TickerKind,
    pub(super) currency: Currency,
    pub(super) calendar: Calendar,
    /// When its facts were last fetched.
    pub(super) fetched: Option<Timestamp>,
    pub(super) is_watched: bool,
}
