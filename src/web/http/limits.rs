//! Limits per client and in total.

use std::time::Duration;

/// Limits on the resources that clients may use.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Maximum number of live connections.
    pub sockets: usize,
    /// Maximum number of TCP connections, including live ones.
    pub connections: usize,
    /// Maximum number of TCP connections per address. `None` means three quarters of `connections`, and no limit for loopback addresses,
    /// from which a reverse proxy forwards the requests of all clients.
    pub per_address: Option<usize>,
    /// Maximum number of requests that write or wait to write.
    pub waiting_writes: usize,
    /// Maximum number of tickers per live connection.
    pub subscriptions: usize,
    /// Maximum size of a live message in bytes.
    pub message_bytes: usize,
    /// Maximum size of a request body in bytes. `Route::max_body_bytes` chooses between the limits for bodies, and `request_body::check_body`
    /// and `RequestBody::read` enforce the chosen one.
    pub body_bytes: usize,
    /// Maximum size of an imported list in bytes; exported lists are always smaller.
    pub import_bytes: usize,
    /// Maximum size of an import of all user data in bytes; enough for an export with the maximum of 300,000 bars.
    pub transfer_bytes: usize,
    /// Maximum total size in bytes of all request bodies in memory.
    pub all_body_bytes: usize,
    /// Maximum size of a request's line and headers in bytes.
    pub header_bytes: usize,
    /// Timeout for receiving a request's headers, counted from the start of the connection or the end of the previous response, and
    /// again for receiving its body.
    pub request_timeout: Duration,
    /// How long a live connection may be silent before the server sends a ping, and after the ping before it closes the connection.
    pub ping_after: Duration,
    /// How long ticks are collected before one write sends them.
    pub window: Duration,
    /// Timeout for a write while the client reads nothing, and for a request body while the client sends nothing.
    pub stall_timeout: Duration,
    /// Timeout for open requests to finish when the server stops.
    pub grace: Duration,
    /// Maximum rate of the requests of a client address; `None` for no limit.
    pub request_rate: Option<RequestRate>,
}

/// A rate of requests.
#[derive(Debug, Clone, Copy)]
pub struct RequestRate {
    /// Maximum number of requests at once, when there were none for a while.
    pub burst: f64,
    /// Maximum number of requests per second on average.
    pub per_second: f64,
}

impl RequestRate {
    /// The rate of a public demo. A page makes about 30 requests when it is opened, and few afterwards.
    pub const DEMO: Self = Self {
        burst: 300.0,
        per_second: 10.0,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            sockets: 1_000,
            connections: 4_000,
            per_address: None,
            waiting_writes: 32,
            subscriptions: 512,
            message_bytes: 1_024,
            body_bytes: 64 * 1_024,
            import_bytes: 4 << 20,
            transfer_bytes: 32 << 20,
            all_body_bytes: 64 << 20,
            header_bytes: 16 * 1_024,
            request_timeout: Duration::from_secs(15),
            ping_after: Duration::from_secs(30),
            window: Duration::from_millis(50),
            stall_timeout: Duration::from_secs(30),
            grace: Duration::from_secs(5),
            request_rate: None,
        }
    }
}
