//! What passes through, counted since the process's start. Shown by `/api/health`.

use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Serialize, Serializer};

/// A number that only grows. Relaxed: nobody orders anything by it.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// Adds `n`.
    pub(crate) fn add(&self, n: u64) {
        self.0.fetch_add(n, Ordering::Relaxed);
    }

    /// The count so far.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Serialize for Counter {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.get())
    }
}

/// Everything that is counted.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Counters {
    /// HTTP requests answered.
    pub requests: Counter,
    /// Of those, answered with 304.
    pub not_modified: Counter,
    /// Of those, answered with a client error.
    pub client_errors: Counter,
    /// Of those, answered with a server error.
    pub server_errors: Counter,
    /// Prices merged.
    pub ticks: Counter,
    /// Bars merged.
    pub bars: Counter,
    /// Values refused by `ingest`.
    pub dropped: Counter,
    /// Live connections opened.
    pub sockets: Counter,
    /// Frames written to live connections.
    pub frames: Counter,
    /// Writes they took.
    pub writes: Counter,
    /// Bytes in those frames.
    pub frame_bytes: Counter,
    /// Live messages that could not be understood.
    pub unparseable: Counter,
}
