//! Whom Yahoo is asked about.

use jiff::Timestamp;

use crate::domain::{currency::Currency, session::Calendar, ticker::TickerKind};

/// A ticker to ask about.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Target {
    /// Ours.
    pub(super) symbol: String,
    /// Yahoo's.
    pub(super) yahoo: String,
    pub(super) kind: TickerKind,
    pub(super) currency: Currency,
    pub(super) calendar: Calendar,
    /// When facts about it were last fetched.
    pub(super) fetched: Option<Timestamp>,
    pub(super) is_watched: bool,
}
