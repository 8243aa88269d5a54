//! The providers of the live market against servers on loopback: scripted ones, and recordings of
//! what the providers once answered where those are at hand.
#![expect(clippy::float_cmp, reason = "prices pass through unchanged")]

mod bad_days;
#[expect(dead_code, reason = "the server has more than this needs")]
#[path = "../server/common.rs"]
mod common;
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
mod simulated;
mod sources;
mod spark;
mod streams;
mod twelve_data;
mod words;
mod world;
mod yahoo;
