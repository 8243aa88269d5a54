//! Technical indicators on finished bars.

use super::threshold::Measurement;
use crate::domain::{
    Timestamp,
    alert::{AlertKind, Indicator, Term},
    bar::{Bar, Interval},
    indicators::{Rsi, Sma},
    quote::Quote,
    session::{Calendar, exchange_date},
};

/// The number of bars of the RSI.
pub(super) const RSI_PERIOD: u32 = 14;
/// The numbers of bars of the fast and the slow moving average.
pub(super) const SMA_PERIODS: (u32, u32) = (50, 200);
/// How far the RSI must move back from the threshold before the alert rearms, in points.
const RSI_HYSTERESIS: f64 = 1.0;
/// How far the fast average must move back from the slow one before the alert rearms, as a fraction of the slow one.
const CROSS_HYSTERESIS: f64 = 0.0005;

/// A price from at most this many seconds before the end of a bar counts as its close.
const CLOSE_TOLERANCE: i64 = 300;

/// The running state of an indicator.
#[derive(Debug, Clone)]
enum IndicatorState {
    Rsi {
        index: Rsi,
        threshold: f64,
    },
    Cross {
        fast: Sma,
        slow: Sma,
    },
    /// The change of a day's volume from the previous day, in percent.
    Volume {
        before: Option<f64>,
        threshold: f64,
    },
}

impl IndicatorState {
    fn adjust_for_split(&mut self, ratio: f64) {
        match self {
            Self::Rsi { index, .. } => index.adjust_for_split(ratio),
            Self::Cross { fast, slow } => {
                fast.adjust_for_split(ratio);
                slow.adjust_for_split(ratio);
            }
            Self::Volume { before, .. } => *before = before.map(|volume| volume * ratio),
        }
    }
}

/// An indicator that is evaluated only on finished bars, because the close of an unfinished bar may still change.
#[derive(Debug, Clone)]
pub(super) struct Technical {
    interval: Interval,
    calendar: Calendar,
    state: IndicatorState,
    /// The newest bar, which is unfinished.
    open: Option<OpenBar>,
    /// The newest finished bar, which a source may correct, and the state before it.
    last: Option<(Bar, IndicatorState)>,
}

/// A bar that is not finished.
#[derive(Debug, Clone, Copy)]
struct OpenBar {
    bar: Bar,
    /// The time (Unix seconds) up to which the bar contains data.
    data_end: i64,
}

/// A finished bar and its measurement.
#[derive(Debug, Clone, Copy)]
pub(super) struct FinishedBar {
    /// The end of the bar (Unix seconds).
    pub(super) end: i64,
    pub(super) close: f64,
    /// `None` until there are enough bars.
    pub(super) measurement: Option<Measurement>,
    /// Whether the bar is a corrected version of the last finished bar.
    pub(super) corrects: bool,
}

impl Technical {
    /// Creates the indicator of a condition; `None` if the condition needs no finished bars or is incomplete.
    pub(super) fn of(term: &Term, calendar: Calendar) -> Option<Self> {
        let (state, interval) = if term.kind == AlertKind::Volume {
            let state = IndicatorState::Volume {
                before: None,
                threshold: term.value?,
            };
            (state, Interval::Day)
        } else {
            let state = match term.indicator? {
                Indicator::Rsi => IndicatorState::Rsi {
                    index: Rsi::new(RSI_PERIOD),
                    threshold: term.value?,
                },
                Indicator::SmaCross => IndicatorState::Cross {
                    fast: Sma::new(SMA_PERIODS.0 as usize),
                    slow: Sma::new(SMA_PERIODS.1 as usize),
                },
                Indicator::YearHigh
                | Indicator::YearLow
                | Indicator::Gap
                | Indicator::Earnings
                | Indicator::ExDate
                | Indicator::Stale
                | Indicator::Filing => return None,
            };
            (state, term.interval?)
        };
        Some(Self {
            interval,
            calendar,
            state,
            open: None,
            last: None,
        })
    }

    /// The interval of the indicator's bars.
    pub(super) fn interval(&self) -> Interval {
        self.interval
    }

    /// Returns the end of `bar` (Unix seconds), which is at the latest the close of its session.
    pub(super) fn end(&self, bar: &Bar) -> i64 {
        let nominal = bar.start + self.interval.seconds();
        let Ok(start) = Timestamp::from_second(bar.start) else {
            return nominal;
        };
        let close = if self.interval == Interval::Day {
            let session = self
                .calendar
                .session_on(exchange_date(Calendar::Always, start));
            session.map_or(nominal, |session| session.close)
        } else {
            self.calendar.session_at_or_before(start).close
        };
        if close > bar.start {
            close.min(nominal)
        } else {
            nominal
        }
    }

