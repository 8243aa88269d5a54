//! How a channel does.

use jiff::Timestamp;

use crate::store::{AttemptOutcome, DeliveryAttempt};

/// How a channel does.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct ChannelState {
    /// When something was last delivered.
    pub(crate) delivered_at: Option<Timestamp>,
    /// When an attempt last failed.
    pub(crate) failed_at: Option<Timestamp>,
    /// Why: one sentence.
    pub(crate) failure: Option<String>,
    /// When that is tried again; `None` when it was given up, or came through since.
    pub(crate) next_attempt_at: Option<Timestamp>,
    /// Whether the last attempt failed.
    pub(crate) is_failing: bool,
}

impl ChannelState {
    /// How a channel did, by what was tried, newest first.
    pub(super) fn of(name: &str, attempts: &[DeliveryAttempt]) -> Self {
        let own = || {
            let own = attempts.iter().filter(|attempt| attempt.channel == name);
            own.filter(|attempt| attempt.outcome != AttemptOutcome::Cancelled)
        };
        let is_good = |outcome| outcome == AttemptOutcome::Delivered;
        let failed = own().find(|attempt| !is_good(attempt.outcome));
        Self {
            delivered_at: own()
                .find(|attempt| is_good(attempt.outcome))
                .map(|good| good.at),
            failed_at: failed.map(|failed| failed.at),
            failure: failed.map(|failed| failed.answer.clone()),
            next_attempt_at: None,
            is_failing: own().next().is_some_and(|last| !is_good(last.outcome)),
        }
    }
}
