//! The process: its supervised tasks, shutdown, health, counters and limits.

pub(crate) mod backoff;
pub mod health;
pub mod limits;
pub mod metrics;
pub(crate) mod network;
pub(crate) mod panics;
pub(crate) mod password;
pub(crate) mod private_file;
pub(crate) mod process;
pub(crate) mod repeat_filter;
pub(crate) mod shutdown;
pub(crate) mod signals;
pub mod supervisor;
pub(crate) mod systemd;
