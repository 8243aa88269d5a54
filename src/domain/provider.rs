//! Health, delay and quotas of providers.

use std::time::Duration;

use jiff::Timestamp;
use serde::Serialize;

use super::ticker::TickerKind;

/// State of a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ProviderState {
    /// No request has been sent yet.
    Waiting,
    /// The last request succeeded.
    Ok,
    /// The last request failed. The next request follows after a pause.
    Failing,
    /// The provider responds, but some of its parts (news feeds) fail.
    Degraded,
    /// The provider responds, but its data is outdated.
    Outdated,
    /// The provider is not used because a required setting is missing.
    Disabled,
    /// The provider denies access, so no request is sent for a while. Its data is optional, so the server
    /// stays healthy.
    Refused,
}

/// Delay of Cboe's prices in minutes.
pub(crate) const CBOE_DELAY_MINUTES: u16 = 15;

/// Maximum delay of CNBC's prices in minutes.
pub(crate) const CNBC_DELAY_MINUTES: u16 = 15;

/// Name of the provider of prices at Xetra and Frankfurt.
pub(crate) const DEUTSCHE_BOERSE: &str = "deutsche_boerse";

/// Delay of Deutsche Börse's prices in minutes.
pub(crate) const DEUTSCHE_BOERSE_DELAY_MINUTES: u16 = 15;

/// Name of the provider of official closes at Euronext's exchanges, which are published once a trading day.
pub(crate) const EURONEXT: &str = "euronext";

/// Name of the provider of prices from Nasdaq's list of stocks, which is read after each close.
pub(crate) const NASDAQ_SCREENER: &str = "nasdaq_screener";

/// Name of the provider of the euro reference rates, which are published once a working day.
pub(crate) const ECB: &str = "ecb";

/// Returns the delay that a provider adds to all prices, in minutes; `None` for providers without such a delay. The
/// delay that an exchange requires is separate: [`super::ticker::Profile::delay_minutes`].
pub(crate) fn delay_minutes(source: &str) -> Option<u16> {
    match source {
        "cboe" => Some(CBOE_DELAY_MINUTES),
        "cnbc" => Some(CNBC_DELAY_MINUTES),
        DEUTSCHE_BOERSE => Some(DEUTSCHE_BOERSE_DELAY_MINUTES),
        _ => None,
    }
}

/// Health of a provider. Counters start at 0 when the process starts.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ProviderHealth {
    /// Name in the configuration.
    pub name: String,
    /// Current state.
    pub state: ProviderState,
    /// Number of requests.
    pub requests: u64,
    /// Number of failed requests.
    pub failures: u64,
    /// Number of rate-limited requests (HTTP 429), included in `failures`.
    pub throttled: u64,
    /// Number of failures since the last success.
    pub consecutive_failures: u32,
    /// Time since which the provider fails, denies access or has no new data; `None` while healthy.
    pub unhealthy_since: Option<Timestamp>,
    /// Time of the last successful response.
    pub last_success: Option<Timestamp>,
    /// Time of the last failure.
    pub last_failure: Option<Timestamp>,
    /// Reason of the last failure in one sentence.
    pub last_error: Option<String>,
    /// True if the provider responded to the last failed request. A different request may then succeed.
    pub answered: bool,
    /// Time of the next request.
    pub next_attempt: Option<Timestamp>,
    /// Kinds of data that the provider supplies.
    pub feeds: Vec<Feed>,
    /// Health of each URL of a provider with several URLs (news feeds).
    pub parts: Vec<PartHealth>,
    /// Remaining requests per day or month; empty without such limits.
    pub quota: Vec<RemainingQuota>,
    /// Description of other rate limits; `None` if the provider does not publish any.
    pub limit: Option<&'static str>,
}

/// Health of one of several URLs of a provider. Counters start at 0 when the process starts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PartHealth {
    /// Name in the configuration.
    pub name: String,
    /// Number of failures since the last success.
    pub consecutive_failures: u32,
    /// Time of the last successful response.
    pub last_success: Option<Timestamp>,
    /// Time of the last failure.
    pub last_failure: Option<Timestamp>,
    /// Reason of the last failure in one sentence.
    pub last_error: Option<String>,
    /// Time of the next request; `None` before the first request, and if the URL has no retry time of its own.
    pub next_attempt: Option<Timestamp>,
}

impl PartHealth {
    /// Creates the record of a URL before its first request.
    pub(crate) fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            consecutive_failures: 0,
            last_success: None,
            last_failure: None,
            last_error: None,
            next_attempt: None,
        }
    }

    /// Returns true if the last request failed.
    pub(crate) fn is_failing(&self) -> bool {
        self.consecutive_failures > 0
    }

    /// Returns `Waiting`, `Ok` or `Failing`.
    pub(crate) fn state(&self) -> ProviderState {
        match self {
            part if part.is_failing() => ProviderState::Failing,
            part if part.last_success.is_some() => ProviderState::Ok,
            _ => ProviderState::Waiting,
        }
    }
}

/// A kind of data that a provider supplies, with the kinds of ticker that have this data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Feed {
    /// Kind of data: quotes, ticks, bars, …
    pub what: &'static str,
    /// Kinds of ticker.
    pub kinds: Vec<TickerKind>,
}

/// Period of a request quota.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum QuotaPeriod {
    /// A day in UTC.
    Day,
    /// A month in UTC.
    Month,
}

