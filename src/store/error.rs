//! Why the store could not do what it was asked.

use std::io::ErrorKind;

/// Every message is one sentence for a person.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Another process has the file open.
    #[error("{0} is in use by another Marketdeck; stop that one first")]
    Locked(String),
    /// An empty file, or not one of ours.
    #[error("{0} is not a Marketdeck database; it was left as it is")]
    Foreign(String),
    /// Written by a newer version.
    #[error(
        "this database has schema {found}, and this version of Marketdeck knows up to {known}; use a newer Marketdeck"
    )]
    Newer {
        /// Version in the file.
        found: u32,
        /// Newest version this program knows.
        known: u32,
    },
    /// Pages that fail their checksum, or records that do not decode.
    #[error(
        "the database is damaged ({0}); restore a backup, or move the file away to start afresh"
    )]
    Damaged(String),
    /// No record of that number.
    #[error("no {0} with that number")]
    NotFound(&'static str),
    /// It is there already.
    #[error("{0}")]
    Duplicate(String),
    /// Disk full, permissions and the like.
    #[error("the database could not be read or written: {0}")]
    Io(String),
}

/// What the floor returns.
pub type Result<T> = std::result::Result<T, StoreError>;

impl StoreError {
    /// Whether the open handle can no longer be trusted: redb refuses further work after a failed
    /// write, and what a panic left behind is anybody's guess.
    pub(super) fn spoils_handle(&self) -> bool {
        matches!(self, Self::Io(_))
    }
}

impl From<std::io::Error> for StoreError {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            // A file shorter than its own header says is damaged, not unreadable.
            ErrorKind::UnexpectedEof | ErrorKind::InvalidData => Self::Damaged(error.to_string()),
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
                Self::Io(format!("the disk is full ({error})"))
            }
            _ => Self::Io(error.to_string()),
        }
    }
}

impl From<redb::Error> for StoreError {
    fn from(error: redb::Error) -> Self {
        match error {
            redb::Error::Io(error) => error.into(),
            redb::Error::Corrupted(what) => Self::Damaged(what),
            // Our tables exist in every file we open, with the types we gave them.
            redb::Error::TableDoesNotExist(_)
            | redb::Error::TableTypeMismatch { .. }
            | redb::Error::TypeDefinitionChanged { .. }
            | redb::Error::TableIsMultimap(_)
            | redb::Error::TableIsNotMultimap(_)
            | redb::Error::RepairAborted => Self::Damaged(error.to_string()),
            _ => Self::Io(error.to_string()),
        }
    }
}

/// redb has an error type for each of its operations; all widen to `redb::Error`.
macro_rules! widen {
    ($($narrow:ident),*) => {$(
        impl From<redb::$narrow> for StoreError {
            fn from(error: redb::$narrow) -> Self {
                redb::Error::from(error).into()
            }
        }
    )*};
}
widen!(
    DatabaseError,
    TransactionError,
    TableError,
    StorageError,
    CommitError,
    SetDurabilityError
);
