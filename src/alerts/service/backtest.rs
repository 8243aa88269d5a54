//! What an alert would have reported in the past year.

use std::sync::Arc;

use jiff::Timestamp;

use super::AlertService;
use crate::{
    alerts::{
        baseline,
        engine::{Baseline, backtest, judged_by, judged_on},
    },
    domain::{
        alert::{Alert, AlertKind, FiredAlert, Indicator, Term},
        bar::{Bar, Interval},
    },
    store::Result,
};

const DAY: i64 = 86_400;
/// How far back an alert is tried, in seconds.
const YEAR: i64 = 365 * DAY;
/// Bars that an indicator takes to have a value that does not depend on where they begin: the slowest average …
const WARM_UP: usize = 200;
/// … and those that the change over the longest window takes.
const WEEK: usize = 8;
/// How much longer than a year days are read for that, in seconds.
const WARM_UP_DAYS: i64 = 320 * DAY;
/// Fewer bars tell nothing of a year.
const FEWEST: usize = 20;

/// An alert as it would have been.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Backtest {
    /// The shortest bars that were judged, of the time that was judged, ascending.
    pub interval: Interval,
    /// See `interval`.
    pub bars: Vec<Bar>,
    /// What it would have reported, in order of time.
    pub fired: Vec<FiredAlert>,
}

impl AlertService {
    /// What `alert` would have reported in the past year, or since its bars begin; a sentence where bars do not tell that, and
    /// where there are too few. Reads the disk.
    pub(crate) async fn backtest(
        self: &Arc<Self>,
        alert: Alert,
        now: Timestamp,
    ) -> Result<std::result::Result<Backtest, String>> {
        self.blocking(move |service| {
            let intervals = judged_on(&alert);
            let Some(shortest) = intervals.first() else {
                return Ok(Err(untold(&alert)));
            };
            let span = YEAR + WARM_UP_DAYS;
            let needed: Vec<_> = intervals.iter().map(|it| (*it, span)).collect();
            let known = baseline::with_bars(&service.store, &service.market, &alert, &needed, now)?;
            // It is the first bar that says on which side the value was.
            let known = Baseline {
                quote: None,
                ..known
            };
            let begins = intervals.iter().map(|it| begin(&alert, *it, &known, now));
            let begins: Option<Vec<i64>> = begins.collect();
            // With bars of several lengths: from where all of them tell.
            let from = begins.into_iter().flatten().max();
            let bars = &known.bars[*shortest as usize];
            let judged = from.map(|from| bars.partition_point(|bar| bar.start < from));
            let judged = judged.map_or(&bars[..0], |first| &bars[first..]);
            if judged.len() < FEWEST {
                return Ok(Err(format!(
                    "There are too few stored bars of {} to try this on.",
                    alert.symbol
                )));
            }
            let from = Timestamp::from_second(judged[0].start).unwrap_or(now);
            Ok(Ok(Backtest {
                interval: *shortest,
                fired: backtest(&alert, &known, from, now),
                bars: judged.to_vec(),
            }))
        })
        .await
    }
}

/// When (Unix seconds) the first of the bars of this length begins from which on they tell; `None` where there are too few.
fn begin(alert: &Alert, interval: Interval, known: &Baseline, now: Timestamp) -> Option<i64> {
    let of_indicator =
        |term: Term| term.kind == AlertKind::Technical && term.interval == Some(interval);
    let warm_up = if alert.terms().any(of_indicator) {
        WARM_UP
    } else {
        WEEK
    };
    let bars = &known.bars[interval as usize];
    let year = now.as_second() - YEAR;
    let first = bars.partition_point(|bar| bar.start < year).max(warm_up);
    bars.get(first).map(|bar| bar.start)
}

/// Why bars do not tell what an alert would have reported.
fn untold(alert: &Alert) -> String {
    let untold = alert.terms().find(|term| judged_by(term).is_none());
    let what = match untold {
        None => "News and days to come are",
        Some(Term {
            kind: AlertKind::Volume,
            ..
        }) => "The volume of 24 hours is",
        Some(Term {
            kind: AlertKind::Price,
            ..
        }) => "A change within hours is",
        Some(Term {
            indicator: Some(Indicator::Gap),
            ..
        }) => "The gap at an opening is",
        Some(_) => "The distance from a 52-week high or low is",
    };
    format!("{what} not in the stored bars, so this cannot be tried on the past.")
}
