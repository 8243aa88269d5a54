//! Several processes that show one market: the real binary, and a real nats-server, on this machine.
#![cfg(feature = "cluster")]

#[path = "../binary/program.rs"]
mod program;

mod deck;
mod faults;
mod nats;
mod permissions;
mod shown;
mod status;
