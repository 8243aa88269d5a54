//! What the providers share over HTTP: the client, the pause between two requests, and
//! who stands in for whom.

pub mod access;
pub mod capability;
pub mod client;
pub mod lenient;
pub mod limiter;
