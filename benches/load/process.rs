//! Measured processes: starts them on their own core, reads their costs, stops them.

use std::{
    env,
    ffi::OsString,
    fs,
    io::{BufRead as _, BufReader, Write as _},
    net::{SocketAddr, TcpListener},
    path::PathBuf,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::OnceLock,
    thread,
    time::{Duration, Instant, SystemTime},
};

use anyhow::Context as _;
use jiff::Timestamp;

/// Timeout of a request to a process.
const TIMEOUT: Duration = Duration::from_secs(60);
/// Ticks per second of CPU times in /proc: `USER_HZ`, 100 on all supported platforms.
const TICKS_PER_SECOND: f64 = 100.0;

/// Environment variable with the path of another binary to measure.
pub(crate) const BINARY_VARIABLE: &str = "MARKETDECK_BIN";

/// The measured binary.
pub(crate) fn program() -> PathBuf {
    env::var_os(BINARY_VARIABLE)
        .map_or_else(|| env!("CARGO_BIN_EXE_marketdeck").into(), PathBuf::from)
}

/// Returns true if processes can be pinned: `taskset` exists and there is more than one core.
pub(crate) fn can_pin() -> bool {
    static CAN: OnceLock<bool> = OnceLock::new();
    *CAN.get_or_init(|| {
        let cores = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let has_several_cores = cores.lines().filter(|l| l.starts_with("processor")).count() > 1;
        let version = Command::new("taskset").arg("--version").output();
        has_several_cores && version.is_ok_and(|output| output.status.success())
    })
}

/// Leaves the first core to the measured process. Must run before any thread starts, because threads keep their cores.
pub(crate) fn leave_first_core() -> anyhow::Result<()> {
    if can_pin() {
        let last = thread::available_parallelism()?.get() - 1;
        let (cores, own) = (format!("1-{}", last.max(1)), std::process::id().to_string());
        let pinned = Command::new("taskset").args(["-pc", &cores, &own]).output();
        anyhow::ensure!(pinned?.status.success(), "taskset refused {cores}");
    }
    Ok(())
}

/// A command that runs `program` on the first core.
pub(crate) fn on_first_core(program: impl Into<OsString>) -> Command {
    if !can_pin() {
        return Command::new(program.into());
    }
    let mut command = Command::new("taskset");
    command.args(["-c", "0"]).arg(program.into());
    command
}

/// The limit of open files of this process.
pub(crate) fn open_files() -> anyhow::Result<usize> {
    let limits = fs::read_to_string("/proc/self/limits")?;
    let line = limits
        .lines()
        .find_map(|l| l.strip_prefix("Max open files"));
    let soft = line.and_then(|numbers| numbers.split_whitespace().next()?.parse().ok());
    Ok(soft.unwrap_or(usize::MAX))
}

/// The current time of the machine's clock, which the servers use too.
#[expect(clippy::disallowed_methods, reason = "no clock of a test is measured")]
pub(crate) fn wall_clock() -> Timestamp {
    Timestamp::try_from(SystemTime::now()).unwrap_or_default()
}

/// A free port of this machine.
pub(crate) fn free_port() -> anyhow::Result<SocketAddr> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}

/// A running process; killed on drop.
pub(crate) struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: BufReader<ChildStdout>,
}

impl Process {
    /// Starts the process with pipes for standard input and output; its log is shown.
    pub(crate) fn start(mut command: Command) -> anyhow::Result<Self> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{command:?} cannot be started"))?;
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
        Ok(Self {
            child,
            stdin,
            stdout: BufReader::new(stdout.context("stdout is not piped")?),
        })
    }

    /// Reads the next line of its standard output.
    pub(crate) fn line(&mut self) -> anyhow::Result<String> {
        let mut line = String::new();
        self.stdout.read_line(&mut line)?;
        anyhow::ensure!(!line.is_empty(), "a measured process ended unexpectedly");
        Ok(line.trim().to_owned())
    }

    /// Writes to its standard input.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let stdin = self.stdin.as_mut().context("stdin is closed")?;
        stdin.write_all(bytes)?;
        Ok(stdin.flush()?)
    }

    /// Closes its standard input.
    pub(crate) fn end_input(&mut self) {
        self.stdin = None;
    }

    fn read(&self, file: &str) -> anyhow::Result<String> {
        let path = format!("/proc/{}/{file}", self.child.id());
        fs::read_to_string(&path).with_context(|| path)
    }

    /// CPU seconds so far, user and system; accurate to 1/100.
    pub(crate) fn cpu(&self) -> anyhow::Result<f64> {
        let stat = self.read("stat")?;
        // The process name, in parentheses, may contain spaces.
        let after = stat.rsplit(')').next().unwrap_or_default();
        let ticks = after.split_whitespace().skip(11).take(2);
        let ticks: f64 = ticks.filter_map(|field| field.parse::<f64>().ok()).sum();
        Ok(ticks / TICKS_PER_SECOND)
    }

    /// CPU seconds of the running threads: accurate to the nanosecond, without threads that have ended.
    pub(crate) fn cpu_of_threads(&self) -> anyhow::Result<f64> {
        let mut nanoseconds = 0.0;
        for thread in fs::read_dir(format!("/proc/{}/task", self.child.id()))? {
            let text = fs::read_to_string(thread?.path().join("schedstat"))?;
            let first = text
                .split(' ')
                .next()
                .and_then(|word| word.parse::<f64>().ok());
            nanoseconds += first.context("schedstat does not begin with a number")?;
        }
        Ok(nanoseconds / 1e9)
    }

    /// Resident memory, in KiB.
    pub(crate) fn resident(&self) -> anyhow::Result<f64> {
        field(&self.read("status")?, "VmRSS:")
    }

    /// Peak resident memory, in KiB.
    pub(crate) fn peak_resident(&self) -> anyhow::Result<f64> {
        field(&self.read("status")?, "VmHWM:")
    }

    /// Bytes written to disk.
    pub(crate) fn written(&self) -> anyhow::Result<f64> {
        field(&self.read("io")?, "write_bytes:")
    }

    /// Sends a signal, such as `STOP`.
    pub(crate) fn signal(&self, name: &str) -> anyhow::Result<()> {
        let arguments = [format!("-{name}"), self.child.id().to_string()];
        let sent = Command::new("kill").args(arguments).status()?;
        anyhow::ensure!(sent.success(), "kill -{name} failed");
        Ok(())
    }

    /// Stops the process with SIGTERM and waits for its end.
    pub(crate) fn stop(mut self) -> anyhow::Result<()> {
        self.signal("TERM")?;
        let deadline = Instant::now() + TIMEOUT;
        while self.child.try_wait()?.is_none() {
            anyhow::ensure!(
                Instant::now() < deadline,
                "timed out waiting for a process to stop"
            );
            thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }

    /// Kills the process with SIGKILL.
    pub(crate) fn kill(mut self) -> anyhow::Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The number after `name` in a /proc file.
fn field(text: &str, name: &str) -> anyhow::Result<f64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    let number = line.and_then(|rest| rest.split_whitespace().next()?.parse().ok());
    number.with_context(|| format!("/proc has no {name}"))
}
