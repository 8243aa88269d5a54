//! Precomputed properties of days: which calendars trade, volatility, and activity profiles.

use jiff::civil::{Date, date};

use super::{activity::Activity, noise};
use crate::domain::{
    Timestamp,
    session::{Calendar, Session},
};

/// Seconds per day.
pub(super) const DAY: i64 = 86_400;
/// Seconds per cell of the bar grid.
pub(super) const CELL_SECONDS: i64 = 300;
/// First day of the simulation, where every walk starts.
pub(super) const FIRST_DAY: Date = date(2020, 1, 1);
/// Day on which every price equals the catalogue's price.
pub(super) const ANCHOR: Date = date(2026, 1, 1);
/// End of the precomputed days; later ones are computed each time.
const KNOWN_UNTIL: Date = date(2046, 1, 1);
const CALENDARS: [Calendar; 3] = [Calendar::NewYork, Calendar::Futures, Calendar::Always];
const VOLATILITY_STREAM: u64 = 0x6e65_7276;

/// Returns the number of days since 1970-01-01.
pub(super) fn day_of(date: Date) -> i64 {
    // Every date has a session in a market that never closes.
    Calendar::Always
        .session_on(date)
        .map_or(0, |session| session.open / DAY)
}

/// Returns the open session, or the last one, at a Unix time.
pub(super) fn session_at(calendar: Calendar, second: i64) -> Session {
    calendar.session_at_or_before(timestamp(second))
}

/// Converts Unix seconds to a timestamp.
pub(super) fn timestamp(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap_or(Timestamp::UNIX_EPOCH)
}

/// Lookup tables that all walks share.
#[derive(Debug)]
pub(super) struct CalendarCache {
    volatility_stream: u64,
    /// Number of the first day.
    pub(super) first: i64,
    /// By days since the first: bits 0 to 2 for the calendars, and the volatility factor.
    days: Vec<(u8, f32)>,
    activities: Vec<Activity>,
}

impl CalendarCache {
    pub(super) fn new(seed: u64) -> Self {
        let first = day_of(FIRST_DAY);
        let volatility_stream = noise::draw(noise::draw(seed, VOLATILITY_STREAM), 0);
        let mut days: Vec<(u8, f32)> = (first..day_of(KNOWN_UNTIL))
            .map(|day| (0, volatility_factor(volatility_stream, day) as f32))
            .collect();
        for calendar in CALENDARS {
            for session in calendar.sessions(FIRST_DAY..KNOWN_UNTIL) {
                let at = session.daily_bar_start() / DAY - first;
                days[at as usize].0 |= bit(calendar);
            }
        }
        Self {
            volatility_stream,
            first,
            days,
            activities: Activity::all(),
        }
    }

    /// Returns true if `calendar` has a session on `day`.
    pub(super) fn trades(&self, calendar: Calendar, day: i64) -> bool {
        match self.precomputed(day) {
            Some((calendars, _)) => calendars & bit(calendar) != 0,
            None => date_of(day).is_some_and(|date| calendar.session_on(date).is_some()),
        }
    }

    /// Returns the market-wide volatility factor of `day`; its square averages 1. Volatility clusters over weeks.
    pub(super) fn volatility_factor(&self, day: i64) -> f64 {
        self.precomputed(day).map_or_else(
            || volatility_factor(self.volatility_stream, day),
            |(_, t)| f64::from(t),
        )
    }

    /// Returns the activity profile of `session`.
    pub(super) fn activity(&self, calendar: Calendar, session: &Session) -> &Activity {
        let cells = ((session.close - session.open) / CELL_SECONDS) as usize;
        self.activities
            .iter()
            .find(|activity| activity.fits(calendar, cells))
            .unwrap_or(&self.activities[0])
    }

    fn precomputed(&self, day: i64) -> Option<(u8, f32)> {
        usize::try_from(day - self.first)
            .ok()
            .and_then(|at| self.days.get(at))
            .copied()
    }
}

fn bit(calendar: Calendar) -> u8 {
    match calendar {
        Calendar::NewYork | Calendar::Exchange(_) => 1,
        Calendar::Futures | Calendar::Currencies => 2,
        Calendar::Always => 4,
    }
}

pub(super) fn date_of(day: i64) -> Option<Date> {
    let midnight = jiff::Timestamp::from_second(day * DAY).ok()?;
    Some(midnight.to_zoned(jiff::tz::TimeZone::UTC).date())
}

fn volatility_factor(stream: u64, day: i64) -> f64 {
    const MONTHS: f64 = 0.28;
    const DAYS: f64 = 0.18;
    let log =
        MONTHS * noise::slow_noise(stream, day, 47) + DAYS * noise::slow_noise(stream ^ 1, day, 9);
    (log - MONTHS * MONTHS - DAYS * DAYS).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cached_and_computed_days_agree() {
        let calendar_cache = CalendarCache::new(1);
        let mut blind = CalendarCache::new(1);
        blind.days.clear();
        for day in day_of(FIRST_DAY)..day_of(FIRST_DAY) + 1_000 {
            for calendar in CALENDARS {
                assert_eq!(
                    calendar_cache.trades(calendar, day),
                    blind.trades(calendar, day)
                );
            }
            assert!(
                (calendar_cache.volatility_factor(day) - blind.volatility_factor(day)).abs() < 1e-6
            );
        }
    }
}
