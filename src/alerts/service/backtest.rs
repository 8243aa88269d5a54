//! What an alert would have reported in the past year.

use std::sync::Arc;

use jiff::Timestamp;

use super::AlertService;
use crate::{
    alerts::{
        baseline,
        engine::{Baseline, backtest, judged_on},
    },
    domain::{
        alert::{Alert, AlertKind, FiredAlert},
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
    /// The bars that were judged, of the time that was judged, ascending.
    pub interval: Interval,
    /// See `interval`.
    pub bars: Vec<Bar>,
    /// What it would have reported, in order of time.
    pub fired: Vec<FiredAlert>,
}

impl AlertService {
    /// What `alert` would have reported in the past year, or since its bars begin; `None` where bars do not tell that, and where
    /// there are too few. Reads the disk.
    pub(crate) async fn backtest(
        self: &Arc<Self>,
        alert: Alert,
        now: Timestamp,
    ) -> Result<Option<Backtest>> {
        self.blocking(move |service| {
            let Some(interval) = judged_on(&alert) else {
                return Ok(None);
            };
            let warm_up = if alert.kind == AlertKind::Technical {
                WARM_UP
            } else {
                WEEK
            };
            let span = (interval, YEAR + WARM_UP_DAYS);
            let known =
                baseline::with_bars(&service.store, &service.market, &alert, Some(span), now)?;
            // It is the first bar that says on which side the value was.
            let known = Baseline {
                quote: None,
                ..known
            };
            let year = now.as_second() - YEAR;
            let first = known.bars.partition_point(|bar| bar.start < year);
            let first = first.max(warm_up);
            let judged = known.bars.get(first..).unwrap_or_default();
            if judged.len() < FEWEST {
                return Ok(None);
            }
            let from = Timestamp::from_second(judged[0].start).unwrap_or(now);
            Ok(Some(Backtest {
                interval,
                fired: backtest(&alert, &known, from, now),
                bars: judged.to_vec(),
            }))
        })
        .await
    }
}
