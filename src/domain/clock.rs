//! Where the time comes from.

use jiff::Timestamp;

/// Tells the time. Passed down from `app`, so that tests choose the hour.
pub trait Clock: Send + Sync + 'static {
    /// The present moment.
    fn now(&self) -> Timestamp;
}
