//! Alerts: `engine` judges them, `service` makes, switches, deletes and records them, `delivery` sends
//! out what they report.

mod baseline;
mod delivery;
mod engine;
mod service;
#[cfg(test)]
mod tests;
mod unrecorded;

pub(crate) use self::{delivery::Channel, service::Changed};
pub use self::{
    delivery::{DeliveryWorker, InApp},
    service::AlertService,
};
