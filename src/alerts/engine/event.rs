//! The input of event alerts (earnings, ex-dividend date, stale price).

use jiff::{Timestamp, civil::Date};

use crate::domain::session::Calendar;

/// The upcoming events of a ticker, and the age of its price.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct EventContext {
    /// The calendar of the ticker's exchange.
    pub(crate) calendar: Calendar,
    /// The next earnings report, today or later.
    pub(crate) earnings: Option<UpcomingEvent>,
    /// The next ex-dividend date, today or later.
    pub(crate) ex_date: Option<UpcomingEvent>,
    /// The time of the newest price, and the time when that price becomes stale.
    pub(crate) price: Option<(Timestamp, Timestamp)>,
}

/// The date of an upcoming event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct UpcomingEvent {
    /// The date at the ticker's exchange.
    pub(crate) day: Date,
    /// False for an estimated date.
    pub(crate) is_confirmed: bool,
}
