//! The channels that deliver alerts: those of the configuration file, those created on the settings page, browsers that
//! subscribed, and the MQTT broker.
//!
//! `kinds` has a file per kind of channel and explains how to add one. `list` contains all channels of the running program,
//! `outbound` is one channel, `settings` reads its configuration, and `user_channels` validates the settings of a channel that
//! was created on the settings page.

mod http;
mod kinds;
mod list;
mod notification;
mod outbound;
mod redact;
pub(crate) mod settings;
mod transport;
pub(crate) mod user_channels;
mod validate;

pub(crate) use self::{
    kinds::{mqtt::BROKER, web_push::Vapid},
    notification::Preview,
    outbound::{Origin, OutboundChannel},
};
pub use self::{
    list::{Channels, ConfigChanges, PushSettings},
    settings::ChannelSettings,
    validate::InvalidSetting,
};
