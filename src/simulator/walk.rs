//! A random walk: one source of price movement (the stock market, a sector, a company's news) as a
//! log level that is a pure function of time.
//!
//! Over days it is a sum of fat-tailed shocks with a slight mean reversion, so that it neither
//! explodes nor vanishes; within a session it is a Brownian bridge between open and close. Sums
//! need all their terms, so the level of every 32nd day is stored.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{
    activity::Bridge,
    calendar_cache::{CELL_SECONDS, CalendarCache, DAY},
    noise::{draw, fat_tailed, noise},
};
use crate::domain::session::{Calendar, Session};

/// Days between two stored levels.
const STRIDE: i64 = 32;
/// Positions in a day's stream. Grid points of the session count from zero, far below these.
const GAP_STREAM: u64 = 1 << 32;
const MOVE_STREAM: u64 = GAP_STREAM + 1;
const INSIDE_STREAM: u64 = GAP_STREAM + 2;

/// Parameters of a walk.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct WalkParameters {
    /// Trading hours in which the walk moves.
    pub(super) calendar: Calendar,
    /// Standard deviation of the change from close to close.
    pub(super) sigma: f64,
    /// Share of the variance between close and open.
    pub(super) overnight: f64,
    /// Share of the level that each session reverts.
    pub(super) reversion: f64,
}

/// A moment of a path, with the cell that contains it. A moment on the grid is in no cell.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct PathPoint {
    /// Level at the cell's start.
    pub(super) left: f64,
    /// Level at the moment.
    pub(super) at: f64,
    /// Level at the cell's end.
    pub(super) right: f64,
    /// Variance of the cell's movement.
    pub(super) variance: f64,
}

/// A random walk with cached levels.
#[derive(Debug)]
pub(super) struct Walk {
    stream: u64,
    pub(super) parameters: WalkParameters,
    /// Levels since the first day, and levels of the most recently requested stretch of the far future.
    stored_levels: Mutex<[StoredLevels; 2]>,
    /// Recent days, by day number modulo the size: a quote needs today, a day ago and a week ago.
    days: Mutex<[Option<(i64, Bridge)>; CACHED_DAYS]>,
}

/// Number of cached days.
const CACHED_DAYS: usize = 8;

/// Levels before every 32nd day of a stretch, starting with its first day.
#[derive(Debug)]
struct StoredLevels {
    origin: i64,
    levels: Vec<f64>,
}

impl StoredLevels {
    fn from(origin: i64) -> Self {
        Self {
            origin,
            levels: vec![0.0],
        }
    }
}

/// Days after the first that belong to one walk: 26 years.
const FIRST_WALK_DAYS: i64 = 26 * 365;
/// Length in days of each later stretch.
const WALK_DAYS: i64 = 4 * 365;
/// Days before each later stretch at which it starts from zero: by then the start no longer
/// matters, and a clock in the year 2099 costs no more than one of today.
const BURN_IN: i64 = 12 * 365;

/// Returns the day at which the walk to `day` starts from zero.
fn origin(first: i64, day: i64) -> i64 {
    let days_beyond = day - first - FIRST_WALK_DAYS;
    if days_beyond < 0 {
        first
    } else {
        first + FIRST_WALK_DAYS + days_beyond / WALK_DAYS * WALK_DAYS - BURN_IN
    }
}

impl Walk {
    pub(super) fn new(stream: u64, parameters: WalkParameters) -> Self {
        Self {
            stream,
            parameters,
            stored_levels: Mutex::new([StoredLevels::from(i64::MIN), StoredLevels::from(i64::MIN)]),
            days: Mutex::new([None; CACHED_DAYS]),
        }
    }

    /// Returns the level at the last close before `day`.
    pub(super) fn level_before(&self, calendar_cache: &CalendarCache, day: i64) -> f64 {
        let origin = origin(calendar_cache.first, day);
        let Ok(nth) = usize::try_from((day - origin).div_euclid(STRIDE)) else {
            return 0.0;
        };
        let start = origin + nth as i64 * STRIDE;
        let level = self.stored_level(calendar_cache, origin, nth);
        self.advance(calendar_cache, level, start, day)
    }

    /// Returns the path through the session of `day`.
    pub(super) fn cached_bridge(&self, calendar_cache: &CalendarCache, day: i64) -> Bridge {
        let index = day.rem_euclid(CACHED_DAYS as i64) as usize;
        if let Some((cached_day, bridge)) = self.days()[index]
            && cached_day == day
        {
            return bridge;
        }
        let bridge = self.bridge(calendar_cache, day, self.level_before(calendar_cache, day));
        self.days()[index] = Some((day, bridge));
        bridge
    }

