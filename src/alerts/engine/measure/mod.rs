//! Computes the values that alerts compare with their thresholds.

mod change;
mod cost;
mod distance;
mod gap;

use self::{change::Change, cost::CostLevel, distance::Distance, gap::Gap};
use super::{technical::Technical, threshold::Measurement};
use crate::domain::{
    alert::{Alert, AlertKind, Condition, Term},
    bar::{Bar, Interval},
    quote::Quote,
    session::Calendar,
};

const HOUR: i64 = 3_600;
/// How far before a window stored bars are read, too, in seconds: a long holiday weekend.
const LOOKBACK_MARGIN: i64 = 5 * 24 * HOUR;

/// How many days of bars are read to find two trading days: more than the longest closure of an exchange.
const VOLUME_LOOKBACK_DAYS: i64 = 14;

/// How the value of a condition is measured.
#[derive(Debug, Clone)]
pub(super) enum Measure {
    /// The price, with its threshold.
    Price(f64),
    /// The 24-hour volume, with its threshold.
    Volume(f64),
    /// The percent change over a window.
    Change(Change),
    /// The distance from the 52-week high or low, in percent.
    Distance(Distance),
    /// The opening gap, in percent.
    Gap(Gap),
    /// A technical indicator on finished bars.
    Technical(Box<Technical>),
    /// The price, with a threshold that follows from the amount paid.
    Cost(CostLevel),
    /// No measure: for news, events, screens and holdings.
    Nothing,
}

impl Measure {
    /// Creates the measure of a condition; `Nothing` if the condition lacks its value.
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
                let quote_measure = distance.or_else(|| Gap::of(term, calendar).map(Self::Gap));
                quote_measure.or_else(|| {
                    let technical = Technical::of(term, calendar)?;
                    Some(Self::Technical(Box::new(technical)))
                })
            }
            AlertKind::Cost => CostLevel::of(term).map(Self::Cost),
            AlertKind::News | AlertKind::Event | AlertKind::Screen | AlertKind::Holdings => None,
        };
        measure.unwrap_or(Self::Nothing)
    }

    /// Sets the threshold of a price or volume to the value of `term`, which changes after a split.
    pub(super) fn set_threshold(&mut self, term: &Term) {
        if let (Self::Price(threshold) | Self::Volume(threshold), Some(value)) = (self, term.value)
        {
            *threshold = value;
        }
    }

    /// Adjusts for a split that takes effect at `split_time` (Unix seconds): earlier prices are divided by `ratio`. If later
    /// prices were evaluated before the split was known, earlier prices that may be unadjusted are dropped.
    pub(super) fn adjust_for_split(
        &mut self,
        ratio: f64,
        split_time: i64,
        was_known_in_time: bool,
    ) {
        match self {
            Self::Change(change) => change.adjust_for_split(ratio, split_time, was_known_in_time),
            Self::Technical(technical) if was_known_in_time => technical.adjust_for_split(ratio),
            // The cost that is read next includes the split.
            Self::Cost(cost) => {
                cost.set(None);
            }
            Self::Technical(_)
            | Self::Price(_)
            | Self::Volume(_)
            | Self::Distance(_)
            | Self::Gap(_)
            | Self::Nothing => {}
        }
    }

    /// Measures a quote; `None` if the quote lacks the value.
    pub(super) fn measure_quote(&mut self, quote: &Quote) -> Option<Measurement> {
        match self {
            Self::Price(threshold) => Some(Measurement::at(quote.price, *threshold)),
            Self::Volume(threshold) => Some(Measurement::at(quote.volume_24h?, *threshold)),
            Self::Change(change) => change.measure_quote(quote),
            Self::Distance(distance) => distance.measure_quote(quote),
            Self::Gap(gap) => gap.measure_quote(quote),
            Self::Cost(cost) => Some(Measurement::at(quote.price, cost.level()?)),
            Self::Technical(_) | Self::Nothing => None,
        }
    }

    /// Sets the average cost of a unit. Returns true if it changed; false for other measures.
    pub(super) fn set_cost(&mut self, average: Option<f64>) -> bool {
        match self {
            Self::Cost(cost) => cost.set(average),
            _ => false,
        }
    }

    /// Returns true if bars of this interval can replace the quotes of a downtime. A bar does not contain the rolling 24-hour
    /// volume, the 52-week range as of its time, or the opening price of the session. A bar that is longer than the window
    /// hides the changes within it.
    pub(super) fn is_covered_by(&self, interval: Interval) -> bool {
        match self {
            Self::Price(_) | Self::Technical(_) | Self::Cost(_) => true,
            Self::Change(change) => interval.seconds() <= change.window(),
            Self::Volume(_) | Self::Distance(_) | Self::Gap(_) | Self::Nothing => false,
        }
    }

    /// Measures the close of a bar of the downtime. Returns the time of the close (Unix seconds), which is at most `data_end`,
    /// and the measurement.
    pub(super) fn measure_missed_close(
        &mut self,
        bar: &Bar,
        interval: Interval,
        data_end: i64,
    ) -> Option<(i64, Measurement)> {
        let is_covered = self.is_covered_by(interval);
        let Self::Change(change) = self else {
            return None;
        };
        let end = (bar.start + interval.seconds()).min(data_end);
        let measurement = is_covered
            .then(|| change.measure_price(end, bar.close))
            .flatten();
        measurement.map(|measurement| (end, measurement))
    }

    /// Records the closes of bars that ended by `data_end` (Unix seconds) without measuring them.
    pub(super) fn record_closes(&mut self, bars: &[Bar], interval: Interval, data_end: i64) {
        if let Self::Change(change) = self {
            let ends = bars.iter().map(|bar| bar.start + interval.seconds());
            for (end, bar) in ends.zip(bars).filter(|(end, _)| *end <= data_end) {
                change.record(end, bar.close);
            }
        }
    }
}

/// Returns the stored bars that an alert needs when it starts, as pairs of an interval and the time span before now in seconds.
/// Each interval occurs once.
pub(crate) fn needed_bars(alert: &Alert) -> Vec<(Interval, i64)> {
    let mut needed: Vec<(Interval, i64)> = vec![];
    for (interval, span) in alert.terms().filter_map(|term| needed_by(&term)) {
        match needed.iter_mut().find(|(it, _)| *it == interval) {
            Some((_, existing)) => *existing = span.max(*existing),
            None => needed.push((interval, span)),
        }
    }
    needed
}

/// Returns the stored bars that one condition needs, as an interval and the time span before now in seconds.
pub(super) fn needed_by(term: &Term) -> Option<(Interval, i64)> {
    let percent = term.condition == Condition::PercentChange;
    match term.kind {
        AlertKind::Technical => term.interval.map(|interval| match interval {
            Interval::Day => (interval, 5 * 366 * 24 * HOUR),
            interval => (interval, interval.retention_seconds().unwrap_or(0)),
        }),
        AlertKind::Volume if percent => Some((Interval::Day, VOLUME_LOOKBACK_DAYS * 24 * HOUR)),
        AlertKind::Price if percent => {
            let window = i64::from(term.hours()) * HOUR;
            let interval = if window <= 24 * HOUR {
                Interval::FiveMinutes
            } else {
                Interval::Hour
            };
            Some((interval, window + LOOKBACK_MARGIN))
        }
        AlertKind::Volume
        | AlertKind::Price
        | AlertKind::News
        | AlertKind::Event
        | AlertKind::Screen
        | AlertKind::Cost
        | AlertKind::Holdings => None,
    }
}
