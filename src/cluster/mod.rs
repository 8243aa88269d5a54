//! A cluster: several processes that serve the same market, connected by NATS with `JetStream`.
//!
//! One process, the *source*, imports and writes. The changes of each transaction are published record by record
//! ([`publisher`]) to a stream that keeps the newest version of each record. Every other process applies these records to its
//! own database ([`reader`]): an *edge* serves from it, and a *standby* can take over with it. Prices travel separately, as the
//! frames that sockets send ([`ticks`]). A write by a browser at an edge is forwarded to the source ([`calls`]). A lease
//! decides which process is the source ([`lease`]). Its revision is the *epoch*: every message carries it, and receivers reject
//! messages of an older epoch.

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
