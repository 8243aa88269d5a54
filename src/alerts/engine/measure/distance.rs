//! The distance of a price from its 52-week high or low.

use crate::{
    alerts::engine::threshold::Measurement,
    domain::{
        alert::{Indicator, Term},
        quote::Quote,
    },
};

/// The distance of a price from its 52-week high or low, in percent of that value.
#[derive(Debug, Clone, Copy)]
pub(in crate::alerts::engine) struct Distance {
    from_high: bool,
    threshold: f64,
}

impl Distance {
    /// Creates the measure for a condition on the 52-week high or low; `None` for other conditions.
    pub(super) fn of(term: &Term) -> Option<Self> {
        let from_high = match term.indicator? {
            Indicator::YearHigh => true,
            Indicator::YearLow => false,
            Indicator::Rsi
            | Indicator::SmaCross
            | Indicator::Gap
            | Indicator::Earnings
            | Indicator::ExDate
            | Indicator::Stale
            | Indicator::Filing => return None,
        };
        Some(Self {
            from_high,
            threshold: term.value?,
        })
    }

    /// Measures a quote; `None` if the source reports no range. The distance at a new high or low is 0.
    pub(super) fn measure_quote(self, quote: &Quote) -> Option<Measurement> {
        let extreme = if self.from_high {
            quote.year_high
        } else {
            quote.year_low
        };
        let extreme = extreme.filter(|extreme| *extreme > 0.0)?;
        let distance = if self.from_high {
            extreme - quote.price
        } else {
            quote.price - extreme
        };
        let percent = (distance / extreme * 100.0).max(0.0);
        Some(Measurement::at(percent, self.threshold))
    }
}
