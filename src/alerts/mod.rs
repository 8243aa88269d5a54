//! Alerts: `engine` evaluates them; `service` creates, edits, deletes and records them; `delivery` sends their reports to
//! `channels`.

pub(crate) mod channels;
mod delivery;
mod engine;
mod fired_queue;
mod held_lists;
mod inputs;
mod service;
#[cfg(test)]
mod tests;

pub use self::{
    channels::{ChannelSettings, Channels, ConfigChanges, InvalidSetting, PushSettings},
    delivery::{DeliveryWorker, InApp},
    service::AlertService,
};
pub(crate) use self::{
    channels::{Origin, OutboundChannel, Preview},
    delivery::{Channel, DeliveryError},
    engine::{ScreenMember, WatchedScreen, watched},
    service::{
        Backtest, ChannelChange, DraftTest, EditResult, ListBacktest, MAX_ALERTS, SubscribeResult,
    },
};
