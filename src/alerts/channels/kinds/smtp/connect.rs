//! Connects to a mail server: with TLS from the start, after STARTTLS (RFC 3207), or unencrypted.

use std::{
    io,
    net::SocketAddr,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use lettre::transport::smtp::{
    client::{AsyncSmtpConnection, AsyncTokioStream},
    extension::ClientId,
};
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, ReadBuf},
    net::TcpStream,
    time::timeout,
};

use super::{Security, Smtp, recipients::describe_error};
use crate::{alerts::delivery::DeliveryError, net};

/// The timeout of connecting over TCP.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// The maximum length of an unencrypted reply, in bytes.
const MAX_REPLY_BYTES: usize = 16 * 1024;
/// A fake greeting for the mail library, which waits for a greeting. The server's greeting was already read before STARTTLS,
/// and the server sends no second one.
const GREETING_AFTER_STARTTLS: &[u8] = b"220 ready\r\n";

impl Smtp {
    /// Connects and sends EHLO.
    pub(super) async fn connect(&self) -> Result<AsyncSmtpConnection, DeliveryError> {
        let failed = |reason: String| DeliveryError::Failed(format!("could not connect: {reason}"));
        let hello = client_id();
        let stream = self.dial().await.map_err(failed)?;
        let peer = stream
            .peer_addr()
            .map_err(|error| failed(error.to_string()))?;
        let (host, authority) = (&self.settings.host, self.authority.as_deref());
        let transport: Box<dyn AsyncTokioStream> = match self.security {
            Security::None => Box::new(stream),
            Security::Tls => {
                let stream = net::encrypt(stream, host, authority).await;
                Box::new(Transport::new(stream.map_err(failed)?, peer, b""))
            }
            Security::StartTls => {
                let stream = start_tls(stream, &hello).await.map_err(failed)?;
                let stream = net::encrypt(stream, host, authority).await;
                let stream = stream.map_err(failed)?;
                Box::new(Transport::new(stream, peer, GREETING_AFTER_STARTTLS))
            }
        };
        let connection = AsyncSmtpConnection::connect_with_transport(transport, &hello).await;
        connection.map_err(|error| failed(describe_error(&error)))
    }

    /// Connects to the first address of the server that accepts.
    async fn dial(&self) -> Result<TcpStream, String> {
        let host = &self.settings.host;
        let port = match (self.settings.port, self.security) {
            (0, Security::Tls) => 465,
            (0, _) => 587,
            (port, _) => port,
        };
        let addresses = net::shared().await.resolver.addresses(host, port).await;
        let addresses = addresses.map_err(|error| net::cause(&error))?;
        let connected = timeout(CONNECT_TIMEOUT, TcpStream::connect(&addresses[..])).await;
        let connected =
            connected.map_err(|_| format!("timed out after {} s", CONNECT_TIMEOUT.as_secs()))?;
        connected.map_err(|error| net::cause(&error))
    }
}

/// Returns the client's name for EHLO: the host name if it is a valid domain (RFC 5321, section 4.1.3), otherwise an IP
/// address.
fn client_id() -> ClientId {
    let system = rustix::system::uname();
    let name = system.nodename().to_str().unwrap_or_default();
    let is_domain = name.starts_with(|c: char| c.is_ascii_alphanumeric())
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '.');
    if is_domain {
        ClientId::Domain(name.to_owned())
    } else {
        ClientId::default()
    }
}

/// Negotiates STARTTLS. Returns the stream before the TLS handshake.
async fn start_tls(mut stream: TcpStream, hello: &ClientId) -> Result<TcpStream, String> {
    expect_success(&mut stream, "").await?;
    let extensions = expect_success(&mut stream, &format!("EHLO {hello}\r\n")).await?;
    let is_starttls = |line: &str| {
        let keyword = line.get(4..).unwrap_or_default();
        keyword.trim_end().eq_ignore_ascii_case("STARTTLS")
    };
    if !extensions.lines().any(is_starttls) {
        return Err("the server does not offer STARTTLS".to_owned());
    }
    expect_success(&mut stream, "STARTTLS\r\n").await?;
    Ok(stream)
}

/// Sends a command and reads the reply.
///
/// Reads no byte after the reply: an attacker may append unencrypted bytes, which would later be treated as encrypted ones.
///
/// # Errors
/// Returns a message if the connection was lost, or if the reply is not a success (2xx).
async fn expect_success(stream: &mut TcpStream, command: &str) -> Result<String, String> {
    let cause = |error: io::Error| net::cause(&error);
    stream.write_all(command.as_bytes()).await.map_err(cause)?;
    let (mut reply, mut line_start) = (Vec::new(), 0);
    loop {
        let byte = stream.read_u8().await.map_err(cause)?;
        reply.push(byte);
        if byte == b'\n' {
            // A hyphen after the code announces another line.
            if reply.get(line_start + 3) != Some(&b'-') {
                break;
            }
            line_start = reply.len();
        }
        if reply.len() > MAX_REPLY_BYTES {
            return Err("the server's reply is too long".to_owned());
        }
    }
    let reply = String::from_utf8_lossy(&reply).into_owned();
    if reply.starts_with('2') {
        return Ok(reply);
    }
    let line = reply.split_whitespace().collect::<Vec<_>>().join(" ");
    Err(format!("the server replied {line}"))
}

/// An encrypted stream for the mail library. Reading returns the bytes of `prefix` first, and then the bytes of the stream.
#[derive(Debug)]
struct Transport<S> {
    stream: S,
    peer: SocketAddr,
    prefix: &'static [u8],
}

impl<S> Transport<S> {
    fn new(stream: S, peer: SocketAddr, prefix: &'static [u8]) -> Self {
        Self {
            stream,
            peer,
            prefix,
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Transport<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.prefix.is_empty() {
            return Pin::new(&mut self.stream).poll_read(context, buffer);
        }
        let (part, rest) = self
            .prefix
            .split_at(self.prefix.len().min(buffer.remaining()));
        buffer.put_slice(part);
        self.prefix = rest;
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Transport<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

impl<S: AsyncRead + AsyncWrite + Send + Sync + Unpin + std::fmt::Debug> AsyncTokioStream
    for Transport<S>
{
    fn peer_addr(&self) -> io::Result<SocketAddr> {
        Ok(self.peer)
    }
}
