//! Marketdeck: market information in one binary. Read the modules from `domain` upwards. ARCHITECTURE.md lists which module may
//! import which; `tests/architecture` checks it.

// Both macros panic if standard output is closed; `command::print` and `errln!` do not.
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
