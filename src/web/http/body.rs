//! What an answer carries.

use std::{
    fs::File,
    io::{self, Read as _},
    pin::Pin,
    task::{Context, Poll, ready},
};

use bytes::Bytes;
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use tokio::sync::mpsc;

use super::access_log::Line;

/// Bytes of a file that are read at once.
const PIECE: usize = 64 * 1_024;
/// Pieces that may wait for the client.
const AHEAD: usize = 2;

/// The body of an answer.
#[derive(Debug)]
pub(crate) struct Body {
    content: Content,
    /// The request, where the log is told of it.
    line: Option<Box<Line>>,
}

/// Bytes in memory, or those of a file, which are read as the client takes them.
#[derive(Debug)]
enum Content {
    /// `None` once it was handed over.
    Bytes(Option<Bytes>),
    /// What is left of a file.
    File {
        pieces: mpsc::Receiver<io::Result<Bytes>>,
        left: u64,
    },
}

impl Body {
    /// All of `file`. `held` is dropped when its last byte was read, which is before that byte is sent, or when the client is
    /// gone.
    pub(crate) fn file(file: File, held: impl Send + 'static) -> io::Result<Self> {
        let left = file.metadata()?.len();
        let (send, pieces) = mpsc::channel(AHEAD);
        tokio::task::spawn_blocking(move || read_pieces(file, held, left, &send));
        Ok(Content::File { pieces, left }.into())
    }

    /// The same, as the answer to the request of `line`.
    pub(super) fn answering(mut self, line: Line) -> Self {
        self.line = Some(Box::new(line));
        self
    }
}

impl From<Content> for Body {
    fn from(content: Content) -> Self {
        Self {
            content,
            line: None,
        }
    }
}

/// Reads `length` bytes of `file` and sends them, until nobody takes them any more.
fn read_pieces(file: File, held: impl Send, length: u64, to: &mpsc::Sender<io::Result<Bytes>>) {
    let (mut source, mut left) = (Some((file, held)), length);
    while left > 0
        && let Some((file, _)) = &mut source
    {
        let mut piece = vec![0; left.min(PIECE as u64) as usize];
        let read = file.read_exact(&mut piece);
        left -= piece.len() as u64;
        if left == 0 || read.is_err() {
            source = None;
        }
        if to.blocking_send(read.map(|()| piece.into())).is_err() {
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
        let Self { content, line } = self.get_mut();
        let piece = match content {
            Content::Bytes(bytes) => bytes.take().map(Ok),
            Content::File { pieces, left } => ready!(pieces.poll_recv(context)).map(|piece| {
                let piece = piece?;
                *left -= piece.len() as u64;
                Ok(piece)
            }),
        };
        if let (Some(line), Some(Ok(piece))) = (line, &piece) {
            line.bytes += piece.len() as u64;
        }
        Poll::Ready(piece.map(|piece| piece.map(Frame::data)))
    }

    fn is_end_stream(&self) -> bool {
        match &self.content {
            Content::Bytes(bytes) => bytes.is_none(),
            Content::File { left, .. } => *left == 0,
        }
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(match &self.content {
            Content::Bytes(bytes) => bytes.as_ref().map_or(0, |bytes| bytes.len() as u64),
            Content::File { left, .. } => *left,
        })
    }
}
