//! Writes frames to the connection of one subscriber.

use std::{fmt, io};

use tokio::time::{Duration, Instant};

use super::{batch::Batch, pending::PendingFrames};

/// A destination of encoded frames, such as a WebSocket connection.
pub trait FrameSink: fmt::Debug + Send {
    /// Writes as many of `bytes` as possible without blocking and returns their number. Returns [`io::ErrorKind::WouldBlock`] if no byte
    /// can be written.
    fn try_write(&self, bytes: &[u8]) -> io::Result<usize>;
    /// Counts frames whose writing has started, and their size in bytes.
    fn count_written(&self, frames: usize, bytes: usize);
}

/// The result of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriteStatus {
    /// Everything was written.
    All,
    /// The sink accepts no more bytes now.
    Blocked,
}

/// Writes frames to a sink and keeps the rest of a partly written frame.
#[derive(Debug)]
pub(super) struct FrameWriter {
    sink: Box<dyn FrameSink>,
    /// Minimum time between two writes.
    window: Duration,
    /// Earliest time of the next write.
    due: Instant,
    /// The rest of a partly written frame, which must be written before anything else.
    partial_frame: Vec<u8>,
    /// The sink blocked at the last attempt.
    is_blocked: bool,
    /// The subscriber's task writes to the connection directly.
    is_paused: bool,
}

impl FrameWriter {
    /// Creates a writer that may write immediately.
    pub(super) fn new(sink: Box<dyn FrameSink>, window: Duration) -> Self {
        Self {
            sink,
            window,
            due: Instant::now(),
            partial_frame: Vec::new(),
            is_blocked: false,
            is_paused: false,
        }
    }

    /// Returns true if the hub may write as soon as the window allows it.
    pub(super) fn is_ready(&self) -> bool {
        !self.is_paused && !self.is_blocked
    }

    /// Returns true if a frame is partly written.
    pub(super) fn has_partial_frame(&self) -> bool {
        !self.partial_frame.is_empty()
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

    /// Writes a batch. Any partial frame must be finished before. Frames whose writing did not start become pending again.
    pub(super) fn write(
        &mut self,
        pending: &mut PendingFrames,
        batch: &mut Batch,
        now: Instant,
    ) -> io::Result<WriteStatus> {
        let mut written = 0;
        let outcome = self.write_bytes(batch.bytes(), &mut written);
        if !matches!(outcome, Ok(WriteStatus::All)) {
            self.partial_frame = pending.put_back(batch, written).to_vec();
        }
        if !batch.bytes().is_empty() {
            self.due = now + self.window;
            self.sink.count_written(batch.frames(), batch.bytes().len());
        }
        outcome
    }

    /// Writes the rest of a partial frame.
    pub(super) fn finish(&mut self) -> io::Result<WriteStatus> {
        let (mut rest, mut written) = (std::mem::take(&mut self.partial_frame), 0);
        let outcome = self.write_bytes(&rest, &mut written);
        if written < rest.len() {
            rest.drain(..written);
            self.partial_frame = rest;
        }
        outcome
    }

    /// Writes bytes and adds the number of bytes written to `written`.
    fn write_bytes(&mut self, bytes: &[u8], written: &mut usize) -> io::Result<WriteStatus> {
        self.is_blocked = false;
        while *written < bytes.len() {
            match self.sink.try_write(&bytes[*written..]) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(more) => *written += more,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    self.is_blocked = true;
                    return Ok(WriteStatus::Blocked);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(WriteStatus::All)
    }
}
