//! What commands ask a running server.

use std::{
    io::{self, BufRead as _, BufReader, Read as _, Write as _},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream},
    time::Duration,
};

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(4);
/// Longest head of an answer.
const HEAD_BYTES: u64 = 16 * 1_024;

/// An answer whose body is still to be read.
pub(super) struct Answer {
    /// The second word of its first line; empty where that is none of HTTP.
    pub(super) status: String,
    /// Bytes of the body, where it says so.
    pub(super) length: Option<u64>,
    pub(super) body: BufReader<io::Take<TcpStream>>,
}

impl Answer {
    /// The start of the body, as one line of text.
    pub(super) fn text(self) -> String {
        let mut text = Vec::new();
        // What arrived before an error is told.
        let _ = self.body.take(64 * 1_024).read_to_end(&mut text);
        String::from_utf8_lossy(&text).trim().to_owned()
    }
}

/// Where a server that listens on every address answers on this machine.
pub(super) fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

/// A connection to the server at `address`.
pub(super) fn connect(address: SocketAddr) -> io::Result<TcpStream> {
    TcpStream::connect_timeout(&address, CONNECT)
}

/// One plain GET that brings `token` along; nothing may be silent for longer than `patience`.
pub(super) fn get(
    mut stream: TcpStream,
    path: &str,
    token: Option<&str>,
    patience: Duration,
) -> io::Result<Answer> {
    stream.set_read_timeout(Some(patience))?;
    let address = stream.peer_addr()?;
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{}\r\n",
        authorization(token)
    )?;
    let mut body = BufReader::new(stream.take(HEAD_BYTES));
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
    Ok(Answer {
        status,
        length,
        body,
    })
}

/// The header line that brings a token along; nothing without one.
fn authorization(token: Option<&str>) -> String {
    // A line feed would begin another header.
    let token = token.filter(|token| token.bytes().all(|byte| byte.is_ascii_graphic()));
    token.map_or_else(String::new, |token| {
        format!("Authorization: Bearer {token}\r\n")
    })
}
