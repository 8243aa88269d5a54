//! Forwarded requests: in a cluster, an edge forwards writes, and reads that only the source can answer, to the source.

mod client;
mod protocol;
mod server;

pub(super) use client::{send, to_forwarded_request};
pub use protocol::{ForwardedRequest, RemoteResponse, Upstream, UpstreamResult};
pub use server::answer_forwarded;
