//! The server in this process, on a real socket and a real file.

mod alerts;
mod common;
mod connections;
mod http;
mod security;
mod watchlists;
mod ws;
