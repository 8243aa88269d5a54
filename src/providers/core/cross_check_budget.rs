//! The number of requests that cross-checks may send.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use serde::{Deserialize, Serialize};

/// Settings of the cross-checks: the table `[providers.cross_check]`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CrossCheckSettings {
    /// Whether daily closes and dividends are compared across providers.
    pub enabled: bool,
    /// Maximum number of requests for comparisons per provider and day (UTC).
    pub requests_per_day: u32,
}

impl Default for CrossCheckSettings {
    fn default() -> Self {
        Self {
            enabled: true,
            requests_per_day: 200,
        }
    }
}

/// The settings, and the number of requests of today by provider. Shared by all providers.
#[derive(Debug, Clone, Default)]
pub(crate) struct CrossCheckBudget {
    settings: Option<CrossCheckSettings>,
    sent: Arc<Mutex<HashMap<&'static str, (Date, u32)>>>,
}

impl CrossCheckBudget {
    /// Creates the budget of these settings. The default budget allows no request.
    pub(crate) fn new(settings: CrossCheckSettings) -> Self {
        Self {
            settings: Some(settings).filter(|settings| settings.enabled),
            sent: Arc::default(),
        }
    }

    pub(super) fn has_requests_left(&self, name: &str, now: Timestamp) -> bool {
        let Some(settings) = &self.settings else {
            return false;
        };
        let sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        let today = sent.get(name).filter(|(day, _)| *day == day_of(now));
        today.is_none_or(|(_, count)| *count < settings.requests_per_day)
    }

    pub(super) fn record(&self, name: &'static str, now: Timestamp) {
        let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        let today = sent.entry(name).or_insert((day_of(now), 0));
        if today.0 != day_of(now) {
            *today = (day_of(now), 0);
        }
        today.1 += 1;
    }
}

fn day_of(at: Timestamp) -> Date {
    at.to_zoned(TimeZone::UTC).date()
}
