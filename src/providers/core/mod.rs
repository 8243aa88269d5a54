//! What the providers share: the HTTP client, the pause between two requests, streams, and who
//! stands in for whom.

pub(crate) mod addresses;
pub(crate) mod believed;
pub mod capability;
pub mod client;
pub(crate) mod dues;
pub(crate) mod lenient;
pub(crate) mod pace;
pub(crate) mod quota;
pub mod stream;
mod ticks;
