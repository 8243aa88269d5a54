//! Input that can be read several times: a file on disk or bytes in memory.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Cursor, Read, Seek as _, SeekFrom, Write as _},
    path::Path,
    sync::Arc,
};

/// Maximum size of piped input in memory, in bytes. Larger input is written to a temporary file.
const MAX_BYTES_IN_MEMORY: u64 = 4 << 20;

/// The input of an import.
#[derive(Debug)]
pub(crate) enum Input {
    /// A file, and its length when it was opened.
    File(File, u64),
    /// Bytes in memory.
    Bytes(Arc<Vec<u8>>),
}

impl Input {
    /// Opens the file at `path`. If the path is a pipe or a device, reads up to `max` + 1 bytes
    /// from it.
    pub(crate) fn open(path: &Path, max: u64) -> io::Result<Self> {
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if metadata.is_file() {
            return Ok(Self::File(file, metadata.len()));
        }
        Self::from_stream(file, max)
    }

    /// Reads up to `max` + 1 bytes from a stream.
    pub(crate) fn from_stream(mut stream: impl Read, max: u64) -> io::Result<Self> {
        let mut bytes = Vec::new();
        stream
            .by_ref()
            .take(MAX_BYTES_IN_MEMORY.min(max) + 1)
            .read_to_end(&mut bytes)?;
        let buffered = bytes.len() as u64;
        if buffered <= MAX_BYTES_IN_MEMORY || buffered > max {
            return Ok(bytes.into());
        }
        let mut file = unnamed_temp_file()?;
        file.write_all(&bytes)?;
        drop(bytes);
        let copied = io::copy(&mut stream.take(max + 1 - buffered), &mut file)?;
        Ok(Self::File(file, buffered + copied))
    }

    /// Returns another handle to the same input.
    pub(crate) fn try_clone(&self) -> io::Result<Self> {
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

    /// Returns a reader that starts at byte `start`.
    pub(super) fn reader(&self, start: u64) -> Box<dyn Read + '_> {
        match self {
            Self::File(file, length) => Box::new(OffsetReader {
                file,
                position: start,
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

/// A reader with its own position in the file, so that several readers on one thread can share the
/// file.
struct OffsetReader<'a> {
    file: &'a File,
    position: u64,
    end: u64,
}

impl Read for OffsetReader<'_> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let remaining =
            usize::try_from(self.end.saturating_sub(self.position)).unwrap_or(usize::MAX);
        let max = to.len().min(remaining);
        let mut file = self.file;
        file.seek(SeekFrom::Start(self.position))?;
        let read = file.read(&mut to[..max])?;
        self.position += read as u64;
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
    // Some systems do not allow removing an open file.
    let _ = fs::remove_file(&path);
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pipe_can_be_read_several_times_up_to_a_limit() {
        for length in [
            10,
            MAX_BYTES_IN_MEMORY,
            MAX_BYTES_IN_MEMORY + 1,
            MAX_BYTES_IN_MEMORY + 70_000,
        ] {
            let input = Input::from_stream(io::repeat(b'x').take(length), 1 << 30).unwrap();
            assert_eq!(input.len(), length);
            for start in [0, 3] {
                let mut read = Vec::new();
                input.reader(start).read_to_end(&mut read).unwrap();
                assert_eq!(read.len() as u64, length - start);
            }
        }
        let max = MAX_BYTES_IN_MEMORY + 5;
        let endless = Input::from_stream(io::repeat(b'x'), max).unwrap();
        assert_eq!(endless.len(), max + 1);
    }
}
