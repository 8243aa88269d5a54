//! Counters and histograms since the start of the process. `/api/status` and `/metrics` show them.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use serde::{Serialize, Serializer};

/// A counter that only grows. It uses relaxed ordering, because no other memory access depends on
/// it.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// Adds `n` to the counter.
    pub(crate) fn add(&self, n: u64) {
        self.0.fetch_add(n, Ordering::Relaxed);
    }

    /// Returns the current count.
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
    /// HTTP requests with a response.
    pub requests: Counter,
    /// Responses with status 304.
    pub not_modified: Counter,
    /// Responses with a client error (4xx).
    pub client_errors: Counter,
    /// Responses with a server error (5xx).
    pub server_errors: Counter,
    /// Merged prices.
    pub ticks: Counter,
    /// Merged bars.
    pub bars: Counter,
    /// Values that `ingest` rejected.
    pub dropped: Counter,
    /// Opened live connections.
    pub sockets: Counter,
    /// Frames that were written to live connections.
    pub frames: Counter,
    /// System calls that wrote those frames.
    pub writes: Counter,
    /// Bytes in those frames.
    pub frame_bytes: Counter,
    /// Messages from live connections that could not be parsed.
    pub unparseable: Counter,
}

/// Upper bounds of the buckets of a [`Histogram`], in seconds.
const BUCKET_BOUNDS: [f64; 14] = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0,
];

/// A histogram of durations.
#[derive(Debug, Default)]
pub(crate) struct Histogram {
    /// One count per bucket. The last bucket is for durations above all bounds.
    counts: [AtomicU64; BUCKET_BOUNDS.len() + 1],
    /// Sum of all durations in microseconds.
    total: AtomicU64,
}

/// A snapshot of a [`Histogram`].
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Durations {
    /// Cumulative counts by bucket, as `(upper bound in seconds, count)`.
    pub(crate) buckets: Vec<(f64, u64)>,
    /// Number of durations.
    pub(crate) count: u64,
    /// Sum of all durations in seconds.
    pub(crate) total: f64,
}

impl Histogram {
    /// Adds one duration.
    pub(crate) fn observe(&self, duration: Duration) {
        let seconds = duration.as_secs_f64();
        let bucket = BUCKET_BOUNDS.partition_point(|bound| *bound < seconds);
        self.counts[bucket].fetch_add(1, Ordering::Relaxed);
        let micros = u64::try_from(duration.as_micros()).unwrap_or(u64::MAX);
        self.total.fetch_add(micros, Ordering::Relaxed);
    }

    /// Returns a snapshot.
    pub(crate) fn read(&self) -> Durations {
        let mut count = 0;
        let mut cumulative = |bucket: &AtomicU64| {
            count += bucket.load(Ordering::Relaxed);
            count
        };
        let buckets = BUCKET_BOUNDS.iter().zip(&self.counts);
        let buckets = buckets
            .map(|(bound, bucket)| (*bound, cumulative(bucket)))
            .collect();
        cumulative(&self.counts[BUCKET_BOUNDS.len()]);
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
        // The bounds of the buckets are 0.5 ms, 1 ms, 2.5 ms, 5 ms and so on up to 10 s.
        assert_eq!((&counts[..4], counts[13], count), (&[0, 1, 1, 2][..], 2, 3));
        assert!((total - 20.004).abs() < 1e-9);
    }
}
