//! File operations of a process, recorded by strace(1).

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

/// A file operation, at the time of its return.
#[derive(Debug, Clone)]
pub(super) enum Operation {
    /// A file was created or truncated to zero.
    Create(PathBuf),
    Write {
        path: PathBuf,
        offset: u64,
        bytes: Vec<u8>,
    },
    Resize(PathBuf, u64),
    /// All earlier operations on the file are on disk.
    Sync(PathBuf, usize),
    Rename(PathBuf, PathBuf),
    Link(PathBuf, PathBuf),
    Remove(PathBuf),
    /// A line of standard output.
    Print(String),
}

/// The traced system calls.
pub(super) const CALLS: &str = "trace=openat,write,pwrite64,pwritev,fsync,fdatasync,sync_file_range,ftruncate,fallocate,\
    rename,renameat,renameat2,link,linkat,unlink,unlinkat";

/// Parses the output of `strace -f -y -xx`. Skips operations outside of `folder`, except standard output.
pub(super) fn read(text: &str, folder: &Path) -> Vec<Operation> {
    let mut operations = Vec::new();
    // Calls of other threads may appear between the two halves of an interrupted call.
    let mut unfinished: HashMap<&str, (String, usize)> = HashMap::new();
    for line in text.lines() {
        let Some((thread, call)) = line.split_once(' ') else {
            continue;
        };
        let call = call.trim_start();
        if let Some(first_half) = call.strip_suffix("<unfinished ...>") {
            unfinished.insert(thread, (first_half.trim_end().to_owned(), operations.len()));
            continue;
        }
        let (whole, since) = if call.starts_with("<... ") {
            let (_, rest) = call
                .split_once("resumed>")
                .expect("the line resumes a call");
            let (first_half, since) = unfinished.remove(thread).expect("the call started earlier");
            (first_half + rest, since)
        } else {
            (call.to_owned(), operations.len())
        };
        operations.extend(operation(&whole, since, folder));
    }
    operations
}

fn operation(call: &str, since: usize, folder: &Path) -> Option<Operation> {
    let (name, rest) = call.split_once('(')?;
    let (arguments, result) = arguments_and_result(rest)?;
    if result.starts_with('-') || result.starts_with('?') {
        return None;
    }
    let arguments: Vec<&str> = arguments.split(", ").collect();
    let inside = |path: PathBuf| path.starts_with(folder).then_some(path);
    let named = |at: usize| Some(PathBuf::from(text(arguments.get(at)?)?));
    let open = |at: usize| inside(path_of(arguments.get(at)?)?);
    match name {
        "openat" => {
            let flags = arguments.get(2)?;
            let makes = flags.contains("O_EXCL") || flags.contains("O_TRUNC");
            assert!(
                makes || !flags.contains("O_CREAT") || inside(named(1)?).is_none(),
                "cannot tell whether the file was created: {call}"
            );
            makes
                .then(|| inside(named(1)?))
                .flatten()
                .map(Operation::Create)
        }
        "write" if arguments.first()?.starts_with("1<") => Some(Operation::Print(
            String::from_utf8(bytes(arguments[1])?).ok()?,
        )),
        "pwrite64" => {
            let path = open(0)?;
            let count: usize = result.parse().ok()?;
            let mut bytes = bytes(arguments[1])?;
            bytes.truncate(count);
            let offset = arguments[3].parse().ok()?;
            Some(Operation::Write {
                path,
                offset,
                bytes,
            })
        }
        "ftruncate" => Some(Operation::Resize(open(0)?, arguments[1].parse().ok()?)),
        "fsync" | "fdatasync" => Some(Operation::Sync(open(0)?, since)),
        "rename" => Some(Operation::Rename(inside(named(0)?)?, named(1)?)),
        "renameat" | "renameat2" => Some(Operation::Rename(inside(named(1)?)?, named(3)?)),
        "link" => Some(Operation::Link(inside(named(0)?)?, named(1)?)),
        "linkat" => Some(Operation::Link(inside(named(1)?)?, named(3)?)),
        "unlink" => inside(named(0)?).map(Operation::Remove),
        "unlinkat" => inside(named(1)?).map(Operation::Remove),
        other => {
            assert!(
                open(0).is_none(),
                "unexpected system call {other} on a database"
            );
            None
        }
    }
}

/// Splits a call such as `5, "\x72", 1)   = 1` into arguments and result. Short calls are padded with spaces before the result.
fn arguments_and_result(text: &str) -> Option<(&str, &str)> {
    let mut ends = text.rmatch_indices(')');
    ends.find_map(|(end, _)| {
        let result = text[end + 1..].trim_start().strip_prefix("= ")?;
        Some((&text[..end], result.trim()))
    })
}

/// Returns the path in an argument such as `5</tmp/x/sample.redb>`.
fn path_of(argument: &str) -> Option<PathBuf> {
    let (_, path) = argument.split_once('<')?;
    let path = path.strip_suffix('>')?;
    // Paths are escaped like strings.
    let plain = unescaped(path).unwrap_or_else(|| path.as_bytes().to_vec());
    String::from_utf8(plain).ok().map(PathBuf::from)
}

fn text(argument: &str) -> Option<String> {
    String::from_utf8(bytes(argument)?).ok()
}

/// Decodes a string argument such as `"\x72\x65"`.
fn bytes(argument: &str) -> Option<Vec<u8>> {
    unescaped(argument.strip_prefix('"')?.strip_suffix('"')?)
}

fn unescaped(text: &str) -> Option<Vec<u8>> {
    let digits = text.split("\\x").skip(1);
    let bytes: Option<Vec<u8>> = digits.map(|hex| u8::from_str_radix(hex, 16).ok()).collect();
    bytes.filter(|bytes| bytes.len() * 4 == text.len())
}
