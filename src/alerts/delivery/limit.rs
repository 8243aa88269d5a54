//! Limits the messages of a channel per hour. A burst may use up several of them at once.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

/// An hour in milliseconds.
const HOUR_MS: i64 = 3_600_000;
/// The burst is the hourly limit divided by this number.
const BURST_DIVISOR: u32 = 6;

/// Limits the messages in any hour to a burst and evenly spaced further messages. The only state, which the caller stores, is
/// the time up to which capacity is booked (generic cell rate algorithm, ATM Forum TM 4.0, section 4.4.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RateLimit {
    /// Messages that may be sent at once.
    burst: i64,
    /// Milliseconds between further messages.
    spacing: i64,
}

impl RateLimit {
    /// Creates a limit of `max` messages per hour; 0 counts as 1.
    pub(crate) fn per_hour(max: u32) -> Self {
        let max = max.max(1);
        let burst = (max / BURST_DIVISOR).max(1);
        // The fullest hour starts with a burst. After it come `pauses` pauses, each followed by a message. The last pause ends with the
        // hour, so its message belongs to the next one: burst + (pauses - 1) = max.
        let pauses = i64::from(max - burst + 1);
        Self {
            burst: burst.into(),
            spacing: (HOUR_MS + pauses - 1) / pauses,
        }
    }

    /// Returns the time until the next message may be sent; `None` if it may be sent now.
    pub(super) fn send_delay(self, booked: Option<Timestamp>, now: Timestamp) -> Option<Duration> {
        let ahead = self.ahead(booked, now) - (self.burst - 1) * self.spacing;
        u64::try_from(ahead)
            .ok()
            .filter(|left| *left > 0)
            .map(Duration::from_millis)
    }

    /// Returns the number of messages that may be sent now.
    pub(super) fn available(self, booked: Option<Timestamp>, now: Timestamp) -> usize {
        let used = (self.ahead(booked, now) + self.spacing - 1) / self.spacing;
        usize::try_from(self.burst - used).unwrap_or(0)
    }

    /// Books one message. Returns the new time up to which capacity is booked.
    pub(super) fn book(self, booked: Option<Timestamp>, now: Timestamp) -> Timestamp {
        let ahead = SignedDuration::from_millis(self.ahead(booked, now) + self.spacing);
        now.saturating_add(ahead).unwrap_or(now)
    }

    /// Returns how far bookings reach beyond `now`, in milliseconds. The value is capped in case the clock was ahead or the
    /// limit was a different one when they were made.
    fn ahead(self, booked: Option<Timestamp>, now: Timestamp) -> i64 {
        let ahead = booked.map_or(0, |until| until.as_millisecond() - now.as_millisecond());
        ahead.clamp(0, self.burst * self.spacing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The seconds within the first two hours at which the limit allows messages if the queue is never empty.
    fn send_times(max: u32) -> Vec<i64> {
        let limit = RateLimit::per_hour(max);
        let time = |second| Timestamp::from_second(second).unwrap();
        let (mut booked, mut sent) = (None, vec![]);
        for second in 0..7_200 {
            while limit.send_delay(booked, time(second)).is_none() {
                assert!(limit.available(booked, time(second)) > 0);
                booked = Some(limit.book(booked, time(second)));
                sent.push(second);
            }
            assert_eq!(limit.available(booked, time(second)), 0);
        }
        sent
    }

    #[test]
    fn every_hour_stays_within_the_limit_and_uses_it() {
        for max in [1, 2, 6, 12, 30, 60, 600] {
            let times = send_times(max);
            let max = max as usize;
            for (first, second) in times.iter().enumerate() {
                let hour = times[first..].iter().take_while(|at| **at < second + 3_600);
                assert!(hour.count() <= max, "{max} per hour: from second {second}");
            }
            assert!(times.iter().filter(|at| **at < 3_600).count() + 1 >= max);
        }
        assert_eq!(send_times(1), [0, 3_600]);
        assert_eq!(send_times(30)[..8], [0, 0, 0, 0, 0, 139, 277, 416]);
    }

    #[test]
    fn clock_set_back_delays_messages_by_one_pause_at_most() {
        let limit = RateLimit::per_hour(30);
        let now = Timestamp::UNIX_EPOCH;
        let ahead = Timestamp::from_second(31_536_000).unwrap();
        let left = limit.send_delay(Some(ahead), now).unwrap();
        assert!(left < Duration::from_secs(140), "{left:?}");
    }
}
