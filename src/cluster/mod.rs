//! Several processes that show one market, over NATS with `JetStream`.
//!
//! One process, the *source*, imports and writes. What each of its transactions changes is published record by record
//! ([`publisher`]) to a stream that keeps the newest of each, and every other process takes those records into a file of
//! its own ([`reader`]): an *edge* serves from it, and a stand-by source can take over with it. Prices go beside that
//! path, as the frames that sockets get ([`ticks`]). What a browser writes at an edge is a request to the source
//! ([`calls`]). Who is the source is decided by a lease ([`lease`]); the number of its revision is the *epoch*, which
//! every message carries, and which no receiver goes back from.

mod batch;
mod calls;
mod condition;
mod connection;
mod counts;
mod edge;
mod lease;
mod members;
mod outbox;
mod publisher;
mod reader;
mod source;
mod ticks;
mod wire;

pub(crate) use self::{
    connection::{Connection, connect},
    edge::{Edge, EdgeParts, RemoteFollowing},
    lease::{HeldLease, Lease},
    source::{Source, SourceInfo},
};
