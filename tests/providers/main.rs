//! The providers of the live market, tested with scripted servers on loopback and, if they are available, with recorded responses.
#![expect(clippy::float_cmp, reason = "prices pass through unchanged")]

mod bad_days;
mod bonds;
mod cboe;
#[expect(dead_code, reason = "the server has more than this needs")]
#[path = "../server/common.rs"]
mod common;
mod cross_check;
mod custom;
mod ecb;
mod enabled;
mod error_texts;
mod european_closes;
mod facts;
mod facts_memory;
mod filing_alerts;
mod gaps;
mod http;
mod logos;
mod nasdaq;
mod openfigi;
#[path = "../binary/process_memory.rs"]
mod process_memory;
#[path = "../binary/program.rs"]
mod program;
mod quota;
mod recorded;
mod releases;
mod replay;
mod schedule;
mod sec;
mod server;
mod simulated;
mod sources;
mod spark;
mod splits;
mod streams;
mod treasury;
mod twelve_data;
mod venues;
mod without_yahoo;
mod world;
mod yahoo;
