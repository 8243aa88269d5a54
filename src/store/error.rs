//! Why the store could not do what it was asked.

use std::{io::ErrorKind, path::Path};

use super::file::platform;

/// What went wrong. `Display` is one sentence for the operator (terminal and log) and may name
/// paths and what the system said; [`StoreError::public_message`] is what a client may read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Another process has the file open.
    #[error("{0} is in use by another Marketdeck; stop that one first")]
    Locked(String),
    /// An empty file, or not one of ours.
    #[error("{0} is not a Marketdeck database; it was left as it is")]
    Foreign(String),
    /// A folder, a pipe or a device where a database file belongs.
    #[error(
        "{path} is {kind} and cannot be a database; move it away, or choose another folder with --data-dir"
    )]
    NotAFile {
        /// Where it is.
        path: String,
        /// What it is, with its article.
        kind: &'static str,
    },
    /// The file system knows no locks, without which two processes could write the file.
    #[error(
        "{path} cannot be locked: {reason}; its file system knows no locks, so choose a folder on a local disk with --data-dir"
    )]
    Unlockable {
        /// Where it is.
        path: String,
        /// What the system said.
        reason: String,
    },
    /// The system does not let this process open the file.
    #[error(
        "{path} may not be read and written by the user that Marketdeck runs as{user}: {reason}"
    )]
    Denied {
        /// Where it is.
        path: String,
        /// ` (uid 1000)`, where it is known.
        user: String,
        /// What the system said.
        reason: String,
    },
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
    /// Pages or records that fail their checksum or do not decode.
    #[error(
        "the database is damaged ({0}); restore a backup, or take out what is whole with 'marketdeck salvage'"
    )]
    Damaged(String),
    /// Records that are whole and do not fit together, because one of them is missing.
    #[error(
        "the database is damaged ({0}); restore a backup, or take out what is whole with 'marketdeck salvage'"
    )]
    Unmatched(&'static str),
    /// The file is for another market, seed or clock.
    #[error("{0}")]
    Identity(String),
    /// The file was removed or replaced while it was open.
    #[error("{0}; nothing can be saved until Marketdeck is restarted")]
    Gone(String),
    /// No record of that number.
    #[error("no {0} with that number")]
    NotFound(&'static str),
    /// It is there already.
    #[error("{0}")]
    Duplicate(String),
    /// There are as many as there may be.
    #[error("{0}")]
    Limit(String),
    /// A record is larger than others of a cluster could be sent.
    #[error(
        "the {noun} would take {} bytes, and a record may take {} at most; nothing was saved",
        grouped(*bytes),
        grouped(*limit)
    )]
    TooLarge {
        /// What a person calls it.
        noun: String,
        /// Its size.
        bytes: usize,
        /// The largest size.
        limit: usize,
    },
    /// No room on the disk, or in the quota.
    #[error("the disk is full")]
    Full,
    /// The system could not read or write the file.
    #[error("the database could not be read or written: {0}")]
    Io(String),
    /// The copy could not be written; the database it is made of is unharmed.
    #[error("the copy could not be written: {0}")]
    Target(String),
    /// A mistake in this program.
    #[error("an internal error: {0}")]
    Internal(String),
    /// The store was closed, or the program is stopping.
    #[error("the database is closed")]
    Closed,
}

/// What the store's functions return.
pub(crate) type Result<T> = std::result::Result<T, StoreError>;

impl StoreError {
    /// One sentence for a client: without paths, and without what the system said.
    pub fn public_message(&self) -> String {
        match self {
            Self::NotFound(_) | Self::Duplicate(_) | Self::Limit(_) | Self::TooLarge { .. } => {
                self.to_string()
            }
            Self::Full => "the server's disk is full; nothing was saved".into(),
            Self::Damaged(_) | Self::Unmatched(_) => {
                "the server's database is damaged; its log says more".into()
            }
            Self::Gone(_) => {
                "the server's database file was removed or replaced; nothing was saved".into()
            }
            Self::Target(_) => "no copy could be written; the server's log says more".into(),
            Self::Closed => "the server is stopping".into(),
            Self::Internal(_) => "the server made a mistake; its log says where".into(),
            _ => "the server's database could not be read or written; its log says more".into(),
        }
    }

    /// Whether redb refuses further work on the open file after this: it does after any failure of
    /// the system's.
    pub(super) fn breaks_handle(&self) -> bool {
        matches!(self, Self::Io(_) | Self::Full)
    }

    /// Whether this concerns the database as a whole, and not what was asked of it.
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

    /// Whether something in the file is not as it was written, or missing.
    pub fn is_damage(&self) -> bool {
        matches!(self, Self::Damaged(_) | Self::Unmatched(_))
    }

    /// An error of the system about the file at `path`.
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

/// Takes nothing for what is damaged, where that must keep nothing else from being done. [`super::Store::condition`] says that
/// something is.
pub(crate) fn default_if_damaged<T: Default>(done: Result<T>) -> Result<T> {
    match done {
        Err(error) if error.is_damage() => {
            tracing::debug!(%error, "damaged records were passed over");
            Ok(T::default())
        }
        done => done,
    }
}

/// A number with commas between its thousands.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A limit on the size of files counts as a full disk: there is no room.
fn is_full(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge
    )
}

impl From<std::io::Error> for StoreError {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            // A file shorter than its own header says is damaged, not unreadable.
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
            redb::Error::Corrupted(what) => Self::Damaged(what),
            redb::Error::DatabaseClosed => Self::Closed,
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
    CompactionError,
    SetDurabilityError
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_may_not_be_opened_is_named_with_the_user_and_only_to_the_operator() {
        let denied = std::io::Error::from(ErrorKind::PermissionDenied);
        let error = StoreError::at(Path::new("/srv/deck/live.redb"), &denied);
        let said = error.to_string();
        assert!(
            said.starts_with("/srv/deck/live.redb may not be read and written"),
            "{said}"
        );
        #[cfg(target_os = "linux")]
        assert!(said.contains(" (uid "), "{said}");
        assert!(!error.public_message().contains("/srv"));
    }

    #[test]
    fn no_room_has_one_sentence_whatever_the_system_calls_it() {
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
