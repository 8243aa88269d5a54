//! The channels that the operator configured: over which alerts leave the program.

mod command;
mod http;
mod list;
mod mqtt;
mod ntfy;
mod outbound;
mod outgoing;
mod parse;
mod push;
pub(crate) mod settings;
mod smtp;
mod webhook;

pub use self::{
    list::{Channels, PushRules},
    parse::WrongSetting,
    settings::ChannelSettings,
};
pub(crate) use self::{
    outbound::{BROKER, Outbound},
    push::Vapid,
};
