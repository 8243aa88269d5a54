//! How far a session opens from the close before it.

use crate::{
    alerts::engine::threshold::Measurement,
    domain::{
        alert::{Indicator, Term},
        quote::{Quote, percent_change},
        session::Calendar,
    },
};

/// A price counts as that of the opening for so many seconds: one that comes later tells of the session.
const OPENING: i64 = 15 * 60;

/// The gap between a session's first price and the close before it, in percent of that close.
#[derive(Debug, Clone, Copy)]
pub(in crate::alerts::engine) struct Gap {
    threshold: f64,
    calendar: Calendar,
    /// The opening (Unix seconds) of the newest session that a quote was of, and the close that it then told.
    session: Option<(i64, f64)>,
    /// The opening (Unix seconds) of the session that was measured last.
    measured: Option<i64>,
}

impl Gap {
    /// What `term` asks for, if that is a gap.
    pub(super) fn of(term: &Term, calendar: Calendar) -> Option<Self> {
        (term.indicator? == Indicator::Gap).then_some(Self {
            threshold: term.value?,
            calendar,
            session: None,
            measured: None,
        })
    }

    /// Once in a session. `None` where the source still tells the close of the session before last, and for a market
    /// that never closes.
    pub(super) fn of_quote(&mut self, quote: &Quote) -> Option<Measurement> {
        if self.calendar == Calendar::Always {
            return None;
        }
        let open = self.calendar.session_at_or_before(quote.as_of).open;
        let close = quote.previous_close?;
        let is_stale = self
            .session
            .is_some_and(|(session, told)| session < open && told.to_bits() == close.to_bits());
        if is_stale {
            return None;
        }
        self.session = Some((open, close));
        let since = quote.as_of.as_second() - open;
        if self.measured == Some(open) || since >= OPENING {
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