impl QuotaPeriod {
    /// Returns the name used in the API.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Month => "month",
        }
    }
}

/// Remaining requests of a quota.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct RemainingQuota {
    /// Period of the quota.
    pub period: QuotaPeriod,
    /// Requests allowed per period.
    pub limit: u64,
    /// Remaining requests in the current period.
    pub left: u64,
}

/// Failure of one symbol at an otherwise healthy provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SymbolFailure {
    /// Symbol of the ticker.
    pub symbol: String,
    /// Name of the provider.
    pub provider: String,
    /// Reason in one sentence.
    pub error: String,
    /// Time of the first of the consecutive failures.
    pub since: Timestamp,
    /// Time of the last failure.
    pub last_failure: Timestamp,
    /// Number of consecutive failures.
    pub failures: u32,
    /// Time of the next request.
    pub next_attempt: Option<Timestamp>,
}

/// Status of one connection of a stream. Ages are measured with a monotonic clock.
#[derive(Debug, Clone, PartialEq)]
pub struct StreamConnection {
    /// Name of the provider.
    pub provider: String,
    /// 1-based index of the connection.
    pub number: usize,
    /// Number of subscribed symbols.
    pub symbols: usize,
    /// Maximum number of symbols per connection; `None` without a limit.
    pub max_symbols: Option<usize>,
    /// Time since the connection opened; `None` while closed.
    pub open_duration: Option<Duration>,
    /// Age of the last message; `None` before the first.
    pub last_message_age: Option<Duration>,
    /// Message rate over the last minute, or since the connection opened; `None` in the first second.
    pub messages_per_second: Option<f64>,
}

/// Progress in fetching a symbol's history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HistoryProgress {
    /// Symbol of the ticker.
    pub symbol: String,
    /// Number of completed requests.
    pub done: usize,
    /// Number of requests for the whole history.
    pub total: usize,
    /// Estimated completion time; `None` if complete, or while the source has no data.
    pub ready_at: Option<Timestamp>,
}

/// Maximum number of failing parts that the error of a provider names.
const MAX_NAMED_PARTS: usize = 3;

impl ProviderHealth {
    /// Creates the record of a provider before its first request.
    pub(crate) fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            state: ProviderState::Waiting,
            requests: 0,
            failures: 0,
            throttled: 0,
            consecutive_failures: 0,
            unhealthy_since: None,
            last_success: None,
            last_failure: None,
            last_error: None,
            answered: false,
            next_attempt: None,
            feeds: Vec::new(),
            parts: Vec::new(),
            quota: Vec::new(),
            limit: None,
        }
    }

    /// Returns the record with the failures of its parts: a responding provider with failing parts is degraded, and the
    /// error names the parts.
    #[must_use]
    pub(crate) fn with_part_failures(mut self) -> Self {
        let failing: Vec<&PartHealth> =
            self.parts.iter().filter(|part| part.is_failing()).collect();
        let is_responding = match self.state {
            ProviderState::Ok => true,
            // The first round of requests is not complete. One response proves that the provider is not down.
            ProviderState::Waiting => self.parts.iter().any(|part| part.last_success.is_some()),
            _ => false,
        };
        if !is_responding || failing.is_empty() {
            return self;
        }
        let reasons = failing.iter().take(MAX_NAMED_PARTS).map(|part| {
            let error = part.last_error.as_deref().unwrap_or("No response.");
            format!("'{}': {error}", part.name)
        });
        let reasons: Vec<String> = reasons.collect();
        let (count, total) = (failing.len(), self.parts.len());
        let unnamed = count.saturating_sub(MAX_NAMED_PARTS);
        let suffix = if unnamed > 0 {
            format!(" And {unnamed} more.")
        } else {
            String::new()
        };
        let verb = if count == 1 { "fails" } else { "fail" };
        self.last_error = Some(format!(
            "{count} of {total} feeds {verb}. {}{suffix}",
            reasons.join(" ")
        ));
        let since = failing.iter().filter_map(|part| part.last_failure).min();
        self.unhealthy_since = self.unhealthy_since.or(since);
        self.state = ProviderState::Degraded;
        self
    }

    /// Returns true if the provider only streams prices.
    pub(crate) fn is_stream(&self) -> bool {
        !self.feeds.is_empty() && self.feeds.iter().all(|feed| feed.what == "ticks")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn provider_with_failing_feeds_is_degraded_and_its_error_names_them() {
        let part = |index: u32| PartHealth {
            consecutive_failures: u32::from(index < 11),
            last_error: (index < 11).then(|| "The source returned HTTP 404.".to_owned()),
            ..PartHealth::new(format!("feed-{index}"))
        };
        let health = ProviderHealth {
            state: ProviderState::Ok,
            parts: (0..34).map(part).collect(),
            ..ProviderHealth::new("rss")
        };
        let reported = health.clone().with_part_failures();
        assert_eq!(reported.state, ProviderState::Degraded);
        let error = reported.last_error.unwrap();
        assert!(
            error.starts_with(
                "11 of 34 feeds fail. 'feed-0': The source returned HTTP 404. 'feed-1':"
            ),
            "{error}"
        );
        assert!(error.ends_with(" And 8 more."), "{error}");
        let without_failures = ProviderHealth {
            parts: (20..34).map(part).collect(),
            ..health
        };
        assert_eq!(
            without_failures.with_part_failures().state,
            ProviderState::Ok
        );
    }
}