    fn days(&self) -> MutexGuard<'_, [Option<(i64, Bridge)>; CACHED_DAYS]> {
        self.days.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the level before the day `to`, given the level before the day `from`.
    pub(super) fn advance(
        &self,
        calendar_cache: &CalendarCache,
        level: f64,
        from: i64,
        to: i64,
    ) -> f64 {
        // The walk is constant before the first day.
        (from.max(calendar_cache.first)..to)
            .filter(|day| calendar_cache.trades(self.parameters.calendar, *day))
            .fold(level, |level, day| {
                self.bridge(calendar_cache, day, level).close
            })
    }

    /// Returns the paths through the sessions of `days`, which must ascend.
    pub(super) fn bridges(&self, calendar_cache: &CalendarCache, days: &[i64]) -> Vec<Bridge> {
        let mut bridges = Vec::with_capacity(days.len());
        // A day and the level before it.
        let mut reached: Option<(i64, f64)> = None;
        for &day in days {
            let before = match reached {
                Some((next, level)) if Self::is_one_walk(calendar_cache, next, day) => {
                    self.advance(calendar_cache, level, next, day)
                }
                _ => self.level_before(calendar_cache, day),
            };
            let bridge = self.bridge(calendar_cache, day, before);
            // On a day without a session, the walk's followers see its path, but its level stays.
            let after = if calendar_cache.trades(self.parameters.calendar, day) {
                bridge.close
            } else {
                before
            };
            reached = Some((day + 1, after));
            bridges.push(bridge);
        }
        bridges
    }

    fn stored_level(&self, calendar_cache: &CalendarCache, origin: i64, nth: usize) -> f64 {
        let mut stored_levels = self
            .stored_levels
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let stored_levels = &mut stored_levels[usize::from(origin != calendar_cache.first)];
        if stored_levels.origin != origin {
            *stored_levels = StoredLevels::from(origin);
        }
        while stored_levels.levels.len() <= nth {
            let done = stored_levels.levels.len() as i64 - 1;
            let last = stored_levels.levels.last().copied().unwrap_or_default();
            let (from, to) = (origin + done * STRIDE, origin + (done + 1) * STRIDE);
            let next = self.advance(calendar_cache, last, from, to);
            stored_levels.levels.push(next);
        }
        stored_levels.levels[nth]
    }

    /// Returns true if both days belong to the same walk.
    pub(super) fn is_one_walk(calendar_cache: &CalendarCache, one: i64, other: i64) -> bool {
        origin(calendar_cache.first, one) == origin(calendar_cache.first, other)
    }

    /// Returns the path through the session of `day`, after a close at `before`.
    pub(super) fn bridge(&self, calendar_cache: &CalendarCache, day: i64, before: f64) -> Bridge {
        let WalkParameters {
            sigma,
            overnight,
            reversion,
            ..
        } = self.parameters;
        let stream = draw(self.stream, day as u64);
        let day_sigma = sigma * calendar_cache.volatility_factor(day);
        let inside = day_sigma * (1.0 - overnight).sqrt();
        let shock = fat_tailed(draw(stream, MOVE_STREAM));
        let open = if overnight > 0.0 {
            before + day_sigma * overnight.sqrt() * fat_tailed(draw(stream, GAP_STREAM))
        } else {
            before
        };
        Bridge {
            stream,
            open,
            close: open + inside * shock - reversion * before,
            // On a day with a large move, the path is also more volatile.
            deviation: inside * (0.62 + 0.38 * shock.abs()),
        }
    }

    /// Returns the point of the path at `second` (Unix time) of `session`, which must be of this walk's
    /// calendar.
    pub(super) fn path_point(
        &self,
        calendar_cache: &CalendarCache,
        session: &Session,
        bridge: &Bridge,
        second: i64,
    ) -> PathPoint {
        let activity = calendar_cache.activity(self.parameters.calendar, session);
        let since = second - session.open;
        let (cell, inside) = ((since / CELL_SECONDS) as usize, since % CELL_SECONDS);
        let left = activity.point(bridge, cell);
        if inside == 0 {
            return PathPoint {
                left,
                at: left,
                right: left,
                variance: 0.0,
            };
        }
        let right = activity.point(bridge, cell + 1);
        let variance = bridge.deviation * bridge.deviation * activity.variance[cell];
        let stream = draw(draw(bridge.stream, INSIDE_STREAM), cell as u64);
        PathPoint {
            left,
            at: inside_cell(stream, variance.sqrt(), left, right, inside),
            right,
            variance,
        }
    }

