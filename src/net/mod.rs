//! Outgoing connections to other machines, with the resolution of host names, certificates and the
//! shared connection pool.

mod connections;
mod pinned;
mod public;
mod resolve;
mod retry_after;

pub(crate) use self::{
    connections::{Body, Pool, cause, connect, encrypt, shared, trusting},
    public::is_public,
    retry_after::retry_after,
};
