//! The web layer: HTTP server, API, and live feed.

mod openapi;
mod page_paths;
pub mod routes;

mod api;
mod changes;
mod http;
mod idempotency;
mod key_locks;
mod mcp;
mod remote;
mod settings;
pub(crate) mod setup;
mod socket;
mod state;
mod token_bucket;
mod versions;

pub(crate) use api::transfer::import_user_data;
pub use changes::ChangeKind;
pub use http::accept::serve;
pub use http::access_log::ACCESS_LOG_TARGET;
pub use http::limits::{Limits, RequestRate};
#[cfg(feature = "cluster")]
pub(crate) use http::request::decode;
pub use remote::{ForwardedRequest, RemoteResponse, Upstream, UpstreamResult, answer_forwarded};
pub use settings::Settings;
pub use socket::frames;
pub use state::{AppState, Services};
