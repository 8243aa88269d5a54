//! What alerts on events are judged on.

use jiff::{Timestamp, civil::Date};

use crate::domain::session::Calendar;

/// What is known of a ticker beside its prices and the articles about it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Occasion {
    /// By which its days are counted.
    pub(crate) calendar: Calendar,
    /// The next day, today or later, on which it reports earnings.
    pub(crate) earnings: Option<Coming>,
    /// The next day, today or later, from which on it is traded without its dividend.
    pub(crate) ex_date: Option<Coming>,
    /// When its newest price was true, and from when on that is older than its source's usual pace allows.
    pub(crate) price: Option<(Timestamp, Timestamp)>,
}

/// A day to come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Coming {
    /// At the ticker's exchange.
    pub(crate) day: Date,
    /// Whether somebody announced it.
    pub(crate) is_sure: bool,
}
