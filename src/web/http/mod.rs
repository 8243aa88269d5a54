//! The HTTP server: connections and limits, requests, responses, the response cache, access control, and the files of the
//! interface.

pub(crate) mod accept;
pub(crate) mod access;
pub(crate) mod access_log;
pub(crate) mod cache;
pub(crate) mod connection;
pub(crate) mod connections;
pub(crate) mod context;
pub(crate) mod csv;
pub(crate) mod demo_banner;
pub(crate) mod dispatch;
pub(crate) mod error;
pub(crate) mod files;
pub(crate) mod format;
pub(crate) mod limits;
pub(crate) mod negotiation;
pub(crate) mod page;
pub(crate) mod proxies;
pub(crate) mod reply;
pub(crate) mod request;
pub(crate) mod request_body;
pub(crate) mod request_limit;
pub(crate) mod request_metrics;
pub(crate) mod response_body;
pub(crate) mod security;
pub(crate) mod stream;
pub(crate) mod writes;

mod first_answers;
mod gzip_prefix;
