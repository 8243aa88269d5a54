//! Opening, creating and refusing database files.

use std::{
    fs::{self, File, OpenOptions},
    io::Read,
    path::{Path, PathBuf},
};

use redb::{Builder, Database, DatabaseError, ReadableDatabase, TableError};

use super::{
    Result, StoreError,
    handle::guarded,
    migrate,
    record::number,
    tables::{self, META, SCHEMA},
};

/// What redb may keep of the file in memory. Its own default is 1 GiB.
const CACHE_BYTES: usize = 4 << 20;
/// How a redb file starts (redb `docs/design.md`): its magic number, then a byte of flags.
const MAGIC: [u8; 9] = *b"redb\x1a\x0a\xa9\x0d\x0a";
/// The flag that is set while a writer has the file open.
const IN_USE: u8 = 2;

/// Opens the database at `path`, creating it when there is no file. A file that was not closed
/// cleanly is checked first.
pub(super) fn open(path: &Path) -> Result<Database> {
    guarded(|| {
        let Some(head) = head(path)? else {
            create(path)?;
            return writable(path);
        };
        recognise(path, &head)?;
        let mut database = writable(path)?;
        if head[MAGIC.len()] & IN_USE != 0 {
            check(&mut database)?;
        }
        migrate::up(&database)?;
        Ok(database)
    })
    .0
}

/// Opens a file that this process had open, after a failure: it must exist, and is checked.
pub(super) fn reopen(path: &Path) -> Result<Database> {
    guarded(|| {
        let mut database = writable(path)?;
        check(&mut database)?;
        Ok(database)
    })
    .0
}

/// The first ten bytes of the file, `None` when there is no file. redb would make a database of
/// an empty file; an empty file is a lost one, so it is refused.
fn head(path: &Path) -> Result<Option<[u8; MAGIC.len() + 1]>> {
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let mut head = [0; MAGIC.len() + 1];
    if file.read_exact(&mut head).is_err() || head[..MAGIC.len()] != MAGIC {
        return Err(foreign(path));
    }
    Ok(Some(head))
}

/// Refuses databases of other programs and of newer versions before anything is written.
fn recognise(path: &Path, head: &[u8]) -> Result<()> {
    let database = match builder().open_read_only(path) {
        Ok(database) => database,
        // Stopped within a commit that needs the slow repair, which only a writer can do.
        Err(DatabaseError::RepairAborted) if head[MAGIC.len()] & IN_USE != 0 => return Ok(()),
        Err(error) => return Err(named(path, error)),
    };
    let txn = database.begin_read()?;
    let meta = match txn.open_table(META) {
        Ok(meta) => meta,
        Err(TableError::TableDoesNotExist(_) | TableError::TableTypeMismatch { .. }) => {
            return Err(foreign(path));
        }
        Err(error) => return Err(error.into()),
    };
    match number(&meta, "schema")? {
        None => Err(foreign(path)),
        Some(found) if found > SCHEMA => Err(StoreError::Newer {
            found,
            known: SCHEMA,
        }),
        Some(_) => Ok(()),
    }
}

fn writable(path: &Path) -> Result<Database> {
    builder().open(path).map_err(|error| named(path, error))
}

fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.set_cache_size(CACHE_BYTES);
    builder
}

/// Verifies every page checksum.
fn check(database: &mut Database) -> Result<()> {
    // `false` means that the list of free pages was rebuilt: nothing of ours was lost.
    database.check_integrity()?;
    Ok(())
}

/// Makes a new database beside `path` and renames it into place, so that a power cut leaves
/// either no file or a whole one.
fn create(path: &Path) -> Result<()> {
    let fresh = beside(path, "new");
    make(&fresh, |database| {
        let mut txn = database.begin_write()?;
        txn.set_quick_repair(true);
        tables::create_all(&txn)?;
        Ok(txn.commit()?)
    })?;
    settle(&fresh, path)
}

/// Makes a redb file at `path`, replacing what a broken attempt left, and lets `fill` write it.
pub(super) fn make(path: &Path, fill: impl FnOnce(&Database) -> Result<()>) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error.into()),
        _ => {}
    }
    let new = OpenOptions::new()
        .read(true)
        .write(true)
        .create_new(true)
        .open(path)?;
    fill(&builder().create_file(new)?)
}

/// Moves a finished file into place, durably.
pub(super) fn settle(from: &Path, to: &Path) -> Result<()> {
    File::open(from)?.sync_all()?;
    fs::rename(from, to)?;
    let folder = to.parent().filter(|folder| *folder != Path::new(""));
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
    Ok(())
}

/// `live.redb` → `live.redb.new`.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

fn foreign(path: &Path) -> StoreError {
    StoreError::Foreign(path.display().to_string())
}

fn named(path: &Path, error: DatabaseError) -> StoreError {
    match error {
        DatabaseError::DatabaseAlreadyOpen => StoreError::Locked(path.display().to_string()),
        DatabaseError::UpgradeRequired(_) => foreign(path),
        error => error.into(),
    }
}
