//! How many files the process may have open, and what connections are left from that.

#[cfg(unix)]
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Descriptors kept for everything that is no connection: the database, providers, imports.
const RESERVED: u64 = 64;

/// Raises the soft limit on open files to the hard one, as a server that holds thousands of
/// connections needs; the usual 1,024 is there for programs that use `select`. Gives the limit that
/// holds now.
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
    // No number means no limit.
    maximum.unwrap_or(u64::MAX)
}

/// There is no such limit on Windows.
#[cfg(windows)]
pub fn raise_open_files() -> u64 {
    u64::MAX
}

/// How many connections there may be when `open_files` may be open: `wanted`, or fewer.
pub(crate) fn connections(wanted: usize, open_files: u64) -> usize {
    let possible = open_files.saturating_sub(RESERVED).max(1);
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
    fn the_limit_on_open_files_is_raised_as_far_as_it_goes() {
        let raised = raise_open_files();
        let now = getrlimit(Resource::Nofile);
        assert_eq!(now.current, now.maximum);
        assert_eq!(raised, now.maximum.unwrap_or(u64::MAX));
    }
}
