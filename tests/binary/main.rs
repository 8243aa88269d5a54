//! Tests of the real binary as a child process.

mod access;
mod backup;
mod cli;
mod config_check;
mod crowd;
mod deliveries;
mod demo;
mod description;
mod descriptors;
mod documentation;
mod first_start;
mod following;
mod health;
mod images;
mod import_folder;
mod live_check;
mod memory;
mod operator;
mod options;
mod packaging;
mod process_memory;
mod program;
mod progress;
#[cfg(unix)]
mod receiver;
#[cfg(unix)]
mod setup;
mod sources;
mod spellings;
mod supervision;
mod update_check;
