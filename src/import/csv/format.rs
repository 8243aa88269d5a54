//! What a file is, and how it is written.

use super::{
    date::{DateOrder, DateStyle},
    number::DecimalMark,
};
use crate::domain::{bar::Interval, session::Calendar};

/// What a file is, and how it is written where that is known.
#[derive(Debug, Clone, Copy)]
pub struct BarsFormat {
    /// Length of a bar.
    pub interval: Interval,
    /// When the ticker trades: times of day without an offset are those of its exchange.
    pub calendar: Calendar,
    /// The order of day, month and year; found out from the file when `None`.
    pub date_order: Option<DateOrder>,
    /// The sign before the decimals; found out from the file when `None`.
    pub decimal_mark: Option<DecimalMark>,
}

impl BarsFormat {
    /// A file that shows itself how it is written.
    pub fn new(interval: Interval, calendar: Calendar) -> Self {
        Self {
            interval,
            calendar,
            date_order: None,
            decimal_mark: None,
        }
    }
}

/// How the cells of a file are written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Style {
    pub(super) dates: DateStyle,
    pub(super) decimal_mark: DecimalMark,
}
