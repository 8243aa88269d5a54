//! What a request came to.

use bytes::Bytes;
use hyper::StatusCode;
use jiff::{Timestamp, fmt::rfc2822};

/// A success.
#[derive(Debug, Clone)]
pub struct Answer {
    /// Unpacked.
    pub body: Bytes,
    /// To be sent back with the next request for the same address.
    pub tags: Tags,
    /// The source says that nothing changed; the body is empty.
    pub unchanged: bool,
}

/// What a source told about the version of its answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tags {
    pub(super) etag: Option<String>,
    pub(super) last_modified: Option<String>,
}

impl Tags {
    /// When the source made its answer, as far as it says so.
    pub(crate) fn modified(&self) -> Option<Timestamp> {
        let text = self.last_modified.as_deref()?;
        let parser = rfc2822::DateTimeParser::new();
        parser.parse_timestamp(text.trim()).ok()
    }
}

/// An answer that is no success, with its body where it may explain.
#[derive(Debug)]
pub enum Outcome {
    /// 2xx or 304.
    Answer(Answer),
    /// 4xx other than throttling: the body often says why.
    Refused(StatusCode, Bytes),
}
