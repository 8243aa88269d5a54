//! The limit on open files, and the number of connections that fits within it.

#[cfg(unix)]
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// File descriptors reserved for everything except connections: the database, providers, imports.
const RESERVED_FILES: u64 = 64;

/// Raises the soft limit on open files to the hard limit and returns the resulting limit. The usual soft limit of 1,024 exists
/// for programs that use `select`; a server with thousands of connections needs more.
#[cfg(unix)]
pub fn raise_open_files() -> u64 {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let wanted = Rlimit {
        current: maximum,
        maximum,
    };
    if current != maximum && setrlimit(Resource::Nofile, wanted).is_err() {
        return current.unwrap_or(u64::MAX);
    }
    // `None` means unlimited.
    maximum.unwrap_or(u64::MAX)
}

/// Windows has no such limit.
#[cfg(windows)]
pub fn raise_open_files() -> u64 {
    u64::MAX
}

/// Returns how many connections are possible with a limit of `open_files`: `wanted`, or fewer.
pub(crate) fn connections(wanted: usize, open_files: u64) -> usize {
    let possible = open_files.saturating_sub(RESERVED_FILES).max(1);
    wanted.min(usize::try_from(possible).unwrap_or(usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_leave_descriptors_for_everything_else() {
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
