//! Where a reader's frames are written, and what stands between two writes.

use std::{fmt, io};

use tokio::time::{Duration, Instant};

use super::{batch::Batch, pending::PendingFrames};

/// Takes frames as bytes.
pub trait FrameSink: fmt::Debug + Send {
    /// How many of `bytes` are taken at once; [`io::ErrorKind::WouldBlock`] where none are now.
    fn try_write(&self, bytes: &[u8]) -> io::Result<usize>;
    /// So many frames are written, or begun, in so many bytes.
    fn wrote(&self, frames: usize, bytes: usize);
}

/// How far a write came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriteStatus {
    /// Everything is written.
    All,
    /// The sink takes no more now.
    Blocked,
}

/// A sink, and where it stands.
#[derive(Debug)]
pub(super) struct FrameWriter {
    sink: Box<dyn FrameSink>,
    /// Between two writes.
    window: Duration,
    /// When frames may be written again.
    due: Instant,
    /// What is left of a frame that was begun: nothing else may be written before it.
    rest: Vec<u8>,
    /// The sink took no more, and was not tried again since.
    is_full: bool,
    /// The reader itself is writing.
    is_paused: bool,
}

impl FrameWriter {
    /// One to which frames may be written at once.
    pub(super) fn new(sink: Box<dyn FrameSink>, window: Duration) -> Self {
        Self {
            sink,
            window,
            due: Instant::now(),
            rest: Vec::new(),
            is_full: false,
            is_paused: false,
        }
    }

    /// Whether frames may be written, as far as what was written before is concerned.
    pub(super) fn is_free(&self) -> bool {
        !self.is_paused && !self.is_full
    }

    /// Whether a frame is half written.
    pub(super) fn has_partial_frame(&self) -> bool {
        !self.rest.is_empty()
    }

    /// When frames may be written again.
    pub(super) fn due(&self) -> Instant {
        self.due
    }

    /// The reader will write itself, as soon as all is written that was begun.
    pub(super) fn pause(&mut self) -> io::Result<WriteStatus> {
        self.is_paused = true;
        self.finish()
    }

    /// The reader writes no more.
    pub(super) fn resume(&mut self) {
        self.is_paused = false;
    }

    /// Writes a batch where nothing is left of the one before. Of what could not be written, whole frames are pending again.
    pub(super) fn write(
        &mut self,
        pending: &mut PendingFrames,
        batch: &mut Batch,
        now: Instant,
    ) -> io::Result<WriteStatus> {
        let mut written = 0;
        let outcome = self.write_bytes(batch.bytes(), &mut written);
        if !matches!(outcome, Ok(WriteStatus::All)) {
            self.rest = pending.put_back(batch, written).to_vec();
        }
        if !batch.bytes().is_empty() {
            self.due = now + self.window;
            self.sink.wrote(batch.frames(), batch.bytes().len());
        }
        outcome
    }

    /// Writes what is left of a frame that was begun.
    pub(super) fn finish(&mut self) -> io::Result<WriteStatus> {
        let (mut rest, mut written) = (std::mem::take(&mut self.rest), 0);
        let outcome = self.write_bytes(&rest, &mut written);
        if written < rest.len() {
            rest.drain(..written);
            self.rest = rest;
        }
        outcome
    }

    /// Writes bytes, and counts those that are written.
    fn write_bytes(&mut self, bytes: &[u8], written: &mut usize) -> io::Result<WriteStatus> {
        self.is_full = false;
        while *written < bytes.len() {
            match self.sink.try_write(&bytes[*written..]) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(more) => *written += more,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    self.is_full = true;
                    return Ok(WriteStatus::Blocked);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(WriteStatus::All)
    }
}
