//! The live feed over WebSocket: handshake, connection and messages.

pub mod frames;
pub(crate) mod handshake;

mod connection;
mod protocol;
mod shared_stream;
mod token_bucket;
