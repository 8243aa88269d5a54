//! Where a reader's frames are written, and what stands between two writes.

use std::{fmt, io};

use tokio::time::{Duration, Instant};

use super::{batch::Batch, fresh::Fresh};

/// Takes frames as bytes.
pub trait Outlet: fmt::Debug + Send {
    /// How many of `bytes` are taken at once; [`io::ErrorKind::WouldBlock`] where none are now.
    fn try_write(&self, bytes: &[u8]) -> io::Result<usize>;
    /// So many frames are written, or begun, in so many bytes.
    fn wrote(&self, frames: usize, bytes: usize);
}

/// How far a write came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Written {
    /// Everything is written.
    All,
    /// The outlet takes no more now.
    Part,
}

/// An outlet, and where it stands.
#[derive(Debug)]
pub(super) struct Line {
    outlet: Box<dyn Outlet>,
    /// Between two writes.
    window: Duration,
    /// When frames may be written again.
    due: Instant,
    /// What is left of a frame that was begun: nothing else may be written before it.
    rest: Vec<u8>,
    /// The outlet took no more, and was not tried again since.
    is_full: bool,
    /// The reader itself is writing.
    is_held: bool,
}

impl Line {
    /// One to which frames may be written at once.
    pub(super) fn new(outlet: Box<dyn Outlet>, window: Duration) -> Self {
        Self {
            outlet,
            window,
            due: Instant::now(),
            rest: Vec::new(),
            is_full: false,
            is_held: false,
        }
    }

    /// Whether frames may be written, as far as what was written before is concerned.
    pub(super) fn is_free(&self) -> bool {
        !self.is_held && !self.is_full
    }

    /// Whether a frame is half written.
    pub(super) fn is_cut(&self) -> bool {
        !self.rest.is_empty()
    }

    /// When frames may be written again.
    pub(super) fn due(&self) -> Instant {
        self.due
    }

    /// The reader will write itself, as soon as all is written that was begun.
    pub(super) fn hold(&mut self) -> io::Result<Written> {
        self.is_held = true;
        self.finish()
    }

    /// The reader writes no more.
    pub(super) fn release(&mut self) {
        self.is_held = false;
    }

    /// Writes a batch where nothing is left of the one before. Of what could not be written, whole frames are fresh again.
    pub(super) fn write(
        &mut self,
        fresh: &mut Fresh,
        batch: &mut Batch,
        now: Instant,
    ) -> io::Result<Written> {
        let mut written = 0;
        let outcome = self.write_bytes(batch.bytes(), &mut written);
        if !matches!(outcome, Ok(Written::All)) {
            self.rest = fresh.put_back(batch, written).to_vec();
        }
        if !batch.bytes().is_empty() {
            self.due = now + self.window;
            self.outlet.wrote(batch.frames(), batch.bytes().len());
        }
        outcome
    }

    /// Writes what is left of a frame that was begun.
    pub(super) fn finish(&mut self) -> io::Result<Written> {
        let (mut rest, mut written) = (std::mem::take(&mut self.rest), 0);
        let outcome = self.write_bytes(&rest, &mut written);
        if written < rest.len() {
            rest.drain(..written);
            self.rest = rest;
        }
        outcome
    }

    /// Writes bytes, and counts those that are written.
    fn write_bytes(&mut self, bytes: &[u8], written: &mut usize) -> io::Result<Written> {
        self.is_full = false;
        while *written < bytes.len() {
            match self.outlet.try_write(&bytes[*written..]) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(more) => *written += more,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    self.is_full = true;
                    return Ok(Written::Part);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(Written::All)
    }
}
