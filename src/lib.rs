//! Marketdeck: market information as one binary.

pub mod domain;

pub mod catalogue;
pub mod counters;
pub mod importer;
pub mod live;
pub mod market;
pub mod store;

pub mod ingest;
pub mod web;
