//! The interface between a delivery worker and a channel.

use std::{future::Future, pin::Pin, time::Duration};

use jiff::Timestamp;

use super::{message::Message, policy::Policy};
use crate::domain::person::PersonId;

/// The future of one delivery, which returns a summary of the receiver's response.
pub(crate) type Attempt<'a> =
    Pin<Box<dyn Future<Output = Result<String, DeliveryError>> + Send + 'a>>;

/// A receiver of messages.
pub trait Channel: Send + Sync + 'static {
    /// The name of the channel in the outbox and in the delivery log.
    fn name(&self) -> &str;

    /// The person whose alerts the channel delivers.
    fn person(&self) -> PersonId;

    /// The policy: when messages may be sent, and which reports share a message.
    fn policy(&self) -> &Policy {
        &Policy::IMMEDIATE
    }

    /// Returns true while the receiver is known to be offline. A report is then not sent until the receiver is back online or
    /// the report is too old to wait any longer.
    fn is_offline(&self) -> bool {
        false
    }

    /// Delivers a message; `now` is the time of the attempt. If the program ended before it recorded a delivery, the message is
    /// delivered again with the same key and reports. The future may be dropped at any time.
    fn deliver<'a>(&'a self, message: &'a Message, now: Timestamp) -> Attempt<'a>;

    /// Called after each attempt: `at` is its time, `next` the time of the next one.
    fn on_attempt(&self, _at: Timestamp, _outcome: Result<(), &str>, _next: Option<Timestamp>) {}
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
    /// The receiver permanently rejected the message, which is given up after a few more attempts.
    #[error("{0}")]
    Rejected(String),
    /// The push service has permanently removed the subscription (404 or 410).
    #[error("{0}")]
    Unsubscribed(String),
    /// The attempt timed out after this many seconds.
    #[error("timed out after {0} s")]
    TimedOut(u64),
    /// The channel panicked (a bug).
    #[error("internal error: {0}")]
    Panicked(String),
}
