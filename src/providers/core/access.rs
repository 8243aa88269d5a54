//! What the HTTP client must know of a provider.

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
