//! Records that are no words of the domain: what is known of the file itself, deliveries, and boards with their order.

use serde::{Deserialize, Serialize};

use crate::domain::{Timestamp, alert::FiredAlert, board::Board};

/// What is known of a file: nothing of a new one, and no clock of one whose market has its own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StoredIdentity {
    pub(super) market: Option<String>,
    pub(super) seed: Option<u64>,
    pub(super) clock_set: Option<bool>,
    #[serde(default)]
    pub(super) hours: Option<String>,
    /// Under which the file is written; `None` where the system does not tell.
    #[serde(default)]
    pub(super) opened: Option<BootMarker>,
}

/// A run of the machine, and the file that it writes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct BootMarker {
    /// Linux's `boot_id`: another one after each start of the machine.
    pub(super) boot: String,
    /// The device of the file.
    pub(super) device: u64,
    /// Its number there: a copy has another one.
    pub(super) inode: u64,
}

/// The key by which push services know this server.
#[derive(Serialize, Deserialize)]
pub(super) struct PushKey {
    /// Both halves, in PKCS#8.
    pub(super) pkcs8: Vec<u8>,
}

/// A report that was just made.
#[derive(Debug, Clone, PartialEq)]
pub struct NewReport {
    /// What it says.
    pub fired: FiredAlert,
    /// The names of the channels that are to deliver it.
    pub channels: Vec<String>,
}

/// A report on its way through one channel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutboxEntry {
    /// Number of the report.
    pub report: u64,
    /// Name of the channel.
    pub channel: String,
    /// How many deliveries were tried and failed.
    pub attempt: u32,
    /// When the next one is due.
    pub next_attempt_at: Timestamp,
    /// When the report was recorded.
    pub created_at: Timestamp,
    /// What the last one failed with.
    pub last_error: Option<String>,
    /// The message in which it goes, by the number of that message's first report. It is kept before
    /// the first attempt, so that every attempt sends the same message under the same key.
    #[serde(default)]
    pub message: Option<u64>,
}

impl OutboxEntry {
    /// A first delivery, due at `now`.
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

/// An entry with its report.
#[derive(Debug, Clone, PartialEq)]
pub struct Undelivered {
    /// How its delivery goes.
    pub entry: OutboxEntry,
    /// What is to be delivered.
    pub fired: FiredAlert,
}

/// What an attempt came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttemptOutcome {
    /// The channel took it.
    Delivered,
    /// It did not, and is tried again.
    Failed,
    /// It did not for a day, and is not tried again.
    GivenUp,
    /// It was not tried, for the channel was removed or switched off.
    Cancelled,
}

/// One attempt to deliver a report through one channel: a line of the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliveryAttempt {
    /// Number of the report.
    pub report: u64,
    /// The alert that made it, which may be deleted since.
    pub alert_id: u32,
    /// Name of the channel.
    pub channel: String,
    /// When it ended.
    pub at: Timestamp,
    /// The how manieth it was, from 1.
    pub attempt: u32,
    /// What it came to.
    pub outcome: AttemptOutcome,
    /// What the receiver said, or why it was not reached: one sentence.
    pub answer: String,
    /// How long it took, in milliseconds.
    pub took_ms: u64,
    /// Reports that went in the same message, this one among them.
    pub together: u32,
}

impl DeliveryAttempt {
    /// Ordered by report, channel and attempt.
    pub(super) fn key(&self) -> (u64, String) {
        self.key_of(self.attempt)
    }

    /// The key of the attempt of the same report and channel that was `count` earlier, if there was one.
    pub(super) fn key_before(&self, count: u32) -> Option<(u64, String)> {
        let earlier = self.attempt.checked_sub(count).filter(|nth| *nth > 0)?;
        Some(self.key_of(earlier))
    }

    fn key_of(&self, attempt: u32) -> (u64, String) {
        (self.report, format!("{} {attempt:06}", self.channel))
    }
}

/// What is stored of a board.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct BoardRecord {
    /// Boards are shown in this order, behind those that are there from the start.
    pub(super) number: u32,
    /// `None` where a board that is there from the start was deleted.
    pub(super) board: Option<Board>,
}

/// How far a file is with a stream of changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cursor {
    /// Which stream; another one has other numbers.
    pub stream: String,
    /// The newest message that was taken; 0 for a file that wrote the stream.
    pub sequence: u64,
    /// The newest epoch that was met, or that in which this file wrote.
    pub epoch: u64,
    /// Whether this file was the one that is written to.
    pub wrote: bool,
    /// The epoch in which it wrote before, where it did: all there is of the newest one may be this note, which is made
    /// before the stream hears of that epoch.
    #[serde(default)]
    pub before: Option<u64>,
}

impl Cursor {
    /// Whether this file is the one that wrote a stream in an epoch.
    pub fn wrote_in(&self, stream: &str, epoch: u64) -> bool {
        self.wrote && self.stream == stream && (self.epoch == epoch || self.before == Some(epoch))
    }
}

/// What is kept of a call that came from another process.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct CallAnswer {
    /// What was answered, as its writer spells it.
    pub(super) answer: String,
    /// When that was.
    pub(super) at: Timestamp,
}
