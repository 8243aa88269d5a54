//! HTTP itself: connections and their limits, requests, replies, the response cache, who may ask,
//! and the files of the interface.

pub(crate) mod accept;
pub(crate) mod access;
pub(crate) mod access_log;
pub(crate) mod attachment;
pub(crate) mod body;
pub(crate) mod cache;
pub(crate) mod connections;
pub(crate) mod context;
pub(crate) mod dispatch;
pub(crate) mod error;
pub(crate) mod files;
pub(crate) mod format;
mod forward;
pub(crate) mod limits;
pub(crate) mod measured;
pub(crate) mod negotiation;
pub(crate) mod page;
pub(crate) mod proxies;
pub(crate) mod reply;
pub(crate) mod request;
pub(crate) mod security;
pub(crate) mod stream;
pub(crate) mod tcp;
pub(crate) mod writing;

mod connection;
mod first_answers;
mod packed_start;
mod parse_error;
