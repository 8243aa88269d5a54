//! How the web floor behaves.

use std::time::Duration;

/// Settings of the web floor.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Starts and ends with a slash.
    pub base_path: String,
    /// Host names to answer to besides loopback, LAN addresses and `.local` names.
    pub allowed_hosts: Vec<String>,
    /// Refuse every write.
    pub read_only: bool,
    /// The operator's address; empty when there is none.
    pub contact_email: String,
    /// `sample` or `live`.
    pub market: &'static str,
    /// What one client may take.
    pub limits: Limits,
}

/// Limits on what a client may take.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Live connections at once.
    pub sockets: usize,
    /// TCP connections at once.
    pub connections: usize,
    /// Tickers watched by one live connection.
    pub subscriptions: usize,
    /// Bytes of a live message.
    pub message_bytes: usize,
    /// Bytes of a request's body.
    pub body_bytes: usize,
    /// Bytes of a list that is imported: what an export can be, and more.
    pub import_bytes: usize,
    /// Bytes of a request's line and headers.
    pub header_bytes: usize,
    /// How long a request's headers, and then its body, may take.
    pub request_time: Duration,
    /// How long a live connection may be silent before it is pinged, and then before it is closed.
    pub ping_after: Duration,
    /// How long ticks are gathered for one write.
    pub window: Duration,
    /// How long a write to a live connection may make no progress.
    pub stalled_after: Duration,
    /// How long open requests may take to finish when the server stops.
    pub grace: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            sockets: 1_000,
            connections: 4_000,
            subscriptions: 512,
            message_bytes: 1_024,
            body_bytes: 64 * 1_024,
            import_bytes: 4 << 20,
            header_bytes: 16 * 1_024,
            request_time: Duration::from_secs(15),
            ping_after: Duration::from_secs(30),
            window: Duration::from_millis(50),
            stalled_after: Duration::from_secs(30),
            grace: Duration::from_secs(5),
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            base_path: "/".to_owned(),
            allowed_hosts: Vec::new(),
            read_only: false,
            contact_email: String::new(),
            market: "sample",
            limits: Limits::default(),
        }
    }
}
