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

/// Bytes of a file that are read at once.
const PIECE: usize = 64 * 1_024;
/// Pieces that may wait for the client.
const AHEAD: usize = 2;

/// The bytes of an answer: in memory, or those of a file, which are read as the client takes them.
#[derive(Debug)]
pub(crate) enum Body {
    /// `None` once it was handed over.
    Bytes(Option<Bytes>),
    /// What is left of a file.
    File {
        pieces: mpsc::Receiver<io::Result<Bytes>>,
        left: u64,
    },
}

impl Body {
    /// All of `file`. `held` is dropped when its last byte was read, or the client is gone.
    pub(crate) fn file(file: File, held: impl Send + 'static) -> io::Result<Self> {
        let left = file.metadata()?.len();
        let (send, pieces) = mpsc::channel(AHEAD);
        tokio::task::spawn_blocking(move || {
            let _held = held;
            read_pieces(&file, left, &send);
        });
        Ok(Self::File { pieces, left })
    }
}

/// Reads `length` bytes of `file` and sends them, until nobody takes them any more.
fn read_pieces(mut file: &File, length: u64, to: &mpsc::Sender<io::Result<Bytes>>) {
    let mut left = length;
    while left > 0 {
        let mut piece = vec![0; left.min(PIECE as u64) as usize];
        let read = file.read_exact(&mut piece);
        left -= piece.len() as u64;
        let is_over = read.is_err();
        if to.blocking_send(read.map(|()| piece.into())).is_err() || is_over {
            return;
        }
    }
}

impl From<Bytes> for Body {
    fn from(bytes: Bytes) -> Self {
        Self::Bytes(Some(bytes).filter(|bytes| !bytes.is_empty()))
    }
}

impl Default for Body {
    /// No bytes.
    fn default() -> Self {
        Self::Bytes(None)
    }
}

impl HttpBody for Body {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        Poll::Ready(match self.get_mut() {
            Self::Bytes(bytes) => bytes.take().map(|bytes| Ok(Frame::data(bytes))),
            Self::File { pieces, left } => ready!(pieces.poll_recv(context)).map(|piece| {
                let piece = piece?;
                *left -= piece.len() as u64;
                Ok(Frame::data(piece))
            }),
        })
    }

    fn is_end_stream(&self) -> bool {
        match self {
            Self::Bytes(bytes) => bytes.is_none(),
            Self::File { left, .. } => *left == 0,
        }
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(match self {
            Self::Bytes(bytes) => bytes.as_ref().map_or(0, |bytes| bytes.len() as u64),
            Self::File { left, .. } => *left,
        })
    }
}
