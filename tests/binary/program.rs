//! Runs the real binary as a child process. Shared by several test crates.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "each test crate uses only some of it"
)]

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    path::Path,
    process::{Child, ChildStdout, Command, ExitStatus, Stdio},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

/// Time limit of every wait; long enough for a busy machine.
pub const TIMEOUT: Duration = Duration::from_secs(180);

/// A Friday afternoon with the market open.
const FRIDAY: &str = "2026-11-20T19:32:00Z";

/// Returns a command for the binary without the Marketdeck variables of the user who runs the tests.
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

/// Polls `attempt` until it returns a value. `description` names what the caller waits for.
pub fn poll<T>(description: &str, mut attempt: impl FnMut() -> Option<T>) -> T {
    poll_or(description, || {
        attempt().ok_or_else(|| "no result".to_owned())
    })
}

/// Polls `attempt` until it returns a value. After the timeout, the panic message has the last error.
pub fn poll_or<T>(description: &str, mut attempt: impl FnMut() -> Result<T, String>) -> T {
    let deadline = Instant::now() + TIMEOUT;
    loop {
        match attempt() {
            Ok(value) => return value,
            Err(reason) => assert!(
                Instant::now() < deadline,
                "timed out waiting for {description}: {reason}"
            ),
        }
        thread::sleep(Duration::from_millis(20));
    }
}

/// A port reserved for a server that cannot choose one itself.
///
/// On Linux the server can bind the port nevertheless, because this socket does not listen and both sockets allow address reuse.
/// Without the reservation, another process could bind the port first and receive the requests.
pub struct ReservedPort {
    _socket: tokio::net::TcpSocket,
    /// Connections to this address are refused until the server listens.
    pub address: SocketAddr,
}

impl ReservedPort {
    pub fn new() -> Self {
        let socket = tokio::net::TcpSocket::new_v4().expect("a socket can be created");
        socket
            .set_reuseaddr(true)
            .expect("address reuse can be set");
        socket
            .bind(SocketAddr::from(([127, 0, 0, 1], 0)))
            .expect("a port is free");
        let address = socket.local_addr().expect("the socket is bound");
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
    /// Configures a server on its own port, on a Friday afternoon with the market open.
    pub fn new(data: &Path) -> Self {
        Self::of(marketdeck(), data, Some(FRIDAY))
    }

    /// Configures a server that uses the system clock.
    pub fn with_system_clock(data: &Path) -> Self {
        Self::of(marketdeck(), data, None)
    }

    /// Configures a server whose clock starts at `now`.
    pub fn at(now: &str, data: &Path) -> Self {
        Self::of(marketdeck(), data, Some(now))
    }

    /// Configures a server that gets an error instead of a fatal signal when it exceeds the file size limit.
    pub fn with_nonfatal_write_limit(data: &Path) -> Self {
        let mut command = Command::new("sh");
        let script = "trap '' XFSZ; exec \"$0\" \"$@\"";
        command.args(["-c", script, env!("CARGO_BIN_EXE_marketdeck")]);
        Self::of(without_variables(command), data, Some(FRIDAY))
    }

    /// Configures a server with a limit on open files.
    pub fn with_open_files(data: &Path, max_files: u32) -> Self {
        let mut command = Command::new("sh");
        let script = format!("ulimit -n {max_files}; exec \"$0\" \"$@\"");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_marketdeck")]);
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
        assert!(
            !address.is_empty(),
            "the server did not start: {}",
            running.log()
        );
        running.address = address.to_owned();
        running
    }
}

/// A running server, killed on drop.
pub struct Running {
    child: Child,
    stdout: ChildStdout,
    log: Arc<Mutex<String>>,
    reader: Option<thread::JoinHandle<()>>,
    pub address: String,
}

impl Running {
    /// Returns the server's stderr so far; complete after [`Running::wait`].
    pub fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// Returns the process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a signal such as `TERM`.
    pub fn signal(&self, name: &str) {
        let killed = Command::new("kill")
            .args([&format!("-{name}"), &self.child.id().to_string()])
            .status()
            .expect("the command kill exists");
        assert!(killed.success());
    }

    /// Waits until the process exits.
    pub fn wait(&mut self) -> ExitStatus {
        let status = poll("the program to exit", || {
            self.child
                .try_wait()
                .expect("the child process was not reaped")
        });
        if let Some(reader) = self.reader.take() {
            reader.join().expect("the log reader does not panic");
        }
        status
    }

    /// Opens a connection and sends `bytes`.
    pub fn open(&self, bytes: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).expect("the server accepts connections");
        stream
            .write_all(bytes.as_bytes())
            .expect("the process reads its input");
        stream
    }

    /// Sends a request, again while the market is loading; returns status and body.
    pub fn request(&self, method: &str, path: &str, body: &str) -> Option<(u16, String)> {
        poll("the market to be loaded", || {
            let response = self.request_with(method, path, "", body);
            let is_loading = response
                .as_ref()
                .is_some_and(|(status, body)| *status == 503 && body.contains("still loading"));
            (!is_loading).then_some(response)
        })
    }

    /// Sends a request with additional headers, each terminated by CR LF.
    pub fn request_with(
        &self,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> Option<(u16, String)> {
        let mut stream = TcpStream::connect(&self.address).ok()?;
        stream.set_read_timeout(Some(TIMEOUT)).ok()?;
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\n{headers}content-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .ok()?;
        let mut response = String::new();
        stream.read_to_string(&mut response).ok()?;
        let status = response.split(' ').nth(1)?.parse().ok()?;
        Some((status, response.split("\r\n\r\n").nth(1)?.to_owned()))
    }

    pub fn try_get(&self, path: &str) -> Option<(u16, String)> {
        self.request_with("GET", path, "", "")
    }

    /// Waits until the market is loaded; before that, the API returns 503.
    pub fn wait_until_loaded(&self) {
        poll_or("the market to be loaded", || {
            match self.try_get("/api/tickers") {
                Some((200, _)) => Ok(()),
                other => Err(format!("{other:?}")),
            }
        });
    }

    /// Waits until the market is loaded and returns the response.
    pub fn get(&self, path: &str) -> (u16, String) {
        self.request("GET", path, "").expect("the server responds")
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
            // The test runner shows the output of a failed test.
            println!("log of {}:\n{}", self.address, self.log());
        }
    }
}
