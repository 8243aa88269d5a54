//! A walk: one source of price movement (the stock market, a sector, one company's own news) as a
//! level in logarithms that is a pure function of time.
//!
//! Over days it is a sum of fat-tailed shocks that is pulled gently back to zero, so that it
//! neither explodes nor vanishes; inside a session it is a Brownian bridge between the day's open
//! and close. Sums need their beginning, so a level is kept for every 32nd day.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{
    activity::Bridge,
    calendar_cache::{CELL, CalendarCache, DAY},
    noise::{draw, fat_tailed, noise},
};
use crate::domain::session::{Calendar, Session};

/// Days between two kept levels.
const STRIDE: i64 = 32;
/// Places of a day's stream. Grid points of the session count from zero, far below these.
const GAP: u64 = 1 << 32;
const MOVE: u64 = GAP + 1;
const INSIDE: u64 = GAP + 2;

/// What a walk is like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct WalkParameters {
    /// When it moves.
    pub(super) calendar: Calendar,
    /// Deviation of the change from close to close.
    pub(super) sigma: f64,
    /// Share of the variance that falls between close and open.
    pub(super) overnight: f64,
    /// Share of the level that each session takes back.
    pub(super) reversion: f64,
}

/// A moment of a path, and the cell it lies in. On the grid there is no cell.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Around {
    /// Level at the cell's start.
    pub(super) left: f64,
    /// Level at the moment.
    pub(super) at: f64,
    /// Level at the cell's end.
    pub(super) right: f64,
    /// Variance of the cell's movement.
    pub(super) variance: f64,
}

/// See the module.
#[derive(Debug)]
pub(super) struct Walk {
    stream: u64,
    pub(super) parameters: WalkParameters,
    /// Levels since the first day, and those of the part of the far future that was asked for last.
    kept: Mutex<[Kept; 2]>,
    /// Days that were asked for, each in the place of its number: a quote asks for today, for a day ago and for a week ago.
    days: Mutex<[Option<(i64, Bridge)>; DAYS]>,
}

/// How many days are remembered.
const DAYS: usize = 8;

/// Levels before the first day of a stretch, its 32nd, its 64th, …
#[derive(Debug)]
struct Kept {
    origin: i64,
    levels: Vec<f64>,
}

impl Kept {
    fn from(origin: i64) -> Self {
        Self {
            origin,
            levels: vec![0.0],
        }
    }
}

/// Days after the first up to which a walk is one: 26 years.
const ONE_WALK: i64 = 26 * 365;
/// After that it goes on in stretches of so many days,
const STRETCH: i64 = 4 * 365;
/// each of which begins so many days earlier at zero: by then a walk has forgotten where it began,
/// so that a clock in the year 2099 costs no more than one of today.
const BURN_IN: i64 = 12 * 365;

/// Where the walk that leads to `day` begins at zero.
fn origin(first: i64, day: i64) -> i64 {
    let beyond = day - first - ONE_WALK;
    if beyond < 0 {
        first
    } else {
        first + ONE_WALK + beyond / STRETCH * STRETCH - BURN_IN
    }
}

impl Walk {
    pub(super) fn new(stream: u64, parameters: WalkParameters) -> Self {
        Self {
            stream,
            parameters,
            kept: Mutex::new([Kept::from(i64::MIN), Kept::from(i64::MIN)]),
            days: Mutex::new([None; DAYS]),
        }
    }

    /// The level at the last close before `day`.
    pub(super) fn before(&self, calendar_cache: &CalendarCache, day: i64) -> f64 {
        let origin = origin(calendar_cache.first, day);
        let Ok(nth) = usize::try_from((day - origin).div_euclid(STRIDE)) else {
            return 0.0;
        };
        let start = origin + nth as i64 * STRIDE;
        let level = self.kept(calendar_cache, origin, nth);
        self.advance(calendar_cache, level, start, day)
    }

