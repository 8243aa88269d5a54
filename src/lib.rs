//! Marketdeck, a server for market information in one binary. `domain` is the best module to start
//! reading. ARCHITECTURE.md lists which module may import which other modules, and
//! `tests/architecture` checks this.

// The standard print macros panic if the output is closed. `command::print` and `errln!` do not.
#![cfg_attr(not(test), warn(clippy::print_stdout, clippy::print_stderr))]

pub mod domain;

pub mod alerts;
pub mod broker;
pub mod catalogue;
pub(crate) mod derived;
pub mod live;
pub mod market;
pub mod mqtt;
pub(crate) mod net;
pub mod providers;
pub mod runtime;
pub mod screener;
pub(crate) mod simulator;
pub mod source;
pub mod store;

pub mod import;
pub mod ingest;
pub mod web;

#[cfg(feature = "cluster")]
pub(crate) mod cluster;

pub(crate) mod app;
pub mod cli;
pub mod command;
pub mod config;

#[doc(hidden)]
pub mod testing;
