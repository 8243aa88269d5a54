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
/// The number of prices stored per window. It limits the error of the start of the window to 1 %.
const PRICES_PER_WINDOW: i64 = 100;
/// The reference price may be older than the start of the window by the length of the window divided by this number.
const REFERENCE_MARGIN_DIVISOR: i64 = 10;
/// The minimum of that margin, in seconds.
const MIN_REFERENCE_MARGIN: i64 = 900;

/// The change of a price over a rolling window.
#[derive(Debug, Clone)]
pub(in crate::alerts::engine) struct Change {
    threshold: f64,
    hours: u32,
    calendar: Calendar,
    /// The newest session, and the previous close from which its 24-hour change is measured.
    session: Option<(Session, f64)>,
    /// Pairs of a time (Unix seconds) and a price, in chronological order.
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

    /// Measures a quote. For 24 hours and 7 days, uses the change that the source reports and that the pages show.
    pub(super) fn measure_quote(&mut self, quote: &Quote) -> Option<Measurement> {
        let computed = self.measure_price(quote.as_of.as_second(), quote.price);
        let reported = match self.hours {
            24 => quote.change_24h,
            168 => quote.change_7d,
            _ => None,
        };
        let Some(change) = reported else {
            return computed;
        };
        Some(Measurement {
            rearms_from: self.new_session(quote),
            ..Measurement::at(change, self.threshold)
        })
    }

    /// Returns the opening time (Unix seconds) of a new session with a different previous close than the last session.
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
        // A source may slightly change the previous close within a session.
        let is_new = session != before.0 && close.to_bits() != before.1.to_bits();
        is_new.then(|| {
            self.session = Some((session, close));
            session.open
        })
    }

    /// Records a price at the time `at` (Unix seconds) and measures it.
    pub(super) fn measure_price(&mut self, at: i64, price: f64) -> Option<Measurement> {
        let reference = self.reference(at);
        self.record(at, price);
        let reference = reference.filter(|reference| *reference > 0.0)?;
        Some(Measurement::at(
            (price / reference - 1.0) * 100.0,
            self.threshold,
        ))
    }

    /// Returns the last price at or before the start of the window; `None` if it is too old. The time during which the market is
    /// closed does not count.
    fn reference(&self, now: i64) -> Option<f64> {
        let window_start = now - self.window();
        let session = self
            .calendar
            .session_at_or_before(Timestamp::from_second(window_start).ok()?);
        let oldest = window_start.min(session.close)
            - (self.window() / REFERENCE_MARGIN_DIVISOR).max(MIN_REFERENCE_MARGIN);
        let mut newest_first = self.prices.iter().rev();
        newest_first
            .find(|(at, _)| *at <= window_start)
            .filter(|(at, _)| *at >= oldest)
            .map(|(_, price)| *price)
    }

    /// Records a price at the time `at` (Unix seconds) without measuring it.
    pub(super) fn record(&mut self, at: i64, price: f64) {
        let spacing = self.window() / PRICES_PER_WINDOW;
        let index = self.prices.partition_point(|(time, _)| *time <= at);
        if let Some(existing) = self.prices.get_mut(index.saturating_sub(1))
            && existing.0 == at
        {
            // The price is a correction.
            existing.1 = price;
            return;
        }
        let neighbors = self.prices.range(index.saturating_sub(1)..);
        if neighbors
            .take(2)
            .any(|(time, _)| (at - time).abs() < spacing)
        {
            return;
        }
        self.prices.insert(index, (at, price));
        let newest = self.prices.back().map_or(at, |(newest, _)| *newest);
        let window_start = newest - self.window();
        while self
            .prices
            .get(1)
            .is_some_and(|(time, _)| *time <= window_start)
        {
            self.prices.pop_front();
        }
    }

    /// Adjusts the prices before a split that takes effect at `split_time` (Unix seconds). If later prices were recorded before
    /// the split was known, drops the earlier prices that may be unadjusted.
    pub(super) fn adjust_for_split(
        &mut self,
        ratio: f64,
        split_time: i64,
        was_known_in_time: bool,
    ) {
        if was_known_in_time {
            for (_, price) in self.prices.iter_mut().filter(|(at, _)| *at < split_time) {
                *price /= ratio;
            }
            if let Some((_, close)) = self.session.as_mut().filter(|(it, _)| it.open < split_time) {
                *close /= ratio;
            }
            return;
        }
        let first_after = self.prices.iter().find(|(at, _)| *at >= split_time);
        if let Some((_, after)) = first_after.copied() {
            self.prices
                .retain(|(at, price)| *at >= split_time || !is_in_old_units(*price, after, ratio));
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
            .measure_price(at, price)
            .map(|measurement| (measurement.value * 100.0).round() / 100.0)
    }

    /// ALRT-02: An alert on a percent change has a time window.
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
