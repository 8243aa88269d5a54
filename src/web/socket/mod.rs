//! The live feed over a WebSocket: handshake and connection, and every message of it.

pub mod frames;
pub(crate) mod handshake;

mod allowance;
mod connection;
mod protocol;
mod wire;
