//! The real binary beside programs that others wrote: mosquitto, nginx, Caddy, `HAProxy` and aiosmtpd, on this machine.
//!
//! `scripts/install-neighbors` gets them. A test whose neighbor cannot be had says so and passes.
#![cfg(unix)]

#[path = "../binary/program.rs"]
mod program;

mod broker;
mod certificate;
mod mail;
mod neighbor;
mod proxies;
mod receivers;
mod recipe;
mod tls;
