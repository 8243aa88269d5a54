//! The file of bars that the command `import bars` imports.

use std::path::Path;

use super::{error::FileError, input::Input};

/// Maximum size of a file in bytes. Two centuries of daily bars take 5 MB.
const MAX_BYTES: u64 = 256 << 20;

/// An opened file of bars.
#[derive(Debug)]
pub struct BarsFile {
    name: String,
    short_name: String,
    input: Input,
}

impl BarsFile {
    /// Opens a file. The path `-` means standard input.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        if path == Path::new("-") {
            let name = "standard input";
            let input = Input::from_stream(std::io::stdin(), MAX_BYTES);
            return Self::of(name.to_owned(), name.to_owned(), input);
        }
        let name = path.display().to_string();
        let short_name = path.file_name().map_or_else(
            || name.clone(),
            |short| short.to_string_lossy().into_owned(),
        );
        Self::of(name, short_name, Input::open(path, MAX_BYTES))
    }

    fn of(
        name: String,
        short_name: String,
        input: std::io::Result<Input>,
    ) -> Result<Self, FileError> {
        match input {
            Ok(input) if input.len() > MAX_BYTES => Err(FileError::TooLarge { file: name }),
            Ok(input) => Ok(Self {
                name,
                short_name,
                input,
            }),
            Err(error) => Err(FileError::Unreadable { file: name, error }),
        }
    }

    /// Returns the name of the file as the user entered it.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the name of the file without its folder.
    pub(super) fn short_name(&self) -> &str {
        &self.short_name
    }

    /// Returns the contents of the file.
    pub(super) fn input(&self) -> &Input {
        &self.input
    }
}
