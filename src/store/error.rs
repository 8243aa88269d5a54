//! Errors of the store.

use std::{io::ErrorKind, path::Path};

use super::file::platform;

/// An error of the store. `Display` returns one sentence for the operator (terminal and log), which
/// may name paths and system errors. [`StoreError::public_message`] returns the sentence for
/// clients.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Another process has the file open.
    #[error("{0} is in use by another Marketdeck; stop that one first")]
    Locked(String),
    /// The file is empty, or is not a Marketdeck database.
    #[error("{0} is not a Marketdeck database; it was left unchanged")]
    Foreign(String),
    /// The path of the database is a folder, a pipe or a device.
    #[error(
        "{path} is {kind} and cannot be a database; move it away, or choose another folder with --data-dir"
    )]
    NotAFile {
        /// The file's path.
        path: String,
        /// The kind of file with an article: `a folder`.
        kind: &'static str,
    },
    /// The file system does not support locks. Without a lock, two processes could write the file.
    #[error(
        "{path} cannot be locked: {reason}; its file system does not support locks, so choose a folder on a local disk with --data-dir"
    )]
    Unlockable {
        /// The file's path.
        path: String,
        /// The system's error message.
        reason: String,
    },
    /// This process has no permission to open the file.
    #[error("{path} cannot be read and written by the user that runs Marketdeck{user}: {reason}")]
    Denied {
        /// The file's path.
        path: String,
        /// ` (uid 1000)`, or empty if unknown.
        user: String,
        /// The system's error message.
        reason: String,
    },
    /// The file was written by a newer version of Marketdeck.
    #[error(
        "this database has schema {found}, and this version of Marketdeck supports up to {known}; use a newer Marketdeck"
    )]
    Newer {
        /// Schema version of the file.
        found: u32,
        /// Newest schema version that this program supports.
        known: u32,
    },
    /// Pages or records fail their checksum or do not decode.
    #[error(
        "the database is damaged ({0}); restore a backup, or recover the intact records with 'marketdeck salvage'"
    )]
    Damaged(String),
    /// Intact records contradict each other because another record is missing.
    #[error(
        "the database is damaged ({0}); restore a backup, or recover the intact records with 'marketdeck salvage'"
    )]
    Unmatched(&'static str),
    /// The file belongs to another market, seed or clock.
    #[error("{0}")]
    Identity(String),
    /// The file was removed or replaced while it was open.
    #[error("{0}; nothing can be saved until Marketdeck is restarted")]
    Gone(String),
    /// No record has the requested number.
    #[error("no {0} with that number")]
    NotFound(&'static str),
    /// The record belongs to another person, who does not allow this.
    #[error("{0}")]
    Forbidden(&'static str),
    /// The record exists already.
    #[error("{0}")]
    Duplicate(String),
    /// The maximum number of records is reached.
    #[error("{0}")]
    Limit(String),
    /// A record is too large to be replicated.
    #[error(
        "the {noun} would take {} bytes, but the maximum for a record is {}; nothing was saved",
        grouped(*bytes),
        grouped(*limit)
    )]
    TooLarge {
        /// The noun that users know for the record, such as `watchlist`.
        noun: String,
        /// Size of the record in bytes.
        bytes: usize,
        /// Maximum size in bytes.
        limit: usize,
    },
    /// The disk or the quota is full.
    #[error("the disk is full")]
    Full,
    /// The system could not read or write the file.
    #[error("the database could not be read or written: {0}")]
    Io(String),
    /// The backup could not be written; the database itself is unharmed.
    #[error("the backup could not be written: {0}")]
    Target(String),
    /// This program has a bug.
    #[error("an internal error: {0}")]
    Internal(String),
    /// The store is closed, or the program is shutting down.
    #[error("the database is closed")]
    Closed,
}

pub(crate) type Result<T> = std::result::Result<T, StoreError>;

impl StoreError {
    /// One sentence for clients, without paths and system errors.
    pub fn public_message(&self) -> String {
        match self {
            Self::NotFound(_)
            | Self::Forbidden(_)
            | Self::Duplicate(_)
            | Self::Limit(_)
            | Self::TooLarge { .. } => self.to_string(),
            Self::Full => "the server's disk is full; nothing was saved".into(),
            Self::Damaged(_) | Self::Unmatched(_) => {
                "the server's database is damaged; see the server's log".into()
            }
            Self::Gone(_) => {
                "the server's database file was removed or replaced; nothing was saved".into()
            }
            Self::Target(_) => "the backup could not be written; see the server's log".into(),
            Self::Closed => "the server is stopping".into(),
            Self::Internal(_) => "internal server error; see the server's log".into(),
            _ => "the server's database could not be read or written; see the server's log".into(),
        }
    }

