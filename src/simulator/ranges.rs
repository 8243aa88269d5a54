//! Highest and lowest prices of a year and of all time.

use std::{collections::HashMap, rc::Rc};

use jiff::civil::{Date, date};

use super::{
    activity::Bridge,
    calendar_cache::{FIRST_DAY, session_at, timestamp},
    cells::Scratch,
    engine::Engine,
    walk::day_number,
};
use crate::domain::session::{Calendar, Session, exchange_date};

const YEAR: i64 = 365 * 86_400;

/// Price extremes of the completed sessions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PriceRange {
    pub(super) year_high: f64,
    pub(super) year_low: f64,
    /// Since the simulation's first day.
    pub(super) all_time_high: f64,
}

/// Standard deviations by which a session's path may go beyond its open and close. A Brownian bridge exceeds this in
/// fewer than one of a hundred million sessions: with probability exp(−2 · 3.2²) ≈ 10⁻⁹.
const DEVIATIONS: f64 = 3.2;

/// Years searched for the all-time high: the whole simulation, unless a clock is decades ahead.
const ALL_TIME_YEARS: i16 = 25;

/// The calendars of the sample market.
const CALENDARS: [Calendar; 3] = [Calendar::NewYork, Calendar::Futures, Calendar::Always];

/// Returns the dates of the current or last sessions at `now` (Unix seconds): price ranges change with these dates.
pub(super) fn current_dates(now: i64) -> [Date; 3] {
    CALENDARS.map(|calendar| session_at(calendar, now).date)
}

/// Returns the price range of every ticker at `now` (Unix seconds).
pub(super) fn price_ranges(engine: &Engine, now: i64) -> Vec<Option<PriceRange>> {
    let mut search = Search::new(engine, now);
    engine
        .indices()
        .map(|index| search.price_range(index))
        .collect()
}

/// Searches the price extremes of tickers. A session is computed only if it may contain one.
pub(super) struct Search<'a> {
    engine: &'a Engine,
    scratch: Scratch,
    past: [(Calendar, PastSessions); 3],
    /// Paths of walks that move several tickers (the market, a sector), by calendar.
    shared: HashMap<(usize, Calendar), Rc<[Bridge]>>,
}

/// The sessions of a calendar from the first day to before the current or last one.
struct PastSessions {
    sessions: Vec<Session>,
    days: Vec<i64>,
    /// Index of the first session of the last year.
    year_start: usize,
}

impl PastSessions {
    fn new(calendar: Calendar, now: i64) -> Self {
        let current = session_at(calendar, now);
        let earliest = date(current.date.year().saturating_sub(ALL_TIME_YEARS), 1, 1);
        let sessions: Vec<Session> = calendar
            .sessions(FIRST_DAY.max(earliest)..current.date)
            .collect();
        let year_ago = exchange_date(calendar, timestamp(now - YEAR));
        Self {
            days: sessions.iter().map(day_number).collect(),
            year_start: sessions.partition_point(|session| session.date < year_ago),
            sessions,
        }
    }
}

/// Upper and lower bounds of the price in a session.
#[derive(Debug, Clone, Copy, Default)]
struct Bounds {
    high: f64,
    low: f64,
    variance: f64,
}

impl<'a> Search<'a> {
    pub(super) fn new(engine: &'a Engine, now: i64) -> Self {
        Self {
            engine,
            scratch: Scratch::default(),
            past: CALENDARS.map(|calendar| (calendar, PastSessions::new(calendar, now))),
            shared: HashMap::new(),
        }
    }

