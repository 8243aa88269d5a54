//! The request quotas of a provider's plan, per day and per month. Requests are spread over the period. Counts survive a restart.
//!
//! Three mechanisms limit requests: these quotas; the minimum gap between two requests to a host (`min_gap_ms`, `Limiter` in
//! `client/mod.rs`); and the pause after a failure, which is longer after HTTP 429 (`retry_delay` in `source/schedule.rs`).

use std::time::Duration;

use jiff::{SignedDuration, Timestamp, ToSpan as _, tz::TimeZone};

use crate::{
    domain::provider::{QuotaPeriod, RemainingQuota},
    source::{Context, SourceError, Update},
};

/// The number of requests that a plan allows; `None` for no limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Allowance {
    /// Requests per day (UTC).
    pub per_day: Option<u64>,
    /// Requests per month (UTC).
    pub per_month: Option<u64>,
}

/// Counts the requests of one provider.
#[derive(Debug)]
pub(crate) struct Quota {
    provider: &'static str,
    counts: Vec<Count>,
}

#[derive(Debug)]
struct Count {
    period: QuotaPeriod,
    limit: u64,
    /// The counted day or month: `2026-11-22` or `2026-11`.
    period_name: String,
    used: u64,
}

impl Quota {
    /// Creates a quota for `provider`.
    pub(crate) fn new(provider: &'static str, allowance: Allowance) -> Self {
        let count = |period, limit: Option<u64>| {
            Some(Count {
                period,
                limit: limit?,
                period_name: String::new(),
                used: 0,
            })
        };
        let counts = [
            count(QuotaPeriod::Day, allowance.per_day),
            count(QuotaPeriod::Month, allowance.per_month),
        ];
        Self {
            provider,
            counts: counts.into_iter().flatten().collect(),
        }
    }

    /// Counts a request that is about to be sent. Returns an error if the quota is used up.
    pub(crate) async fn consume(&mut self, context: &Context) -> Result<(), SourceError> {
        let now = context.clock.now();
        self.roll_over(context, now);
        if let Some(count) = self.counts.iter().find(|count| count.left() == 0) {
            return Err(SourceError::QuotaUsedUp {
                limit: count.limit,
                period: count.period.as_str(),
                until: period_end(count.period, now),
            });
        }
        for count in &mut self.counts {
            count.used += 1;
            let update = Update::Requests {
                period: count.period_name.clone(),
                count: count.used,
            };
            context.sink.send(update).await?;
        }
        self.publish(context);
        Ok(())
    }

    /// Reports the remaining quota to the health record. Callers do this before the first request as well.
    pub(crate) fn report(&mut self, context: &Context) {
        self.roll_over(context, context.clock.now());
        self.publish(context);
    }

    fn publish(&self, context: &Context) {
        let left = self.counts.iter().map(|count| RemainingQuota {
            period: count.period,
            limit: count.limit,
            left: count.left(),
        });
        context.health.set_quota(left.collect());
    }

    /// Returns the interval between requests at which the remaining quota lasts until the end of its period, but at least `min`.
    pub(crate) fn interval(&self, min: Duration, now: Timestamp) -> Duration {
        let interval = |count: &Count| {
            let remaining = Duration::try_from(period_end(count.period, now).duration_since(now));
            let left = u32::try_from(count.left().max(1)).unwrap_or(u32::MAX);
            remaining.unwrap_or_default() / left
        };
        self.counts
            .iter()
            .map(interval)
            .max()
            .unwrap_or_default()
            .max(min)
    }

    /// Starts a new day or month, with the stored count of requests sent before a restart.
    fn roll_over(&mut self, context: &Context, now: Timestamp) {
        for count in &mut self.counts {
            let period_name = period_name(count.period, now);
            if count.period_name != period_name {
                count.used = context.market.requests(self.provider, &period_name);
                count.period_name = period_name;
            }
        }
    }
}

impl Count {
    fn left(&self) -> u64 {
        self.limit.saturating_sub(self.used)
    }
}

fn period_name(period: QuotaPeriod, now: Timestamp) -> String {
    let date = now.to_zoned(TimeZone::UTC).date();
    match period {
        QuotaPeriod::Day => date.to_string(),
        QuotaPeriod::Month => date.strftime("%Y-%m").to_string(),
    }
}

/// Returns the end of the day or month that contains `now`.
fn period_end(period: QuotaPeriod, now: Timestamp) -> Timestamp {
    let date = now.to_zoned(TimeZone::UTC).date();
    let next = match period {
        QuotaPeriod::Day => date.checked_add(1.day()),
        QuotaPeriod::Month => date.first_of_month().checked_add(1.month()),
    };
    next.ok()
        .and_then(|date| date.to_zoned(TimeZone::UTC).ok())
        .map_or_else(
            || {
                now.saturating_add(SignedDuration::from_hours(24))
                    .unwrap_or(now)
            },
            |next| next.timestamp(),
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_and_a_month_end_at_midnight_utc() {
        let now = "2026-12-31T23:59:59.5Z".parse().unwrap();
        for (period, name) in [
            (QuotaPeriod::Day, "2026-12-31"),
            (QuotaPeriod::Month, "2026-12"),
        ] {
            assert_eq!(period_name(period, now), name);
            assert_eq!(period_end(period, now).to_string(), "2027-01-01T00:00:00Z");
        }
        let now = "2026-11-22T07:00:00Z".parse().unwrap();
        assert_eq!(
            period_end(QuotaPeriod::Day, now).to_string(),
            "2026-11-23T00:00:00Z"
        );
        assert_eq!(
            period_end(QuotaPeriod::Month, now).to_string(),
            "2026-12-01T00:00:00Z"
        );
    }

    #[test]
    fn the_remaining_quota_is_spread_over_the_remaining_time() {
        let allowance = Allowance {
            per_day: None,
            per_month: Some(10_000),
        };
        let mut quota = Quota::new("coingecko", allowance);
        let minute = Duration::from_secs(60);
        let start = "2026-11-01T00:00:00Z".parse().unwrap();
        // 10,000 requests are spread over 30 days.
        assert_eq!(
            quota.interval(minute, start),
            Duration::from_millis(259_200)
        );
        let last_day = "2026-11-30T00:00:00Z".parse().unwrap();
        assert_eq!(
            quota.interval(minute, last_day),
            minute,
            "the interval is never shorter than the minimum"
        );
        quota.counts[0].used = 9_999;
        assert_eq!(
            quota.interval(minute, last_day),
            Duration::from_secs(86_400)
        );
        let unlimited = Quota::new("alternative_me", Allowance::default());
        assert_eq!(unlimited.interval(minute, start), minute);
    }
}
