//! The highest and lowest prices of a year and of all time.

use jiff::civil::date;

use super::{
    calendar_cache::{FIRST, session_at, timestamp},
    cells::Scratch,
    engine::Engine,
};
use crate::domain::session::{Calendar, Session, exchange_date};

const YEAR: i64 = 365 * 86_400;

/// Extremes over the sessions that are over.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PriceRange {
    pub(super) year_high: f64,
    pub(super) year_low: f64,
    /// Since the simulation's first day.
    pub(super) all_time_high: f64,
}

/// How many deviations beyond its ends a session may go: its path is beyond this less than once in
/// a hundred million sessions.
const DEVIATIONS: f64 = 3.2;

/// How far back prices are searched for the highest of all, in years: as long as the simulation has
/// lasted, but for a clock that runs decades ahead.
const ALL_TIME: i16 = 25;

/// The sessions of a calendar since the first day that were over before the one that is open, or
/// was last, at `now`.
pub(super) fn past_sessions(calendar: Calendar, now: i64) -> Vec<Session> {
    let current = session_at(calendar, now);
    let earliest = date(current.date.year().saturating_sub(ALL_TIME), 1, 1);
    calendar
        .sessions(FIRST.max(earliest)..current.date)
        .collect()
}

/// The price range of a ticker over `sessions`, of its calendar.
pub(super) fn price_range(
    engine: &Engine,
    scratch: &mut Scratch,
    index: usize,
    sessions: &[Session],
    now: i64,
) -> Option<PriceRange> {
    let calendar = engine.ticker(index).calendar;
    let bounds: Vec<(f64, f64)> = sessions
        .iter()
        .map(|session| scratch.bounds(engine, index, session, DEVIATIONS))
        .collect();
    let year_ago = exchange_date(calendar, timestamp(now - YEAR));
    let year = sessions.partition_point(|session| session.date < year_ago);
    let mut highest = |from: usize| {
        let order = descending(from, &bounds, |(high, _)| high);
        extreme(&order, |at, best: Option<f64>| {
            if best.is_some_and(|best| best >= bounds[at].0) {
                return None;
            }
            let cells = scratch.session(engine, index, &sessions[at]);
            let high = cells
                .iter()
                .fold(f64::MIN, |high, cell| high.max(cell.high));
            Some(best.map_or(high, |best| best.max(high)))
        })
    };
    let (year_high, all_time_high) = (highest(year)?, highest(0)?);
    let order = descending(year, &bounds, |(_, low)| -low);
    let year_low = extreme(&order, |at, best: Option<f64>| {
        if best.is_some_and(|best| best <= bounds[at].1) {
            return None;
        }
        let cells = scratch.session(engine, index, &sessions[at]);
        let low = cells.iter().fold(f64::MAX, |low, cell| low.min(cell.low));
        Some(best.map_or(low, |best| best.min(low)))
    })?;
    let ticker = engine.ticker(index);
    Some(PriceRange {
        year_high: ticker.price(year_high),
        year_low: ticker.price(year_low),
        all_time_high: ticker.price(all_time_high),
    })
}

/// The sessions from `from` on, those first that may reach farthest.
fn descending(from: usize, bounds: &[(f64, f64)], far: impl Fn((f64, f64)) -> f64) -> Vec<usize> {
    let mut order: Vec<usize> = (from..bounds.len()).collect();
    order.sort_by(|a, b| far(bounds[*b]).total_cmp(&far(bounds[*a])));
    order
}

/// Asks for a better value session by session until one cannot be better: nor can those after it.
fn extreme(
    order: &[usize],
    mut better: impl FnMut(usize, Option<f64>) -> Option<f64>,
) -> Option<f64> {
    let mut best = None;
    for at in order {
        match better(*at, best) {
            Some(value) => best = Some(value),
            None => break,
        }
    }
    best
}
