//! The limit on open files, and the number of connections that it allows.

#[cfg(unix)]
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Number of file descriptors that are reserved for other uses than connections, such as the
/// database, providers and imports.
const RESERVED_FILES: u64 = 64;

/// Raises the soft limit on open files to the hard limit and returns the resulting limit. The usual
/// soft limit of 1,024 is meant for programs that use `select` and is too low for a server with
/// thousands of connections.
#[cfg(unix)]
pub fn raise_open_files() -> u64 {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: maximum,
        maximum,
    };
    if current != maximum && setrlimit(Resource::Nofile, raised).is_err() {
        return current.unwrap_or(u64::MAX);
    }
    // `None` means unlimited.
    maximum.unwrap_or(u64::MAX)
}

/// Returns the maximum, because Windows has no such limit.
#[cfg(windows)]
pub fn raise_open_files() -> u64 {
    u64::MAX
}

/// Returns the number of connections to allow: `configured`, or fewer if the limit of `open_files`
/// requires it.
pub(crate) fn connections(configured: usize, open_files: u64) -> usize {
    let possible = open_files.saturating_sub(RESERVED_FILES).max(1);
    configured.min(usize::try_from(possible).unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_leave_file_descriptors_for_other_uses() {
        assert_eq!(connections(4_000, 1_024), 960);
        assert_eq!(connections(4_000, 1_048_576), 4_000);
        assert_eq!(connections(4_000, 10), 1);
    }

    #[test]
    #[cfg(unix)]
    fn the_soft_limit_on_open_files_is_raised_to_the_hard_limit() {
        let raised = raise_open_files();
        let now = getrlimit(Resource::Nofile);
        assert_eq!(now.current, now.maximum);
        assert_eq!(raised, now.maximum.unwrap_or(u64::MAX));
    }
}
