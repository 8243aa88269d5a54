//! Delivery of reports: recording a report adds it to the store's outbox in the same transaction, and a worker per channel
//! delivers from there.

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
