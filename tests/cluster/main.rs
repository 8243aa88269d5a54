//! Clusters of the real binary with a real nats-server on this machine.
#![cfg(feature = "cluster")]

#[path = "../binary/program.rs"]
mod program;
#[path = "../binary/receiver.rs"]
mod receiver;

mod alerts;
mod deck;
mod faults;
mod handover;
mod lines;
mod nats;
mod permissions;
mod proxy;
mod shown;
mod sizes;
mod status;
