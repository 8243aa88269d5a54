//! A minimal HTTP client for commands that contact a running server.

use std::{
    io::{self, BufRead as _, BufReader, Read as _, Write as _},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream},
    time::Duration,
};

/// Maximum time for connecting.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(4);
/// Maximum size of the response headers, in bytes.
const MAX_HEADER_BYTES: u64 = 16 * 1_024;

/// A response whose body has not been read yet.
pub(super) struct Response {
    /// Status code, which is empty if the response is not HTTP.
    pub(super) status: String,
    /// Value of the header Content-Length, if present.
    pub(super) length: Option<u64>,
    pub(super) body: BufReader<io::Take<TcpStream>>,
}

impl Response {
    /// Returns the beginning of the body as text.
    pub(super) fn text(self) -> String {
        let mut text = Vec::new();
        // Errors are ignored, because the part that was received is still useful.
        let _ = self.body.take(64 * 1_024).read_to_end(&mut text);
        String::from_utf8_lossy(&text).trim().to_owned()
    }
}

/// Returns the address at which a server is reachable from this machine. For a server that listens
/// on all addresses, this is the loopback address.
pub(super) fn local_address(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

/// Connects to the server at `address`.
pub(super) fn connect(address: SocketAddr) -> io::Result<TcpStream> {
    TcpStream::connect_timeout(&address, CONNECT_TIMEOUT)
}

/// Sends a GET request with an optional token. Each read may take at most `timeout`.
pub(super) fn get(
    mut stream: TcpStream,
    path: &str,
    token: Option<&str>,
    timeout: Duration,
) -> io::Result<Response> {
    stream.set_read_timeout(Some(timeout))?;
    let address = stream.peer_addr()?;
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{}\r\n",
        authorization(token)
    )?;
    let mut body = BufReader::new(stream.take(MAX_HEADER_BYTES));
    let mut line = String::new();
    body.read_line(&mut line)?;
    let status = line.split(' ').nth(1).unwrap_or_default().to_owned();
    let mut length = None;
    loop {
        line.clear();
        if body.read_line(&mut line)? == 0 || line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().ok();
        }
    }
    body.get_mut().set_limit(u64::MAX);
    Ok(Response {
        status,
        length,
        body,
    })
}

/// Returns the Authorization header line, or an empty string without a token.
fn authorization(token: Option<&str>) -> String {
    // A token with a line break is ignored, because it would start another header.
    let token = token.filter(|token| token.bytes().all(|byte| byte.is_ascii_graphic()));
    token.map_or_else(String::new, |token| {
        format!("Authorization: Bearer {token}\r\n")
    })
}
