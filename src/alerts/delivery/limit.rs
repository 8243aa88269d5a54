//! How many messages an hour a channel takes, and how they are spread over it.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

/// Over which time messages are counted, in milliseconds.
const HOUR: i64 = 3_600_000;
/// This part of an hour's messages may go at once.
const BURST_PART: u32 = 6;

/// So many messages in any hour at most: some of them at once, the others evenly spread over the hour. The time up to
/// which the slots are used by what was sent ('booked until') is all there is to remember (the generic cell rate
/// algorithm of ATM Forum TM 4.0, section 4.4.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Limit {
    /// How many may go at once.
    burst: i64,
    /// How often another one may go, in milliseconds.
    every: i64,
}

impl Limit {
    /// A limit of `most` messages an hour, 1 at least.
    pub(crate) fn per_hour(most: u32) -> Self {
        let most = most.max(1);
        let burst = (most / BURST_PART).max(1);
        // From the first of a burst on an hour has room for all of the burst, and one less than there are pauses
        // in it: the last pause ends with the hour.
        let pauses = i64::from(most - burst + 1);
        Self {
            burst: burst.into(),
            every: (HOUR + pauses - 1) / pauses,
        }
    }

    /// The time until the next message may go; `None` when it may go now.
    pub(super) fn closed_for(self, booked: Option<Timestamp>, now: Timestamp) -> Option<Duration> {
        let ahead = self.ahead(booked, now) - (self.burst - 1) * self.every;
        u64::try_from(ahead)
            .ok()
            .filter(|left| *left > 0)
            .map(Duration::from_millis)
    }

    /// How many messages may go now.
    pub(super) fn free(self, booked: Option<Timestamp>, now: Timestamp) -> usize {
        let used = (self.ahead(booked, now) + self.every - 1) / self.every;
        usize::try_from(self.burst - used).unwrap_or(0)
    }

    /// Up to when the slots are used after a message was sent.
    pub(super) fn book(self, booked: Option<Timestamp>, now: Timestamp) -> Timestamp {
        let ahead = SignedDuration::from_millis(self.ahead(booked, now) + self.every);
        now.saturating_add(ahead).unwrap_or(now)
    }

    /// How far the booked slots reach beyond `now`, in milliseconds. What reaches further than slots ever do was booked
    /// by a clock that ran ahead, or under another limit.
    fn ahead(self, booked: Option<Timestamp>, now: Timestamp) -> i64 {
        let ahead = booked.map_or(0, |until| until.as_millisecond() - now.as_millisecond());
        ahead.clamp(0, self.burst * self.every)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seconds at which messages go that all wait from the beginning on, within two hours.
    fn sent(most: u32) -> Vec<i64> {
        let limit = Limit::per_hour(most);
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
    fn no_hour_brings_more_than_the_limit_and_none_has_a_long_silence() {
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
    fn a_clock_that_was_set_back_closes_a_channel_for_a_pause_at_most() {
        let limit = Limit::per_hour(30);
        let now = Timestamp::UNIX_EPOCH;
        let ahead = Timestamp::from_second(31_536_000).unwrap();
        let left = limit.closed_for(Some(ahead), now).unwrap();
        assert!(left < Duration::from_secs(140), "{left:?}");
    }
}
