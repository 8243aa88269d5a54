//! Prices that are pushed over a WebSocket. What is the same for every provider is here: connecting,
//! sharing symbols out among connections, subscribing, noticing silence, coming back after a
//! failure. A provider brings its [`Protocol`].

mod connect;
mod connection;
#[cfg(test)]
mod mangled;
mod protocol;
mod shared;
mod slots;
mod source;

#[cfg(test)]
pub(crate) use self::mangled::{Nothing, mangle_frames};
pub(crate) use self::protocol::Target;
pub use self::{
    connect::StreamAccess,
    protocol::{Event, Frame, Protocol},
    source::Stream,
};
