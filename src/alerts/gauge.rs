//! What an alert measures, and the line that it is held against.

use std::collections::VecDeque;

use super::technical::Technical;
use crate::domain::{
    Timestamp,
    alert::{Alert, AlertKind, Condition},
    bar::{Bar, Interval},
    quote::Quote,
    session::{Calendar, Session},
};

/// How far back the value must go before an alert is armed again, as a part of the line's value.
const BAND: f64 = 0.002;
const HOUR: i64 = 3_600;
/// How much older than its window stored bars may be that are looked at: a long holiday week-end.
const SLACK: i64 = 5 * 24 * HOUR;
/// Prices kept for a window: what falls between two of them shifts it by a hundredth.
const GRAINS: i64 = 100;
/// How much trading time may lie between a reference price and the window's beginning: a part of the
/// window, and at least so many seconds.
const PART: i64 = 10;
const LEAST: i64 = 900;

/// One measurement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Reading {
    /// What was measured.
    pub(super) value: f64,
    /// Where the condition begins.
    pub(super) line: f64,
    /// How far beyond the line the way back ends.
    pub(super) band: f64,
    /// When the session opened (Unix seconds) that brought something new to measure from: what was
    /// told before it is no reason to keep quiet.
    pub(super) anew: Option<i64>,
}

impl Reading {
    pub(super) fn at(value: f64, line: f64) -> Self {
        Self {
            value,
            line,
            band: line.abs() * BAND,
            anew: None,
        }
    }

    /// The same, seen from the other side of zero.
    pub(super) fn mirrored(&self) -> Self {
        Self {
            value: -self.value,
            ..*self
        }
    }
}

/// The instrument of an alert.
#[derive(Debug, Clone)]
pub(super) enum Gauge {
    /// The price, against a price.
    Price(f64),
    /// The volume of 24 hours, against a volume.
    Volume(f64),
    /// The change over a window, against percent.
    Change(Change),
    /// An indicator of finished bars.
    Technical(Box<Technical>),
    /// News: nothing is measured.
    Nothing,
}

impl Gauge {
    /// What `alert` asks for. One that lacks its value measures nothing.
    pub(super) fn of(alert: &Alert, calendar: Calendar) -> Self {
        let gauge = match alert.kind {
            AlertKind::Price if alert.condition == Some(Condition::PercentChange) => alert
                .value
                .map(|line| Self::Change(Change::new(line, window_hours(alert), calendar))),
            AlertKind::Price => alert.value.map(Self::Price),
            AlertKind::Volume => alert.value.map(Self::Volume),
            AlertKind::Technical => Technical::of(alert, calendar)
                .map(Box::new)
                .map(Self::Technical),
            AlertKind::News => None,
        };
        gauge.unwrap_or(Self::Nothing)
    }

    /// Measures a quote.
    pub(super) fn of_quote(&mut self, quote: &Quote) -> Option<Reading> {
        match self {
            Self::Price(line) => Some(Reading::at(quote.price, *line)),
            Self::Volume(line) => Some(Reading::at(quote.volume_24h?, *line)),
            Self::Change(change) => change.of_quote(quote),
            Self::Technical(_) | Self::Nothing => None,
        }
    }

    /// What is measured within a bar that passed while nobody watched: the moment (Unix seconds)
    /// and the price with each. A bar tells no order of its extremes: it is read as the way from
    /// its open to its close that is shortest. It is known until `heard`.
    pub(super) fn of_past_bar(
        &mut self,
        bar: &Bar,
        interval: Interval,
        heard: i64,
    ) -> Vec<(i64, f64, Reading)> {
        match self {
            Self::Price(line) => {
                let extremes = if bar.close >= bar.open {
                    [bar.low, bar.high]
                } else {
                    [bar.high, bar.low]
                };
                let way = [bar.open, extremes[0], extremes[1], bar.close];
                // Between two trades the price passed through the line; only an opening jumps it.
                let traded = |at: usize, price: f64| if at == 0 { price } else { *line };
                way.iter()
                    .enumerate()
                    .map(|(at, price)| (bar.start, traded(at, *price), Reading::at(*price, *line)))
                    .collect()
            }
            // A longer bar tells nothing of what happened within the window.
            Self::Change(change) if interval.seconds() > change.window() => vec![],
            Self::Change(change) => {
                let end = (bar.start + interval.seconds()).min(heard);
                change
                    .of_price(end, bar.close)
                    .map(|reading| (end, bar.close, reading))
                    .into_iter()
                    .collect()
            }
            Self::Volume(_) | Self::Technical(_) | Self::Nothing => vec![],
        }
    }

