//! Alerts: `engine` judges them, `service` makes, switches, deletes and records them, `delivery` sends
//! out what they report, over the `channels` that are configured.

mod baseline;
pub(crate) mod channels;
mod delivery;
mod engine;
mod occasion;
mod service;
#[cfg(test)]
mod tests;
mod unrecorded;

pub(crate) use self::{
    channels::Outbound,
    delivery::{Channel, DeliveryError},
    engine::watched,
    service::{Backtest, Changed, MOST, Subscribed},
};
pub use self::{
    channels::{ChannelSettings, Channels, PushRules, WrongSetting},
    delivery::{DeliveryWorker, InApp},
    service::AlertService,
};