    /// Returns the price range of a ticker; `None` without a completed session.
    pub(super) fn price_range(&mut self, index: usize) -> Option<PriceRange> {
        let ticker = self.engine.ticker(index);
        let past = self
            .past
            .iter()
            .position(|(calendar, _)| *calendar == ticker.calendar)?;
        let paths: Vec<Rc<[Bridge]>> = ticker
            .terms
            .iter()
            .map(|term| self.path(term.walk, past))
            .collect();
        let (engine, scratch, past) = (self.engine, &mut self.scratch, &self.past[past].1);
        let bounds = bounds(engine, index, past, &paths);
        let mut extremes = |position: usize| {
            let bridges = paths.iter().map(|path| path[position]);
            scratch.extremes(engine, index, &past.sessions[position], bridges)
        };
        let year = past.year_start..bounds.len();
        let year_high = highest(
            year.clone(),
            None,
            |position| bounds[position].high,
            |position| extremes(position).0,
        )?;
        let year_low = -highest(
            year,
            None,
            |position| -bounds[position].low,
            |position| -extremes(position).1,
        )?;
        let all_time_high = highest(
            0..past.year_start,
            Some(year_high),
            |position| bounds[position].high,
            |position| extremes(position).0,
        )?;
        Some(PriceRange {
            year_high: ticker.price(year_high),
            year_low: ticker.price(year_low),
            all_time_high: ticker.price(all_time_high),
        })
    }

    /// Returns a walk's path through every past session of a calendar.
    fn path(&mut self, walk: usize, past: usize) -> Rc<[Bridge]> {
        let (calendar, past) = &self.past[past];
        if let Some(cached) = self.shared.get(&(walk, *calendar)) {
            return Rc::clone(cached);
        }
        let engine = self.engine;
        let path: Rc<[Bridge]> = engine
            .walk_at(walk)
            .bridges(&engine.calendar_cache, &past.days)
            .into();
        if engine.is_shared(walk) {
            self.shared.insert((walk, *calendar), Rc::clone(&path));
        }
        path
    }
}

/// Returns the bounds of every past session of a ticker, given the paths of its walks.
fn bounds(
    engine: &Engine,
    index: usize,
    past: &PastSessions,
    paths: &[Rc<[Bridge]>],
) -> Vec<Bounds> {
    let ticker = engine.ticker(index);
    let mut bounds = vec![Bounds::default(); past.sessions.len()];
    // The sum of bridges over one session is a bridge between the sums of their ends.
    let mut ends = vec![(0.0, 0.0); past.sessions.len()];
    for (term, path) in ticker.terms.iter().zip(paths) {
        let has_same_sessions = engine.walk(*term).parameters.calendar == ticker.calendar;
        for (position, bridge) in path.iter().enumerate() {
            let (open, close) = (term.loading * bridge.open, term.loading * bridge.close);
            let deviation = term.loading * bridge.deviation;
            bounds[position].variance += deviation * deviation;
            if has_same_sessions {
                ends[position].0 += open;
                ends[position].1 += close;
            } else {
                bounds[position].high += open.max(close);
                bounds[position].low += open.min(close);
            }
        }
    }
    for (position, session) in past.sessions.iter().enumerate() {
        let (open, close) = ends[position];
        let (trend_open, trend_close) = ticker.trend(session).ends(session);
        let bounds = &mut bounds[position];
        let margin = DEVIATIONS * bounds.variance.sqrt();
        bounds.high += open.max(close) + trend_open.max(trend_close) + margin;
        bounds.low += open.min(close) + trend_open.min(trend_close) - margin;
    }
    bounds
}

/// Returns the highest `value` of all indices, or `known` if that is higher. `bound` returns an upper bound of an index's
/// value. Indices are evaluated in descending order of their bounds, until none of the rest can be higher.
fn highest(
    indices: std::ops::Range<usize>,
    known: Option<f64>,
    bound: impl Fn(usize) -> f64,
    mut value: impl FnMut(usize) -> f64,
) -> Option<f64> {
    let mut best = known;
    let mut candidates: Vec<(f64, usize)> = indices
        .map(|position| (bound(position), position))
        .collect();
    candidates.retain(|(bound, _)| best.is_none_or(|best| *bound > best));
    candidates.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
    for (bound, position) in candidates {
        if best.is_some_and(|best| best >= bound) {
            break;
        }
        let value = value(position);
        best = Some(best.map_or(value, |best| best.max(value)));
    }
    best
}
