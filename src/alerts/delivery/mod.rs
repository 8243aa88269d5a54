//! Delivery of reports. The store records a report and adds it to the outbox in one transaction. Each channel has a worker
//! that delivers the entries of the outbox and retries after failures.

mod bundle;
mod channel;
mod in_app;
mod limit;
mod message;
mod outcomes;
mod policy;
mod worker;

pub(crate) use self::channel::{Channel, DeliveryError};
pub(super) use self::{
    channel::Attempt,
    limit::RateLimit,
    message::Message,
    policy::{Policy, QuietHours},
};
pub use self::{in_app::InApp, worker::DeliveryWorker};