    /// Returns true for I/O errors. After such an error, redb rejects all further work on the open
    /// file.
    pub(super) fn breaks_handle(&self) -> bool {
        matches!(self, Self::Io(_) | Self::Full)
    }

    /// Returns true for errors of the database as a whole; false for errors of a single request.
    pub(super) fn is_failure(&self) -> bool {
        matches!(
            self,
            Self::Damaged(_)
                | Self::Unmatched(_)
                | Self::Gone(_)
                | Self::Full
                | Self::Io(_)
                | Self::Internal(_)
        )
    }

    /// Returns true if records in the file are corrupt or missing.
    pub fn is_damage(&self) -> bool {
        matches!(self, Self::Damaged(_) | Self::Unmatched(_))
    }

    /// Converts a system error about the file at `path`.
    pub(super) fn at(path: &Path, error: &std::io::Error) -> Self {
        let path = path.display().to_string();
        match error.kind() {
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => Self::Denied {
                path,
                user: platform::user(),
                reason: error.to_string(),
            },
            kind if is_full(kind) => Self::Full,
            _ => Self::Io(format!("{path}: {error}")),
        }
    }
}

/// Returns the default value in place of a damage error, so that damage does not stop the caller's
/// other work. [`super::Store::condition`] reports the damage.
pub(crate) fn default_if_damaged<T: Default>(result: Result<T>) -> Result<T> {
    match result {
        Err(error) if error.is_damage() => {
            tracing::debug!(%error, "store: skipped damaged records");
            Ok(T::default())
        }
        result => result,
    }
}

/// Formats a number with thousands separators: `1,234`.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns true if the disk or a quota is full. A reached file size limit counts as a full disk.
fn is_full(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge
    )
}

impl From<std::io::Error> for StoreError {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            // The file is shorter than its header states.
            ErrorKind::UnexpectedEof | ErrorKind::InvalidData => Self::Damaged(error.to_string()),
            kind if is_full(kind) => Self::Full,
            _ => Self::Io(error.to_string()),
        }
    }
}

impl From<redb::Error> for StoreError {
    fn from(error: redb::Error) -> Self {
        match error {
            redb::Error::Io(error) => error.into(),
            redb::Error::Corrupted(message) => Self::Damaged(message),
            redb::Error::DatabaseClosed => Self::Closed,
            // Opening creates all tables with these types, so a missing table is damage.
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

/// redb has one error type per operation; all of them convert to `redb::Error`.
macro_rules! from_redb_errors {
    ($($narrow:ident),*) => {$(
        impl From<redb::$narrow> for StoreError {
            fn from(error: redb::$narrow) -> Self {
                redb::Error::from(error).into()
            }
        }
    )*};
}
from_redb_errors!(
    DatabaseError,
    TransactionError,
    TableError,
    StorageError,
    CommitError,
    CompactionError,
    SetDurabilityError
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permission_error_names_path_and_user_for_the_operator_only() {
        let denied = std::io::Error::from(ErrorKind::PermissionDenied);
        let error = StoreError::at(Path::new("/srv/deck/live.redb"), &denied);
        let message = error.to_string();
        assert!(
            message.starts_with("/srv/deck/live.redb cannot be read and written"),
            "{message}"
        );
        #[cfg(target_os = "linux")]
        assert!(message.contains(" (uid "), "{message}");
        assert!(!error.public_message().contains("/srv"));
    }

    #[test]
    fn every_system_error_for_a_full_disk_becomes_full() {
        for kind in [
            ErrorKind::StorageFull,
            ErrorKind::QuotaExceeded,
            ErrorKind::FileTooLarge,
        ] {
            assert_eq!(
                StoreError::from(std::io::Error::from(kind)),
                StoreError::Full
            );
        }
        let io = StoreError::from(std::io::Error::from_raw_os_error(5));
        assert!(io.to_string().contains("os error 5"), "{io}");
        assert!(!io.public_message().contains("os error"), "{io}");
    }
}
