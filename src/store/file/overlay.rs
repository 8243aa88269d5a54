//! A redb storage backend that keeps writes in memory and never changes the file.
//!
//! redb repairs a file that was not closed cleanly when it opens it. With this backend the repair happens in memory, so a file in
//! any state can be read: while the disk is full, and during a salvage.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{Error, ErrorKind, Result},
    sync::{Mutex, MutexGuard, PoisonError},
};

use redb::StorageBackend;

use super::platform;

const BLOCK: u64 = 4_096;

/// A read-only file with changes in memory on top.
#[derive(Debug)]
pub(super) struct Overlay {
    file: File,
    changes: Mutex<Changes>,
}

#[derive(Debug)]
struct Changes {
    /// File length as redb sees it.
    length: u64,
    /// Bytes of the underlying file that are visible; smaller than the file after redb truncated it.
    shown: u64,
    blocks: BTreeMap<u64, Vec<u8>>,
}

impl Overlay {
    /// Creates an empty overlay over `file`.
    pub(crate) fn new(file: File) -> Result<Self> {
        let length = file.metadata()?.len();
        let changes = Changes {
            length,
            shown: length,
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

    /// Reads the underlying file from `offset`; zeros after its end.
    fn below(&self, shown: u64, offset: u64, out: &mut [u8]) -> Result<()> {
        let there = shown.saturating_sub(offset).min(out.len() as u64) as usize;
        let (read, rest) = out.split_at_mut(there);
        rest.fill(0);
        platform::read_exact_at(&self.file, read, offset)
    }
}

/// Splits `length` bytes from `offset` at block boundaries: block number, offset in the block, offset in the bytes, byte count.
fn parts(offset: u64, length: usize) -> impl Iterator<Item = (u64, usize, usize, usize)> {
    let mut done = 0;
    std::iter::from_fn(move || {
        if done == length {
            return None;
        }
        let at = offset + done as u64;
        let within = (at % BLOCK) as usize;
        let count = (BLOCK as usize - within).min(length - done);
        let part = (at / BLOCK, within, done, count);
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
        self.below(changes.shown, offset, out)?;
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
            let last = length / BLOCK;
            changes.blocks.split_off(&(last + 1));
            if let Some(block) = changes.blocks.get_mut(&last) {
                block[(length % BLOCK) as usize..].fill(0);
            }
            changes.shown = changes.shown.min(length);
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
                let mut bytes = vec![0; BLOCK as usize];
                self.below(changes.shown, block * BLOCK, &mut bytes)?;
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
        let (below, beside) = (folder.path().join("below"), folder.path().join("beside"));
        let mut rng = fastrand::Rng::with_seed(3);
        let bytes: Vec<u8> = (0..50_000).map(|_| rng.u8(..)).collect();
        std::fs::write(&below, &bytes).unwrap();
        std::fs::write(&beside, &bytes).unwrap();
        let overlay = Overlay::new(File::open(&below).unwrap()).unwrap();
        // The same operations on a plain file.
        let file = File::options()
            .read(true)
            .write(true)
            .open(&beside)
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
                    let (mut seen, mut expected) = (vec![0; count], vec![0; count]);
                    let read = overlay.read(offset, &mut seen);
                    let there = file.read_exact_at(&mut expected, offset);
                    assert_eq!(read.is_ok(), there.is_ok());
                    assert!(read.is_err() || seen == expected);
                }
            }
            assert_eq!(overlay.len().unwrap(), file.metadata().unwrap().len());
        }
        assert_eq!(std::fs::read(&below).unwrap(), bytes);
    }
}
