//! The change of a price over a window, in percent.

use std::collections::VecDeque;

use crate::{
    alerts::engine::threshold::Measurement,
    domain::{
        Timestamp,
        quote::{Quote, is_in_old_units},
        session::{Calendar, Session},
    },
};

const HOUR: i64 = 3_600;
/// Prices kept for a window: what falls between two of them shifts it by a hundredth.
const PRICES_PER_WINDOW: i64 = 100;
/// How much trading time may lie between a reference price and the window's beginning: this part of
/// the window …
const REFERENCE_MARGIN_PART: i64 = 10;
/// … and at least so many seconds.
const REFERENCE_MARGIN_LEAST: i64 = 900;

/// The change of a price over a window that moves with it.
#[derive(Debug, Clone)]
pub(in crate::alerts::engine) struct Change {
    threshold: f64,
    hours: u32,
    calendar: Calendar,
    /// The session and the close before it that the change of a day is counted from.
    session: Option<(Session, f64)>,
    /// (Unix seconds, price), ascending.
    prices: VecDeque<(i64, f64)>,
}

impl Change {
    pub(super) fn new(threshold: f64, hours: u32, calendar: Calendar) -> Self {
        Self {
            threshold,
            hours,
            calendar,
            session: None,
            prices: VecDeque::new(),
        }
    }

    /// Over a day and a week, the very figure that the pages show wherever the source tells it.
    pub(super) fn of_quote(&mut self, quote: &Quote) -> Option<Measurement> {
        let own = self.of_price(quote.as_of.as_second(), quote.price);
        let shown = match self.hours {
            24 => quote.change_24h,
            168 => quote.change_7d,
            _ => None,
        };
        let Some(change) = shown else {
            return own;
        };
        Some(Measurement {
            rearms_from: self.new_session(quote),
            ..Measurement::at(change, self.threshold)
        })
    }

    /// The opening of a session whose quotes are counted from another close than those before.
    fn new_session(&mut self, quote: &Quote) -> Option<i64> {
        if self.hours != 24 || self.calendar == Calendar::Always {
            return None;
        }
        let session = self.calendar.session_at_or_before(quote.as_of);
        let close = quote.previous_close?;
        let Some(before) = self.session else {
            self.session = Some((session, close));
            return None;
        };
        // Within a session a source may tell the same close a little differently.
        let is_new = session != before.0 && close.to_bits() != before.1.to_bits();
        is_new.then(|| {
            self.session = Some((session, close));
            session.open
        })
    }

    pub(super) fn of_price(&mut self, at: i64, price: f64) -> Option<Measurement> {
        let before = self.reference(at);
        self.record(at, price);
        let before = before.filter(|before| *before > 0.0)?;
        Some(Measurement::at(
            (price / before - 1.0) * 100.0,
            self.threshold,
        ))
    }

    /// The last price known when the window begins. It stands while the market is closed.
    fn reference(&self, now: i64) -> Option<f64> {
        let begin = now - self.window();
        let session = self
            .calendar
            .session_at_or_before(Timestamp::from_second(begin).ok()?);
        let oldest = begin.min(session.close)
            - (self.window() / REFERENCE_MARGIN_PART).max(REFERENCE_MARGIN_LEAST);
        let known = self.prices.iter().rev().find(|(at, _)| *at <= begin);
        known
            .filter(|(at, _)| *at >= oldest)
            .map(|(_, price)| *price)
    }

    pub(super) fn record(&mut self, at: i64, price: f64) {
        let spacing = self.window() / PRICES_PER_WINDOW;
        let place = self.prices.partition_point(|(known, _)| *known <= at);
        if let Some(known) = self.prices.get_mut(place.saturating_sub(1))
            && known.0 == at
        {
            // Corrected.
            known.1 = price;
            return;
        }
        let neighbours = self.prices.range(place.saturating_sub(1)..);
        if neighbours
            .take(2)
            .any(|(known, _)| (at - known).abs() < spacing)
        {
            return;
        }
        self.prices.insert(place, (at, price));
        let newest = self.prices.back().map_or(at, |(newest, _)| *newest);
        let begin = newest - self.window();
        while self
            .prices
            .get(1)
            .is_some_and(|(second, _)| *second <= begin)
        {
            self.prices.pop_front();
        }
    }

    /// Restates the prices of before a split that takes effect at `begins` (Unix seconds). Where prices of after it were taken
    /// already, those of before it are forgotten unless they are near: nobody knows their units.
    pub(super) fn restate(&mut self, ratio: f64, begins: i64, is_known_in_time: bool) {
        if is_known_in_time {
            for (_, price) in self.prices.iter_mut().filter(|(at, _)| *at < begins) {
                *price /= ratio;
            }
            if let Some((_, close)) = self.session.as_mut().filter(|(it, _)| it.open < begins) {
                *close /= ratio;
            }
            return;
        }
        let after = self.prices.iter().find(|(at, _)| *at >= begins);
        if let Some((_, after)) = after.copied() {
            self.prices
                .retain(|(at, price)| *at >= begins || !is_in_old_units(*price, after, ratio));
        }
    }

    pub(super) fn window(&self) -> i64 {
        i64::from(self.hours) * HOUR
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn percent(change: &mut Change, at: i64, price: f64) -> Option<f64> {
        change
            .of_price(at, price)
            .map(|measurement| (measurement.value * 100.0).round() / 100.0)
    }

    /// ALRT-02: percent change over a stated window.
    #[test]
    fn a_change_is_measured_from_the_price_at_the_window_s_beginning() {
        let mut change = Change::new(5.0, 4, Calendar::Always);
        assert_eq!(percent(&mut change, 0, 100.0), None, "no price is that old");
        assert_eq!(percent(&mut change, 2 * HOUR, 110.0), None);
        assert_eq!(percent(&mut change, 4 * HOUR, 105.0), Some(5.0));
        assert_eq!(percent(&mut change, 6 * HOUR, 99.0), Some(-10.0));
    }

    #[test]
    fn over_a_closed_market_the_last_price_before_it_counts() {
        let mut change = Change::new(5.0, 4, Calendar::NewYork);
        let close: Timestamp = "2026-11-20T21:00:00Z".parse().unwrap();
        let opening: Timestamp = "2026-11-23T14:31:00Z".parse().unwrap();
        let (close, opening) = (close.as_second(), opening.as_second());
        percent(&mut change, close - 300, 100.0);
        assert_eq!(percent(&mut change, opening, 103.0), Some(3.0));
        let next_day = opening + 24 * HOUR;
        assert_eq!(percent(&mut change, next_day, 103.0), None, "too old");
    }

    #[test]
    fn over_an_outage_of_a_market_that_never_closes_nothing_is_measured() {
        let mut change = Change::new(5.0, 1, Calendar::Always);
        percent(&mut change, 0, 100.0);
        assert_eq!(percent(&mut change, 48 * HOUR, 112.0), None);
        assert_eq!(percent(&mut change, 49 * HOUR + 300, 112.0), Some(0.0));
    }

    #[test]
    fn a_busy_ticker_needs_no_more_memory_than_a_quiet_one() {
        let mut change = Change::new(5.0, 1, Calendar::Always);
        for second in 0..50_000_u32 {
            change.record(i64::from(second), f64::from(second));
        }
        assert!(change.prices.len() <= 102, "{}", change.prices.len());
        assert_eq!(change.reference(50_000), Some(46_368.0));
    }
}
