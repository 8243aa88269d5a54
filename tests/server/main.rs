//! Tests of a server that runs in the test process, with a real socket and a real database file.

mod access;
mod alerts;
mod backup;
mod boards;
mod calendar;
mod channels;
mod common;
mod connections;
mod feeds;
mod fixings;
mod fundamentals;
mod holdings;
mod http;
mod identity;
mod metrics;
mod mqtt;
mod proxies;
mod screener;
mod security;
mod settings;
mod transfer;
mod trouble;
mod watchlists;
mod ws;
mod ws_frames;
