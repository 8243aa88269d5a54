//! A TCP connection whose client must take what is written to it.

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

/// Kernel bytes that may wait unsent: many clients that read nothing do not fill its memory.
const UNSENT: u32 = 128 * 1_024;

/// The connection, the time limit on writes that make no progress, and its right to be open.
#[derive(Debug)]
pub(crate) struct Stream {
    tcp: TcpStream,
    permit: Arc<Permit>,
    stalled_after: Duration,
    /// Runs while a write waits for the client.
    stall: Pin<Box<Sleep>>,
    is_stalled: bool,
}

impl Stream {
    /// A write to `tcp` fails when the client takes nothing for `stalled_after`.
    pub(crate) fn new(tcp: TcpStream, permit: Arc<Permit>, stalled_after: Duration) -> Self {
        let socket = socket2::SockRef::from(&tcp);
        // Each is a refinement: a kernel that does not know it serves all the same.
        let _ = socket.set_tcp_nodelay(true);
        let _ = socket.set_tcp_notsent_lowat(UNSENT);
        let _ = socket.set_tcp_user_timeout(Some(stalled_after));
        Self {
            tcp,
            permit,
            stalled_after,
            stall: Box::pin(sleep(stalled_after)),
            is_stalled: false,
        }
    }

    /// The connection itself, for a protocol that has its own limits.
    pub(crate) fn into_parts(self) -> (TcpStream, Arc<Permit>) {
        (self.tcp, self.permit)
    }

    /// Passes on what a write came to, unless it has waited too long.
    fn watch(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.is_stalled = false;
            self.permit.progressed();
            return written;
        }
        if !self.is_stalled {
            self.is_stalled = true;
            self.stall
                .as_mut()
                .reset(Instant::now() + self.stalled_after);
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
        self.watch(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.tcp).poll_write_vectored(context, bytes);
        self.watch(context, written)
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
