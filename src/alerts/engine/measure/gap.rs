//! The opening gap: the change from the previous close to the opening price of a session.

use crate::{
    alerts::engine::threshold::Measurement,
    domain::{
        alert::{Indicator, Term},
        quote::{Quote, percent_change},
        session::Calendar,
    },
};

/// Seconds after the open within which a price counts as the opening price.
const OPENING_WINDOW: i64 = 15 * 60;

/// The gap between a session's first price and the previous close, in percent of that close.
#[derive(Debug, Clone, Copy)]
pub(in crate::alerts::engine) struct Gap {
    threshold: f64,
    calendar: Calendar,
    /// The opening time (Unix seconds) of the newest session with a quote, and the previous close in that quote.
    session: Option<(i64, f64)>,
    /// The opening time (Unix seconds) of the last measured session.
    measured: Option<i64>,
}

impl Gap {
    /// Creates the measure for a condition on the opening gap; `None` for other conditions.
    pub(super) fn of(term: &Term, calendar: Calendar) -> Option<Self> {
        (term.indicator? == Indicator::Gap).then_some(Self {
            threshold: term.value?,
            calendar,
            session: None,
            measured: None,
        })
    }

    /// Measures the first quote of a session. Returns `None` for later quotes, for a quote whose previous
    /// close has not been updated since an earlier session, and for a market that never closes.
    pub(super) fn measure_quote(&mut self, quote: &Quote) -> Option<Measurement> {
        if self.calendar == Calendar::Always {
            return None;
        }
        let open = self.calendar.session_at_or_before(quote.as_of).open;
        let close = quote.previous_close?;
        let is_stale = self.session.is_some_and(|(last_open, last_close)| {
            last_open < open && last_close.to_bits() == close.to_bits()
        });
        if is_stale {
            return None;
        }
        self.session = Some((open, close));
        let since = quote.as_of.as_second() - open;
        if self.measured == Some(open) || since >= OPENING_WINDOW {
            return None;
        }
        self.measured = Some(open);
        let percent = percent_change(Some(close), quote.price)?;
        Some(Measurement {
            rearms_from: Some(open),
            ..Measurement::at(percent, self.threshold)
        })
    }
}
