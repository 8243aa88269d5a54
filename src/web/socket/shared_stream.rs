//! A TCP stream with two writers: tungstenite and the hub. The connection makes sure that only one of them writes at a time.

use std::{
    io,
    net::Shutdown,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
};

use crate::{live::hub::FrameSink, runtime::metrics::Counters};

/// A handle of a TCP stream; clones share the stream.
#[derive(Debug, Clone)]
pub(super) struct SharedStream {
    tcp: Arc<TcpStream>,
    counters: Arc<Counters>,
}

impl SharedStream {
    /// Creates the first handle of a stream.
    pub(super) fn new(tcp: TcpStream, counters: Arc<Counters>) -> Self {
        let tcp = Arc::new(tcp);
        Self { tcp, counters }
    }

    /// Returns ready when the stream may have bytes to read.
    pub(super) fn poll_read_ready(&self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.tcp.poll_read_ready(context)
    }

    /// Resolves when the socket is writable.
    pub(super) async fn writable(&self) -> io::Result<()> {
        self.tcp.writable().await
    }
}

impl FrameSink for SharedStream {
    fn try_write(&self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.tcp.try_write(bytes)?;
        self.counters.writes.add(1);
        Ok(written)
    }

    fn count_written(&self, frames: usize, bytes: usize) {
        self.counters.frames.add(frames as u64);
        self.counters.frame_bytes.add(bytes as u64);
    }
}

impl AsyncRead for SharedStream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            ready!(self.tcp.poll_read_ready(context))?;
            match self.tcp.try_read(buffer.initialize_unfilled()) {
                Ok(read) => {
                    buffer.advance(read);
                    return Poll::Ready(Ok(()));
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}

impl AsyncWrite for SharedStream {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        loop {
            ready!(self.tcp.poll_write_ready(context))?;
            match self.tcp.try_write(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                written => return Poll::Ready(written),
            }
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(socket2::SockRef::from(&*self.tcp).shutdown(Shutdown::Write))
    }
}
