//! The highest and lowest prices of a year and of all time.

use std::{collections::HashMap, rc::Rc};

use jiff::civil::{Date, date};

use super::{
    activity::Bridge,
    calendar_cache::{FIRST, session_at, timestamp},
    cells::Scratch,
    engine::Engine,
    walk::day_number,
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

/// The calendars of the sample market.
const CALENDARS: [Calendar; 3] = [Calendar::NewYork, Calendar::Futures, Calendar::Always];

/// The dates of the sessions that are open, or were last, at `now` (Unix seconds): price ranges change when one of
/// them does.
pub(super) fn current_dates(now: i64) -> [Date; 3] {
    CALENDARS.map(|calendar| session_at(calendar, now).date)
}

/// The price range of every ticker at `now` (Unix seconds).
pub(super) fn price_ranges(engine: &Engine, now: i64) -> Vec<Option<PriceRange>> {
    let mut search = Search::new(engine, now);
    engine
        .indices()
        .map(|index| search.price_range(index))
        .collect()
}

/// Looks for the extremes of one ticker after another. A session is only worked out where it may be one.
pub(super) struct Search<'a> {
    engine: &'a Engine,
    scratch: Scratch,
    past: [(Calendar, PastSessions); 3],
    /// The paths of walks that several tickers follow (the market, a sector) through the days of a calendar.
    shared: HashMap<(usize, Calendar), Rc<[Bridge]>>,
}

/// The sessions of a calendar since the first day that were over before the one that is open, or
/// was last.
struct PastSessions {
    sessions: Vec<Session>,
    days: Vec<i64>,
    /// Where those of the last year begin.
    year: usize,
}

impl PastSessions {
    fn new(calendar: Calendar, now: i64) -> Self {
        let current = session_at(calendar, now);
        let earliest = date(current.date.year().saturating_sub(ALL_TIME), 1, 1);
        let sessions: Vec<Session> = calendar
            .sessions(FIRST.max(earliest)..current.date)
            .collect();
        let year_ago = exchange_date(calendar, timestamp(now - YEAR));
        Self {
            days: sessions.iter().map(day_number).collect(),
            year: sessions.partition_point(|session| session.date < year_ago),
            sessions,
        }
    }
}

/// How high and how low a session may go at most.
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

    /// The price range of a ticker. `None` where no session is over yet.
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
        let mut extremes = |at: usize| {
            let bridges = paths.iter().map(|path| path[at]);
            scratch.extremes(engine, index, &past.sessions[at], bridges)
        };
        let year = past.year..bounds.len();
        let year_high = highest(
            year.clone(),
            None,
            |at| bounds[at].high,
            |at| extremes(at).0,
        )?;
        let year_low = -highest(year, None, |at| -bounds[at].low, |at| -extremes(at).1)?;
        let all_time_high = highest(
            0..past.year,
            Some(year_high),
            |at| bounds[at].high,
            |at| extremes(at).0,
        )?;
        Some(PriceRange {
            year_high: ticker.price(year_high),
            year_low: ticker.price(year_low),
            all_time_high: ticker.price(all_time_high),
        })
    }

    /// A walk's path through every past session of a calendar.
    fn path(&mut self, walk: usize, past: usize) -> Rc<[Bridge]> {
        let (calendar, past) = &self.past[past];
        if let Some(known) = self.shared.get(&(walk, *calendar)) {
            return Rc::clone(known);
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

/// The bounds of every past session of a ticker, given the paths of its walks.
fn bounds(
    engine: &Engine,
    index: usize,
    past: &PastSessions,
    paths: &[Rc<[Bridge]>],
) -> Vec<Bounds> {
    let ticker = engine.ticker(index);
    let mut bounds = vec![Bounds::default(); past.sessions.len()];
    // The sum of bridges through one session in one time is a bridge between the sums of their ends.
    let mut ends = vec![(0.0, 0.0); past.sessions.len()];
    for (term, path) in ticker.terms.iter().zip(paths) {
        let is_in_step = engine.walk(*term).parameters.calendar == ticker.calendar;
        for (at, bridge) in path.iter().enumerate() {
            let (open, close) = (term.loading * bridge.open, term.loading * bridge.close);
            let rough = term.loading * bridge.rough;
            bounds[at].variance += rough * rough;
            if is_in_step {
                ends[at].0 += open;
                ends[at].1 += close;
            } else {
                bounds[at].high += open.max(close);
                bounds[at].low += open.min(close);
            }
        }
    }
    for (at, session) in past.sessions.iter().enumerate() {
        let (open, close) = ends[at];
        let (trend_open, trend_close) = ticker.trend(session).ends(session);
        let bounds = &mut bounds[at];
        let beyond = DEVIATIONS * bounds.variance.sqrt();
        bounds.high += open.max(close) + trend_open.max(trend_close) + beyond;
        bounds.low += open.min(close) + trend_open.min(trend_close) - beyond;
    }
    bounds
}

/// The highest of `value` over some places, given that none is above its `bound`; `least` is known already. Places are
/// asked in the order of their bounds, until one cannot be better: nor can those after it.
fn highest(
    places: std::ops::Range<usize>,
    least: Option<f64>,
    bound: impl Fn(usize) -> f64,
    mut value: impl FnMut(usize) -> f64,
) -> Option<f64> {
    let mut best = least;
    let mut candidates: Vec<(f64, usize)> = places.map(|at| (bound(at), at)).collect();
    candidates.retain(|(bound, _)| best.is_none_or(|best| *bound > best));
    candidates.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
    for (bound, at) in candidates {
        if best.is_some_and(|best| best >= bound) {
            break;
        }
        let value = value(at);
        best = Some(best.map_or(value, |best| best.max(value)));
    }
    best
}
