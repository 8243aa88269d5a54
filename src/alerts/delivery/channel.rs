//! What a way of delivery can do.

use std::{future::Future, pin::Pin, time::Duration};

use jiff::Timestamp;

use super::{message::Message, policy::Policy};

/// The future of one delivery; what the receiver answered, in a few words.
pub(crate) type Attempt<'a> =
    Pin<Box<dyn Future<Output = Result<String, DeliveryError>> + Send + 'a>>;

/// A way for reports to reach people.
pub trait Channel: Send + Sync + 'static {
    /// Its name in the outbox and in the log.
    fn name(&self) -> &str;

    /// When it may be used, and what goes together.
    fn policy(&self) -> &Policy {
        &Policy::IMMEDIATE
    }

    /// The receiver is known to be away: nothing is tried until it is back, or what waits is too old to wait any longer.
    fn is_away(&self) -> bool {
        false
    }

    /// Delivers a message; `now` is the time of the attempt. One may come twice, when the program ended before it could note that it was
    /// delivered; it then has the same key and the same reports. Dropping the future must do no harm.
    fn deliver<'a>(&'a self, message: &'a Message, now: Timestamp) -> Attempt<'a>;

    /// Hears what an attempt at `at` came to, and when the next one is due.
    fn attempted(&self, _at: Timestamp, _outcome: Result<(), &str>, _next: Option<Timestamp>) {}
}

/// Why a message was not delivered. `Display` is one sentence for the operator.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeliveryError {
    /// The channel says why.
    #[error("{0}")]
    Failed(String),
    /// The receiver wants to be left alone for a while.
    #[error("{0}")]
    Later(String, Duration),
    /// The receiver answers that it will never take this message: a few more attempts, then it is given up.
    #[error("{0}")]
    Refused(String),
    /// The receiver is no more, and never comes back.
    #[error("{0}")]
    Gone(String),
    /// It took too long.
    #[error("it took longer than {0} seconds")]
    TimedOut(u64),
    /// A mistake in this program.
    #[error("the program failed on it: {0}")]
    Panicked(String),
}