    /// The path through the session of `day`.
    pub(super) fn day(&self, calendar_cache: &CalendarCache, day: i64) -> Bridge {
        let place = day.rem_euclid(DAYS as i64) as usize;
        if let Some((known, bridge)) = self.days()[place]
            && known == day
        {
            return bridge;
        }
        let bridge = self.bridge(calendar_cache, day, self.before(calendar_cache, day));
        self.days()[place] = Some((day, bridge));
        bridge
    }

    fn days(&self) -> MutexGuard<'_, [Option<(i64, Bridge)>; DAYS]> {
        self.days.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The level before `to`, given the one before `from`.
    pub(super) fn advance(
        &self,
        calendar_cache: &CalendarCache,
        level: f64,
        from: i64,
        to: i64,
    ) -> f64 {
        // Nothing walks before the first day.
        (from.max(calendar_cache.first)..to)
            .filter(|day| calendar_cache.trades(self.parameters.calendar, *day))
            .fold(level, |level, day| {
                self.bridge(calendar_cache, day, level).close
            })
    }

    /// The paths through the sessions of `days`, which ascend.
    pub(super) fn bridges(&self, calendar_cache: &CalendarCache, days: &[i64]) -> Vec<Bridge> {
        let mut bridges = Vec::with_capacity(days.len());
        // The level before a day, and which.
        let mut reached: Option<(i64, f64)> = None;
        for &day in days {
            let before = match reached {
                Some((next, level)) if Self::is_one_walk(calendar_cache, next, day) => {
                    self.advance(calendar_cache, level, next, day)
                }
                _ => self.before(calendar_cache, day),
            };
            let bridge = self.bridge(calendar_cache, day, before);
            // Where this walk rests on the day, the ticker that follows it sees it move all the same.
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

    fn kept(&self, calendar_cache: &CalendarCache, origin: i64, nth: usize) -> f64 {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = &mut kept[usize::from(origin != calendar_cache.first)];
        if kept.origin != origin {
            *kept = Kept::from(origin);
        }
        while kept.levels.len() <= nth {
            let done = kept.levels.len() as i64 - 1;
            let last = kept.levels.last().copied().unwrap_or_default();
            let (from, to) = (origin + done * STRIDE, origin + (done + 1) * STRIDE);
            let next = self.advance(calendar_cache, last, from, to);
            kept.levels.push(next);
        }
        kept.levels[nth]
    }

    /// Whether the same walk leads to both days.
    pub(super) fn is_one_walk(calendar_cache: &CalendarCache, one: i64, other: i64) -> bool {
        origin(calendar_cache.first, one) == origin(calendar_cache.first, other)
    }

    /// The path through the session of `day`, after a close at `before`.
    pub(super) fn bridge(&self, calendar_cache: &CalendarCache, day: i64, before: f64) -> Bridge {
        let WalkParameters {
            sigma,
            overnight,
            reversion,
            ..
        } = self.parameters;
        let stream = draw(self.stream, day as u64);
        let day_sigma = sigma * calendar_cache.turbulence(day);
        let inside = day_sigma * (1.0 - overnight).sqrt();
        let shock = fat_tailed(draw(stream, MOVE));
        let open = if overnight > 0.0 {
            before + day_sigma * overnight.sqrt() * fat_tailed(draw(stream, GAP))
        } else {
            before
        };
        Bridge {
            stream,
            open,
            close: open + inside * shock - reversion * before,
            // A day that goes far goes there by a rough road.
            rough: inside * (0.62 + 0.38 * shock.abs()),
        }
    }

    /// The path around `second` of Unix time within `session`, which must be of this walk's
    /// calendar.
    pub(super) fn around(
        &self,
        calendar_cache: &CalendarCache,
        session: &Session,
        bridge: &Bridge,
        second: i64,
    ) -> Around {
        let activity = calendar_cache.activity(self.parameters.calendar, session);
        let since = second - session.open;
        let (cell, inside) = ((since / CELL) as usize, since % CELL);
        let left = activity.point(bridge, cell);
        if inside == 0 {
            return Around {
                left,
                at: left,
                right: left,
                variance: 0.0,
            };
        }
        let right = activity.point(bridge, cell + 1);
        let variance = bridge.rough * bridge.rough * activity.variance[cell];
        let stream = draw(draw(bridge.stream, INSIDE), cell as u64);
        Around {
            left,
            at: inside_cell(stream, variance.sqrt(), left, right, inside),
            right,
            variance,
        }
    }

    /// The session of this walk on the date of `session`, which may be another calendar's.
    pub(super) fn session_beside(&self, calendar: Calendar, session: &Session) -> Session {
        if calendar == self.parameters.calendar {
            return *session;
        }
        // New York's sessions lie within those of every other calendar of the same date.
        self.parameters
            .calendar
            .session_on(session.date)
            .unwrap_or(*session)
    }
}

/// The level `wanted` seconds into a cell, by halving down to single seconds.
fn inside_cell(stream: u64, rough: f64, left: f64, right: f64, wanted: i64) -> f64 {
    let (mut left, mut right) = ((0, left), (CELL, right));
    loop {
        let middle = i64::midpoint(left.0, right.0);
        let (before, after) = ((middle - left.0) as f64, (right.0 - middle) as f64);
        let length = before + after;
        let spread = (before * after / (length * CELL as f64)).sqrt();
        let level = left.1
            + (right.1 - left.1) * (before / length)
            + rough * spread * noise(draw(stream, middle as u64));
        if middle == wanted {
            return level;
        }
        if wanted < middle {
            right = (middle, level);
        } else {
            left = (middle, level);
        }
    }
}

/// The number of a session's day.
pub(super) fn day_number(session: &Session) -> i64 {
    session.day_start() / DAY
}

#[cfg(test)]
mod tests {
    use super::{
        super::calendar_cache::{FIRST, day_of},
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
    fn levels_do_not_depend_on_the_order_of_questions() {
        let calendar_cache = CalendarCache::new(5);
        let (forwards, backwards) = (walk(0.002), walk(0.002));
        let days: Vec<i64> = (day_of(FIRST)..day_of(FIRST) + 800).collect();
        let mut there: Vec<f64> = days
            .iter()
            .map(|d| forwards.before(&calendar_cache, *d))
            .collect();
        let back: Vec<f64> = days
            .iter()
            .rev()
            .map(|d| backwards.before(&calendar_cache, *d))
            .collect();
        there.reverse();
        assert_eq!(there, back);
    }

    #[test]
    fn mean_reversion_keeps_a_walk_near_home_for_decades() {
        let calendar_cache = CalendarCache::new(5);
        let walk = walk(0.002);
        let mut level = 0.0;
        for day in day_of(FIRST)..day_of(FIRST) + 16 * 365 {
            level = walk.advance(&calendar_cache, level, day, day + 1);
            assert!(level.abs() < 0.9, "{level} on {day}");
        }
    }

    #[test]
    fn a_walk_to_the_far_future_is_no_longer_than_one_of_our_days() {
        let calendar_cache = CalendarCache::new(5);
        for boundary in [0, 5 * STRETCH].map(|days| calendar_cache.first + ONE_WALK + days) {
            let walk = walk(0.002);
            let before = walk.before(&calendar_cache, boundary - 1);
            let through = walk.advance(&calendar_cache, before, boundary - 1, boundary);
            let restarted = walk.before(&calendar_cache, boundary);
            assert!((through - restarted).abs() < 0.01, "{through} {restarted}");
        }
        let far = walk(0.002);
        far.before(&calendar_cache, day_of(jiff::civil::date(2899, 12, 30)));
        let kept = far.kept.lock().unwrap();
        let strides: i64 = kept.iter().map(|kept| kept.levels.len() as i64).sum();
        assert!(strides * STRIDE <= BURN_IN + STRETCH + 3 * STRIDE);
    }

    #[test]
    fn before_the_beginning_a_walk_stands_still() {
        let calendar_cache = CalendarCache::new(5);
        assert!(walk(0.0).before(&calendar_cache, 0).abs() < f64::EPSILON);
    }
}
