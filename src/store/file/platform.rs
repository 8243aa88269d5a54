//! Platform-specific file functions: positioned reads, permissions, file ids.

use std::{
    fs::{File, FileType, Metadata},
    io,
};

pub(crate) use system::{
    free_bytes, id, is_lock_unsupported, is_pipe, read_exact_at, restrict_to_owner, user,
};

#[cfg(unix)]
mod system {
    use std::os::unix::fs::{
        FileExt as _, FileTypeExt as _, MetadataExt as _, PermissionsExt as _,
    };

    use super::{File, FileType, Metadata, io};

    /// Mode of a file with secrets: only the owner may read and write it.
    const OWNER_ONLY: u32 = 0o600;

    /// Fills `out` with the bytes at `offset` of the file. Returns an error if the file is too
    /// short.
    pub(crate) fn read_exact_at(file: &File, out: &mut [u8], offset: u64) -> io::Result<()> {
        file.read_exact_at(out, offset)
    }

    /// Returns device and inode of a file.
    pub(crate) fn id(metadata: &Metadata) -> (u64, u64) {
        (metadata.dev(), metadata.ino())
    }

    /// Returns true for a named pipe, which blocks when it is opened.
    pub(crate) fn is_pipe(kind: FileType) -> bool {
        kind.is_fifo()
    }

    /// Returns true if locking failed because the file system does not support locks.
    pub(crate) fn is_lock_unsupported(error: &io::Error) -> bool {
        use rustix::io::Errno;
        let errno = Errno::from_io_error(error);
        [Errno::NOLCK, Errno::NOSYS, Errno::OPNOTSUPP]
            .into_iter()
            .any(|unsupported| errno == Some(unsupported))
    }

    /// Makes a file readable only by its owner.
    pub(crate) fn restrict_to_owner(file: &File) -> io::Result<()> {
        let mut permissions = file.metadata()?.permissions();
        permissions.set_mode(OWNER_ONLY);
        file.set_permissions(permissions)
    }

    /// Returns the free bytes for this process on the file system of a file, or `None` if unknown.
    pub(crate) fn free_bytes(file: &File) -> Option<u64> {
        let system = rustix::fs::fstatvfs(file).ok()?;
        Some(system.f_bavail.saturating_mul(system.f_frsize))
    }

    /// Returns the user of this process as ` (uid 1000)`, or an empty string if unknown.
    pub(crate) fn user() -> String {
        std::fs::metadata("/proc/self").map_or_else(
            |_| String::new(),
            |process| format!(" (uid {})", process.uid()),
        )
    }
}

#[cfg(windows)]
mod system {
    use std::os::windows::fs::{FileExt as _, MetadataExt as _};

    use super::{File, FileType, Metadata, io};

    /// Fills `out` with the bytes at `offset` of the file. Returns an error if the file is too
    /// short.
    pub(crate) fn read_exact_at(file: &File, out: &mut [u8], offset: u64) -> io::Result<()> {
        let mut done = 0;
        while done < out.len() {
            match file.seek_read(&mut out[done..], offset + done as u64) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(count) => done += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Identifies a file by its creation time in units of 100 ns, because Windows does not return
    /// the file id for a path.
    pub(crate) fn id(metadata: &Metadata) -> (u64, u64) {
        (0, metadata.creation_time())
    }

    /// Returns false, because Windows has no pipes in the file system.
    pub(crate) fn is_pipe(_: FileType) -> bool {
        false
    }

    /// Returns false, because all file systems of Windows support locks.
    pub(crate) fn is_lock_unsupported(_: &io::Error) -> bool {
        false
    }

    /// Changes nothing: files have the permissions of their folder.
    #[expect(clippy::unnecessary_wraps, reason = "can fail on other platforms")]
    pub(crate) fn restrict_to_owner(_: &File) -> io::Result<()> {
        Ok(())
    }

    /// Returns `None`: the free space is unknown on Windows.
    pub(crate) fn free_bytes(_: &File) -> Option<u64> {
        None
    }

    /// Returns an empty string: the user is unknown on Windows.
    pub(crate) fn user() -> String {
        String::new()
    }
}
