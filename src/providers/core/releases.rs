//! Schedules requests for figures that are published rarely. They are requested at a long interval. After the announced time of a
//! publication they are requested frequently at first, because the figures appear within minutes, and then less often.

use jiff::{SignedDuration, Timestamp};

use crate::{domain::economy::EconomicEvent, source::Context};

/// The delays after the announced time at which a publication is requested until it is received, in seconds.
const ATTEMPT_DELAYS: [i64; 9] = [20, 60, 120, 240, 480, 900, 1_800, 3_600, 7_200];
/// How long after the announced time a missing publication is reported.
const OVERDUE_AFTER: SignedDuration = SignedDuration::from_hours(6);

/// The delay after the first failed request; each further failure makes it four times as long.
const FIRST_RETRY: SignedDuration = SignedDuration::from_mins(1);

/// The schedule of regular requests: at an interval, and earlier after a failure.
pub(crate) struct RegularRequests {
    interval: SignedDuration,
    last: Option<Timestamp>,
    failures: u32,
}

impl RegularRequests {
    /// Creates a schedule with an interval in seconds. The first request is due at once.
    pub(crate) fn new(interval: u64) -> Self {
        Self {
            interval: SignedDuration::from_secs(interval.try_into().unwrap_or(i64::MAX)),
            last: None,
            failures: 0,
        }
    }

    /// Returns the time of the last request. A time from the future was set before the clock was set back.
    pub(crate) fn last(&self, now: Timestamp) -> Option<Timestamp> {
        self.last.filter(|last| *last <= now)
    }

    /// Returns true if a request is due.
    pub(crate) fn is_due(&self, now: Timestamp) -> bool {
        let retry = 4_i32
            .checked_pow(self.failures.saturating_sub(1))
            .and_then(|factor| FIRST_RETRY.checked_mul(factor));
        let delay = retry.filter(|retry| self.failures > 0 && *retry < self.interval);
        let delay = delay.unwrap_or(self.interval);
        self.last(now)
            .is_none_or(|last| now.duration_since(last) >= delay)
    }

    /// Records that a request is sent. It counts as failed until [`Self::succeeded`] is called.
    pub(crate) fn sent(&mut self, now: Timestamp) {
        self.last = Some(now);
        self.failures = self.failures.saturating_add(1);
    }

    /// Records that the last request was successful.
    pub(crate) fn succeeded(&mut self) {
        self.failures = 0;
    }
}

/// Returns the announced events of the last day, with their times.
pub(crate) fn recent_events(context: &Context, now: Timestamp) -> Vec<(Timestamp, EconomicEvent)> {
    let events = context.market.economic_events().into_iter();
    let timed = events.filter_map(|event| Some((event.at?, event)));
    let is_recent = |at: Timestamp| {
        let age = now.duration_since(at);
        !age.is_negative() && age <= SignedDuration::from_hours(24)
    };
    timed.filter(|(at, _)| is_recent(*at)).collect()
}

/// Returns true if a publication that was announced for `at`, but has not been received, must be requested at `now`. `last` is the time
/// of the last request.
pub(crate) fn is_attempt_due(at: Timestamp, last: Option<Timestamp>, now: Timestamp) -> bool {
    let attempts =
        ATTEMPT_DELAYS.map(|seconds| at.saturating_add(SignedDuration::from_secs(seconds)));
    let mut attempts = attempts.into_iter().flatten();
    attempts.any(|attempt| attempt <= now && last.is_none_or(|last| last < attempt))
}

/// Returns true if a publication that was announced for `at` is overdue.
pub(crate) fn is_overdue(at: Timestamp, now: Timestamp) -> bool {
    now.duration_since(at) > OVERDUE_AFTER
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_requests_are_repeated_after_increasing_delays() {
        let start: Timestamp = "2026-12-10T00:00:00Z".parse().unwrap();
        let mut requests = Vec::new();
        let mut schedule = RegularRequests::new(21_600);
        for minute in 0..2_000 {
            let now = start + SignedDuration::from_mins(minute);
            if schedule.is_due(now) {
                requests.push(minute);
                schedule.sent(now);
                if minute > 1_000 {
                    schedule.succeeded();
                }
            }
        }
        assert_eq!(requests, [0, 1, 5, 21, 85, 341, 701, 1_061, 1_421, 1_781]);
    }

    #[test]
    fn a_publication_is_requested_soon_and_then_less_often() {
        let at: Timestamp = "2026-12-10T13:30:00Z".parse().unwrap();
        let mut last = Some(at - SignedDuration::from_hours(1));
        let mut requests = Vec::new();
        for second in -60..20_000 {
            let now = at + SignedDuration::from_secs(second);
            if is_attempt_due(at, last, now) {
                requests.push(second);
                last = Some(now);
            }
        }
        assert_eq!(requests, ATTEMPT_DELAYS);
    }
}
