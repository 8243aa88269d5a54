//! Backtests of alerts over the past year.

use std::sync::Arc;

use jiff::Timestamp;

use super::AlertService;
use crate::{
    alerts::{
        engine::{Baseline, backtest, backtest_interval, backtest_intervals},
        inputs,
    },
    domain::{
        alert::{Alert, AlertKind, FiredAlert, Indicator, Term},
        bar::{Bar, Interval},
    },
    store::Result,
};

const DAY: i64 = 86_400;
/// The length of a backtest, in seconds.
const YEAR: i64 = 365 * DAY;
/// The number of bars before the first value of the RSI, as on the chart.
const RSI_WARM_UP: usize = 15;
/// The number of bars before the first value of the slow moving average.
const AVERAGE_WARM_UP: usize = 200;
/// The number of bars before the first change over the longest window.
const CHANGE_WARM_UP: usize = 8;
/// How far before the backtest bars are read to initialize indicators, in seconds.
const WARM_UP: i64 = 320 * DAY;
/// The minimum number of bars for a meaningful backtest.
const MIN_BARS: usize = 20;

/// The maximum number of tickers of a list that are backtested. Each of them reads the bars of two years.
const MAX_TICKERS: usize = 50;

/// The backtest of an alert on one ticker.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Backtest {
    /// The shortest interval that was evaluated.
    pub interval: Interval,
    /// The evaluated bars, ascending.
    pub bars: Vec<Bar>,
    /// The reports, in chronological order.
    pub fired: Vec<FiredAlert>,
}

/// The backtest of one ticker of a list.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct TickerBacktest {
    pub symbol: String,
    /// The number of reports.
    pub times: usize,
    /// The start of the first evaluated bar.
    pub since: Timestamp,
}

/// The backtest of an alert over a list.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ListBacktest {
    /// The shortest interval that was evaluated.
    pub interval: Interval,
    /// The tickers in the order of the list.
    pub tickers: Vec<TickerBacktest>,
    /// The number of tickers that were not backtested: those after the first [`MAX_TICKERS`] and those with too few bars.
    pub skipped: usize,
}

impl AlertService {
    /// Backtests an alert over the past year, or since its first bar. The inner error is a message for the user if the alert
    /// cannot be backtested or there are too few bars.
    pub(crate) async fn backtest(
        self: &Arc<Self>,
        alert: Alert,
        now: Timestamp,
    ) -> Result<std::result::Result<Backtest, String>> {
        self.blocking(move |service| service.backtest_now(&alert, now))
            .await
    }

    /// Backtests an alert on each ticker that is currently in its list. The inner error is a message for the user if no ticker
    /// can be backtested.
    pub(crate) async fn backtest_list(
        self: &Arc<Self>,
        alert: Alert,
        now: Timestamp,
    ) -> Result<std::result::Result<ListBacktest, String>> {
        self.blocking(move |service| {
            let (Some(interval), Some(list)) =
                (backtest_intervals(&alert).first().copied(), &alert.list)
            else {
                return Ok(Err(unsupported(&alert)));
            };
            let items = service.store.of(alert.person).watchlist(list.id)?.items;
            let symbols = items.iter().map(|item| service.watchable(item.ticker_id));
            let mut symbols: Vec<String> = symbols.flatten().collect();
            let mut skipped = symbols.len().saturating_sub(MAX_TICKERS);
            symbols.truncate(MAX_TICKERS);
            let mut tickers = vec![];
            for symbol in symbols {
                let ticker_alert = Alert {
                    symbol: symbol.clone(),
                    list: None,
                    ..alert.clone()
                };
                match service.backtest_now(&ticker_alert, now)? {
                    Ok(Backtest { bars, fired, .. }) => tickers.push(TickerBacktest {
                        symbol,
                        times: fired.len(),
                        since: Timestamp::from_second(bars[0].start).unwrap_or(now),
                    }),
                    Err(_) => skipped += 1,
                }
            }
            if tickers.is_empty() {
                return Ok(Err(format!(
                    "There are not enough stored bars of the tickers in {} for a backtest.",
                    list.name
                )));
            }
            Ok(Ok(ListBacktest {
                interval,
                tickers,
                skipped,
            }))
        })
        .await
    }

    fn backtest_now(
        &self,
        alert: &Alert,
        now: Timestamp,
    ) -> Result<std::result::Result<Backtest, String>> {
        let intervals = backtest_intervals(alert);
        let Some(shortest) = intervals.first() else {
            return Ok(Err(unsupported(alert)));
        };
        let span = YEAR + WARM_UP;
        let needed: Vec<_> = intervals.iter().map(|it| (*it, span)).collect();
        let baseline = inputs::baseline_with_bars(&self.store, &self.market, alert, &needed, now)?;
        let baseline = Baseline {
            // Without a quote, the first bar determines the initial side of the value.
            quote: None,
            // The threshold and the stored bars are already adjusted for all splits.
            splits: vec![],
            ..baseline
        };
        let starts = intervals
            .iter()
            .map(|it| first_usable_bar(alert, *it, &baseline, now));
        let starts: Option<Vec<i64>> = starts.collect();
        // The backtest starts when the indicators of all intervals are initialized.
        let from = starts.into_iter().flatten().max();
        let bars = &baseline.bars[*shortest as usize];
        let evaluated = from.map(|from| bars.partition_point(|bar| bar.start < from));
        let evaluated = evaluated.map_or(&bars[..0], |first| &bars[first..]);
        if evaluated.len() < MIN_BARS {
            return Ok(Err(format!(
                "There are not enough stored bars of {} for a backtest.",
                alert.symbol
            )));
        }
        let from = Timestamp::from_second(evaluated[0].start).unwrap_or(now);
        Ok(Ok(Backtest {
            interval: *shortest,
            fired: backtest(alert, &baseline, from, now),
            bars: evaluated.to_vec(),
        }))
    }
}

/// Returns the start (Unix seconds) of the first bar of this interval at which indicators have a value; `None` if there are too
/// few bars.
fn first_usable_bar(
    alert: &Alert,
    interval: Interval,
    baseline: &Baseline,
    now: Timestamp,
) -> Option<i64> {
    let terms = alert.terms().filter(|term| term.interval == Some(interval));
    let warm_up = terms.map(|term| match term.indicator {
        Some(Indicator::SmaCross) => AVERAGE_WARM_UP,
        Some(Indicator::Rsi) => RSI_WARM_UP,
        _ => CHANGE_WARM_UP,
    });
    let warm_up = warm_up.max().unwrap_or(CHANGE_WARM_UP);
    let bars = &baseline.bars[interval as usize];
    let year = now.as_second() - YEAR;
    let first = bars.partition_point(|bar| bar.start < year).max(warm_up);
    bars.get(first).map(|bar| bar.start)
}

/// Returns a message for the user that says why an alert cannot be backtested.
fn unsupported(alert: &Alert) -> String {
    let term = alert.terms().find(|term| backtest_interval(term).is_none());
    let subject = match term {
        None => "News and upcoming events are",
        Some(Term {
            kind: AlertKind::Volume,
            ..
        }) => "The 24-hour volume is",
        Some(Term {
            kind: AlertKind::Price,
            ..
        }) => "A change within a day is",
        Some(Term {
            indicator: Some(Indicator::Gap),
            ..
        }) => "The opening gap is",
        Some(_) => "The distance from a 52-week high or low is",
    };
    format!("{subject} not in the stored bars, so this alert cannot be backtested.")
}