    /// Returns the session of this walk on the date of `session`, which may be of another calendar.
    pub(super) fn own_session(&self, calendar: Calendar, session: &Session) -> Session {
        if calendar == self.parameters.calendar {
            return *session;
        }
        // Every other calendar has a session on the same date that contains New York's session.
        self.parameters
            .calendar
            .session_on(session.date)
            .unwrap_or(*session)
    }
}

/// Returns the level `target` seconds into a cell, by bisection down to single seconds.
fn inside_cell(stream: u64, deviation: f64, left: f64, right: f64, target: i64) -> f64 {
    let (mut left, mut right) = ((0, left), (CELL_SECONDS, right));
    loop {
        let middle = i64::midpoint(left.0, right.0);
        let (before, after) = ((middle - left.0) as f64, (right.0 - middle) as f64);
        let length = before + after;
        let scale = (before * after / (length * CELL_SECONDS as f64)).sqrt();
        let level = left.1
            + (right.1 - left.1) * (before / length)
            + deviation * scale * noise(draw(stream, middle as u64));
        if middle == target {
            return level;
        }
        if target < middle {
            right = (middle, level);
        } else {
            left = (middle, level);
        }
    }
}

/// Returns the day number of a session.
pub(super) fn day_number(session: &Session) -> i64 {
    session.daily_bar_start() / DAY
}

#[cfg(test)]
mod tests {
    use super::{
        super::calendar_cache::{FIRST_DAY, day_of},
        *,
    };

    fn walk(reversion: f64) -> Walk {
        Walk::new(
            9,
            WalkParameters {
                calendar: Calendar::NewYork,
                sigma: 0.01,
                overnight: 0.25,
                reversion,
            },
        )
    }

    #[test]
    fn levels_do_not_depend_on_the_order_of_calls() {
        let calendar_cache = CalendarCache::new(5);
        let (forwards, backwards) = (walk(0.002), walk(0.002));
        let days: Vec<i64> = (day_of(FIRST_DAY)..day_of(FIRST_DAY) + 800).collect();
        let ascending: Vec<f64> = days
            .iter()
            .map(|d| forwards.level_before(&calendar_cache, *d))
            .collect();
        let mut descending: Vec<f64> = days
            .iter()
            .rev()
            .map(|d| backwards.level_before(&calendar_cache, *d))
            .collect();
        descending.reverse();
        assert_eq!(ascending, descending);
    }

    #[test]
    fn mean_reversion_keeps_a_walk_near_its_mean_for_decades() {
        let calendar_cache = CalendarCache::new(5);
        let walk = walk(0.002);
        let mut level = 0.0;
        for day in day_of(FIRST_DAY)..day_of(FIRST_DAY) + 16 * 365 {
            level = walk.advance(&calendar_cache, level, day, day + 1);
            assert!(level.abs() < 0.9, "{level} on {day}");
        }
    }

    #[test]
    fn a_walk_is_continuous_at_its_restarts_and_stores_few_levels_for_a_distant_date() {
        let calendar_cache = CalendarCache::new(5);
        for boundary in [0, 5 * WALK_DAYS].map(|days| calendar_cache.first + FIRST_WALK_DAYS + days)
        {
            let walk = walk(0.002);
            let before = walk.level_before(&calendar_cache, boundary - 1);
            let through = walk.advance(&calendar_cache, before, boundary - 1, boundary);
            let restarted = walk.level_before(&calendar_cache, boundary);
            assert!((through - restarted).abs() < 0.01, "{through} {restarted}");
        }
        let far = walk(0.002);
        far.level_before(&calendar_cache, day_of(jiff::civil::date(2899, 12, 30)));
        let stored_levels = far.stored_levels.lock().unwrap();
        let strides: i64 = stored_levels
            .iter()
            .map(|stored_levels| stored_levels.levels.len() as i64)
            .sum();
        assert!(strides * STRIDE <= BURN_IN + WALK_DAYS + 3 * STRIDE);
    }

    #[test]
    fn before_the_first_day_a_walk_is_constant() {
        let calendar_cache = CalendarCache::new(5);
        assert!(walk(0.0).level_before(&calendar_cache, 0).abs() < f64::EPSILON);
    }
}
