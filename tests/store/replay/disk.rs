//! Possible disk contents after a power cut.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use super::trace::Operation;

/// Sector size: the number of bytes that a disk writes atomically.
const SECTOR: usize = 512;

/// Files by number, and their names.
#[derive(Debug, Default, Clone)]
struct Disk {
    files: Vec<Vec<u8>>,
    names: BTreeMap<PathBuf, usize>,
}

/// A change of a file's content.
enum Change {
    Write(u64, Vec<u8>),
    Resize(u64),
}

impl Change {
    fn apply(self, file: &mut Vec<u8>) {
        match self {
            Self::Write(offset, bytes) => {
                let (from, to) = (offset as usize, offset as usize + bytes.len());
                if file.len() < to {
                    file.resize(to, 0);
                }
                file[from..to].copy_from_slice(&bytes);
            }
            Self::Resize(length) => file.resize(length as usize, 0),
        }
    }
}

/// Writes possible disk contents after a power cut to `into`. Everything that was synced is on disk. Of the other operations, any subset
/// of the written sectors, in any order, and the first few changes of names are on disk.
pub(super) fn cut(operations: &[Operation], folder: &Path, into: &Path, rng: &mut fastrand::Rng) {
    let synced = |of: &Path| {
        let syncs = operations.iter().filter_map(|operation| match operation {
            Operation::Sync(path, since) if path == of => Some(*since),
            _ => None,
        });
        syncs.max().unwrap_or(0)
    };
    let named_until = synced(folder);
    let names = operations.iter().enumerate().filter(|(_, each)| {
        matches!(
            each,
            Operation::Create(_)
                | Operation::Rename(..)
                | Operation::Link(..)
                | Operation::Remove(_)
        )
    });
    let unsure: Vec<usize> = names
        .map(|(at, _)| at)
        .filter(|at| *at >= named_until)
        .collect();
    let last_name = unsure.get(rng.usize(..=unsure.len())).copied();

    // The state that the process sees; `disk` is the state on disk.
    let mut files_by_path: BTreeMap<PathBuf, usize> = BTreeMap::new();
    let mut disk = Disk::default();
    let mut unsynced: Vec<Vec<(usize, Change)>> = Vec::new();
    for (at, operation) in operations.iter().enumerate() {
        let lasts = last_name.is_none_or(|last| at < last);
        match operation {
            Operation::Create(path) => {
                let file = disk.files.len();
                disk.files.push(Vec::new());
                unsynced.push(Vec::new());
                files_by_path.insert(path.clone(), file);
                if lasts {
                    disk.names.insert(path.clone(), file);
                }
            }
            Operation::Write {
                path,
                offset,
                bytes,
            } => {
                unsynced[files_by_path[path]].push((at, Change::Write(*offset, bytes.clone())));
            }
            Operation::Resize(path, length) => {
                unsynced[files_by_path[path]].push((at, Change::Resize(*length)));
            }
            Operation::Sync(path, since) => {
                if let Some(file) = files_by_path.get(path) {
                    let pending = std::mem::take(&mut unsynced[*file]);
                    let (done, remaining): (Vec<_>, _) =
                        pending.into_iter().partition(|(at, _)| at < since);
                    unsynced[*file] = remaining;
                    for (_, change) in done {
                        change.apply(&mut disk.files[*file]);
                    }
                }
            }
            Operation::Rename(from, to) => {
                let file = files_by_path.remove(from).expect("the renamed file exists");
                files_by_path.insert(to.clone(), file);
                if lasts && let Some(file) = disk.names.remove(from) {
                    disk.names.insert(to.clone(), file);
                }
            }
            Operation::Link(from, to) => {
                files_by_path.insert(to.clone(), files_by_path[from]);
                if lasts {
                    disk.names.insert(to.clone(), disk.names[from]);
                }
            }
            Operation::Remove(path) => {
                files_by_path.remove(path);
                if lasts {
                    disk.names.remove(path);
                }
            }
            Operation::Print(_) => {}
        }
    }
    for (file, pending) in unsynced.into_iter().enumerate() {
        apply_partially(&mut disk.files[file], pending, rng);
    }
    for (path, file) in disk.names {
        let path = into.join(
            path.strip_prefix(folder)
                .expect("the path is in the folder"),
        );
        fs::write(path, &disk.files[file]).unwrap();
    }
}

/// Applies a random subset of unsynced changes in random order.
fn apply_partially(file: &mut Vec<u8>, pending: Vec<(usize, Change)>, rng: &mut fastrand::Rng) {
    // Applies no change, all changes, or some of them.
    let probability = [0.0, 0.1, 0.5, 0.9, 1.0][rng.usize(..5)];
    let mut pieces = Vec::new();
    for (_, change) in pending {
        match change {
            Change::Write(offset, bytes) => {
                let sectors = bytes.chunks(SECTOR).enumerate();
                pieces.extend(sectors.map(|(number, sector)| {
                    Change::Write(offset + (number * SECTOR) as u64, sector.to_vec())
                }));
            }
            resize @ Change::Resize(_) => pieces.push(resize),
        }
    }
    rng.shuffle(&mut pieces);
    for piece in pieces {
        if rng.f64() < probability {
            piece.apply(file);
        }
    }
}
