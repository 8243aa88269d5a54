//! How reports reach people: what is recorded goes into the store's outbox in the same transaction,
//! and a worker for each channel delivers from there.

mod channel;
mod in_app;
mod worker;

pub use self::{
    channel::{Attempt, Channel, DeliveryError},
    in_app::{EncodeReport, InApp},
    worker::DeliveryWorker,
};
