//! The values that alerts measure.

mod change;
mod distance;
mod gap;

use self::{change::Change, distance::Distance, gap::Gap};
use super::{measurement::Measurement, technical::Technical};
use crate::domain::{
    alert::{Alert, AlertKind, Condition},
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
    /// What `alert` asks for. One that lacks its value measures nothing.
    pub(super) fn of(alert: &Alert, calendar: Calendar) -> Self {
        let measure = match alert.kind {
            AlertKind::Price if alert.condition == Some(Condition::PercentChange) => {
                alert.value.map(|threshold| {
                    Self::Change(Change::new(threshold, window_hours(alert), calendar))
                })
            }
            AlertKind::Price => alert.value.map(Self::Price),
            AlertKind::Volume if alert.condition != Some(Condition::PercentChange) => {
                alert.value.map(Self::Volume)
            }
            AlertKind::Volume | AlertKind::Technical => {
                let distance = Distance::of(alert).map(Self::Distance);
                let of_quotes = distance.or_else(|| Gap::of(alert, calendar).map(Self::Gap));
                of_quotes.or_else(|| {
                    let technical = Technical::of(alert, calendar)?;
                    Some(Self::Technical(Box::new(technical)))
                })
            }
            AlertKind::News | AlertKind::Event => None,
        };
        measure.unwrap_or(Self::Nothing)
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

    /// What is measured within a bar that passed while nobody watched: the moment (Unix seconds)
    /// and the price with each. A bar tells no order of its extremes: it is read as the way from
    /// its open to its close that is shortest. It is known up to `known_until`.
    pub(super) fn of_missed_bar(
        &mut self,
        bar: &Bar,
        interval: Interval,
        known_until: i64,
    ) -> Vec<(i64, f64, Measurement)> {
        match self {
            Self::Price(threshold) => {
                let extremes = if bar.close >= bar.open {
                    [bar.low, bar.high]
                } else {
                    [bar.high, bar.low]
                };
                let way = [bar.open, extremes[0], extremes[1], bar.close];
                // Between two trades the price passed through the threshold; only an opening jumps it.
                let traded = |at: usize, price: f64| if at == 0 { price } else { *threshold };
                way.iter()
                    .enumerate()
                    .map(|(at, price)| {
                        (
                            bar.start,
                            traded(at, *price),
                            Measurement::at(*price, *threshold),
                        )
                    })
                    .collect()
            }
            // A longer bar tells nothing of what happened within the window.
            Self::Change(change) if interval.seconds() > change.window() => vec![],
            Self::Change(change) => {
                let end = (bar.start + interval.seconds()).min(known_until);
                change
                    .of_price(end, bar.close)
                    .map(|measurement| (end, bar.close, measurement))
                    .into_iter()
                    .collect()
            }
            // A bar tells neither where the highest and the lowest price of a year were at its time, nor whether its open
            // is that of the session.
            Self::Volume(_)
            | Self::Distance(_)
            | Self::Gap(_)
            | Self::Technical(_)
            | Self::Nothing => vec![],
        }
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

/// The window of a change in percent; a day unless the alert says otherwise.
pub(super) fn window_hours(alert: &Alert) -> u32 {
    alert.window_hours.unwrap_or(24)
}

/// The stored bars that an alert needs of its ticker before it is watched: their length, and how
/// many seconds of them up to now.
pub(crate) fn needed_bars(alert: &Alert) -> Option<(Interval, i64)> {
    match alert.kind {
        AlertKind::Technical => alert.interval.map(|interval| match interval {
            Interval::Day => (interval, 5 * 366 * 24 * HOUR),
            interval => (interval, interval.retention_seconds().unwrap_or(0)),
        }),
        AlertKind::Volume if alert.condition == Some(Condition::PercentChange) => {
            Some((Interval::Day, DAYS_OF_VOLUME * 24 * HOUR))
        }
        AlertKind::Price if alert.condition == Some(Condition::PercentChange) => {
            let window = i64::from(window_hours(alert)) * HOUR;
            let interval = if window <= 24 * HOUR {
                Interval::FiveMinutes
            } else {
                Interval::Hour
            };
            Some((interval, window + LOOKBACK_MARGIN))
        }
        _ => None,
    }
}
