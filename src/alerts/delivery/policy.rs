//! When a channel may be used, and which reports go together.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp, civil::Time, tz::TimeZone};

use super::limit::Limit;

/// What has waited this long was held back; all of it goes together.
const HELD: SignedDuration = SignedDuration::from_mins(1);
/// Reports in one message at most: as many as the history keeps.
const MOST_TOGETHER: usize = 1_000;

/// When a channel may be used, and what goes together.
#[derive(Debug, Clone)]
pub struct Policy {
    /// How many messages an hour.
    pub(crate) limit: Option<Limit>,
    /// As many reports that are due at once go in one message.
    pub(crate) digest_from: usize,
    /// What comes within this time of the first report counts as at once.
    pub(crate) gather: SignedDuration,
    /// When nothing is sent.
    pub(crate) quiet: Option<QuietHours>,
}

impl Policy {
    /// Everything at once, and each report on its own.
    pub(crate) const IMMEDIATE: Self = Self {
        limit: None,
        digest_from: usize::MAX,
        gather: SignedDuration::ZERO,
        quiet: None,
    };

    /// Whether reports may go together, so that the store must know which, before they are sent.
    pub(crate) fn may_join(&self) -> bool {
        self.digest_from < usize::MAX
    }

    /// The time until messages may be sent; `None` when they may be now. `booked` is up to when those that were sent
    /// use the slots of the limit.
    pub(crate) fn closed_for(&self, booked: Option<Timestamp>, now: Timestamp) -> Option<Duration> {
        let quiet = self.quiet.as_ref().and_then(|quiet| quiet.left(now));
        let quiet = quiet.and_then(|left| Duration::try_from(left).ok());
        let full = self.limit.and_then(|limit| limit.closed_for(booked, now));
        quiet.max(full)
    }

    /// The time until reports of which the oldest was recorded at `oldest` are due.
    pub(crate) fn gathers_for(&self, oldest: Timestamp, now: Timestamp) -> Option<Duration> {
        let waited = now.duration_since(oldest);
        // One to come was recorded by a clock that ran ahead.
        let left = self.gather - waited.max(SignedDuration::ZERO);
        (left > SignedDuration::ZERO && waited >= SignedDuration::ZERO)
            .then(|| Duration::try_from(left))?
            .ok()
    }

    /// Into how large messages `count` reports go, of which the oldest was recorded at `oldest`. Where the limit has no
    /// room for each of them they go together.
    pub(crate) fn message_size(
        &self,
        count: usize,
        oldest: Timestamp,
        booked: Option<Timestamp>,
        now: Timestamp,
    ) -> usize {
        let were_held = now.duration_since(oldest) >= HELD;
        let have_room = |limit: Limit| limit.free(booked, now) >= count;
        let are_many = count >= self.digest_from || !self.limit.is_none_or(have_room);
        if self.may_join() && (are_many || were_held) {
            MOST_TOGETHER
        } else {
            1
        }
    }
}

/// Hours of the day in which nothing is sent.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct QuietHours {
    pub(crate) from: Time,
    /// Before `from` where they last over midnight.
    pub(crate) to: Time,
    pub(crate) zone: TimeZone,
}

impl QuietHours {
    /// How long they last from `now`; `None` outside of them.
    fn left(&self, now: Timestamp) -> Option<SignedDuration> {
        let local = now.to_zoned(self.zone.clone());
        let time = local.time();
        let inside = if self.from <= self.to {
            (self.from..self.to).contains(&time)
        } else {
            time >= self.from || time < self.to
        };
        if !inside {
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

    /// Hours and minutes that are left at a time of the world.
    fn left(quiet: &QuietHours, at: &str) -> Option<(i64, i64)> {
        let left = quiet.left(at.parse().unwrap())?;
        Some((left.as_hours(), left.as_mins() % 60))
    }

    #[test]
    fn quiet_hours_last_over_midnight_in_their_own_zone() {
        let night = quiet("22:00", "07:00");
        // Berlin is an hour ahead of the world's time in November.
        assert_eq!(left(&night, "2026-11-20T20:59:00Z"), None);
        assert_eq!(left(&night, "2026-11-20T21:00:00Z"), Some((9, 0)));
        assert_eq!(left(&night, "2026-11-21T05:30:00Z"), Some((0, 30)));
        assert_eq!(left(&night, "2026-11-21T06:00:00Z"), None);
    }

    #[test]
    fn quiet_hours_end_when_the_clocks_on_the_wall_say_so() {
        let night = quiet("22:00", "07:00");
        // In that night the clocks go back by an hour.
        assert_eq!(left(&night, "2026-10-24T20:00:00Z"), Some((10, 0)));
        let noon = quiet("12:00", "14:00");
        assert_eq!(left(&noon, "2026-11-20T11:00:00Z"), Some((2, 0)));
        assert_eq!(left(&noon, "2026-11-20T13:00:00Z"), None);
    }
}
