//! A TCP stream with a timeout for clients that stop reading.

use std::{
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::{Instant, Sleep, sleep},
};

use super::connections::Permit;

/// Maximum number of unsent bytes per connection in the kernel: clients that do not read must not fill its memory.
const MAX_UNSENT_BYTES: u32 = 128 * 1_024;

/// A TCP stream with its permit. Writes fail if the client receives nothing for `stall_timeout`.
#[derive(Debug)]
pub(crate) struct Stream {
    tcp: TcpStream,
    permit: Arc<Permit>,
    stall_timeout: Duration,
    /// Fires `stall_timeout` after a write started to wait for the client.
    stall: Pin<Box<Sleep>>,
    is_waiting: bool,
}

impl Stream {
    /// Creates a stream whose writes fail if the client receives nothing for `stall_timeout`.
    pub(crate) fn new(tcp: TcpStream, permit: Arc<Permit>, stall_timeout: Duration) -> Self {
        configure_socket(&tcp, MAX_UNSENT_BYTES, stall_timeout);
        Self {
            tcp,
            permit,
            stall_timeout,
            stall: Box::pin(sleep(stall_timeout)),
            is_waiting: false,
        }
    }

    /// Returns the raw connection, for a protocol with its own timeouts.
    pub(crate) fn into_parts(self) -> (TcpStream, Arc<Permit>) {
        (self.tcp, self.permit)
    }

    /// Returns the result of a write, or a timeout if writes have waited for too long.
    fn check_stall(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.is_waiting = false;
            self.permit.record_progress();
            return written;
        }
        if !self.is_waiting {
            self.is_waiting = true;
            self.stall
                .as_mut()
                .reset(Instant::now() + self.stall_timeout);
        }
        ready!(self.stall.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.tcp).poll_read(context, buffer)
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.tcp).poll_write(context, bytes);
        self.check_stall(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.tcp).poll_write_vectored(context, bytes);
        self.check_stall(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.tcp.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.tcp).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.tcp).poll_shutdown(context)
    }
}

// The socket options below are optimizations: errors are ignored, as a system may not support an option.

/// Disables Nagle's algorithm, limits unsent bytes, and closes connections to clients that acknowledge nothing for
/// `stall_timeout`.
pub(crate) fn configure_socket(tcp: &TcpStream, unsent: u32, stall_timeout: Duration) {
    let _ = tcp.set_nodelay(true);
    limit_unsent(tcp, unsent);
    set_user_timeout(tcp, stall_timeout);
}

/// Limits unsent bytes in the kernel (Linux, tcp(7): `TCP_NOTSENT_LOWAT`).
#[cfg(target_os = "linux")]
pub(crate) fn limit_unsent(tcp: &TcpStream, bytes: u32) {
    let _ = socket2::SockRef::from(tcp).set_tcp_notsent_lowat(bytes);
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn limit_unsent(_: &TcpStream, _: u32) {}

/// Sets how long sent data may stay unacknowledged (Linux, tcp(7): `TCP_USER_TIMEOUT`).
#[cfg(target_os = "linux")]
fn set_user_timeout(tcp: &TcpStream, after: Duration) {
    let _ = socket2::SockRef::from(tcp).set_tcp_user_timeout(Some(after));
}

#[cfg(not(target_os = "linux"))]
fn set_user_timeout(_: &TcpStream, _: Duration) {}
