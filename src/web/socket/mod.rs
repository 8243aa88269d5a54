//! The live feed over WebSocket: handshake, connection and messages. `ui/src/live/feed.ts` lists all steps from a provider's price to
//! the screen.

pub mod frames;
pub(crate) mod handshake;

mod connection;
mod protocol;
mod shared_stream;
