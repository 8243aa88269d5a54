//! The channels over which alerts leave the program: those of the configuration file, and those that were made on the page.

mod command;
mod http;
pub(crate) mod kept;
mod list;
mod mqtt;
mod ntfy;
mod outbound;
mod outgoing;
mod parse;
mod percent;
mod preview;
mod push;
mod secrets;
pub(crate) mod settings;
mod smtp;
mod state;
mod webhook;

pub use self::{
    list::{Channels, PushRules, Reconfigured},
    parse::WrongSetting,
    settings::ChannelSettings,
};
pub(crate) use self::{
    outbound::{BROKER, Origin, Outbound},
    outgoing::Preview,
    push::Vapid,
};
