//! What the providers share: the HTTP client, the pause between two requests, streams, and who
//! stands in for whom.

pub mod access;
pub(crate) mod addresses;
pub(crate) mod believed;
pub mod capability;
pub mod client;
pub(crate) mod dues;
pub(crate) mod lenient;
pub(crate) mod limiter;
pub(crate) mod pace;
pub(crate) mod quota;
pub(crate) mod reading;
pub mod stream;
mod ticks;
