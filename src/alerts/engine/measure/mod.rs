//! The values that alerts measure.

mod change;
mod distance;
mod gap;

use self::{change::Change, distance::Distance, gap::Gap};
use super::{technical::Technical, threshold::Measurement};
use crate::domain::{
    alert::{Alert, AlertKind, Condition, Term},
    bar::{Bar, Interval},
    quote::Quote,
    session::Calendar,
};

const HOUR: i64 = 3_600;
/// How much older than its window stored bars may be that are looked at: a long holiday week-end.
const LOOKBACK_MARGIN: i64 = 5 * 24 * HOUR;

/// How many days back the volume of two trading days is looked for: over the longest closure of an exchange.
const DAYS_OF_VOLUME: i64 = 14;

/// How an alert's value is measured.
#[derive(Debug, Clone)]
pub(super) enum Measure {
    /// The price, against a price.
    Price(f64),
    /// The volume of 24 hours, against a volume.
    Volume(f64),
    /// The change over a window, against percent.
    Change(Change),
    /// How far the price is from its highest or lowest of 52 weeks, against percent.
    Distance(Distance),
    /// How far a session opens from the close before it, against percent.
    Gap(Gap),
    /// An indicator of finished bars.
    Technical(Box<Technical>),
    /// News and events: nothing is measured.
    Nothing,
}

impl Measure {
    /// What `term` asks for. One that lacks its value measures nothing.
    pub(super) fn of(term: &Term, calendar: Calendar) -> Self {
        let percent = term.condition == Condition::PercentChange;
        let measure = match term.kind {
            AlertKind::Price if percent => term
                .value
                .map(|threshold| Self::Change(Change::new(threshold, term.hours(), calendar))),
            AlertKind::Price => term.value.map(Self::Price),
            AlertKind::Volume if !percent => term.value.map(Self::Volume),
            AlertKind::Volume | AlertKind::Technical => {
                let distance = Distance::of(term).map(Self::Distance);
                let of_quotes = distance.or_else(|| Gap::of(term, calendar).map(Self::Gap));
                of_quotes.or_else(|| {
                    let technical = Technical::of(term, calendar)?;
                    Some(Self::Technical(Box::new(technical)))
                })
            }
            AlertKind::News | AlertKind::Event => None,
        };
        measure.unwrap_or(Self::Nothing)
    }

    /// Holds what is measured against the value of `term`, which is this measure's after a split.
    pub(super) fn wait_for(&mut self, term: &Term) {
        if let (Self::Price(threshold) | Self::Volume(threshold), Some(value)) = (self, term.value)
        {
            *threshold = value;
        }
    }

    /// Restates what was measured before a split that takes effect at `begins` (Unix seconds): prices are `ratio` times
    /// lower. Where prices of after it were judged before it became known, those of before it are forgotten.
    pub(super) fn restate(&mut self, ratio: f64, begins: i64, is_known_in_time: bool) {
        match self {
            Self::Change(change) => change.restate(ratio, begins, is_known_in_time),
            Self::Technical(technical) if is_known_in_time => technical.restate(ratio),
            Self::Technical(_)
            | Self::Price(_)
            | Self::Volume(_)
            | Self::Distance(_)
            | Self::Gap(_)
            | Self::Nothing => {}
        }
    }

    /// Measures a quote.
    pub(super) fn of_quote(&mut self, quote: &Quote) -> Option<Measurement> {
        match self {
            Self::Price(threshold) => Some(Measurement::at(quote.price, *threshold)),
            Self::Volume(threshold) => Some(Measurement::at(quote.volume_24h?, *threshold)),
            Self::Change(change) => change.of_quote(quote),
            Self::Distance(distance) => distance.of_quote(quote),
            Self::Gap(gap) => gap.of_quote(quote),
            Self::Technical(_) | Self::Nothing => None,
        }
    }

    /// Whether bars of this length that passed while nobody watched tell what became of it. One tells neither a volume
    /// of 24 hours at any moment, nor where the highest and the lowest price of a year were at its time, nor whether its
    /// open is that of the session; and a longer one not what happened within a window.
    pub(super) fn is_told_by(&self, interval: Interval) -> bool {
        match self {
            Self::Price(_) | Self::Technical(_) => true,
            Self::Change(change) => interval.seconds() <= change.window(),
            Self::Volume(_) | Self::Distance(_) | Self::Gap(_) | Self::Nothing => false,
        }
    }

    /// What the close of a bar measures that passed while nobody watched, and when (Unix seconds). It is known up to
    /// `known_until`.
    pub(super) fn of_missed_close(
        &mut self,
        bar: &Bar,
        interval: Interval,
        known_until: i64,
    ) -> Option<(i64, Measurement)> {
        let is_told = self.is_told_by(interval);
        let Self::Change(change) = self else {
            return None;
        };
        let end = (bar.start + interval.seconds()).min(known_until);
        let measured = is_told.then(|| change.of_price(end, bar.close)).flatten();
        measured.map(|measurement| (end, measurement))
    }

    /// Records the closes of bars that were over at `known_until` (Unix seconds), without a measurement.
    pub(super) fn remember(&mut self, bars: &[Bar], interval: Interval, known_until: i64) {
        if let Self::Change(change) = self {
            let ends = bars.iter().map(|bar| bar.start + interval.seconds());
            for (end, bar) in ends.zip(bars).filter(|(end, _)| *end <= known_until) {
                change.record(end, bar.close);
            }
        }
    }
}

/// The stored bars that an alert needs of its ticker before it is watched: their lengths, each once, and how many seconds of
/// them up to now.
pub(crate) fn needed_bars(alert: &Alert) -> Vec<(Interval, i64)> {
    let mut needed: Vec<(Interval, i64)> = vec![];
    for (interval, span) in alert.terms().filter_map(|term| needed_by(&term)) {
        match needed.iter_mut().find(|(known, _)| *known == interval) {
            Some((_, known)) => *known = span.max(*known),
            None => needed.push((interval, span)),
        }
    }
    needed
}

/// Those that one condition needs.
pub(super) fn needed_by(term: &Term) -> Option<(Interval, i64)> {
    let percent = term.condition == Condition::PercentChange;
    match term.kind {
        AlertKind::Technical => term.interval.map(|interval| match interval {
            Interval::Day => (interval, 5 * 366 * 24 * HOUR),
            interval => (interval, interval.retention_seconds().unwrap_or(0)),
        }),
        AlertKind::Volume if percent => Some((Interval::Day, DAYS_OF_VOLUME * 24 * HOUR)),
        AlertKind::Price if percent => {
            let window = i64::from(term.hours()) * HOUR;
            let interval = if window <= 24 * HOUR {
                Interval::FiveMinutes
            } else {
                Interval::Hour
            };
            Some((interval, window + LOOKBACK_MARGIN))
        }
        AlertKind::Volume | AlertKind::Price | AlertKind::News | AlertKind::Event => None,
    }
}
