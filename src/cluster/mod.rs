//! A cluster: several processes that serve the same market and communicate over NATS with `JetStream`.
//!
//! One process, the *source*, imports and writes. The changes of each transaction are published record by record
//! ([`publisher`]) to a stream that keeps the newest version of each record. Every other process applies these records to its
//! own database ([`reader`]): an *edge* serves requests from this database, and a *standby* can take over as the source. Prices are
//! sent separately, as the encoded frames of the live feed ([`ticks`]). An edge forwards writes of its browsers to the source ([`calls`]).
//! A lease decides which process is the source ([`lease`]). The revision of the lease is the *epoch*: every message contains the
//! epoch of its source, and receivers reject messages of an older epoch.

mod batch;
mod calls;
mod connection;
mod counts;
mod edge;
mod edge_status;
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
