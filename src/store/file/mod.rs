//! Database files: recognizing, creating, locking, naming and moving them.

mod backoff;
mod boot_marker;
pub(super) mod compact;
pub(super) mod condition;
pub(super) mod handle;
pub(super) mod identity;
pub(super) mod legacy;
pub(super) mod maintenance;
mod migrate;
mod open;
mod overlay;
mod page_scan;
mod panics;
pub(super) mod platform;
pub(super) mod readable;
pub(super) mod restore;
pub(super) mod salvage;
pub(super) mod table_recovery;

use std::{
    fs::{self, File, Metadata, OpenOptions, TryLockError},
    io::ErrorKind,
    path::{Path, PathBuf},
    time::Duration,
};

use redb::{Builder, Database, DatabaseError, ReadableDatabase, StorageError};

use self::{overlay::Overlay, panics::catch_panics};
use crate::{
    runtime::private_file,
    store::{
        Result, StoreError,
        record::BootMarker,
        schema::{self, SCHEMA_WITH_PEOPLE},
    },
};

/// Size of redb's page cache in bytes. The default of redb is 1 GiB.
const CACHE_BYTES: usize = 1 << 20;
/// The magic number at the start of a redb file. A byte of flags follows it (redb
/// `docs/design.md`).
const MAGIC: [u8; 9] = *b"redb\x1a\x0a\xa9\x0d\x0a";
/// The flag in the byte after the magic number that is set while a writer has the file open.
const IN_USE_FLAG: u8 = 2;

/// Device and inode of a file, which reveal whether another file has replaced it at its path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FileId {
    device: u64,
    inode: u64,
}

impl FileId {
    /// Returns the id of the file with this metadata.
    pub(crate) fn of(metadata: &Metadata) -> Self {
        let (device, inode) = platform::id(metadata);
        Self { device, inode }
    }

    /// Returns the boot marker of this file for the current boot, or `None` if the system has no
    /// boot id.
    pub(super) fn boot_marker(self) -> Option<BootMarker> {
        // The kernel generates this id once per boot; see random(4).
        let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
        Some(BootMarker {
            boot: boot.trim().to_owned(),
            device: self.device,
            inode: self.inode,
        })
    }

    /// Returns [`StoreError::Gone`] if `path` no longer leads to this file.
    pub(crate) fn check(self, path: &Path) -> Result<()> {
        match fs::metadata(path) {
            Ok(metadata) if Self::of(&metadata) == self => Ok(()),
            Ok(_) => Err(StoreError::Gone(format!(
                "{} was replaced by another file",
                path.display()
            ))),
            Err(error) if is_missing(&error) => Err(removed_error(path)),
            Err(error) => Err(StoreError::at(path, &error)),
        }
    }
}

/// Opens the database in a file that this process already has open. Checks every page if
/// `needs_check`.
pub(super) fn reopen(file: &File, path: &Path, needs_check: bool) -> Result<Database> {
    // Rejects an emptied file, in which redb would create a new database.
    header(file, path)?;
    let mut database = builder()
        .create_file(file.try_clone()?)
        .map_err(|error| open_error(path, error))?;
    if needs_check {
        // The result is ignored: `false` only means that the list of free pages was rebuilt.
        database.check_integrity()?;
    }
    Ok(database)
}

/// Opens a read-only view of a file in any state. Nothing is written to the file.
pub(crate) fn open_view(file: &File) -> Result<Database> {
    catch_panics(|| Ok(builder().create_with_backend(Overlay::new(file.try_clone()?)?)?)).result
}

/// Locks the file against other processes, as redb does while the database is open.
pub(crate) fn lock(file: &File, path: &Path) -> Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(StoreError::Locked(path.display().to_string())),
        // If the file system does not support locks, redb cannot lock the file either.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// Opens the file at `path` for reading and writing. Returns `None` if it does not exist.
pub(super) fn open_existing(path: &Path) -> Result<Option<File>> {
    // The kind of file is checked before opening, because opening a pipe would block.
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(StoreError::at(path, &error)),
    };
    if let Some(kind) = irregular_kind(&metadata) {
        return Err(StoreError::NotAFile {
            path: path.display().to_string(),
            kind,
        });
    }
    OpenOptions::new()
        .read(true)
        .write(true)
        .open(path)
        .map(Some)
        .map_err(|error| StoreError::at(path, &error))
}

