//! Alerts: `engine` judges them, `service` makes, switches, deletes and records them, `delivery` sends
//! out what they report, over the `channels` that are configured or were made on the page.

mod baseline;
pub(crate) mod channels;
mod delivery;
mod engine;
mod occasion;
mod service;
#[cfg(test)]
mod tests;
mod unrecorded;

pub use self::{
    channels::{ChannelSettings, Channels, PushRules, Reconfigured, WrongSetting},
    delivery::{DeliveryWorker, InApp},
    service::AlertService,
};
pub(crate) use self::{
    channels::{Origin, Outbound, Preview},
    delivery::{Channel, DeliveryError},
    engine::watched,
    service::{Backtest, Changed, Kept, ListBacktest, MOST, Subscribed, Tried},
};
