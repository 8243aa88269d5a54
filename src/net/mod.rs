//! Connections to other machines: names, certificates, and the pool that everybody shares.

mod connections;
mod resolve;
mod retry_after;

pub(crate) use self::{
    connections::{Body, cause, shared, system_certificates},
    retry_after::retry_after,
};
