//! Indicators on finished bars.

use super::threshold::Measurement;
use crate::domain::{
    Timestamp,
    alert::{AlertKind, Indicator, Term},
    bar::{Bar, Interval},
    indicators::{Rsi, Sma},
    quote::Quote,
    session::{Calendar, exchange_date},
};

/// Bars of the relative strength index.
pub(super) const RSI: u32 = 14;
/// Bars of the fast and of the slow average.
pub(super) const AVERAGES: (u32, u32) = (50, 200);
/// How far back the index must go before an alert is armed again, in points.
const RSI_HYSTERESIS: f64 = 1.0;
/// The same for a distance of two averages, as a part of the slow one.
const CROSS_HYSTERESIS: f64 = 0.0005;

/// What is known up to this close before a bar's end is its close, in seconds.
const CLOSE_ENOUGH: i64 = 300;

#[derive(Debug, Clone)]
enum Compute {
    Rsi {
        index: Rsi,
        threshold: f64,
    },
    Cross {
        fast: Sma,
        slow: Sma,
    },
    /// The volume of a day against that of the day before, in percent.
    Volume {
        before: Option<f64>,
        threshold: f64,
    },
}

impl Compute {
    fn restate(&mut self, ratio: f64) {
        match self {
            Self::Rsi { index, .. } => index.restate(ratio),
            Self::Cross { fast, slow } => {
                fast.restate(ratio);
                slow.restate(ratio);
            }
            Self::Volume { before, .. } => *before = before.map(|volume| volume * ratio),
        }
    }
}

/// An indicator that waits for bars to finish: one that is still open may take everything back.
#[derive(Debug, Clone)]
pub(super) struct Technical {
    interval: Interval,
    calendar: Calendar,
    compute: Compute,
    /// The newest bar, which may still change.
    open: Option<Open>,
    /// The newest finished bar, and what there was before it: a source may correct it.
    last: Option<(Bar, Compute)>,
}

/// A bar that is not over, and until when (Unix seconds) it is known what happened in it.
#[derive(Debug, Clone, Copy)]
struct Open {
    bar: Bar,
    known_until: i64,
}

/// A bar that is over, and what it measures.
#[derive(Debug, Clone, Copy)]
pub(super) struct Finished {
    /// When it ended, Unix seconds.
    pub(super) end: i64,
    /// Its close.
    pub(super) close: f64,
    /// Once there are bars enough.
    pub(super) measurement: Option<Measurement>,
    /// It takes the place of what the newest finished bar measured.
    pub(super) corrects: bool,
}

impl Technical {
    /// What `term` asks for, if it says all of it.
    pub(super) fn of(term: &Term, calendar: Calendar) -> Option<Self> {
        let (compute, interval) = if term.kind == AlertKind::Volume {
            let compute = Compute::Volume {
                before: None,
                threshold: term.value?,
            };
            (compute, Interval::Day)
        } else {
            let compute = match term.indicator? {
                Indicator::Rsi => Compute::Rsi {
                    index: Rsi::new(RSI),
                    threshold: term.value?,
                },
                Indicator::SmaCross => Compute::Cross {
                    fast: Sma::new(AVERAGES.0 as usize),
                    slow: Sma::new(AVERAGES.1 as usize),
                },
                Indicator::YearHigh
                | Indicator::YearLow
                | Indicator::Gap
                | Indicator::Earnings
                | Indicator::ExDate
                | Indicator::Stale => return None,
            };
            (compute, term.interval?)
        };
        Some(Self {
            interval,
            calendar,
            compute,
            open: None,
            last: None,
        })
    }

    /// The length of its bars.
    pub(super) fn interval(&self) -> Interval {
        self.interval
    }

    /// When `bar` ends (Unix seconds): with the session at the latest.
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

    /// Takes bars (ascending) received at `known_until` (Unix seconds), and gives those that are
    /// over because a later one has begun, or the last finished one again if it was corrected.
    pub(super) fn take(&mut self, bars: &[Bar], known_until: i64) -> Vec<Finished> {
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
            let before = self.open.replace(Open {
                bar: *bar,
                known_until,
            });
            let begun = before.filter(|open| open.bar.start < bar.start);
            finished.extend(begun.map(|open| self.finish(open.bar)));
        }
        finished
    }

    /// Restates the closes of before a split: they are `ratio` times lower.
    pub(super) fn restate(&mut self, ratio: f64) {
        self.compute.restate(ratio);
        if let Some(open) = &mut self.open {
            open.bar = open.bar.restated(ratio);
        }
        if let Some((bar, before)) = &mut self.last {
            *bar = bar.restated(ratio);
            before.restate(ratio);
        }
    }

    /// Records a price within the open bar: its source may not tell of it again until later.
    pub(super) fn record_price(&mut self, quote: &Quote) {
        if matches!(self.compute, Compute::Volume { .. }) {
            // A price tells nothing of the volume that came with it: the bar is not known any better.
            return;
        }
        let at = quote.as_of.as_second();
        if let Some(mut open) = self.open
            && (open.bar.start.max(open.known_until)..=self.end(&open.bar)).contains(&at)
        {
            open.bar.close = quote.price;
            open.known_until = at;
            self.open = Some(open);
        }
    }

    /// The open bar if it is over at `now` (Unix seconds) and known up to its end. One received long before waits for more: its close would be a price of long ago.
    pub(super) fn over(&mut self, now: i64) -> Option<Finished> {
        let open = self.open?;
        let end = self.end(&open.bar);
        if now < end || open.known_until < end - CLOSE_ENOUGH {
            return None;
        }
        self.open = None;
        Some(self.finish(open.bar))
    }

    fn finish(&mut self, bar: Bar) -> Finished {
        self.last = Some((bar, self.compute.clone()));
        self.measure(bar, false)
    }

    /// What the newest finished bar measures with the close and the volume that it turns out to have.
    fn correct(&mut self, bar: &Bar) -> Option<Finished> {
        let (last, before) = self.last.as_mut()?;
        let is_same = match before {
            Compute::Volume { .. } => last.volume.to_bits() == bar.volume.to_bits(),
            _ => last.close.to_bits() == bar.close.to_bits(),
        };
        if last.start != bar.start || is_same {
            return None;
        }
        *last = *bar;
        self.compute = before.clone();
        Some(self.measure(*bar, true))
    }

    fn measure(&mut self, bar: Bar, corrects: bool) -> Finished {
        let end = self.end(&bar);
        Finished {
            end,
            close: bar.close,
            measurement: self.push(&bar, end),
            corrects,
        }
    }

    fn push(&mut self, bar: &Bar, end: i64) -> Option<Measurement> {
        let close = bar.close;
        let (value, threshold, hysteresis) = match &mut self.compute {
            Compute::Volume { before, threshold } => {
                // No source counts a trading day without any trade: it was not told.
                let volume = Some(bar.volume).filter(|volume| *volume > 0.0)?;
                let percent = (volume / before.replace(volume)? - 1.0) * 100.0;
                return Some(Measurement {
                    rearms_from: Some(end),
                    ..Measurement::at(percent, *threshold)
                });
            }
            Compute::Rsi { index, threshold } => (index.push(close)?, *threshold, RSI_HYSTERESIS),
            Compute::Cross { fast, slow } => {
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
