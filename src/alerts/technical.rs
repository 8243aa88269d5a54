//! Indicators on finished bars.

use super::{
    gauge::Reading,
    indicators::{Rsi, Sma},
};
use crate::domain::{
    alert::{Alert, Indicator},
    bar::{Bar, Interval},
};

/// Bars of the relative strength index.
pub(super) const RSI: u32 = 14;
/// Bars of the fast and of the slow average.
pub(super) const AVERAGES: (u32, u32) = (50, 200);
/// How far back the index must go before an alert is armed again, in points.
const RSI_BAND: f64 = 1.0;
/// The same for a distance of two averages, as a part of the slow one.
const CROSS_BAND: f64 = 0.0005;

#[derive(Debug)]
enum Compute {
    Rsi { index: Rsi, line: f64 },
    Cross { fast: Sma, slow: Sma },
}

/// An indicator that waits for bars to finish: one that is still open may take everything back.
#[derive(Debug)]
pub(super) struct Technical {
    interval: Interval,
    compute: Compute,
    /// The newest bar, which may still change.
    open: Option<Bar>,
    /// Start of the newest finished bar.
    last: i64,
}

/// A bar that is over, and what it measures.
#[derive(Debug, Clone, Copy)]
pub(super) struct Finished {
    /// When it ended, Unix seconds.
    pub(super) end: i64,
    /// Its close.
    pub(super) close: f64,
    /// Once there are bars enough.
    pub(super) reading: Option<Reading>,
}

impl Technical {
    /// What `alert` asks for, if it says all of it.
    pub(super) fn of(alert: &Alert) -> Option<Self> {
        let compute = match alert.indicator? {
            Indicator::Rsi => Compute::Rsi {
                index: Rsi::new(RSI),
                line: alert.value?,
            },
            Indicator::SmaCross => Compute::Cross {
                fast: Sma::new(AVERAGES.0 as usize),
                slow: Sma::new(AVERAGES.1 as usize),
            },
        };
        Some(Self {
            interval: alert.interval?,
            compute,
            open: None,
            last: i64::MIN,
        })
    }

    /// The length of its bars.
    pub(super) fn interval(&self) -> Interval {
        self.interval
    }

    /// Takes bars (ascending) and gives those that are over at `now` (Unix seconds): their time has
    /// passed, or a later one has begun. What comes again after it was over is not looked at.
    pub(super) fn take(&mut self, bars: &[Bar], now: i64) -> Vec<Finished> {
        let mut finished = vec![];
        for bar in bars {
            let known = self.open.map_or(self.last, |open| open.start);
            if bar.start < known || bar.start <= self.last {
                continue;
            }
            let before = self.open.replace(*bar);
            finished.extend(
                before
                    .filter(|open| open.start < bar.start)
                    .map(|open| self.finish(open)),
            );
        }
        let over = |open: &mut Bar| open.start + self.interval.seconds() <= now;
        let last = self.open.take_if(over);
        finished.extend(last.map(|open| self.finish(open)));
        finished
    }

    fn finish(&mut self, bar: Bar) -> Finished {
        self.last = bar.start;
        Finished {
            end: bar.start + self.interval.seconds(),
            close: bar.close,
            reading: self.push(bar.close),
        }
    }

    fn push(&mut self, close: f64) -> Option<Reading> {
        let (value, line, band) = match &mut self.compute {
            Compute::Rsi { index, line } => (index.push(close)?, *line, RSI_BAND),
            Compute::Cross { fast, slow } => {
                let (fast, slow) = (fast.push(close), slow.push(close)?);
                (fast? - slow, 0.0, slow * CROSS_BAND)
            }
        };
        Some(Reading {
            value,
            line,
            band,
            change: None,
        })
    }
}
