//! What the providers share: the HTTP client, the pause between two requests, streams, and who
//! stands in for whom.

pub mod access;
pub mod capability;
pub mod client;
pub mod lenient;
pub mod limiter;
pub mod pace;
pub mod quota;
pub mod stream;
mod ticks;
