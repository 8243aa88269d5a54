//! Types of records that are not domain types: the identity of the file, deliveries, and boards
//! with their order.

use serde::{Deserialize, Serialize};

use crate::domain::{Timestamp, alert::FiredAlert, board::Board, person::PersonId, sharing::Share};

/// The stored identity of the file; see [`Identity`](super::Identity). All fields are `None` in a
/// new file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StoredIdentity {
    pub(super) market: Option<String>,
    pub(super) seed: Option<u64>,
    pub(super) clock_set: Option<bool>,
    #[serde(default)]
    pub(super) hours: Option<String>,
    /// The boot in which the file was last opened; `None` if the system has no boot id.
    #[serde(default)]
    pub(super) opened: Option<BootMarker>,
}

/// Identifies the boot in which a file was opened. If a file was not closed cleanly but the boot is
/// still the same, the system did not crash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct BootMarker {
    /// The `boot_id` of Linux, which changes with every boot.
    pub(super) boot: String,
    /// Device number of the file.
    pub(super) device: u64,
    /// Inode of the file. A copy of the file has another inode.
    pub(super) inode: u64,
}

/// The key that identifies this server to push services.
#[derive(Serialize, Deserialize)]
pub(super) struct PushKey {
    /// Private and public key in the PKCS#8 format.
    pub(super) pkcs8: Vec<u8>,
}

/// A new alert report and the channels that deliver it.
#[derive(Debug, Clone, PartialEq)]
pub struct NewReport {
    /// The alert's owner.
    pub person: PersonId,
    /// The report.
    pub fired: FiredAlert,
    /// Names of the channels that deliver the report.
    pub channels: Vec<String>,
}

/// A report waiting for delivery through one channel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutboxEntry {
    /// Number of the report.
    pub report: u64,
    /// Name of the channel.
    pub channel: String,
    /// Number of failed attempts.
    pub attempt: u32,
    /// Time at which the next attempt is due.
    pub next_attempt_at: Timestamp,
    /// Time at which the report was recorded.
    pub created_at: Timestamp,
    /// Error of the last attempt.
    pub last_error: Option<String>,
    /// Identifies the message that contains the report, by the number of the first report in the
    /// message. This number is stored before the first attempt, so that every attempt sends the
    /// same message with the same idempotency key.
    #[serde(default)]
    pub message: Option<u64>,
}

impl OutboxEntry {
    /// Creates an entry without attempts, due at `now`.
    pub(super) fn new(report: u64, channel: &str, now: Timestamp) -> Self {
        Self {
            report,
            channel: channel.to_owned(),
            attempt: 0,
            next_attempt_at: now,
            created_at: now,
            last_error: None,
            message: None,
        }
    }

    pub(super) fn key(&self) -> (u64, String) {
        (self.report, self.channel.clone())
    }
}

/// An outbox entry with its report.
#[derive(Debug, Clone, PartialEq)]
pub struct Undelivered {
    /// State of the delivery.
    pub entry: OutboxEntry,
    /// The report.
    pub fired: FiredAlert,
}

/// Outcome of a delivery attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttemptOutcome {
    /// The channel accepted the message.
    Delivered,
    /// The attempt failed and will be retried.
    Failed,
    /// The attempt failed and will not be retried, because the channel has failed for a day.
    GivenUp,
    /// No attempt was made, because the channel was removed or disabled.
    Cancelled,
}

/// Log entry of one attempt to deliver a report through one channel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliveryAttempt {
    /// Number of the report.
    pub report: u64,
    /// The alert of the report, which may have been deleted since.
    pub alert_id: u32,
    /// Name of the channel.
    pub channel: String,
    /// Time at which the attempt ended.
    pub at: Timestamp,
    /// Number of the attempt, from 1.
    pub attempt: u32,
    /// Outcome of the attempt.
    pub outcome: AttemptOutcome,
    /// Response of the receiver, or the connection error, as one sentence.
    pub answer: String,
    /// Duration in milliseconds.
    pub took_ms: u64,
    /// Number of reports in the message, including this report.
    pub together: u32,
}

impl DeliveryAttempt {
    /// Returns the key in the table, which consists of the report, the channel and the attempt.
    pub(super) fn key(&self) -> (u64, String) {
        self.key_of(self.attempt)
    }

    /// Returns the key of the attempt `count` attempts earlier for the same report and channel, or
    /// `None` if no such attempt exists.
    pub(super) fn key_before(&self, count: u32) -> Option<(u64, String)> {
        let earlier = self.attempt.checked_sub(count).filter(|nth| *nth > 0)?;
        Some(self.key_of(earlier))
    }

    fn key_of(&self, attempt: u32) -> (u64, String) {
        (self.report, format!("{} {attempt:06}", self.channel))
    }
}

/// A stored board with its position.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct BoardRecord {
    /// Position of the board. Boards are shown in this order after the preset boards.
    pub(super) number: u32,
    /// Version of the board. No two saved versions of any board are the same.
    #[serde(default)]
    pub(super) version: u32,
    /// The other people who may use the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) shares: Vec<Share>,
    /// The board without its version; `None` for a deleted preset board.
    pub(super) board: Option<Board>,
}

/// Position of a file in a replication stream.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor {
    /// Id of the stream. Sequence numbers of different streams are unrelated.
    pub stream: String,
    /// Sequence number of the last applied message. 0 for the file that wrote the stream.
    pub sequence: u64,
    /// The newest epoch that this file has seen, or the epoch in which it was the source.
    pub epoch: u64,
    /// True if this file was the source.
    pub wrote: bool,
    /// The previous epoch in which this file was the source, if any. The stream may not contain the
    /// newest epoch, because this record is written before the epoch is announced in the stream.
    #[serde(default)]
    pub before: Option<u64>,
}

impl Cursor {
    /// Returns true if this file was the source of `stream` in `epoch`.
    pub fn wrote_in(&self, stream: &str, epoch: u64) -> bool {
        self.wrote && self.stream == stream && (self.epoch == epoch || self.before == Some(epoch))
    }
}

/// The stored response to a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct CallResponse {
    /// The encoded response.
    pub(super) answer: String,
    /// Time of the response.
    pub(super) at: Timestamp,
}
