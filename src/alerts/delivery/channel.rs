//! What a way of delivery can do.

use std::{future::Future, pin::Pin};

use crate::domain::alert::FiredAlert;

/// The future of one delivery.
pub(crate) type Attempt<'a> = Pin<Box<dyn Future<Output = Result<(), DeliveryError>> + Send + 'a>>;

/// A way for reports to reach people.
pub trait Channel: Send + Sync + 'static {
    /// Its name in the outbox and in the log.
    fn name(&self) -> &str;

    /// Delivers the report of this number. One may come twice, when the program ended before it could
    /// note that it was delivered; dropping the future must do no harm.
    fn deliver<'a>(&'a self, number: u64, report: &'a FiredAlert) -> Attempt<'a>;
}

/// Why a report was not delivered. `Display` is one sentence for the operator.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeliveryError {
    /// The channel says why.
    #[error("{0}")]
    Failed(String),
    /// It took too long.
    #[error("it took longer than {0} seconds")]
    TimedOut(u64),
    /// A mistake in this program.
    #[error("the program failed on it: {0}")]
    Panicked(String),
}
