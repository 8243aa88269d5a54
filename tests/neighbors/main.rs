//! Tests of the real binary with other programs on this machine: mosquitto, nginx, Caddy, `HAProxy`, aiosmtpd and the
//! Python SDK of the Model Context Protocol.
//!
//! `scripts/install-neighbors` downloads them. If a program is missing, its tests print that they were skipped, and pass.
#![cfg(unix)]

#[path = "../binary/program.rs"]
mod program;

mod assistants;
mod broker;
mod certificate;
mod http2;
mod mail;
mod neighbor;
mod proxies;
mod receivers;
mod recipe;
mod tls;
