//! Input that can be read more than once: a file on disk, or bytes in memory.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Cursor, Read, Seek as _, SeekFrom, Write as _},
    path::Path,
    sync::Arc,
};

/// Maximum size in bytes of piped input in memory; larger input goes to a temporary file.
const IN_MEMORY: u64 = 4 << 20;

/// Input of an import.
#[derive(Debug)]
pub(crate) enum Input {
    /// A file, with its length when it was opened.
    File(File, u64),
    /// Bytes in memory.
    Bytes(Arc<Vec<u8>>),
}

impl Input {
    /// Opens the file at `path`. A pipe or similar is read through, up to `most` + 1 bytes.
    pub(crate) fn open(path: &Path, most: u64) -> io::Result<Self> {
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if metadata.is_file() {
            return Ok(Self::File(file, metadata.len()));
        }
        Self::of_stream(file, most)
    }

    /// Reads a stream, up to `most` + 1 bytes.
    pub(crate) fn of_stream(mut stream: impl Read, most: u64) -> io::Result<Self> {
        let mut bytes = Vec::new();
        stream
            .by_ref()
            .take(IN_MEMORY.min(most) + 1)
            .read_to_end(&mut bytes)?;
        let few = bytes.len() as u64;
        if few <= IN_MEMORY || few > most {
            return Ok(bytes.into());
        }
        let mut file = unnamed_temp_file()?;
        file.write_all(&bytes)?;
        drop(bytes);
        let more = io::copy(&mut stream.take(most + 1 - few), &mut file)?;
        Ok(Self::File(file, few + more))
    }

    /// Returns another handle of the same input.
    pub(crate) fn share(&self) -> io::Result<Self> {
        Ok(match self {
            Self::File(file, length) => Self::File(file.try_clone()?, *length),
            Self::Bytes(bytes) => Self::Bytes(Arc::clone(bytes)),
        })
    }

    /// Returns the size in bytes.
    pub(crate) fn len(&self) -> u64 {
        match self {
            Self::File(_, length) => *length,
            Self::Bytes(bytes) => bytes.len() as u64,
        }
    }

    /// Returns a reader that starts at the byte `start`.
    pub(super) fn reader(&self, start: u64) -> Box<dyn Read + '_> {
        match self {
            Self::File(file, length) => Box::new(OffsetReader {
                file,
                place: start,
                end: *length,
            }),
            Self::Bytes(bytes) => {
                let mut bytes = Cursor::new(bytes.as_slice());
                bytes.set_position(start);
                Box::new(bytes)
            }
        }
    }
}

impl From<Vec<u8>> for Input {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Bytes(Arc::new(bytes))
    }
}

/// Reads a file from its own offset, so that several readers can share it on one thread.
struct OffsetReader<'a> {
    file: &'a File,
    place: u64,
    end: u64,
}

impl Read for OffsetReader<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.end.saturating_sub(self.place)).unwrap_or(usize::MAX);
        let most = to.len().min(left);
        let mut file = self.file;
        file.seek(SeekFrom::Start(self.place))?;
        let read = file.read(&mut to[..most])?;
        self.place += read as u64;
        Ok(read)
    }
}

/// Creates a temporary file that is deleted when it is closed.
fn unnamed_temp_file() -> io::Result<File> {
    let name = format!("marketdeck-import.{:016x}", fastrand::Rng::new().u64(..));
    let path = std::env::temp_dir().join(name);
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .create_new(true)
        .open(&path)?;
    // Some systems keep the name while the file is open.
    let _ = fs::remove_file(&path);
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pipe_can_be_read_twice_up_to_a_length() {
        for length in [10, IN_MEMORY, IN_MEMORY + 1, IN_MEMORY + 70_000] {
            let input = Input::of_stream(io::repeat(b'x').take(length), 1 << 30).unwrap();
            assert_eq!(input.len(), length);
            for start in [0, 3] {
                let mut read = Vec::new();
                input.reader(start).read_to_end(&mut read).unwrap();
                assert_eq!(read.len() as u64, length - start);
            }
        }
        let most = IN_MEMORY + 5;
        let endless = Input::of_stream(io::repeat(b'x'), most).unwrap();
        assert_eq!(endless.len(), most + 1);
    }
}
