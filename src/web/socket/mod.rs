//! The live feed over WebSocket: handshake, connection and messages.

pub mod frames;
pub(crate) mod handshake;

mod allowance;
mod connection;
mod protocol;
mod wire;
