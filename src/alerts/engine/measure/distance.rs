//! How far a price is from its highest or its lowest of 52 weeks.

use crate::{
    alerts::engine::measurement::Measurement,
    domain::{
        alert::{Alert, Indicator},
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
    /// What `alert` asks for, if that is a distance.
    pub(super) fn of(alert: &Alert) -> Option<Self> {
        let from_high = match alert.indicator? {
            Indicator::YearHigh => true,
            Indicator::YearLow => false,
            _ => return None,
        };
        Some(Self {
            from_high,
            threshold: alert.value?,
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
