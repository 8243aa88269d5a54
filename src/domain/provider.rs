//! Providers: where data comes from, and how well they are.

use std::time::Duration;

use jiff::Timestamp;
use serde::Serialize;

use super::ticker::TickerKind;

/// How a provider is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ProviderState {
    /// Not asked yet.
    Waiting,
    /// The last request succeeded.
    Ok,
    /// The last request failed; the next is due after a pause.
    Failing,
    /// It answers, while some of its parts (feeds of news) fail.
    Degraded,
    /// It answers, with nothing newer than long ago.
    Outdated,
    /// It lets us not in, and is left alone for a while. What it brings is done without: that is no
    /// fault of the server's.
    Refused,
}

/// A provider's health record. Counters start at the process's start.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ProviderHealth {
    /// Name, as in the configuration.
    pub name: String,
    /// How it is doing.
    pub state: ProviderState,
    /// Requests sent.
    pub requests: u64,
    /// Requests that failed.
    pub failures: u64,
    /// Of those, with a request to slow down.
    pub throttled: u64,
    /// Failures since the last success.
    pub consecutive_failures: u32,
    /// Since when it fails, refuses or gives nothing new; `None` while it is well.
    pub unhealthy_since: Option<Timestamp>,
    /// When data last arrived.
    pub last_success: Option<Timestamp>,
    /// When a request last failed.
    pub last_failure: Option<Timestamp>,
    /// Why, in one sentence.
    pub last_error: Option<String>,
    /// Whether it answered the last request that failed: another question may be answered well.
    pub answered: bool,
    /// When it is asked again.
    pub next_attempt: Option<Timestamp>,
    /// What it brings.
    pub feeds: Vec<Feed>,
    /// How each of its addresses is doing, where it asks several (feeds of news).
    pub parts: Vec<PartHealth>,
    /// What is left of the requests that its plan allows in a day or a month; empty where it has no such limit.
    pub quota: Vec<QuotaLeft>,
    /// What it allows besides, in a few words; `None` where it does not publish that.
    pub limit: Option<&'static str>,
}

/// The health of one of several addresses that a provider asks. Counters start at the process's start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PartHealth {
    /// Name, as in the configuration.
    pub name: String,
    /// Failures since the last success.
    pub consecutive_failures: u32,
    /// When it last answered.
    pub last_success: Option<Timestamp>,
    /// When it last failed.
    pub last_failure: Option<Timestamp>,
    /// Why it failed last, in one sentence.
    pub last_error: Option<String>,
    /// When it is asked again; `None` before the first request, and where the schedule of the source decides.
    pub next_attempt: Option<Timestamp>,
}

impl PartHealth {
    /// An address that was not asked yet.
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

    /// Returns true while its last request failed.
    pub(crate) fn is_failing(&self) -> bool {
        self.consecutive_failures > 0
    }

    /// waiting, ok or failing.
    pub(crate) fn state(&self) -> ProviderState {
        match self {
            part if part.is_failing() => ProviderState::Failing,
            part if part.last_success.is_some() => ProviderState::Ok,
            _ => ProviderState::Waiting,
        }
    }
}

/// Something that a provider brings, and for which kinds of ticker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Feed {
    /// quotes, ticks, bars, …
    pub what: &'static str,
    /// Of which kinds.
    pub kinds: Vec<TickerKind>,
}

/// What a limit on requests is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum QuotaPeriod {
    /// A day of UTC.
    Day,
    /// A month of UTC.
    Month,
}

impl QuotaPeriod {
    /// The word on the wire.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Month => "month",
        }
    }
}

/// What is left of a limit on requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct QuotaLeft {
    /// What the limit is for.
    pub period: QuotaPeriod,
    /// Requests that are allowed in it.
    pub limit: u64,
    /// How many of them are left.
    pub left: u64,
}

/// Why one symbol gets nothing from a provider that is otherwise well.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SymbolFailure {
    /// The ticker, by symbol.
    pub symbol: String,
    /// Who was asked.
    pub provider: String,
    /// Why, in one sentence.
    pub error: String,
    /// When it first failed in this spell.
    pub since: Timestamp,
    /// When it last failed.
    pub last_failure: Timestamp,
    /// Failures in this spell.
    pub failures: u32,
    /// When it is asked again.
    pub next_attempt: Option<Timestamp>,
}

