//! The live feed over a WebSocket: handshake and connection, and every message of it.

pub(crate) mod connection;
pub mod frames;
pub(crate) mod protocol;