    /// Takes note of the closes of bars that were over at `heard` (Unix seconds), without a reading.
    pub(super) fn remember(&mut self, bars: &[Bar], interval: Interval, heard: i64) {
        if let Self::Change(change) = self {
            let ends = bars.iter().map(|bar| bar.start + interval.seconds());
            for (end, bar) in ends.zip(bars).filter(|(end, _)| *end <= heard) {
                change.note(end, bar.close);
            }
        }
    }
}

/// The window of a change in percent; a day unless the alert says otherwise.
pub(super) fn window_hours(alert: &Alert) -> u32 {
    alert.window_hours.unwrap_or(24)
}

/// The stored bars that the watch wants to see of an alert's ticker first: their length, and how
/// many seconds of them up to now.
pub fn wanted(alert: &Alert) -> Option<(Interval, i64)> {
    match alert.kind {
        AlertKind::Technical => alert.interval.map(|interval| match interval {
            Interval::Day => (interval, 5 * 366 * 24 * HOUR),
            interval => (interval, interval.retention_seconds().unwrap_or(0)),
        }),
        AlertKind::Price if alert.condition == Some(Condition::PercentChange) => {
            let window = i64::from(window_hours(alert)) * HOUR;
            let interval = if window <= 24 * HOUR {
                Interval::FiveMinutes
            } else {
                Interval::Hour
            };
            Some((interval, window + SLACK))
        }
        _ => None,
    }
}

/// The change of a price over a window that moves with it.
#[derive(Debug, Clone)]
pub(super) struct Change {
    line: f64,
    hours: u32,
    calendar: Calendar,
    /// The session and the close before it that the change of a day is counted from.
    session: Option<(Session, f64)>,
    /// (Unix seconds, price), ascending.
    prices: VecDeque<(i64, f64)>,
}

impl Change {
    fn new(line: f64, hours: u32, calendar: Calendar) -> Self {
        Self {
            line,
            hours,
            calendar,
            session: None,
            prices: VecDeque::new(),
        }
    }

    /// Over a day and a week, the very figure that the pages show wherever the source tells it.
    fn of_quote(&mut self, quote: &Quote) -> Option<Reading> {
        let own = self.of_price(quote.as_of.as_second(), quote.price);
        let shown = match self.hours {
            24 => quote.change_24h,
            168 => quote.change_7d,
            _ => None,
        };
        let Some(change) = shown else {
            return own;
        };
        Some(Reading {
            anew: self.session_anew(quote),
            ..Reading::at(change, self.line)
        })
    }

    /// The opening of a session whose quotes are counted from another close than those before.
    fn session_anew(&mut self, quote: &Quote) -> Option<i64> {
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

    fn of_price(&mut self, at: i64, price: f64) -> Option<Reading> {
        let before = self.reference(at);
        self.note(at, price);
        let before = before.filter(|before| *before > 0.0)?;
        Some(Reading::at((price / before - 1.0) * 100.0, self.line))
    }

    /// The last price known when the window begins. It stands while the market is closed.
    fn reference(&self, now: i64) -> Option<f64> {
        let begin = now - self.window();
        let session = self
            .calendar
            .session_at_or_before(Timestamp::from_second(begin).ok()?);
        let oldest = begin.min(session.close) - (self.window() / PART).max(LEAST);
        let known = self.prices.iter().rev().find(|(at, _)| *at <= begin);
        known
            .filter(|(at, _)| *at >= oldest)
            .map(|(_, price)| *price)
    }

    fn note(&mut self, at: i64, price: f64) {
        let grain = self.window() / GRAINS;
        let place = self.prices.partition_point(|(known, _)| *known <= at);
        let neighbours = self.prices.range(place.saturating_sub(1)..);
        if neighbours
            .take(2)
            .any(|(known, _)| (at - known).abs() < grain)
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

    fn window(&self) -> i64 {
        i64::from(self.hours) * HOUR
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn percent(change: &mut Change, at: i64, price: f64) -> Option<f64> {
        change
            .of_price(at, price)
            .map(|reading| (reading.value * 100.0).round() / 100.0)
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
            change.note(i64::from(second), f64::from(second));
        }
        assert!(change.prices.len() <= 102, "{}", change.prices.len());
        assert_eq!(change.reference(50_000), Some(46_368.0));
    }
}
