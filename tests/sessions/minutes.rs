//! The market phase of every minute of a year, from an exchange's published calendar.

use crate::published::{PhaseStart, PublishedCalendar};

const MINUTES_OF_A_DAY: i64 = 24 * 60;
/// 1 January 2026, 0:00 UTC.
pub(crate) const START_OF_2026: i64 = 1_767_225_600;
/// Weekday of 1 January 2026 (Thursday), as days since Monday.
const WEEKDAY_OF_JANUARY_1: i64 = 3;
/// Minutes of 2026.
pub(crate) const MINUTES_OF_YEAR: i64 = 365 * MINUTES_OF_A_DAY;
/// Days of 2026 plus a few of 2027, because the last phase changes are in 2027.
const DAYS: i64 = 365 + 5;

/// The market phase in each minute of 2026, counted in UTC.
pub(crate) struct Minutes {
    phases: Vec<&'static str>,
    /// For each minute, the next minute with another phase.
    until: Vec<usize>,
    sessions: Vec<(String, i64, i64)>,
}

impl Minutes {
    pub(crate) fn of(published: &PublishedCalendar) -> Self {
        let mut minutes = Self {
            phases: vec!["closed"; (DAYS * MINUTES_OF_A_DAY) as usize],
            until: Vec::new(),
            sessions: Vec::new(),
        };
        // The last day of 2025 extends into 2026 in UTC.
        for day in -1..DAYS - 1 {
            let date = date(day);
            let is_weekend = (day + WEEKDAY_OF_JANUARY_1).rem_euclid(7) > 4;
            if is_weekend || published.holidays.contains(&date) {
                continue;
            }
            let is_half = published.half_days.contains(&date);
            let phase_starts = if is_half {
                published.half_day
            } else {
                published.full_day
            };
            minutes.set_phases(published, day, &date, phase_starts);
        }
        let mut next = minutes.phases.len();
        minutes.until = vec![next; next];
        for minute in (0..minutes.phases.len() - 1).rev() {
            if minutes.phases[minute] != minutes.phases[minute + 1] {
                next = minute + 1;
            }
            minutes.until[minute] = next;
        }
        minutes
    }

    fn set_phases(
        &mut self,
        published: &PublishedCalendar,
        day: i64,
        date: &str,
        phase_starts: &[PhaseStart],
    ) {
        let minute = |clock: i64| utc(published, day * MINUTES_OF_A_DAY + clock);
        for pair in phase_starts.windows(2) {
            for at in minute(pair[0].0)..minute(pair[1].0) {
                if let Some(phase) = usize::try_from(at)
                    .ok()
                    .and_then(|at| self.phases.get_mut(at))
                {
                    *phase = pair[0].1;
                }
            }
        }
        let regular = |phase_starts: &[PhaseStart]| {
            phase_starts
                .iter()
                .position(|(_, phase)| *phase == "regular")
        };
        let last = phase_starts
            .iter()
            .rposition(|(_, phase)| *phase == "regular");
        if let (Some(first), Some(last)) = (regular(phase_starts), last) {
            let unix = |index: usize| START_OF_2026 + minute(phase_starts[index].0) * 60;
            self.sessions
                .push((date.to_owned(), unix(first), unix(last + 1)));
        }
    }

    /// The phase in a minute.
    pub(crate) fn phase(&self, minute: i64) -> &'static str {
        self.phases[minute as usize]
    }

    /// The next change after a minute: Unix seconds and the new phase.
    pub(crate) fn next_change(&self, minute: i64) -> (i64, &'static str) {
        let until = self.until[minute as usize];
        (
            START_OF_2026 + i64::try_from(until).unwrap() * 60,
            self.phases[until],
        )
    }

    /// Date, open and close (Unix seconds) of every session, including the lunch break.
    pub(crate) fn sessions(&self) -> Vec<(String, i64, i64)> {
        self.sessions.clone()
    }
}

/// Converts a minute of the exchange's wall clock to UTC, both counted from the start of the year.
fn utc(published: &PublishedCalendar, wall: i64) -> i64 {
    let clock = |(from, hours): &(&str, i64)| {
        let from: marketdeck::domain::Timestamp = from.parse().unwrap();
        ((from.as_second() - START_OF_2026) / 60, wall - hours * 60)
    };
    let clocks: Vec<(i64, i64)> = published.clocks.iter().map(clock).collect();
    // The last clock change before that minute.
    let (_, minute) = clocks
        .iter()
        .rfind(|(from, minute)| minute >= from)
        .unwrap();
    *minute
}

/// The date of a day of the year, as `YYYY-MM-DD`.
fn date(day: i64) -> String {
    const MONTHS: [i64; 13] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 31];
    if day < 0 {
        return format!("2025-12-{}", 32 + day);
    }
    let (mut month, mut day_of_month) = (0, day);
    while day_of_month >= MONTHS[month] {
        day_of_month -= MONTHS[month];
        month += 1;
    }
    let (year, month) = if month == 12 {
        (2027, 1)
    } else {
        (2026, month + 1)
    };
    format!("{year}-{month:02}-{:02}", day_of_month + 1)
}
