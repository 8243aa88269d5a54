//! All that a browser talks to: one accept loop, every route on one page, and a file for each noun.

mod openapi;
mod pages;
pub mod routes;

mod answering;
mod api;
mod changes;
mod elsewhere;
mod http;
mod idempotency;
mod mark;
mod settings;
mod socket;
mod state;
mod turns;

pub use answering::answer;
pub use changes::Kind;
pub use elsewhere::{Answered, Asked, Call, Upstream};
pub use http::accept::serve;
pub use http::access_log::ACCESS;
pub use http::limits::Limits;
#[cfg(feature = "cluster")]
pub(crate) use http::request::decode;
pub use settings::Settings;
pub use socket::frames;
pub use state::{AppState, Services};
