//! The live feed: sends encoded frames to the connections that watch a ticker.

mod bit_set;
pub mod hub;