/// Opens the file at `path` for reading, and locks it against writers.
pub(crate) fn open_read_only(path: &Path) -> Result<File> {
    let metadata = fs::metadata(path).map_err(|error| StoreError::at(path, &error))?;
    if let Some(kind) = irregular_kind(&metadata) {
        return Err(StoreError::NotAFile {
            path: path.display().to_string(),
            kind,
        });
    }
    let file = File::open(path).map_err(|error| StoreError::at(path, &error))?;
    lock(&file, path)?;
    Ok(file)
}

/// Describes a path that is not a regular file. Returns `None` for a regular file.
fn irregular_kind(metadata: &Metadata) -> Option<&'static str> {
    let kind = metadata.file_type();
    if kind.is_file() {
        None
    } else if kind.is_dir() {
        Some("a folder")
    } else if platform::is_pipe(kind) {
        Some("a pipe")
    } else {
        Some("a device or socket")
    }
}

/// Reads the magic number and the flags of the file. Rejects an empty file: it means that data was
/// lost, but redb would create a new database in it.
fn header(file: &File, path: &Path) -> Result<[u8; MAGIC.len() + 1]> {
    let mut header = [0; MAGIC.len() + 1];
    match platform::read_exact_at(file, &mut header, 0) {
        Ok(()) if header[..MAGIC.len()] == MAGIC => Ok(header),
        Ok(()) => Err(foreign_error(path)),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Err(foreign_error(path)),
        Err(error) => Err(StoreError::at(path, &error)),
    }
}

/// Returns true if a writer has the file open, or was killed while it had the file open.
pub(super) fn is_in_use(file: &File, path: &Path) -> Result<bool> {
    Ok(header(file, path)?[MAGIC.len()] & IN_USE_FLAG != 0)
}

/// Reads the schema version of the file without writing to it.
///
/// # Errors
/// Returns [`StoreError::Foreign`] for a file of another program and [`StoreError::Newer`] for a
/// newer schema.
pub(super) fn read_schema_version(file: &File, path: &Path) -> Result<u32> {
    Ok(inspect(file, path)?.schema)
}

/// Schema version and boot marker of a file.
pub(super) struct FileInfo {
    /// Schema version.
    pub(crate) schema: u32,
    /// The boot in which the file was last opened for writing; `None` if unknown.
    pub(crate) opened: Option<BootMarker>,
}

/// Like [`read_schema_version`], but also reads the boot marker.
pub(crate) fn inspect(file: &File, path: &Path) -> Result<FileInfo> {
    header(file, path)?;
    let database = builder()
        .create_with_backend(Overlay::new(file.try_clone()?)?)
        .map_err(|error| open_error(path, error))?;
    let txn = database.begin_read()?;
    match schema::version(&txn)? {
        None => Err(foreign_error(path)),
        Some(found) if found > SCHEMA_WITH_PEOPLE => Err(StoreError::Newer {
            found,
            known: SCHEMA_WITH_PEOPLE,
        }),
        Some(schema) => Ok(FileInfo {
            schema,
            // Older files have no boot marker. A damaged marker is treated as missing.
            opened: boot_marker::read_boot_marker(&txn).ok().flatten(),
        }),
    }
}

fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.set_cache_size(CACHE_BYTES);
    builder
}

/// Creates a redb file at `path`, where no file may exist, and calls `fill` to write its content.
pub(crate) fn create_with<T>(path: &Path, fill: impl FnOnce(&Database) -> Result<T>) -> Result<T> {
    fill(&create_empty(path)?)
}

/// Creates a redb file at `path`, where no file may exist. Only its owner can read it.
pub(crate) fn create_empty(path: &Path) -> Result<Database> {
    let mut options = OpenOptions::new();
    let new = private_file::owner_only(options.read(true).write(true).create_new(true))
        .open(path)
        .map_err(|error| StoreError::at(path, &error))?;
    Ok(builder().create_file(new)?)
}

/// Makes a file readable only by its owner, if the file system supports permissions.
pub(crate) fn restrict_to_owner(file: &File) {
    if let Err(error) = platform::restrict_to_owner(file) {
        tracing::warn!(%error, "store: could not make the database file readable only by its owner; it contains secrets");
    }
}

