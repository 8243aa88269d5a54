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
/// Bars before the first value of a relative strength index, as the chart draws it …
const RSI_WARM_UP: usize = 15;
/// … before the first value of the slowest average …
const AVERAGE_WARM_UP: usize = 200;
/// … and before that of the change over the longest window.
const WEEK: usize = 8;
/// How much longer than a year days are read for that, in seconds.
const WARM_UP_DAYS: i64 = 320 * DAY;
/// Fewer bars tell nothing of a year.
const FEWEST: usize = 20;

/// Tickers of a list that are tried at most, from its beginning on: each reads the bars of two years.
const MOST_TRIED: usize = 50;

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

/// What an alert over a list would have reported of a ticker.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TriedTicker {
    /// The ticker.
    pub symbol: String,
    /// How often it would have fired.
    pub times: usize,
    /// When the first bar begins that was judged.
    pub since: Timestamp,
}

/// An alert over a list as it would have been.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ListBacktest {
    /// The shortest bars that were judged.
    pub interval: Interval,
    /// How often it would have reported each ticker, in the order of the list.
    pub tickers: Vec<TriedTicker>,
    /// Tickers of which too few bars are stored, and those beyond the first 50.
    pub untried: usize,
}

impl AlertService {
    /// What `alert` would have reported in the past year, or since its bars begin; a sentence where bars do not tell that, and
    /// where there are too few. Reads the disk.
    pub(crate) async fn backtest(
        self: &Arc<Self>,
        alert: Alert,
        now: Timestamp,
    ) -> Result<std::result::Result<Backtest, String>> {
        self.blocking(move |service| service.tried(&alert, now))
            .await
    }

    /// The same of each ticker that the list of `alert` holds now; a sentence where bars do not tell that. Reads the disk.
    pub(crate) async fn backtest_list(
        self: &Arc<Self>,
        alert: Alert,
        now: Timestamp,
    ) -> Result<std::result::Result<ListBacktest, String>> {
        self.blocking(move |service| {
            let (Some(interval), Some(list)) = (judged_on(&alert).first().copied(), &alert.list)
            else {
                return Ok(Err(untold(&alert)));
            };
            let held = service.store.watchlist(list.id)?.items;
            let symbols = held.iter().map(|item| service.watchable(item.ticker_id));
            let symbols = symbols.flatten();
            let mut symbols: Vec<String> = symbols.collect();
            let mut untried = symbols.len().saturating_sub(MOST_TRIED);
            symbols.truncate(MOST_TRIED);
            let mut tickers = vec![];
            for symbol in symbols {
                let own = Alert {
                    symbol: symbol.clone(),
                    list: None,
                    ..alert.clone()
                };
                match service.tried(&own, now)? {
                    Ok(Backtest { bars, fired, .. }) => tickers.push(TriedTicker {
                        symbol,
                        times: fired.len(),
                        since: Timestamp::from_second(bars[0].start).unwrap_or(now),
                    }),
                    Err(_) => untried += 1,
                }
            }
            if tickers.is_empty() {
                return Ok(Err(format!(
                    "There are too few stored bars of what {} holds to try this on.",
                    list.name
                )));
            }
            Ok(Ok(ListBacktest {
                interval,
                tickers,
                untried,
            }))
        })
        .await
    }

    fn tried(
        &self,
        alert: &Alert,
        now: Timestamp,
    ) -> Result<std::result::Result<Backtest, String>> {
        let intervals = judged_on(alert);
        let Some(shortest) = intervals.first() else {
            return Ok(Err(untold(alert)));
        };
        let span = YEAR + WARM_UP_DAYS;
        let needed: Vec<_> = intervals.iter().map(|it| (*it, span)).collect();
        let known = baseline::with_bars(&self.store, &self.market, alert, &needed, now)?;
        // It is the first bar that says on which side the value was.
        let known = Baseline {
            quote: None,
            // The alert is tried as it is now, on bars in the units of now.
            splits: vec![],
            ..known
        };
        let begins = intervals.iter().map(|it| begin(alert, *it, &known, now));
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
            fired: backtest(alert, &known, from, now),
            bars: judged.to_vec(),
        }))
    }
}

/// When (Unix seconds) the first of the bars of this length begins from which on they tell; `None` where there are too few.
fn begin(alert: &Alert, interval: Interval, known: &Baseline, now: Timestamp) -> Option<i64> {
    let of_bars = alert.terms().filter(|term| term.interval == Some(interval));
    let warm_up = of_bars.map(|term| match term.indicator {
        Some(Indicator::SmaCross) => AVERAGE_WARM_UP,
        Some(Indicator::Rsi) => RSI_WARM_UP,
        _ => WEEK,
    });
    let warm_up = warm_up.max().unwrap_or(WEEK);
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
