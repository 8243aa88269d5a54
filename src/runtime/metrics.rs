//! What passes through, counted since the process's start. Shown by `/api/health` and `/metrics`.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

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

/// Upper bounds of the durations that a [`Histogram`] tells apart, in seconds.
const BOUNDS: [f64; 14] = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0,
];

/// How many of many durations were how long.
#[derive(Debug, Default)]
pub(crate) struct Histogram {
    /// By bound; the last place is for longer ones.
    counts: [AtomicU64; BOUNDS.len() + 1],
    /// All of them together, in microseconds.
    total: AtomicU64,
}

/// A histogram at one moment.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Durations {
    /// How many were no longer than so many seconds, by that bound.
    pub(crate) buckets: Vec<(f64, u64)>,
    /// How many there were.
    pub(crate) count: u64,
    /// All together, in seconds.
    pub(crate) total: f64,
}

impl Histogram {
    /// One more.
    pub(crate) fn observe(&self, took: Duration) {
        let seconds = took.as_secs_f64();
        let at = BOUNDS.partition_point(|bound| *bound < seconds);
        self.counts[at].fetch_add(1, Ordering::Relaxed);
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.total.fetch_add(micros, Ordering::Relaxed);
    }

    /// All so far.
    pub(crate) fn read(&self) -> Durations {
        let mut count = 0;
        let mut up_to = |place: &AtomicU64| {
            count += place.load(Ordering::Relaxed);
            count
        };
        let buckets = BOUNDS.iter().zip(&self.counts);
        let buckets = buckets
            .map(|(bound, place)| (*bound, up_to(place)))
            .collect();
        up_to(&self.counts[BOUNDS.len()]);
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
    fn a_duration_counts_in_each_bucket_that_it_fits() {
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
        // Up to half a millisecond, one, two and a half, five … and ten seconds.
        assert_eq!((&counts[..4], counts[13], count), (&[0, 1, 1, 2][..], 2, 3));
        assert!((total - 20.004).abs() < 1e-9);
    }
}
