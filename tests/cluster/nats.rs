//! A real nats-server with `JetStream`, as a child process.

use std::{
    fs,
    net::{SocketAddr, TcpStream},
    path::PathBuf,
    process::{Child, Command, Stdio},
    time::Duration,
};

use tempfile::TempDir;

use crate::program::{ReservedPort, TIMEOUT, poll};

/// A nats-server that can be killed and restarted with its data; stopped on drop.
pub(crate) struct Nats {
    child: Option<Child>,
    port: ReservedPort,
    /// The data folder, deleted on drop.
    _folder: TempDir,
    config: PathBuf,
}

impl Nats {
    /// Starts a server without authentication.
    pub(crate) fn start() -> Self {
        Self::with("")
    }

    /// Starts a server with additional lines of configuration.
    pub(crate) fn with(more: &str) -> Self {
        let (port, folder) = (ReservedPort::new(), tempfile::tempdir().unwrap());
        let config = folder.path().join("nats.conf");
        let data = folder.path().join("data");
        let text = format!(
            "listen: {}\njetstream {{ store_dir: \"{}\"{} }}\n{}",
            port.address,
            data.display(),
            // Settings of JetStream are written in brackets.
            more.strip_prefix('[')
                .and_then(|more| more.split_once(']'))
                .map_or_else(String::new, |(own, _)| format!(", {own}")),
            more.split_once(']')
                .filter(|_| more.starts_with('['))
                .map_or(more, |(_, rest)| rest),
        );
        fs::write(&config, text).unwrap();
        let mut nats = Self {
            child: None,
            port,
            _folder: folder,
            config,
        };
        nats.resume();
        nats
    }

    /// Restarts the server with its data.
    pub(crate) fn resume(&mut self) {
        let mut command = Command::new(program());
        command.arg("-c").arg(&self.config);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        self.child = Some(command.spawn().expect("nats-server starts"));
        poll("nats-server to accept connections", || {
            TcpStream::connect(self.port.address).ok()
        });
    }

    /// Restarts the server with its data if it was killed.
    pub(crate) fn resume_if_killed(&mut self) {
        if self.child.is_none() {
            self.resume();
        }
    }

    /// Kills the server, as a power cut would.
    pub(crate) fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().expect("the child process was not reaped");
            child.wait().expect("the child process was not reaped");
        }
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.port.address
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://{}", self.port.address)
    }

    pub(crate) fn url_of(&self, user: &str) -> String {
        format!("nats://{user}:{user}@{}", self.port.address)
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A cluster of three nats-servers, configured as in docs/cluster/nats-of-three.conf.
pub(crate) struct NatsCluster {
    children: Vec<Child>,
    ports: Vec<ReservedPort>,
    /// The data folders, deleted on drop.
    _routes: Vec<ReservedPort>,
    _folder: TempDir,
}

impl NatsCluster {
    pub(crate) fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let ports = || -> Vec<_> { (0..3).map(|_| ReservedPort::new()).collect() };
        let (ports, routes) = (ports(), ports());
        let roles = include_str!("../../docs/cluster/roles.conf");
        fs::write(folder.path().join("roles.conf"), roles).unwrap();
        let children = (0..3).map(|number| {
            // Replaces host names and ports of the containers with local ports.
            let mut text = include_str!("../../docs/cluster/nats-of-three.conf")
                .replace("0.0.0.0:4222", &ports[number].address.to_string())
                .replace("0.0.0.0:6222", &routes[number].address.to_string())
                .replace("/data", &format!("{}/{number}", folder.path().display()));
            for (other, route) in (1..).zip(&routes) {
                text = text.replace(&format!("nats-{other}:6222"), &route.address.to_string());
            }
            let config = folder.path().join(format!("{number}.conf"));
            fs::write(&config, text).unwrap();
            let mut command = Command::new(program());
            command.arg("-c").arg(&config);
            command.env("NATS_NAME", format!("nats-{}", number + 1));
            command.stdout(Stdio::null()).stderr(Stdio::null());
            command.spawn().expect("nats-server starts")
        });
        let children = children.collect();
        for port in &ports {
            poll("nats-server to accept connections", || {
                TcpStream::connect(port.address).ok()
            });
        }
        Self {
            children,
            ports,
            _routes: routes,
            _folder: folder,
        }
    }

    /// Returns the URLs of all three servers for a user of the documented roles.
    pub(crate) fn url_of(&self, user: &str) -> String {
        let of_one = |port: &ReservedPort| format!("nats://{user}:{user}@{}", port.address);
        let urls: Vec<_> = self.ports.iter().map(of_one).collect();
        urls.join(",")
    }

    /// Kills one server permanently, as a power cut would.
    pub(crate) fn kill(&mut self, number: usize) {
        self.children[number]
            .kill()
            .expect("the child process was not reaped");
        self.children[number]
            .wait()
            .expect("the child process was not reaped");
    }
}

impl Drop for NatsCluster {
    fn drop(&mut self) {
        for child in &mut self.children {
            // The server may be stopped already.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Returns the path of nats-server. Debian installs it in /usr/sbin, which is not in a user's PATH.
fn program() -> PathBuf {
    let paths = std::env::var("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&paths).chain([PathBuf::from("/usr/sbin")]);
    let found = folders
        .map(|folder| folder.join("nats-server"))
        .find(|path| path.exists());
    found.expect("these tests need nats-server: run scripts/install-nats-server, or add it to PATH")
}

/// Runs a future on a new runtime.
pub(crate) fn run<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.unwrap().block_on(work)
}

/// Connects to NATS directly.
pub(crate) async fn client(url: &str) -> async_nats::Client {
    connect(url, TIMEOUT).await
}

/// Connects to NATS directly, with a timeout for responses.
pub(crate) async fn connect(url: &str, timeout: Duration) -> async_nats::Client {
    let server: async_nats::ServerAddr = url.parse().unwrap();
    let mut options = async_nats::ConnectOptions::new().request_timeout(Some(timeout));
    if let (Some(user), Some(password)) = (server.username(), server.password()) {
        options = options.user_and_password(user.to_owned(), password.to_owned());
    }
    options
        .connect(server)
        .await
        .expect("NATS accepts the connection")
}

/// Returns `JetStream` over a connection, with a long timeout.
pub(crate) fn jetstream(client: &async_nats::Client) -> async_nats::jetstream::Context {
    async_nats::jetstream::context::ContextBuilder::new()
        .timeout(TIMEOUT)
        .ack_timeout(TIMEOUT)
        .build(client.clone())
}
