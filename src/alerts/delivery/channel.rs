//! The interface between a delivery worker and a channel.

use std::{future::Future, pin::Pin, time::Duration};

use jiff::Timestamp;

use super::{message::Message, policy::Policy};

/// The future of one delivery. It returns the receiver's reply in a few words.
pub(crate) type Attempt<'a> =
    Pin<Box<dyn Future<Output = Result<String, DeliveryError>> + Send + 'a>>;

/// A receiver of messages.
pub trait Channel: Send + Sync + 'static {
    /// The name in the outbox and in the log.
    fn name(&self) -> &str;

    /// When messages may be sent, and which reports share one.
    fn policy(&self) -> &Policy {
        &Policy::IMMEDIATE
    }

    /// Returns true while the receiver is known to be offline: nothing is sent until it is back, or the report is too old to
    /// wait any longer.
    fn is_offline(&self) -> bool {
        false
    }

    /// Delivers a message; `now` is the time of the attempt. A message may be delivered twice, with the same key and reports, if
    /// the program ended before it recorded the first delivery. Dropping the future must be harmless.
    fn deliver<'a>(&'a self, message: &'a Message, now: Timestamp) -> Attempt<'a>;

    /// Called after an attempt at `at`, with its outcome and the time of the next attempt.
    fn attempted(&self, _at: Timestamp, _outcome: Result<(), &str>, _next: Option<Timestamp>) {}
}

/// Why a message was not delivered. `Display` is one sentence for the operator.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeliveryError {
    /// A temporary failure, with the reason.
    #[error("{0}")]
    Failed(String),
    /// A temporary failure; the receiver asks for a pause before the next attempt.
    #[error("{0}")]
    RetryAfter(String, Duration),
    /// A permanent refusal of this message: it is given up after a few more attempts.
    #[error("{0}")]
    Refused(String),
    /// The subscription was permanently removed (404 or 410).
    #[error("{0}")]
    Gone(String),
    /// The attempt timed out after this many seconds.
    #[error("timed out after {0} s")]
    TimedOut(u64),
    /// The channel panicked (a bug).
    #[error("internal error: {0}")]
    Panicked(String),
}
