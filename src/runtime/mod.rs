//! The process itself: its tasks, its stop, its health and its counters.

pub mod metrics;
