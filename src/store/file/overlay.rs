//! A redb storage backend that keeps changes in memory and never writes to the file.
//!
//! When redb opens a file that was not closed cleanly, it repairs the file. With this backend the
//! repair happens in memory, so that a file in any state can be read, for example while the disk is
//! full or during a salvage.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{Error, ErrorKind, Result},
    sync::{Mutex, MutexGuard, PoisonError},
};

use redb::StorageBackend;

use super::platform;

const BLOCK_BYTES: u64 = 4_096;

/// A read-only file and the changes to it, which are held in memory.
#[derive(Debug)]
pub(super) struct Overlay {
    file: File,
    changes: Mutex<Changes>,
}

#[derive(Debug)]
struct Changes {
    /// File length as redb sees it.
    length: u64,
    /// Number of visible bytes of the underlying file. Smaller than the file after redb has
    /// truncated it.
    visible: u64,
    blocks: BTreeMap<u64, Vec<u8>>,
}

impl Overlay {
    /// Creates an empty overlay over `file`.
    pub(crate) fn new(file: File) -> Result<Self> {
        let length = file.metadata()?.len();
        let changes = Changes {
            length,
            visible: length,
            blocks: BTreeMap::new(),
        };
        Ok(Self {
            file,
            changes: Mutex::new(changes),
        })
    }

    fn changes(&self) -> MutexGuard<'_, Changes> {
        self.changes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads from the underlying file at `offset` and fills the rest of `out` with zeros after the
    /// visible part.
    fn read_file(&self, visible: u64, offset: u64, out: &mut [u8]) -> Result<()> {
        let available = visible.saturating_sub(offset).min(out.len() as u64) as usize;
        let (read, rest) = out.split_at_mut(available);
        rest.fill(0);
        platform::read_exact_at(&self.file, read, offset)
    }
}

/// Splits the range of `length` bytes from `offset` at block boundaries. Yields block number,
/// offset in the block, offset in the range, and byte count.
fn parts(offset: u64, length: usize) -> impl Iterator<Item = (u64, usize, usize, usize)> {
    let mut done = 0;
    std::iter::from_fn(move || {
        if done == length {
            return None;
        }
        let position = offset + done as u64;
        let within = (position % BLOCK_BYTES) as usize;
        let count = (BLOCK_BYTES as usize - within).min(length - done);
        let part = (position / BLOCK_BYTES, within, done, count);
        done += count;
        Some(part)
    })
}

impl StorageBackend for Overlay {
    fn len(&self) -> Result<u64> {
        Ok(self.changes().length)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> Result<()> {
        let changes = self.changes();
        let end = offset.checked_add(out.len() as u64);
        if end.is_none_or(|end| end > changes.length) {
            return Err(Error::from(ErrorKind::UnexpectedEof));
        }
        self.read_file(changes.visible, offset, out)?;
        for (block, within, done, count) in parts(offset, out.len()) {
            if let Some(changed) = changes.blocks.get(&block) {
                out[done..done + count].copy_from_slice(&changed[within..within + count]);
            }
        }
        Ok(())
    }

    fn set_len(&self, length: u64) -> Result<()> {
        let mut changes = self.changes();
        if length < changes.length {
            let last = length / BLOCK_BYTES;
            changes.blocks.split_off(&(last + 1));
            if let Some(block) = changes.blocks.get_mut(&last) {
                block[(length % BLOCK_BYTES) as usize..].fill(0);
            }
            changes.visible = changes.visible.min(length);
        }
        changes.length = length;
        Ok(())
    }

    fn sync_data(&self) -> Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> Result<()> {
        let mut changes = self.changes();
        for (block, within, done, count) in parts(offset, data.len()) {
            if !changes.blocks.contains_key(&block) {
                let mut bytes = vec![0; BLOCK_BYTES as usize];
                self.read_file(changes.visible, block * BLOCK_BYTES, &mut bytes)?;
                changes.blocks.insert(block, bytes);
            }
            if let Some(bytes) = changes.blocks.get_mut(&block) {
                bytes[within..within + count].copy_from_slice(&data[done..done + count]);
            }
        }
        changes.length = changes.length.max(offset + data.len() as u64);
        Ok(())
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::FileExt as _;

    use super::*;

    #[test]
    fn overlay_behaves_like_a_file_and_never_changes_it() {
        let folder = tempfile::tempdir().unwrap();
        let (overlay_path, plain_path) =
            (folder.path().join("overlay"), folder.path().join("plain"));
        let mut rng = fastrand::Rng::with_seed(3);
        let bytes: Vec<u8> = (0..50_000).map(|_| rng.u8(..)).collect();
        std::fs::write(&overlay_path, &bytes).unwrap();
        std::fs::write(&plain_path, &bytes).unwrap();
        let overlay = Overlay::new(File::open(&overlay_path).unwrap()).unwrap();
        // The same operations are applied to a plain file.
        let file = File::options()
            .read(true)
            .write(true)
            .open(&plain_path)
            .unwrap();
        for _ in 0..400 {
            let length = file.metadata().unwrap().len();
            let (offset, count) = (rng.u64(0..length + 5_000), rng.usize(1..10_000));
            match rng.u8(0..4) {
                0 => {
                    overlay.set_len(offset).unwrap();
                    file.set_len(offset).unwrap();
                }
                1 => {
                    let data: Vec<u8> = (0..count).map(|_| rng.u8(..)).collect();
                    overlay.write(offset, &data).unwrap();
                    file.write_all_at(&data, offset).unwrap();
                }
                _ => {
                    let (mut actual, mut expected) = (vec![0; count], vec![0; count]);
                    let read = overlay.read(offset, &mut actual);
                    let expected_read = file.read_exact_at(&mut expected, offset);
                    assert_eq!(read.is_ok(), expected_read.is_ok());
                    assert!(read.is_err() || actual == expected);
                }
            }
            assert_eq!(overlay.len().unwrap(), file.metadata().unwrap().len());
        }
        assert_eq!(std::fs::read(&overlay_path).unwrap(), bytes);
    }
}
