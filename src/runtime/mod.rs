//! The process itself: its tasks, its stop, its health and its counters.

pub mod backoff;
pub mod fault;
pub mod health;
pub mod limits;
pub mod metrics;
pub mod notify;
pub mod panics;
pub mod shutdown;
pub mod supervisor;
