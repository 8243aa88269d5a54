//! What the providers share over HTTP: the client and the pause between two requests.

pub mod access;
pub mod client;
pub mod limiter;