/// Moves a complete file to `to` durably and replaces an existing file.
pub(super) fn rename_into_place(from: &Path, to: &Path) -> Result<()> {
    File::open(from)?.sync_all()?;
    fs::rename(from, to)?;
    Ok(private_file::sync_folder_of(to)?)
}

/// Moves a complete file to `to` durably, unless another process has created that file in the meantime.
pub(super) fn link_into_place(from: &Path, to: &Path) -> Result<()> {
    let file = File::open(from).and_then(|file| file.sync_all());
    match file.and_then(|()| fs::hard_link(from, to)) {
        Ok(()) => Ok(private_file::sync_folder_of(to)?),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        // Another process has created `to` and removed the temporary file `from`.
        Err(_) if to.exists() => Ok(()),
        // Some file systems have no hard links.
        Err(_) => rename_into_place(from, to),
    }
}

/// Returns the path under which a replaced file is preserved: `live.{label}.redb` for `live.redb`,
/// with a number if that file exists.
pub(super) fn preserved_name(path: &Path, label: &str) -> PathBuf {
    (1..1_000)
        .map(|number| match number {
            1 => format!("{label}.redb"),
            number => format!("{label}-{number}.redb"),
        })
        .map(|ending| path.with_extension(ending))
        .find(|preserved| !preserved.exists() || is_same_file(path, preserved))
        .unwrap_or_else(|| path.with_extension("old"))
}

/// Returns true if both paths lead to the same file. This is the case if a process was killed right
/// after it had preserved the file.
fn is_same_file(path: &Path, other: &Path) -> bool {
    let id = |path: &Path| {
        fs::metadata(path)
            .ok()
            .map(|metadata| platform::id(&metadata))
    };
    cfg!(unix) && id(path).is_some_and(|path_id| id(other) == Some(path_id))
}

/// Links the file to a second name, or copies it if the file system has no hard links.
pub(crate) fn preserve(path: &Path, preserved: &Path) -> Result<()> {
    if is_same_file(path, preserved) {
        return Ok(());
    }
    if fs::hard_link(path, preserved).is_err() {
        fs::copy(path, preserved)?;
        File::open(preserved)?.sync_all()?;
    }
    Ok(())
}

/// Suffix of the names of temporary files.
const TEMPORARY_SUFFIX: &str = ".new";
/// A temporary file is abandoned if it was not written for this long and nobody holds its lock.
const ABANDONED_AFTER: Duration = Duration::from_secs(60);

/// Returns a unique temporary path in the folder of `path`, such as `live.redb.1f00a3c2.new`. The
/// number is random because process ids are not unique across containers.
pub(super) fn temporary_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(
        ".{:08x}{TEMPORARY_SUFFIX}",
        fastrand::Rng::new().u32(..)
    ));
    name.into()
}

/// Removes temporary files for `path` that killed processes left behind, and old temporary files of
/// other databases in its folder. Does not remove files that their writer has locked.
pub(super) fn remove_temporary_files(path: &Path) {
    let (Some(folder), Some(name)) = (
        path.parent(),
        path.file_name().and_then(|name| name.to_str()),
    ) else {
        return;
    };
    remove_temporary_files_if(folder, |entry, file| {
        let rest = entry.strip_prefix(name);
        let is_for_path =
            rest.is_some_and(|rest| rest.starts_with('.') && rest.ends_with(TEMPORARY_SUFFIX));
        is_for_path || is_abandoned(entry, file)
    });
}

/// Removes old temporary files that killed processes left in a folder.
pub fn remove_old_temporary_files(folder: &Path) {
    remove_temporary_files_if(folder, is_abandoned);
}

