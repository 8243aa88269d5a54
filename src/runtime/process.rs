//! Resource usage of the process, which is read from `/proc` on Linux (proc(5)).

use std::fs;

/// Clock ticks per second in `/proc` (`USER_HZ`), which is 100 in user space on every architecture.
const TICKS_PER_SECOND: f64 = 100.0;

/// Resource usage of the process. A field is `None` if the system does not report it.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Usage {
    /// Resident memory in bytes.
    pub(crate) resident_bytes: Option<u64>,
    /// Virtual memory in bytes.
    pub(crate) virtual_bytes: Option<u64>,
    /// CPU time of all cores since the start, in seconds.
    pub(crate) cpu_seconds: Option<f64>,
    /// Start time of the process in Unix seconds.
    pub(crate) started_at: Option<f64>,
    /// Number of open file descriptors.
    pub(crate) open_files: Option<u64>,
    /// Number of threads.
    pub(crate) threads: Option<u64>,
}

/// Reads the current usage.
pub(crate) fn usage() -> Usage {
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let open_files = fs::read_dir("/proc/self/fd").ok();
    Usage {
        // The descriptor that reads the folder is not counted.
        open_files: open_files.map(|files| (files.count() as u64).saturating_sub(1)),
        ..parse(
            &read("/proc/self/status"),
            &read("/proc/self/stat"),
            &read("/proc/stat"),
        )
    }
}

/// Parses the contents of `/proc/self/status`, `/proc/self/stat` and `/proc/stat`.
fn parse(status: &str, stat: &str, system: &str) -> Usage {
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse::<u64>().ok()
    };
    let kibibytes = |name| field(name).map(|size| size * 1_024);
    // The second field is the program's name in parentheses, which may contain spaces. `fields`
    // starts with the third field.
    let fields: Vec<&str> = stat
        .rsplit_once(") ")
        .map(|(_, rest)| rest.split_whitespace().collect())
        .unwrap_or_default();
    let seconds = |number: usize| {
        let ticks: f64 = fields.get(number - 3)?.parse().ok()?;
        Some(ticks / TICKS_PER_SECOND)
    };
    let boot = system
        .lines()
        .find_map(|line| line.strip_prefix("btime "))
        .and_then(|seconds| seconds.trim().parse::<f64>().ok());
    Usage {
        resident_bytes: kibibytes("VmRSS:"),
        virtual_bytes: kibibytes("VmSize:"),
        cpu_seconds: seconds(14).zip(seconds(15)).map(|(user, sys)| user + sys),
        started_at: boot
            .zip(seconds(22))
            .map(|(boot, since_boot)| boot + since_boot),
        open_files: None,
        threads: field("Threads:"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_name_with_spaces_and_parentheses_is_skipped() {
        let status = "Name:\tx\nVmSize:\t  2000 kB\nVmRSS:\t  1000 kB\nThreads:\t7\n";
        let stat = "12 (a) b (c) S 1 2 3 4 5 6 7 8 9 10 250 50 0 0 20 0 7 0 1234 9 9 9";
        let usage = parse(status, stat, "cpu 1 2\nbtime 1000\nprocesses 3\n");
        let expected = Usage {
            resident_bytes: Some(1_024_000),
            virtual_bytes: Some(2_048_000),
            cpu_seconds: Some(3.0),
            started_at: Some(1_012.34),
            open_files: None,
            threads: Some(7),
        };
        assert_eq!(usage, expected);
        assert_eq!(parse("", "", ""), Usage::default());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn usage_of_this_process_is_reported() {
        let usage = usage();
        assert!(usage.resident_bytes > Some(1 << 20), "{usage:?}");
        assert!(
            usage.open_files > Some(2) && usage.started_at > Some(1e9),
            "{usage:?}"
        );
    }
}
