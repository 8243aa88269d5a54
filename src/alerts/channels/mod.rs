//! The channels that the operator configured: over which alerts leave the program.

mod command;
mod http;
mod list;
mod ntfy;
mod outbound;
mod outgoing;
mod parse;
pub(crate) mod settings;
mod smtp;
mod webhook;

pub(crate) use self::outbound::Outbound;
pub use self::{list::Channels, parse::WrongSetting, settings::ChannelSettings};
