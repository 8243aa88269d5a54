//! The rate limit of a channel: messages per hour, with a burst at once and the rest evenly spread.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

/// An hour in milliseconds.
const HOUR_MS: i64 = 3_600_000;
/// One sixth of the hourly messages may be sent at once.
const BURST_DIVISOR: u32 = 6;

/// A limit of messages in any hour: a burst at once, the others evenly spread. Its only state is the time up to which capacity
/// is booked (the generic cell rate algorithm of ATM Forum TM 4.0, section 4.4.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RateLimit {
    /// Messages that may be sent at once.
    burst: i64,
    /// Milliseconds between further messages.
    every: i64,
}

impl RateLimit {
    /// A limit of `max` messages per hour, at least 1.
    pub(crate) fn per_hour(max: u32) -> Self {
        let max = max.max(1);
        let burst = (max / BURST_DIVISOR).max(1);
        // In the hour from the first message of a burst fit the burst and one message fewer than there are pauses: the
        // last pause ends with the hour.
        let pauses = i64::from(max - burst + 1);
        Self {
            burst: burst.into(),
            every: (HOUR_MS + pauses - 1) / pauses,
        }
    }

    /// The time until the next message may be sent; `None` if it may be sent now.
    pub(super) fn closed_for(self, booked: Option<Timestamp>, now: Timestamp) -> Option<Duration> {
        let ahead = self.ahead(booked, now) - (self.burst - 1) * self.every;
        u64::try_from(ahead)
            .ok()
            .filter(|left| *left > 0)
            .map(Duration::from_millis)
    }

    /// Messages that may be sent now.
    pub(super) fn free(self, booked: Option<Timestamp>, now: Timestamp) -> usize {
        let used = (self.ahead(booked, now) + self.every - 1) / self.every;
        usize::try_from(self.burst - used).unwrap_or(0)
    }

    /// Books one message. Returns the new time up to which capacity is booked.
    pub(super) fn book(self, booked: Option<Timestamp>, now: Timestamp) -> Timestamp {
        let ahead = SignedDuration::from_millis(self.ahead(booked, now) + self.every);
        now.saturating_add(ahead).unwrap_or(now)
    }

    /// How far bookings reach beyond `now`, in milliseconds. The maximum guards against a clock that ran ahead, and against
    /// bookings under another limit.
    fn ahead(self, booked: Option<Timestamp>, now: Timestamp) -> i64 {
        let ahead = booked.map_or(0, |until| until.as_millisecond() - now.as_millisecond());
        ahead.clamp(0, self.burst * self.every)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The seconds within two hours at which messages are sent that are all queued from the start.
    fn sent(most: u32) -> Vec<i64> {
        let limit = RateLimit::per_hour(most);
        let at = |second| Timestamp::from_second(second).unwrap();
        let (mut booked, mut sent) = (None, vec![]);
        for second in 0..7_200 {
            while limit.closed_for(booked, at(second)).is_none() {
                assert!(limit.free(booked, at(second)) > 0);
                booked = Some(limit.book(booked, at(second)));
                sent.push(second);
            }
            assert_eq!(limit.free(booked, at(second)), 0);
        }
        sent
    }

    #[test]
    fn every_hour_stays_within_the_limit_and_uses_it() {
        for most in [1, 2, 6, 12, 30, 60, 600] {
            let sent = sent(most);
            let most = most as usize;
            for (first, second) in sent.iter().enumerate() {
                let hour = sent[first..].iter().take_while(|at| **at < second + 3_600);
                assert!(hour.count() <= most, "{most} an hour: from second {second}");
            }
            assert!(sent.iter().filter(|at| **at < 3_600).count() + 1 >= most);
        }
        assert_eq!(sent(1), [0, 3_600]);
        assert_eq!(sent(30)[..8], [0, 0, 0, 0, 0, 139, 277, 416]);
    }

    #[test]
    fn clock_set_back_delays_messages_by_one_pause_at_most() {
        let limit = RateLimit::per_hour(30);
        let now = Timestamp::UNIX_EPOCH;
        let ahead = Timestamp::from_second(31_536_000).unwrap();
        let left = limit.closed_for(Some(ahead), now).unwrap();
        assert!(left < Duration::from_secs(140), "{left:?}");
    }
}
