//! How reports reach people: what is recorded goes into the store's outbox in the same transaction,
//! and a worker for each channel delivers from there.

mod channel;
mod in_app;
mod worker;

pub(crate) use self::channel::Channel;
#[cfg(test)]
pub(super) use self::channel::{Attempt, DeliveryError};
pub use self::{in_app::InApp, worker::DeliveryWorker};
