//! What one client, and all of them together, may take.

use std::time::Duration;

/// Limits on what a client may take.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Live connections at once.
    pub sockets: usize,
    /// TCP connections at once, live ones among them.
    pub connections: usize,
    /// TCP connections of one address at once. `None`: three quarters of all, and any number from the
    /// machine itself, so that a reverse proxy has room for everybody behind it.
    pub per_address: Option<usize>,
    /// Requests that write at once, all but one of which wait.
    pub waiting_writes: usize,
    /// Tickers watched by one live connection.
    pub subscriptions: usize,
    /// Bytes of a live message.
    pub message_bytes: usize,
    /// Bytes of a request's body.
    pub body_bytes: usize,
    /// Bytes of a list that is imported: what an export of one can be, and more.
    pub import_bytes: usize,
    /// Bytes of everything that a person made: an export holds 300,000 bars at most.
    pub transfer_bytes: usize,
    /// Bytes of all bodies that are being read or wait to be saved.
    pub all_body_bytes: usize,
    /// Bytes of a request's line and headers.
    pub header_bytes: usize,
    /// How long a request's headers, counted from the connection's first moment or the answer before,
    /// and then its body, may take.
    pub request_time: Duration,
    /// How long a live connection may be silent before it is pinged, and then before it is closed.
    pub ping_after: Duration,
    /// How long ticks are gathered for one write.
    pub window: Duration,
    /// How long a write may make no progress because the client does not read, and a body's arrival
    /// because it does not write.
    pub stalled_after: Duration,
    /// How long open requests may take to finish when the server stops.
    pub grace: Duration,
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
            request_time: Duration::from_secs(15),
            ping_after: Duration::from_secs(30),
            window: Duration::from_millis(50),
            stalled_after: Duration::from_secs(30),
            grace: Duration::from_secs(5),
        }
    }
}
