//! Writes frames to the connection of one reader.

use std::{fmt, io};

use tokio::time::{Duration, Instant};

use super::{batch::Batch, pending::PendingFrames};

/// A destination of encoded frames, such as a WebSocket connection.
pub trait FrameSink: fmt::Debug + Send {
    /// Writes as many of `bytes` as possible without blocking and returns the count; [`io::ErrorKind::WouldBlock`] if that is
    /// none.
    fn try_write(&self, bytes: &[u8]) -> io::Result<usize>;
    /// Counts frames whose writing has begun, with their size in bytes.
    fn wrote(&self, frames: usize, bytes: usize);
}

/// The result of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriteStatus {
    /// Everything was written.
    All,
    /// The sink accepts no more bytes at the moment.
    Blocked,
}

/// A sink with the state of its writes.
#[derive(Debug)]
pub(super) struct FrameWriter {
    sink: Box<dyn FrameSink>,
    /// Minimum time between two writes.
    window: Duration,
    /// Earliest time of the next write.
    due: Instant,
    /// The rest of a partly written frame, which must be written before anything else.
    rest: Vec<u8>,
    /// The sink would have blocked on the last attempt.
    is_full: bool,
    /// The reader writes to the connection itself.
    is_paused: bool,
}

impl FrameWriter {
    /// Creates a writer that may write immediately.
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

    /// Returns true if the hub may write, apart from the window.
    pub(super) fn is_free(&self) -> bool {
        !self.is_paused && !self.is_full
    }

    /// Returns true if a frame is partly written.
    pub(super) fn has_partial_frame(&self) -> bool {
        !self.rest.is_empty()
    }

    /// Returns the earliest time of the next write.
    pub(super) fn due(&self) -> Instant {
        self.due
    }

    /// Pauses writing by the hub and tries to finish a partial frame.
    pub(super) fn pause(&mut self) -> io::Result<WriteStatus> {
        self.is_paused = true;
        self.finish()
    }

    /// Allows the hub to write again.
    pub(super) fn resume(&mut self) {
        self.is_paused = false;
    }

    /// Writes a batch; any partial frame must be finished. Whole frames that could not be written become pending again.
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

    /// Writes the rest of a partial frame.
    pub(super) fn finish(&mut self) -> io::Result<WriteStatus> {
        let (mut rest, mut written) = (std::mem::take(&mut self.rest), 0);
        let outcome = self.write_bytes(&rest, &mut written);
        if written < rest.len() {
            rest.drain(..written);
            self.rest = rest;
        }
        outcome
    }

    /// Writes bytes and adds the number of bytes written to `written`.
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
