//! Price streams over WebSocket. This module connects and reconnects, assigns symbols to connections, subscribes, and detects
//! silence. Each provider implements [`Protocol`].

mod assignment;
mod connect;
mod connection;
mod protocol;
mod shared;
mod source;
#[cfg(test)]
mod testing;

#[cfg(test)]
pub(crate) use self::testing::{EmptyMarket, fuzz_frames};
pub use self::{
    connect::StreamOptions,
    protocol::{Event, Frame, Protocol},
    source::Stream,
};
pub(crate) use self::{connect::open, protocol::Target};
