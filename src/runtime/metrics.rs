//! Counters and histograms since the process started, shown by `/api/status` and `/metrics`.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use serde::{Serialize, Serializer};

/// A monotonic counter. It uses relaxed ordering because no other memory access depends on it.
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

/// All counters of the process.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Counters {
    /// HTTP requests answered.
    pub requests: Counter,
    /// Requests answered with 304.
    pub not_modified: Counter,
    /// Requests answered with a client error (4xx).
    pub client_errors: Counter,
    /// Requests answered with a server error (5xx).
    pub server_errors: Counter,
    /// Prices merged.
    pub ticks: Counter,
    /// Bars merged.
    pub bars: Counter,
    /// Values that `ingest` rejected.
    pub dropped: Counter,
    /// Live connections opened.
    pub sockets: Counter,
    /// Frames written to live connections.
    pub frames: Counter,
    /// System calls that wrote those frames.
    pub writes: Counter,
    /// Bytes in those frames.
    pub frame_bytes: Counter,
    /// Messages from live connections that could not be parsed.
    pub unparseable: Counter,
}

/// Upper bounds of the buckets of a [`Histogram`], in seconds.
const BOUNDS: [f64; 14] = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0,
];

/// A histogram of durations.
#[derive(Debug, Default)]
pub(crate) struct Histogram {
    /// One count per bucket; the last is for durations above all bounds.
    counts: [AtomicU64; BOUNDS.len() + 1],
    /// Sum of all durations, in microseconds.
    total: AtomicU64,
}

/// A snapshot of a [`Histogram`].
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Durations {
    /// Cumulative counts as `(upper bound in seconds, count)`.
    pub(crate) buckets: Vec<(f64, u64)>,
    /// Number of durations.
    pub(crate) count: u64,
    /// Sum of all durations, in seconds.
    pub(crate) total: f64,
}

impl Histogram {
    /// Adds one duration.
    pub(crate) fn observe(&self, took: Duration) {
        let seconds = took.as_secs_f64();
        let at = BOUNDS.partition_point(|bound| *bound < seconds);
        self.counts[at].fetch_add(1, Ordering::Relaxed);
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.total.fetch_add(micros, Ordering::Relaxed);
    }

    /// Returns a snapshot.
    pub(crate) fn read(&self) -> Durations {
        let mut count = 0;
        let mut cumulative = |bucket: &AtomicU64| {
            count += bucket.load(Ordering::Relaxed);
            count
        };
        let buckets = BOUNDS.iter().zip(&self.counts);
        let buckets = buckets
            .map(|(bound, bucket)| (*bound, cumulative(bucket)))
            .collect();
        cumulative(&self.counts[BOUNDS.len()]);
        Durations {
            buckets,
            count,
            total: self.total.load(Ordering::Relaxed) as f64 / 1e6,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_cumulative() {
        let histogram = Histogram::default();
        for millis in [1, 3, 20_000] {
            histogram.observe(Duration::from_millis(millis));
        }
        let Durations {
            buckets,
            count,
            total,
        } = histogram.read();
        let counts: Vec<u64> = buckets.iter().map(|(_, count)| *count).collect();
        // Buckets: 0.5 ms, 1 ms, 2.5 ms, 5 ms … 10 s.
        assert_eq!((&counts[..4], counts[13], count), (&[0, 1, 1, 2][..], 2, 3));
        assert!((total - 20.004).abs() < 1e-9);
    }
}