/// How one connection of a stream is. Ages are measured by a clock that does not jump.
#[derive(Debug, Clone, PartialEq)]
pub struct StreamConnection {
    /// Whose stream it is.
    pub provider: String,
    /// Which of its connections, from one.
    pub number: usize,
    /// Symbols that it is subscribed to.
    pub symbols: usize,
    /// Most symbols that the provider lets a connection have; `None` where it names no limit.
    pub most_symbols: Option<usize>,
    /// For how long it is open; `None` while it is not.
    pub open_for: Option<Duration>,
    /// How long ago its last message came; `None` before the first.
    pub heard_ago: Option<Duration>,
    /// Over the last minute, or since it was opened where that is less; `None` in its first second.
    pub messages_per_second: Option<f64>,
}

/// How much of a symbol's history was fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HistoryProgress {
    /// The ticker, by symbol.
    pub symbol: String,
    /// Requests that were answered.
    pub done: usize,
    /// Requests that it takes.
    pub of: usize,
    /// About when the last will be answered; `None` when all are, or while the source has nothing.
    pub ready_at: Option<Timestamp>,
}

/// Parts that fail and are named in the error of their provider.
const NAMED_PARTS: usize = 3;

impl ProviderHealth {
    /// A provider that was not asked yet.
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

    /// The record as it is shown: one that answers while some of its parts fail is degraded, and says which.
    #[must_use]
    pub(crate) fn judged(mut self) -> Self {
        let failing: Vec<&PartHealth> =
            self.parts.iter().filter(|part| part.is_failing()).collect();
        // While it is asked for the first time, too: what answered already says that it is not down.
        let is_heard = self.parts.iter().any(|part| part.last_success.is_some());
        let answers = match self.state {
            ProviderState::Ok => true,
            ProviderState::Waiting => is_heard,
            _ => false,
        };
        if !answers || failing.is_empty() {
            return self;
        }
        let names = failing.iter().take(NAMED_PARTS).map(|part| {
            let why = part.last_error.as_deref().unwrap_or("No answer.");
            format!("'{}': {why}", part.name)
        });
        let names: Vec<String> = names.collect();
        let (count, all) = (failing.len(), self.parts.len());
        let more = count.saturating_sub(NAMED_PARTS);
        let more = if more > 0 {
            format!(" And {more} more.")
        } else {
            String::new()
        };
        let does = if count == 1 { "fails" } else { "fail" };
        self.last_error = Some(format!(
            "{count} of {all} feeds {does}. {}{more}",
            names.join(" ")
        ));
        let since = failing.iter().filter_map(|part| part.last_failure).min();
        self.unhealthy_since = self.unhealthy_since.or(since);
        self.state = ProviderState::Degraded;
        self
    }

    /// Whether it brings prices as they come, and nothing that it could be asked for.
    pub(crate) fn is_stream(&self) -> bool {
        !self.feeds.is_empty() && self.feeds.iter().all(|feed| feed.what == "ticks")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_provider_of_which_some_feeds_fail_is_degraded_and_names_them() {
        let part = |at: u32| PartHealth {
            consecutive_failures: u32::from(at < 11),
            last_error: (at < 11).then(|| "The source answered HTTP 404.".to_owned()),
            ..PartHealth::new(format!("feed-{at}"))
        };
        let health = ProviderHealth {
            state: ProviderState::Ok,
            parts: (0..34).map(part).collect(),
            ..ProviderHealth::new("rss")
        };
        let told = health.clone().judged();
        assert_eq!(told.state, ProviderState::Degraded);
        let error = told.last_error.unwrap();
        assert!(
            error.starts_with(
                "11 of 34 feeds fail. 'feed-0': The source answered HTTP 404. 'feed-1':"
            ),
            "{error}"
        );
        assert!(error.ends_with(" And 8 more."), "{error}");
        let well = ProviderHealth {
            parts: (20..34).map(part).collect(),
            ..health
        };
        assert_eq!(well.judged().state, ProviderState::Ok);
    }
}
