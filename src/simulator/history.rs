//! Bars: cells of sessions, aggregated to five minutes, hours and days.

use std::ops::Range;

use jiff::{ToSpan, civil::Date};

use super::{
    calendar_cache::{CELL_SECONDS, DAY},
    cell::Cell,
    cells::Scratch,
    engine::{Engine, SimulatedTicker},
};
use crate::domain::{
    Timestamp,
    bar::{Bar, Interval},
    session::{Calendar, Session, exchange_date},
};

/// For each interval, bars that end after this Unix time are requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Since {
    pub(super) five_minutes: i64,
    pub(super) hours: i64,
    pub(super) days: i64,
}

/// Bars of each interval, ascending.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Bars {
    pub(super) five_minutes: Vec<Bar>,
    pub(super) hours: Vec<Bar>,
    pub(super) days: Vec<Bar>,
}

impl Bars {
    /// Returns the bars by interval.
    pub(super) fn into_intervals(self) -> [(Interval, Vec<Bar>); 3] {
        [
            (Interval::Day, self.days),
            (Interval::Hour, self.hours),
            (Interval::FiveMinutes, self.five_minutes),
        ]
    }
}

/// Returns every bar of a ticker from `since` on, from the cells completed by `until` (Unix seconds):
/// the last hour and day may be incomplete, five-minute bars never are.
pub(super) fn bars(
    engine: &Engine,
    scratch: &mut Scratch,
    index: usize,
    since: Since,
    until: i64,
) -> Bars {
    let ticker = engine.ticker(index);
    let mut bars = Bars::default();
    let first = since
        .five_minutes
        .min(since.hours)
        .min(since.days)
        .max(engine.calendar_cache.first * DAY);
    for session in ticker
        .calendar
        .sessions(dates(ticker.calendar, first..until))
    {
        let completed = ((until.min(session.close) - session.open) / CELL_SECONDS).max(0) as usize;
        if completed == 0 {
            continue;
        }
        let cells = scratch.session(engine, index, &session);
        let cells = &cells[..completed.min(cells.len())];
        if session.close > since.days {
            bars.days
                .push(aggregate(ticker, session.daily_bar_start(), cells));
        }
        if session.close > since.hours {
            push_bars(
                ticker,
                &session,
                cells,
                Interval::Hour,
                since.hours,
                &mut bars.hours,
            );
        }
        if session.close > since.five_minutes {
            let into = &mut bars.five_minutes;
            push_bars(
                ticker,
                &session,
                cells,
                Interval::FiveMinutes,
                since.five_minutes,
                into,
            );
        }
    }
    bars
}

/// Returns the dates whose sessions overlap `range` (Unix seconds), with a margin of a day.
fn dates(calendar: Calendar, range: Range<i64>) -> Range<Date> {
    let date = |second: i64| {
        let at = Timestamp::from_second(second).unwrap_or(Timestamp::UNIX_EPOCH);
        exchange_date(calendar, at)
    };
    let before = date(range.start).checked_sub(1.day());
    let after = date(range.end).checked_add(2.days());
    before.unwrap_or(Date::MIN)..after.unwrap_or(Date::MAX)
}

/// Appends a session's bars that end after `since`. Hours count from the open, as on exchanges.
fn push_bars(
    ticker: &SimulatedTicker,
    session: &Session,
    cells: &[Cell],
    interval: Interval,
    since: i64,
    into: &mut Vec<Bar>,
) {
    let length = interval.seconds();
    let per_bar = (length / CELL_SECONDS) as usize;
    for (nth, cells) in cells.chunks(per_bar).enumerate() {
        let start = session.open + nth as i64 * length;
        if (start + length).min(session.close) > since {
            into.push(aggregate(ticker, start, cells));
        }
    }
}

/// Returns one bar of the cells in `range` (Unix seconds, on the grid).
pub(super) fn aggregate_range(
    engine: &Engine,
    scratch: &mut Scratch,
    index: usize,
    range: Range<i64>,
) -> Option<Bar> {
    let ticker = engine.ticker(index);
    let mut whole: Vec<Cell> = vec![];
    for session in ticker
        .calendar
        .sessions(dates(ticker.calendar, range.clone()))
        .filter(|session| session.close > range.start && session.open < range.end)
    {
        let at = |second: i64| {
            ((second.clamp(session.open, session.close) - session.open) / CELL_SECONDS) as usize
        };
        let cells = scratch.session(engine, index, &session);
        whole.extend_from_slice(
            cells
                .get(at(range.start)..at(range.end))
                .unwrap_or_default(),
        );
    }
    (!whole.is_empty()).then(|| aggregate(ticker, range.start, &whole))
}

/// Aggregates one or more cells to a bar.
pub(super) fn aggregate(ticker: &SimulatedTicker, start: i64, cells: &[Cell]) -> Bar {
    let (mut high, mut low, mut volume) = (f64::MIN, f64::MAX, 0.0);
    for cell in cells {
        high = high.max(cell.high);
        low = low.min(cell.low);
        volume += cell.volume;
    }
    Bar {
        start,
        open: cells.first().map_or(0.0, |cell| ticker.price(cell.open)),
        high: ticker.price(high),
        low: ticker.price(low),
        close: cells.last().map_or(0.0, |cell| ticker.price(cell.close)),
        volume,
    }
}
