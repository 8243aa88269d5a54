//! Alerts: `engine` judges them, `service` makes, switches, deletes and records them, `delivery` sends
//! out what they report.

mod baseline;
mod delivery;
mod engine;
mod service;
#[cfg(test)]
mod tests;
mod unrecorded;

pub use self::{
    delivery::{Attempt, Channel, DeliveryError, DeliveryWorker, EncodeReport, InApp},
    service::{AlertService, Changed},
};
