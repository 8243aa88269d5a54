//! Bars that a person imports from files.

pub mod files;
