//! Forwarded requests: in a cluster, an edge forwards requests that write, and those that only the source can answer, to the source.

mod client;
mod protocol;
mod server;

pub(super) use client::{forwarded_request, send};
pub use protocol::{ForwardedRequest, RemoteResponse, Upstream, UpstreamResult};
pub use server::answer;
