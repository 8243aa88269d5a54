//! What systems do differently with files: reading at a place, who may read, which file it is, and making a new name last.

use std::{
    fs::{File, FileType, Metadata, OpenOptions},
    io,
    path::Path,
};

pub(crate) use system::{
    free_bytes, id, is_lock_unsupported, is_pipe, owner_only, read_exact_at, restrict_to_owner,
    sync_folder, user,
};

#[cfg(unix)]
mod system {
    use std::os::unix::fs::{
        FileExt as _, FileTypeExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _,
    };

    use super::{File, FileType, Metadata, OpenOptions, Path, io};

    /// Who may read and write a file that holds secrets: its owner.
    const OWNER_ONLY: u32 = 0o600;

    /// Fills `out` from `offset` of the file; where the file ends before, that is an error.
    pub(crate) fn read_exact_at(file: &File, out: &mut [u8], offset: u64) -> io::Result<()> {
        file.read_exact_at(out, offset)
    }

    /// Which file it is: its device, and its number there.
    pub(crate) fn id(metadata: &Metadata) -> (u64, u64) {
        (metadata.dev(), metadata.ino())
    }

    /// Whether opening it would wait for somebody at its other end.
    pub(crate) fn is_pipe(kind: FileType) -> bool {
        kind.is_fifo()
    }

    /// Whether the file system refused a lock because it has none.
    pub(crate) fn is_lock_unsupported(error: &io::Error) -> bool {
        use rustix::io::Errno;
        let refused = Errno::from_io_error(error);
        [Errno::NOLCK, Errno::NOSYS, Errno::OPNOTSUPP]
            .into_iter()
            .any(|none| refused == Some(none))
    }

    /// A file that is made so is its owner's alone.
    pub(crate) fn owner_only(options: &mut OpenOptions) -> &mut OpenOptions {
        options.mode(OWNER_ONLY)
    }

    /// Takes the right to read or write a file from everybody but its owner.
    pub(crate) fn restrict_to_owner(file: &File) -> io::Result<()> {
        let mut permissions = file.metadata()?.permissions();
        permissions.set_mode(OWNER_ONLY);
        file.set_permissions(permissions)
    }

    /// Has the names in a folder last over a power cut.
    pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
        File::open(folder)?.sync_all()
    }

    /// What the file system of a file has room for, in bytes, for this process. `None` where that is not told.
    pub(crate) fn free_bytes(file: &File) -> Option<u64> {
        let system = rustix::fs::fstatvfs(file).ok()?;
        Some(system.f_bavail.saturating_mul(system.f_frsize))
    }

    /// ` (uid 1000)`: whom the system takes this process for. Empty where it does not tell.
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

    use super::{File, FileType, Metadata, OpenOptions, Path, io};

    /// Fills `out` from `offset` of the file; where the file ends before, that is an error.
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

    /// Which file it is. The number of a file is not told by its path here: the moment at which it was made, to a tenth of
    /// a microsecond, stands in.
    pub(crate) fn id(metadata: &Metadata) -> (u64, u64) {
        (0, metadata.creation_time())
    }

    /// Pipes are not among files here.
    pub(crate) fn is_pipe(_: FileType) -> bool {
        false
    }

    /// Every file system has locks.
    pub(crate) fn is_lock_unsupported(_: &io::Error) -> bool {
        false
    }

    /// Who may read a new file is said by its folder.
    pub(crate) fn owner_only(options: &mut OpenOptions) -> &mut OpenOptions {
        options
    }

    /// Who may read a file is said by its folder.
    #[expect(clippy::unnecessary_wraps, reason = "elsewhere it may fail")]
    pub(crate) fn restrict_to_owner(_: &File) -> io::Result<()> {
        Ok(())
    }

    /// The file system keeps a journal of its names, and a folder cannot be synchronised.
    #[expect(clippy::unnecessary_wraps, reason = "elsewhere it may fail")]
    pub(crate) fn sync_folder(_: &Path) -> io::Result<()> {
        Ok(())
    }

    /// Not told.
    pub(crate) fn free_bytes(_: &File) -> Option<u64> {
        None
    }

    /// Not told.
    pub(crate) fn user() -> String {
        String::new()
    }
}
