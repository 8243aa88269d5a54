//! A file of bars in memory, wherever it came from.

use std::{
    fs::File,
    io::{Read, Stdin},
    path::Path,
};

use super::error::FileError;

/// Files larger than this are refused: two centuries of days are 5 MB.
const MOST_BYTES: u64 = 256 << 20;

/// A file that was read and not understood yet.
#[derive(Debug, Clone)]
pub struct BarsFile {
    name: String,
    short_name: String,
    bytes: Vec<u8>,
}

impl BarsFile {
    /// Reads a file whole; `-` is the standard input.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        if path == Path::new("-") {
            return Self::from_stdin(std::io::stdin());
        }
        let name = path.display().to_string();
        let short_name = path.file_name().map_or_else(
            || name.clone(),
            |short| short.to_string_lossy().into_owned(),
        );
        let bytes = open(path).and_then(read_whole);
        Self::of(name, short_name, bytes)
    }

    fn from_stdin(stdin: Stdin) -> Result<Self, FileError> {
        let name = "standard input";
        Self::of(name.to_owned(), name.to_owned(), read_whole(stdin))
    }

    fn of(
        name: String,
        short_name: String,
        bytes: std::io::Result<Vec<u8>>,
    ) -> Result<Self, FileError> {
        match bytes {
            Ok(bytes) if bytes.len() as u64 > MOST_BYTES => Err(FileError::TooLarge { file: name }),
            Ok(bytes) => Ok(Self {
                name,
                short_name,
                bytes,
            }),
            Err(error) => Err(FileError::Unreadable { file: name, error }),
        }
    }

    /// As it was given.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Without its folder.
    pub(super) fn short_name(&self) -> &str {
        &self.short_name
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

fn open(path: &Path) -> std::io::Result<File> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(std::io::ErrorKind::IsADirectory.into());
    }
    Ok(file)
}

fn read_whole(reader: impl Read) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
