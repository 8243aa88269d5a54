//! The real binary as a child process: shared by the tests of the whole program.

#![allow(dead_code, unreachable_pub, reason = "each test binary uses its part")]

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    path::Path,
    process::{Child, ChildStdout, Command, ExitStatus, Stdio},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

/// Time limit of every wait, generous for a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(180);

/// A Friday afternoon with the market open.
const FRIDAY: &str = "2026-11-20T19:32:00Z";

/// Returns the binary without the variables of the user who runs the tests.
pub fn marketdeck() -> Command {
    without_variables(Command::new(env!("CARGO_BIN_EXE_marketdeck")))
}

pub fn without_variables(mut command: Command) -> Command {
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("MARKETDECK_") {
            command.env_remove(name);
        }
    }
    command
}

/// Polls `answer` until it returns a value.
pub fn poll<T>(what: &str, mut answer: impl FnMut() -> Option<T>) -> T {
    poll_or(what, || {
        answer().ok_or_else(|| "it did not come".to_owned())
    })
}

/// Polls `answer` until it returns a value; a failure shows the last reason.
pub fn poll_or<T>(what: &str, mut answer: impl FnMut() -> Result<T, String>) -> T {
    let deadline = Instant::now() + PATIENCE;
    loop {
        match answer() {
            Ok(answer) => return answer,
            Err(hindrance) => assert!(
                Instant::now() < deadline,
                "waited in vain for {what}: {hindrance}"
            ),
        }
        thread::sleep(Duration::from_millis(20));
    }
}

/// A port reserved for a server that cannot choose one itself.
///
/// Linux lets the server bind it all the same, because nothing listens here and both sockets allow address reuse. Without the
/// reservation another process could take the port first and receive the requests.
pub struct ReservedPort {
    _socket: tokio::net::TcpSocket,
    /// Connections are refused until the server listens.
    pub address: SocketAddr,
}

impl ReservedPort {
    pub fn new() -> Self {
        let socket = tokio::net::TcpSocket::new_v4().expect("a socket");
        socket.set_reuseaddr(true).expect("it may be shared");
        socket
            .bind(SocketAddr::from(([127, 0, 0, 1], 0)))
            .expect("a port");
        let address = socket.local_addr().expect("it is bound");
        Self {
            _socket: socket,
            address,
        }
    }
}

/// The configuration of a server to start.
pub struct Program {
    pub command: Command,
    listen: String,
}

impl Program {
    /// A server on its own port, on a Friday afternoon with the market open.
    pub fn new(data: &Path) -> Self {
        Self::of(marketdeck(), data, Some(FRIDAY))
    }

    /// A server with the real time.
    pub fn today(data: &Path) -> Self {
        Self::of(marketdeck(), data, None)
    }

    /// A server whose clock starts at `now`.
    pub fn at(now: &str, data: &Path) -> Self {
        Self::of(marketdeck(), data, Some(now))
    }

    /// A server for which exceeding the file size limit is an error, not a fatal signal.
    pub fn that_survives_write_limits(data: &Path) -> Self {
        let mut command = Command::new("sh");
        let without_signal = "trap '' XFSZ; exec \"$0\" \"$@\"";
        command.args(["-c", without_signal, env!("CARGO_BIN_EXE_marketdeck")]);
        Self::of(without_variables(command), data, Some(FRIDAY))
    }

    /// A server with a limit on open files.
    pub fn with_open_files(data: &Path, most: u32) -> Self {
        let mut command = Command::new("sh");
        let limited = format!("ulimit -n {most}; exec \"$0\" \"$@\"");
        command.args(["-c", &limited, env!("CARGO_BIN_EXE_marketdeck")]);
        Self::of(without_variables(command), data, Some(FRIDAY))
    }

    pub fn of(mut command: Command, data: &Path, now: Option<&str>) -> Self {
        if let Some(now) = now {
            command.args(["--now", now]);
        }
        command
            .arg("--data-dir")
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        Self {
            command,
            listen: "127.0.0.1:0".to_owned(),
        }
    }

