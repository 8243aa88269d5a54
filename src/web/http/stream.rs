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

use super::{connections::Permit, parse_error, tcp};

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
    /// What is still to be written of the answer to a request that could not be parsed.
    replaced: Vec<u8>,
}

impl Stream {
    /// A write to `tcp` fails when the client takes nothing for `stalled_after`.
    pub(crate) fn new(tcp: TcpStream, permit: Arc<Permit>, stalled_after: Duration) -> Self {
        tcp::refine(&tcp, UNSENT, stalled_after);
        Self {
            tcp,
            permit,
            stalled_after,
            stall: Box::pin(sleep(stalled_after)),
            is_stalled: false,
            replaced: Vec::new(),
        }
    }

    /// The connection itself, for a protocol that has its own limits.
    pub(crate) fn into_parts(self) -> (TcpStream, Arc<Permit>) {
        (self.tcp, self.permit)
    }

    /// Writes what was put in the place of an answer of hyper's own.
    fn write_replaced(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.replaced.is_empty() {
            let written = Pin::new(&mut self.tcp).poll_write(context, &self.replaced);
            let count = ready!(self.watch(context, written))?;
            if count == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.replaced.drain(..count);
        }
        Poll::Ready(Ok(()))
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
        ready!(self.write_replaced(context))?;
        let until = match parse_error::position(bytes) {
            Some(0) => {
                self.replaced = parse_error::answer(bytes);
                return Poll::Ready(Ok(bytes.len()));
            }
            other => other.unwrap_or(bytes.len()),
        };
        let written = Pin::new(&mut self.tcp).poll_write(context, &bytes[..until]);
        self.watch(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        ready!(self.write_replaced(context))?;
        // An answer of hyper's own has no body: nothing follows it.
        let last = bytes.iter().rposition(|part| !part.is_empty());
        let replaced = last.filter(|last| parse_error::position(&bytes[*last]).is_some());
        let before = &bytes[..replaced.unwrap_or(bytes.len())];
        match replaced {
            Some(at) if before.iter().all(|part| part.is_empty()) => {
                self.poll_write(context, &bytes[at])
            }
            _ => {
                let written = Pin::new(&mut self.tcp).poll_write_vectored(context, before);
                self.watch(context, written)
            }
        }
    }

    fn is_write_vectored(&self) -> bool {
        self.tcp.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.write_replaced(context))?;
        Pin::new(&mut self.tcp).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.write_replaced(context))?;
        Pin::new(&mut self.tcp).poll_shutdown(context)
    }
}