/// Removes the unlocked temporary files for which `should_remove(name, file)` returns true.
fn remove_temporary_files_if(folder: &Path, should_remove: impl Fn(&str, &File) -> bool) {
    let folder = if folder == Path::new("") {
        Path::new(".")
    } else {
        folder
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name
            .to_str()
            .filter(|name| name.ends_with(TEMPORARY_SUFFIX));
        let Some(name) = name.filter(|_| entry.file_type().is_ok_and(|kind| kind.is_file())) else {
            continue;
        };
        let file = File::open(entry.path());
        if file.is_ok_and(|file| should_remove(name, &file) && file.try_lock().is_ok()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Returns true for an old file whose name has the format of [`temporary_path`] and whose content
/// is a database or the beginning of one.
fn is_abandoned(name: &str, file: &File) -> bool {
    let number = name
        .strip_suffix(TEMPORARY_SUFFIX)
        .and_then(|name| name.rsplit_once('.'));
    let has_temporary_name = number.is_some_and(|(name, number)| {
        !name.is_empty() && number.len() == 8 && number.bytes().all(|byte| byte.is_ascii_hexdigit())
    });
    has_temporary_name && is_old(file) && is_database_or_empty(file)
}

/// Returns true if the file was not written within the last [`ABANDONED_AFTER`].
fn is_old(file: &File) -> bool {
    let written = file.metadata().and_then(|metadata| metadata.modified());
    written.is_ok_and(|written| written.elapsed().is_ok_and(|age| age > ABANDONED_AFTER))
}

/// Returns true for a redb database, and for a file that was abandoned before its header was
/// written.
fn is_database_or_empty(file: &File) -> bool {
    let mut header = [0; MAGIC.len()];
    match platform::read_exact_at(file, &mut header, 0) {
        Ok(()) => header == MAGIC || header.iter().all(|byte| *byte == 0),
        Err(error) => error.kind() == ErrorKind::UnexpectedEof,
    }
}

pub(crate) fn removed_error(path: &Path) -> StoreError {
    StoreError::Gone(format!("{} was removed", path.display()))
}

fn is_missing(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

fn foreign_error(path: &Path) -> StoreError {
    StoreError::Foreign(path.display().to_string())
}

fn open_error(path: &Path, error: DatabaseError) -> StoreError {
    match error {
        DatabaseError::DatabaseAlreadyOpen => StoreError::Locked(path.display().to_string()),
        DatabaseError::UpgradeRequired(_) => foreign_error(path),
        DatabaseError::Storage(StorageError::Io(error))
            if platform::is_lock_unsupported(&error) =>
        {
            StoreError::Unlockable {
                path: path.display().to_string(),
                reason: error.to_string(),
            }
        }
        error => error.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_temporary_files_of_killed_processes_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let create_file = |name: &str, bytes: &[u8], age: u64| {
            let path = folder.path().join(name);
            fs::write(&path, bytes).unwrap();
            let written = fs::metadata(&path).unwrap().modified().unwrap();
            let modified = written - Duration::from_secs(age);
            File::options()
                .write(true)
                .open(&path)
                .unwrap()
                .set_modified(modified)
                .unwrap();
        };
        let database = [&MAGIC[..], &[0; 100]].concat();
        create_file("live.redb.1f00a3c2.new", &database, 0);
        create_file("copy-7.redb.00000001.new", &database, 3_600);
        create_file("cut-off.redb.00000002.new", b"", 3_600);
        // The following files stay: a new file of another process, a file of another program, a
        // file of a user.
        create_file("restored.redb.1f00a3c3.new", &database, 0);
        create_file(
            "letter.1f00a3c2.new",
            b"Dear reader, this is not a database.",
            3_600,
        );
        create_file("other.redb.before.new", &database, 3_600);
        create_file("live.redb", &database, 3_600);
        create_file("held.redb.1f00a3c4.new", &database, 3_600);
        let locked = File::open(folder.path().join("held.redb.1f00a3c4.new")).unwrap();
        locked.lock().unwrap();
        remove_temporary_files(&folder.path().join("live.redb"));
        let mut remaining: Vec<String> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        remaining.sort();
        let expected = [
            "held.redb.1f00a3c4.new",
            "letter.1f00a3c2.new",
            "live.redb",
            "other.redb.before.new",
            "restored.redb.1f00a3c3.new",
        ];
        assert_eq!(remaining, expected);
        drop(locked);
        remove_old_temporary_files(folder.path());
        assert!(!folder.path().join("held.redb.1f00a3c4.new").exists());
        assert!(folder.path().join("restored.redb.1f00a3c3.new").exists());
    }

    #[cfg(unix)]
    #[test]
    fn error_for_a_file_system_without_locks_suggests_a_local_disk() {
        let no_locks = rustix::io::Errno::NOLCK.into();
        let error = open_error(
            Path::new("/mnt/share/live.redb"),
            DatabaseError::Storage(StorageError::Io(no_locks)),
        );
        let message = error.to_string();
        assert!(
            message.starts_with("/mnt/share/live.redb cannot be locked")
                && message.contains("--data-dir"),
            "{message}"
        );
    }
}
