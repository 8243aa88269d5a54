//! Options of several commands.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use crate::config::{ListenAddress, MarketKind};

/// The configuration file.
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct FileOption {
    /// TOML file with the same keys as the options.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
}

/// Where the data is.
#[derive(Debug, Default, Args, Serialize)]
pub(crate) struct DataOptions {
    /// Folder of the database files [default: ./data].
    #[arg(long, value_name = "FOLDER")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_dir: Option<PathBuf>,

    /// Which market: each has its database file [default: sample].
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub market: Option<MarketKind>,
}

/// Where the server is reached.
#[derive(Debug, Default, Args, Serialize)]
pub(crate) struct AddressOptions {
    /// Address and port to listen on [default: 127.0.0.1:8080].
    #[arg(long, value_name = "ADDRESS:PORT")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listen: Option<ListenAddress>,

    /// Path under which everything is served [default: /].
    #[arg(long, value_name = "PATH")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base_path: Option<String>,
}