    /// Adds bars in ascending order, with data up to `data_end` (Unix seconds). Returns the bars that are finished because a
    /// later one has begun, and the last finished bar again if it was corrected.
    pub(super) fn push_bars(&mut self, bars: &[Bar], data_end: i64) -> Vec<FinishedBar> {
        let mut finished = vec![];
        for bar in bars {
            let last = self.last.as_ref().map(|(last, _)| *last);
            if last.is_some_and(|last| bar.start <= last.start) {
                finished.extend(self.correct(bar));
                continue;
            }
            if self.open.is_some_and(|open| bar.start < open.bar.start) {
                continue;
            }
            let previous = self.open.replace(OpenBar {
                bar: *bar,
                data_end,
            });
            let ended = previous.filter(|open| open.bar.start < bar.start);
            finished.extend(ended.map(|open| self.finish(open.bar)));
        }
        finished
    }

    /// Adjusts for a split: earlier prices are divided by `ratio`.
    pub(super) fn adjust_for_split(&mut self, ratio: f64) {
        self.state.adjust_for_split(ratio);
        if let Some(open) = &mut self.open {
            open.bar = open.bar.adjusted_for_split(ratio);
        }
        if let Some((bar, before)) = &mut self.last {
            *bar = bar.adjusted_for_split(ratio);
            before.adjust_for_split(ratio);
        }
    }

    /// Updates the close of the unfinished bar from a quote, because the source may send the bar much later.
    pub(super) fn record_price(&mut self, quote: &Quote) {
        if matches!(self.state, IndicatorState::Volume { .. }) {
            // A quote does not contain the volume of the bar.
            return;
        }
        let at = quote.as_of.as_second();
        if let Some(mut open) = self.open
            && (open.bar.start.max(open.data_end)..=self.end(&open.bar)).contains(&at)
        {
            open.bar.close = quote.price;
            open.data_end = at;
            self.open = Some(open);
        }
    }

    /// Finishes the unfinished bar if it has ended at `now` (Unix seconds) and contains data up to its end. Otherwise its close
    /// would be an old price.
    pub(super) fn finish_open(&mut self, now: i64) -> Option<FinishedBar> {
        let open = self.open?;
        let end = self.end(&open.bar);
        if now < end || open.data_end < end - CLOSE_TOLERANCE {
            return None;
        }
        self.open = None;
        Some(self.finish(open.bar))
    }

    fn finish(&mut self, bar: Bar) -> FinishedBar {
        self.last = Some((bar, self.state.clone()));
        self.measure(bar, false)
    }

    /// Replaces the newest finished bar with its corrected version; returns `None` if nothing relevant changed.
    fn correct(&mut self, bar: &Bar) -> Option<FinishedBar> {
        let (last, before) = self.last.as_mut()?;
        let is_same = match before {
            IndicatorState::Volume { .. } => last.volume.to_bits() == bar.volume.to_bits(),
            _ => last.close.to_bits() == bar.close.to_bits(),
        };
        if last.start != bar.start || is_same {
            return None;
        }
        *last = *bar;
        self.state = before.clone();
        Some(self.measure(*bar, true))
    }

    fn measure(&mut self, bar: Bar, corrects: bool) -> FinishedBar {
        let end = self.end(&bar);
        FinishedBar {
            end,
            close: bar.close,
            measurement: self.push(&bar, end),
            corrects,
        }
    }

    fn push(&mut self, bar: &Bar, end: i64) -> Option<Measurement> {
        let close = bar.close;
        let (value, threshold, hysteresis) = match &mut self.state {
            IndicatorState::Volume { before, threshold } => {
                // Zero means that the source has not reported a volume.
                let volume = Some(bar.volume).filter(|volume| *volume > 0.0)?;
                let percent = (volume / before.replace(volume)? - 1.0) * 100.0;
                return Some(Measurement {
                    rearms_from: Some(end),
                    ..Measurement::at(percent, *threshold)
                });
            }
            IndicatorState::Rsi { index, threshold } => {
                (index.push(close)?, *threshold, RSI_HYSTERESIS)
            }
            IndicatorState::Cross { fast, slow } => {
                let (fast, slow) = (fast.push(close), slow.push(close)?);
                (fast? - slow, 0.0, slow * CROSS_HYSTERESIS)
            }
        };
        Some(Measurement {
            value,
            threshold,
            hysteresis,
            rearms_from: None,
        })
    }
}
