//! The engine of the live feed: fan-out of prepared frames to subscribed connections.

mod bit_set;
pub mod hub;
