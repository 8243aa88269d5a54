//! The percent change of a price over a time window.

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
/// Prices kept per window, which limits the error of its start to 1 %.
const PRICES_PER_WINDOW: i64 = 100;
/// The reference price may be older than the start of the window by this fraction of the window …
const REFERENCE_MARGIN_DIVISOR: i64 = 10;
/// … and by at least this many seconds.
const MIN_REFERENCE_MARGIN: i64 = 900;

/// The change of a price over a rolling window.
#[derive(Debug, Clone)]
pub(in crate::alerts::engine) struct Change {
    threshold: f64,
    hours: u32,
    calendar: Calendar,
    /// The session and its previous close, from which a 24-hour change is measured.
    session: Option<(Session, f64)>,
    /// Pairs of Unix seconds and price, ascending.
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

    /// Measures a quote. For 24 hours and 7 days it uses the change that the source reports, which the pages show.
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

    /// The opening (Unix seconds) of a new session that is measured from another close than the previous one.
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
        // Within a session a source may slightly change the previous close.
        let is_new = session != before.0 && close.to_bits() != before.1.to_bits();
        is_new.then(|| {
            self.session = Some((session, close));
            session.open
        })
    }

    /// Measures and records a price at `at` (Unix seconds).
    pub(super) fn of_price(&mut self, at: i64, price: f64) -> Option<Measurement> {
        let before = self.reference(at);
        self.record(at, price);
        let before = before.filter(|before| *before > 0.0)?;
        Some(Measurement::at(
            (price / before - 1.0) * 100.0,
            self.threshold,
        ))
    }

    /// The last price at or before the start of the window. It stays valid while the market is closed.
    fn reference(&self, now: i64) -> Option<f64> {
        let begin = now - self.window();
        let session = self
            .calendar
            .session_at_or_before(Timestamp::from_second(begin).ok()?);
        let oldest = begin.min(session.close)
            - (self.window() / REFERENCE_MARGIN_DIVISOR).max(MIN_REFERENCE_MARGIN);
        let known = self.prices.iter().rev().find(|(at, _)| *at <= begin);
        known
            .filter(|(at, _)| *at >= oldest)
            .map(|(_, price)| *price)
    }

    /// Records a price at `at` (Unix seconds) without measuring it.
    pub(super) fn record(&mut self, at: i64, price: f64) {
        let spacing = self.window() / PRICES_PER_WINDOW;
        let index = self.prices.partition_point(|(known, _)| *known <= at);
        if let Some(known) = self.prices.get_mut(index.saturating_sub(1))
            && known.0 == at
        {
            // A correction.
            known.1 = price;
            return;
        }
        let neighbours = self.prices.range(index.saturating_sub(1)..);
        if neighbours
            .take(2)
            .any(|(known, _)| (at - known).abs() < spacing)
        {
            return;
        }
        self.prices.insert(index, (at, price));
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

    /// Adjusts the prices before a split that takes effect at `begins` (Unix seconds). If later prices were recorded before the
    /// split became known, earlier prices that may be in old units are dropped.
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

    /// The length of the window in seconds.
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
    fn change_is_measured_from_the_start_of_the_window() {
        let mut change = Change::new(5.0, 4, Calendar::Always);
        assert_eq!(percent(&mut change, 0, 100.0), None, "no price is that old");
        assert_eq!(percent(&mut change, 2 * HOUR, 110.0), None);
        assert_eq!(percent(&mut change, 4 * HOUR, 105.0), Some(5.0));
        assert_eq!(percent(&mut change, 6 * HOUR, 99.0), Some(-10.0));
    }

    #[test]
    fn last_price_before_a_closed_market_is_the_reference() {
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
    fn change_is_not_measured_over_an_outage() {
        let mut change = Change::new(5.0, 1, Calendar::Always);
        percent(&mut change, 0, 100.0);
        assert_eq!(percent(&mut change, 48 * HOUR, 112.0), None);
        assert_eq!(percent(&mut change, 49 * HOUR + 300, 112.0), Some(0.0));
    }

    #[test]
    fn recorded_prices_are_bounded() {
        let mut change = Change::new(5.0, 1, Calendar::Always);
        for second in 0..50_000_u32 {
            change.record(i64::from(second), f64::from(second));
        }
        assert!(change.prices.len() <= 102, "{}", change.prices.len());
        assert_eq!(change.reference(50_000), Some(46_368.0));
    }
}
