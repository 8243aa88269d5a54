//! The providers of the live market against servers on loopback: scripted ones, and recordings of
//! what the providers once answered where those are at hand.
#![expect(clippy::float_cmp, reason = "prices pass through unchanged")]

mod bad_days;
mod custom;
mod facts;
mod http;
mod logos;
#[path = "../binary/program.rs"]
mod program;
mod quota;
mod recorded;
mod replay;
mod schedule;
mod server;
mod sources;
mod spark;
mod streams;
mod twelve_data;
mod world;
mod yahoo;
