//! Response bodies.

use std::{
    fs::File,
    io::{self, Read as _},
    pin::Pin,
    task::{Context, Poll, ready},
};

use bytes::Bytes;
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use tokio::sync::mpsc;

use super::access_log::AccessLogEntry;

/// Size of the chunks in which a file is read.
const CHUNK_BYTES: usize = 64 * 1_024;
/// Number of chunks read ahead of the client.
const CHUNKS_AHEAD: usize = 2;

/// The body of a response.
#[derive(Debug)]
pub(crate) struct Body {
    content: Content,
    /// The access log entry, if requests are logged.
    log_entry: Option<Box<AccessLogEntry>>,
}

/// Bytes in memory, or a file that is read as the client receives it.
#[derive(Debug)]
enum Content {
    /// `None` once sent.
    Bytes(Option<Bytes>),
    /// The part of a file that is not sent yet.
    File {
        chunks: mpsc::Receiver<io::Result<Bytes>>,
        remaining: u64,
    },
}

impl Body {
    /// Sends a file. `guard` is dropped when the last byte has been read, which is before it is sent, or when the client is
    /// gone.
    pub(crate) fn file(file: File, guard: impl Send + 'static) -> io::Result<Self> {
        let remaining = file.metadata()?.len();
        let (sender, chunks) = mpsc::channel(CHUNKS_AHEAD);
        tokio::task::spawn_blocking(move || read_chunks(file, guard, remaining, &sender));
        Ok(Content::File { chunks, remaining }.into())
    }

    /// Attaches the access log entry of the request.
    pub(super) fn with_log_entry(mut self, log_entry: AccessLogEntry) -> Self {
        self.log_entry = Some(Box::new(log_entry));
        self
    }
}

impl From<Content> for Body {
    fn from(content: Content) -> Self {
        Self {
            content,
            log_entry: None,
        }
    }
}

/// Reads `length` bytes of `file` and sends them in chunks, until done or the receiver is gone.
fn read_chunks(
    file: File,
    guard: impl Send,
    length: u64,
    sender: &mpsc::Sender<io::Result<Bytes>>,
) {
    let (mut source, mut remaining) = (Some((file, guard)), length);
    while remaining > 0
        && let Some((file, _)) = &mut source
    {
        let mut chunk = vec![0; remaining.min(CHUNK_BYTES as u64) as usize];
        let read = file.read_exact(&mut chunk);
        remaining -= chunk.len() as u64;
        if remaining == 0 || read.is_err() {
            source = None;
        }
        if sender.blocking_send(read.map(|()| chunk.into())).is_err() {
            return;
        }
    }
}

impl From<Bytes> for Body {
    fn from(bytes: Bytes) -> Self {
        Content::Bytes(Some(bytes).filter(|bytes| !bytes.is_empty())).into()
    }
}

impl Default for Body {
    /// No bytes.
    fn default() -> Self {
        Content::Bytes(None).into()
    }
}

impl HttpBody for Body {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        let Self { content, log_entry } = self.get_mut();
        let chunk = match content {
            Content::Bytes(bytes) => bytes.take().map(Ok),
            Content::File { chunks, remaining } => ready!(chunks.poll_recv(context)).map(|chunk| {
                let chunk = chunk?;
                *remaining -= chunk.len() as u64;
                Ok(chunk)
            }),
        };
        if let (Some(log_entry), Some(Ok(chunk))) = (log_entry, &chunk) {
            log_entry.bytes += chunk.len() as u64;
        }
        Poll::Ready(chunk.map(|chunk| chunk.map(Frame::data)))
    }

    fn is_end_stream(&self) -> bool {
        match &self.content {
            Content::Bytes(bytes) => bytes.is_none(),
            Content::File { remaining, .. } => *remaining == 0,
        }
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(match &self.content {
            Content::Bytes(bytes) => bytes.as_ref().map_or(0, |bytes| bytes.len() as u64),
            Content::File { remaining, .. } => *remaining,
        })
    }
}
