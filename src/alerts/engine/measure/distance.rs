//! How far a price is from its highest or its lowest of 52 weeks.

use crate::{
    alerts::engine::threshold::Measurement,
    domain::{
        alert::{Indicator, Term},
        quote::Quote,
    },
};

/// The distance of a price from one end of its range of 52 weeks, in percent of that end.
#[derive(Debug, Clone, Copy)]
pub(in crate::alerts::engine) struct Distance {
    from_high: bool,
    threshold: f64,
}

impl Distance {
    /// What `term` asks for, if that is a distance.
    pub(super) fn of(term: &Term) -> Option<Self> {
        let from_high = match term.indicator? {
            Indicator::YearHigh => true,
            Indicator::YearLow => false,
            Indicator::Rsi
            | Indicator::SmaCross
            | Indicator::Gap
            | Indicator::Earnings
            | Indicator::ExDate
            | Indicator::Stale => return None,
        };
        Some(Self {
            from_high,
            threshold: term.value?,
        })
    }

    /// `None` where the source tells no range. A price beyond the range is at its end: the next range has it.
    pub(super) fn of_quote(self, quote: &Quote) -> Option<Measurement> {
        let end = if self.from_high {
            quote.year_high
        } else {
            quote.year_low
        };
        let end = end.filter(|end| *end > 0.0)?;
        let way = if self.from_high {
            end - quote.price
        } else {
            quote.price - end
        };
        let percent = (way / end * 100.0).max(0.0);
        Some(Measurement::at(percent, self.threshold))
    }
}
