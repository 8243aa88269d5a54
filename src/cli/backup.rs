//! Arguments of the commands `backup`, `restore` and `check`.

use std::path::PathBuf;

use clap::Args;

use super::shared::{AddressOptions, DataOptions, FileOption};

/// Arguments of `backup`.
#[derive(Debug, Args)]
pub struct Backup {
    /// The backup file; must not exist yet. - writes to standard output once the backup is made and verified.
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
    /// The backup file.
    pub file: PathBuf,
    #[command(flatten)]
    pub(super) file_option: FileOption,
    #[command(flatten)]
    pub(super) data: DataOptions,
}

/// Arguments of `check`.
#[derive(Debug, Args)]
pub struct Check {
    /// The database file [default: the database of the chosen market].
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub(super) file_option: FileOption,
    #[command(flatten)]
    pub(super) data: DataOptions,
}
