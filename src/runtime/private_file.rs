//! Files that only their owner may read, and durable names of files.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    path::Path,
};

/// Replaces the file at `path` with `text`. After a power failure or a kill, the file has either
/// its old or its new content.
pub(crate) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let partial = path.with_extension("partial");
    // A file that remains from an earlier attempt may have other permissions.
    match fs::remove_file(&partial) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let write = || {
        let mut file =
            owner_only(OpenOptions::new().write(true).create_new(true)).open(&partial)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&partial, path)?;
        sync_folder_of(path)
    };
    let result = write();
    if result.is_err() {
        let _ = fs::remove_file(&partial);
    }
    result
}

/// Makes new files accessible to their owner only.
#[cfg(unix)]
pub(crate) fn owner_only(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt as _;
    options.mode(0o600)
}

/// Changes nothing: new files inherit the permissions of their folder.
#[cfg(windows)]
pub(crate) fn owner_only(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// Syncs the folder of a file, so that its name survives a power failure.
pub(crate) fn sync_folder_of(file: &Path) -> io::Result<()> {
    // Windows cannot open a folder as a file, and syncing is not necessary there.
    if cfg!(unix) {
        let folder = file
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
    }
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn a_replaced_file_is_readable_by_its_owner_only() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        fs::write(&path, "old").unwrap();
        // An attempt that was interrupted.
        fs::write(path.with_extension("partial"), "half").unwrap();
        replace(&path, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_failed_replacement_leaves_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("missing/settings.toml");
        assert!(replace(&path, "new").is_err());
        // A folder in place of the temporary file cannot be removed.
        let path = folder.path().join("settings.toml");
        fs::write(&path, "old").unwrap();
        fs::create_dir(path.with_extension("partial")).unwrap();
        assert!(replace(&path, "new").is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    }
}
