//! Arguments of the commands that copy the database, and go back to a copy.

use std::path::PathBuf;

use clap::Args;

use super::shared::{AddressOptions, DataOptions, FileOption};

/// Arguments of `backup`.
#[derive(Debug, Args)]
pub struct Backup {
    /// Where the copy goes; must not exist yet. - writes it to standard output, once it is made and checked.
    pub file: PathBuf,
    #[command(flatten)]
    pub(super) file_option: FileOption,
    #[command(flatten)]
    pub(super) data: DataOptions,
    #[command(flatten)]
    pub(super) address: AddressOptions,
}

/// Arguments of `restore`.
#[derive(Debug, Args)]
pub struct Restore {
    /// The copy.
    pub file: PathBuf,
    #[command(flatten)]
    pub(super) file_option: FileOption,
    #[command(flatten)]
    pub(super) data: DataOptions,
}

/// Arguments of `check`.
#[derive(Debug, Args)]
pub struct Check {
    /// The file [default: the database of the chosen market].
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub(super) file_option: FileOption,
    #[command(flatten)]
    pub(super) data: DataOptions,
}
