//! Clusters of the real binary with a real nats-server on this machine.
#![cfg(feature = "cluster")]

#[path = "../binary/program.rs"]
mod program;
#[path = "../binary/receiver.rs"]
mod receiver;

mod alerts;
mod connections;
mod faults;
mod handover;
mod nats;
mod people;
mod permissions;
mod process;
mod proxy;
mod sizes;
mod status;
mod visibility;
