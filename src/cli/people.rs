//! Arguments of the commands `people …`.

use clap::{Args, Subcommand, ValueEnum};

use super::shared::{DataOptions, FileOption};

/// Commands for the people who use the server in addition to its owner. They change the database of a server that is not running; a
/// running server has the same under 'People' in its settings.
#[derive(Debug, Subcommand)]
pub enum People {
    /// List the people.
    List(PeopleOptions),
    /// Add a person. Reads their password from the terminal or from standard input.
    Add {
        /// Name for the sign-in.
        name: String,
        /// What the person may do.
        #[arg(long, value_enum, default_value_t = PersonRole::Member)]
        role: PersonRole,
        /// Add the person without a password: a proxy signs them in.
        #[arg(long)]
        without_password: bool,
        /// Options of the command.
        #[command(flatten)]
        options: PeopleOptions,
    },
    /// Rename a person.
    Rename {
        /// The current name.
        name: String,
        /// The new name.
        new_name: String,
        /// Options of the command.
        #[command(flatten)]
        options: PeopleOptions,
    },
    /// Change what a person may do.
    Role {
        /// Name of the person.
        name: String,
        /// What the person may do.
        #[arg(value_enum)]
        role: PersonRole,
        /// Options of the command.
        #[command(flatten)]
        options: PeopleOptions,
    },
    /// Set a new password of a person, read from the terminal or from standard input.
    Password {
        /// Name of the person.
        name: String,
        /// Options of the command.
        #[command(flatten)]
        options: PeopleOptions,
    },
    /// Remove a person with all their data.
    Remove {
        /// Name of the person.
        name: String,
        /// What becomes of the person's watchlists.
        #[arg(long, value_enum)]
        lists: RemovedLists,
        /// Options of the command.
        #[command(flatten)]
        options: PeopleOptions,
    },
}

/// Options of all commands for people.
#[derive(Debug, Args)]
pub struct PeopleOptions {
    #[command(flatten)]
    pub(super) file_option: FileOption,
    #[command(flatten)]
    pub(super) data: DataOptions,
}

/// What a person other than the owner may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PersonRole {
    /// Read the market and their own data, and change nothing.
    Viewer,
    /// Also change their own data.
    Member,
}

/// What becomes of the watchlists of a removed person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RemovedLists {
    /// They become lists of the owner.
    Move,
    /// They are deleted.
    Delete,
}

impl People {
    pub(super) fn options(&self) -> &PeopleOptions {
        match self {
            Self::List(options)
            | Self::Add { options, .. }
            | Self::Rename { options, .. }
            | Self::Role { options, .. }
            | Self::Password { options, .. }
            | Self::Remove { options, .. } => options,
        }
    }
}
