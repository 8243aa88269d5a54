//! What the HTTP client and streams must know of a provider.

use std::time::Duration;

/// The header `User-Agent` of this program, in its version.
pub const OWN_AGENT: &str = concat!("Marketdeck/", env!("CARGO_PKG_VERSION"), " (self-hosted)");

/// How one provider is asked over HTTP.
#[derive(Debug, Clone, PartialEq)]
pub struct Access {
    /// Ask it at all.
    pub enabled: bool,
    /// Scheme and host, and a prefix if there is one; the provider's usual path is appended.
    pub base_url: String,
    /// Sent with every request.
    pub user_agent: String,
    /// How long a whole answer may take.
    pub timeout_seconds: u64,
    /// How large an answer may be, unpacked.
    pub max_bytes: usize,
    /// Pause between two requests, in milliseconds.
    pub min_gap_ms: u64,
    /// Pause between two refreshes, in seconds.
    pub every_seconds: u64,
}

/// How one provider's stream is connected to. It has no `Debug`: its address may hold a key.
#[derive(Clone)]
pub struct StreamAccess {
    /// Scheme (`ws` or `wss`), host and path, with a key where one belongs there.
    pub url: String,
    /// Sent with the request for an upgrade.
    pub user_agent: String,
    /// How long a connection may take to be there, and a command to be written.
    pub timeout: Duration,
    /// How large a message may be.
    pub max_bytes: usize,
    /// How long it may be silent while it should speak.
    pub silence: Duration,
    /// Most connections at once.
    pub connections: usize,
}
