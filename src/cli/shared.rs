//! Options shared by several commands.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use crate::config::{ListenAddress, MarketKind};

/// The option of the configuration file.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct FileOption {
    /// TOML configuration file, with the same keys as the options.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
}

/// The options of the data directory.
#[derive(Debug, Default, Args, Serialize)]
pub(crate) struct DataOptions {
    /// Folder of the database files [default: ./data].
    #[arg(long, value_name = "FOLDER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_dir: Option<PathBuf>,

    /// Market to serve; each has its own database file [default: sample].
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub market: Option<MarketKind>,
}

/// The options of the server's address.
#[derive(Debug, Default, Args, Serialize)]
pub(crate) struct AddressOptions {
    /// Address and port to listen on [default: 127.0.0.1:8080].
    #[arg(long, value_name = "ADDRESS:PORT")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listen: Option<ListenAddress>,

    /// Path prefix of all URLs [default: /].
    #[arg(long, value_name = "PATH")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base_path: Option<String>,
}
