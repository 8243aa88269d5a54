//! Records that are no words of the domain: what is known of the file itself, deliveries, and boards with their order.

use serde::{Deserialize, Serialize};

use crate::domain::{Timestamp, alert::FiredAlert, board::Board};

/// What is known of a file: nothing of a new one, and no clock of one whose market has its own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Known {
    pub(super) market: Option<String>,
    pub(super) seed: Option<u64>,
    pub(super) clock_set: Option<bool>,
    #[serde(default)]
    pub(super) hours: Option<String>,
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

/// What is stored of a board.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct BoardRecord {
    /// Boards are shown in this order, behind those that are there from the start.
    pub(super) number: u32,
    /// `None` where a board that is there from the start was deleted.
    pub(super) board: Option<Board>,
}
