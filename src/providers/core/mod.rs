//! Shared parts of the providers: the HTTP client, polling of several endpoints, WebSocket streams, quotas, caches, lenient
//! JSON parsing, and failover between providers.

mod absences;
pub(crate) mod bars;
pub mod capability;
pub mod client;
pub mod cross_check;
pub mod cross_check_budget;
pub(crate) mod due_times;
pub(crate) mod endpoints;
pub(crate) mod fixing_days;
pub(crate) mod lenient;
pub(crate) mod lenient_stream;
pub(crate) mod plausible;
pub mod probe;
pub(crate) mod quota;
pub(crate) mod recent_cache;
pub(crate) mod releases;
pub mod stream;
mod tick_times;
pub(crate) mod venues;
