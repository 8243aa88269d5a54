//! When a channel may send, and which reports share a message.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp, civil::Time, tz::TimeZone};

use super::limit::RateLimit;

/// The age of the oldest pending report from which the pending reports are a backlog, which is sent as one message.
const BACKLOG_AGE: SignedDuration = SignedDuration::from_mins(1);
/// The maximum number of reports per message, which is the capacity of the history.
const MAX_REPORTS_PER_MESSAGE: usize = 1_000;

/// When a channel may send, and which reports share a message.
#[derive(Debug, Clone)]
pub struct Policy {
    /// The limit of messages per hour; `None` for no limit.
    pub(crate) limit: Option<RateLimit>,
    /// The minimum number of simultaneous reports that share one message.
    pub(crate) digest_from: usize,
    /// Reports within this time of the first one count as simultaneous.
    pub(crate) grouping_window: SignedDuration,
    /// The hours without messages, if any.
    pub(crate) quiet: Option<QuietHours>,
}

impl Policy {
    /// Sends every report immediately in a separate message.
    pub(crate) const IMMEDIATE: Self = Self {
        limit: None,
        digest_from: usize::MAX,
        grouping_window: SignedDuration::ZERO,
        quiet: None,
    };

    /// Returns true if reports may share a message. The store must then record which reports share it before it is sent.
    pub(crate) fn may_group(&self) -> bool {
        self.digest_from < usize::MAX
    }

    /// Returns the time until messages may be sent; `None` if they may be sent now. `booked` is the time up to which the rate
    /// limit is booked.
    pub(crate) fn send_delay(&self, booked: Option<Timestamp>, now: Timestamp) -> Option<Duration> {
        let quiet = self.quiet.as_ref().and_then(|quiet| quiet.left(now));
        let quiet = quiet.and_then(|left| Duration::try_from(left).ok());
        let full = self.limit.and_then(|limit| limit.send_delay(booked, now));
        quiet.max(full)
    }

    /// Returns the rest of the grouping window that began with the report recorded at `oldest`; `None` if it is over.
    pub(crate) fn grouping_left(&self, oldest: Timestamp, now: Timestamp) -> Option<Duration> {
        let waited = now.duration_since(oldest);
        // A report from the future was recorded while the clock was ahead. It does not wait.
        let left = self.grouping_window - waited.max(SignedDuration::ZERO);
        (left > SignedDuration::ZERO && waited >= SignedDuration::ZERO)
            .then(|| Duration::try_from(left))?
            .ok()
    }

    /// Returns the number of reports per message for `count` pending reports, the oldest of which was recorded at `oldest`.
    /// They share messages if they reach `digest_from`, are a backlog, or exceed the rate limit as separate messages.
    pub(crate) fn message_size(
        &self,
        count: usize,
        oldest: Timestamp,
        booked: Option<Timestamp>,
        now: Timestamp,
    ) -> usize {
        let is_backlog = now.duration_since(oldest) >= BACKLOG_AGE;
        let fits = |limit: RateLimit| limit.available(booked, now) >= count;
        let are_many = count >= self.digest_from || !self.limit.is_none_or(fits);
        if self.may_group() && (are_many || is_backlog) {
            MAX_REPORTS_PER_MESSAGE
        } else {
            1
        }
    }
}

/// Hours of the day without messages.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct QuietHours {
    pub(crate) from: Time,
    /// Earlier than `from` if the quiet hours extend over midnight.
    pub(crate) to: Time,
    pub(crate) zone: TimeZone,
}

impl QuietHours {
    /// Returns the rest of the quiet hours at `now`; `None` outside of quiet hours.
    fn left(&self, now: Timestamp) -> Option<SignedDuration> {
        let local = now.to_zoned(self.zone.clone());
        let time = local.time();
        let is_quiet = if self.from <= self.to {
            (self.from..self.to).contains(&time)
        } else {
            time >= self.from || time < self.to
        };
        if !is_quiet {
            return None;
        }
        let day = if time < self.to {
            local.date()
        } else {
            local.date().tomorrow().ok()?
        };
        let end = self.zone.to_zoned(day.to_datetime(self.to)).ok()?;
        Some(
            end.timestamp()
                .duration_since(now)
                .max(SignedDuration::from_secs(1)),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quiet(from: &str, to: &str) -> QuietHours {
        QuietHours {
            from: from.parse().unwrap(),
            to: to.parse().unwrap(),
            zone: TimeZone::get("Europe/Berlin").unwrap(),
        }
    }

    /// The rest of the quiet hours at a UTC time, as hours and minutes.
    fn left(quiet: &QuietHours, at: &str) -> Option<(i64, i64)> {
        let left = quiet.left(at.parse().unwrap())?;
        Some((left.as_hours(), left.as_mins() % 60))
    }

    #[test]
    fn quiet_hours_extend_over_midnight_in_their_time_zone() {
        let night = quiet("22:00", "07:00");
        // Berlin is at UTC+1 in November.
        assert_eq!(left(&night, "2026-11-20T20:59:00Z"), None);
        assert_eq!(left(&night, "2026-11-20T21:00:00Z"), Some((9, 0)));
        assert_eq!(left(&night, "2026-11-21T05:30:00Z"), Some((0, 30)));
        assert_eq!(left(&night, "2026-11-21T06:00:00Z"), None);
    }

    #[test]
    fn quiet_hours_follow_local_time_across_dst() {
        let night = quiet("22:00", "07:00");
        // Daylight saving time ends in this night.
        assert_eq!(left(&night, "2026-10-24T20:00:00Z"), Some((10, 0)));
        let noon = quiet("12:00", "14:00");
        assert_eq!(left(&noon, "2026-11-20T11:00:00Z"), Some((2, 0)));
        assert_eq!(left(&noon, "2026-11-20T13:00:00Z"), None);
    }
}
