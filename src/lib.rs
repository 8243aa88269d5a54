//! Marketdeck: market information as one binary. Read the modules from `domain` upwards; who may
//! import whom is told, and tested, in ARCHITECTURE.md.

pub mod domain;

pub mod alerts;
pub mod catalogue;
pub mod counters;
pub mod importer;
pub mod live;
pub mod market;
pub mod store;

pub mod import;
pub mod ingest;
pub mod web;

pub mod app;
pub mod cli;
pub mod command;
pub mod config;