    pub fn listen(&mut self, address: &str) {
        address.clone_into(&mut self.listen);
    }

    /// Starts the server without waiting.
    pub fn spawn(mut self) -> Running {
        self.command.args(["--listen", &self.listen]);
        let mut child = self.command.spawn().expect("the program starts");
        let stderr = child.stderr.take().expect("stderr is piped");
        let log = Arc::<Mutex<String>>::default();
        let lines = Arc::clone(&log);
        let reader = thread::spawn(move || {
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                let mut log = lines.lock().unwrap();
                log.push_str(&line);
                log.push('\n');
            }
        });
        Running {
            stdout: child.stdout.take().expect("stdout is piped"),
            child,
            log,
            reader: Some(reader),
            address: String::new(),
        }
    }

    /// Starts the server and waits until it announces its address.
    pub fn serve(self) -> Running {
        let mut running = self.spawn();
        let mut line = String::new();
        BufReader::new(&mut running.stdout)
            .read_line(&mut line)
            .expect("stdout is text");
        let address = line.trim().rsplit("http://").next().unwrap_or_default();
        assert!(!address.is_empty(), "it does not serve: {}", running.log());
        running.address = address.to_owned();
        running
    }
}

/// A started server; killed at the end of the test.
pub struct Running {
    child: Child,
    stdout: ChildStdout,
    log: Arc<Mutex<String>>,
    reader: Option<thread::JoinHandle<()>>,
    pub address: String,
}

impl Running {
    /// Returns what it wrote to stderr so far; everything once it has ended.
    pub fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// Returns the process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a signal such as `TERM`.
    pub fn signal(&self, name: &str) {
        let sent = Command::new("kill")
            .args([&format!("-{name}"), &self.child.id().to_string()])
            .status()
            .expect("there is a kill");
        assert!(sent.success());
    }

    /// Waits until it ends.
    pub fn wait(&mut self) -> ExitStatus {
        let status = poll("the program to end", || {
            self.child.try_wait().expect("it is our child")
        });
        if let Some(reader) = self.reader.take() {
            reader.join().expect("the log is read");
        }
        status
    }

    /// Opens a connection and sends `bytes`.
    pub fn open(&self, bytes: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        stream.write_all(bytes.as_bytes()).expect("it reads");
        stream
    }

    /// Sends a request; returns status and body.
    pub fn request(&self, method: &str, path: &str, body: &str) -> Option<(u16, String)> {
        self.request_with(method, path, "", body)
    }

    /// Sends a request with more headers, each with its line break.
    pub fn request_with(
        &self,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> Option<(u16, String)> {
        let mut stream = TcpStream::connect(&self.address).ok()?;
        stream.set_read_timeout(Some(PATIENCE)).ok()?;
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\n{headers}content-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        let status = answer.split(' ').nth(1)?.parse().ok()?;
        Some((status, answer.split("\r\n\r\n").nth(1)?.to_owned()))
    }

    pub fn try_get(&self, path: &str) -> Option<(u16, String)> {
        self.request("GET", path, "")
    }

    /// Returns the response once the market is loaded, which takes a while on a busy machine.
    pub fn get(&self, path: &str) -> (u16, String) {
        poll("the market to be loaded", || {
            let (status, body) = self.try_get(path).expect("it answers");
            let is_loading = status == 503 && body.contains("still loading");
            (!is_loading).then_some((status, body))
        })
    }

    pub fn json(&self, path: &str) -> serde_json::Value {
        let (_, body) = self.get(path);
        serde_json::from_str(&body).unwrap_or_else(|error| panic!("{path}: {error}: {body}"))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if thread::panicking() {
            // Printed as the test's own output, which is shown on failure.
            println!("what {} said:\n{}", self.address, self.log());
        }
    }
}
