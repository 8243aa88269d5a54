//! What a process knows of itself and of the others that show the same market.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a process does among others.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum ClusterRole {
    /// It imports and writes.
    Source,
    /// It may become the source.
    StandBy,
    /// It serves what the source publishes.
    #[default]
    Edge,
}

/// What passed between a process and NATS since it has its role.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClusterCounts {
    /// Records of the database.
    pub records: u64,
    /// Prices.
    pub prices: u64,
    /// How often messages with prices were missing.
    pub gaps: u64,
    /// How often all prices were asked for anew.
    // 0.2.0 writes it so to others.
    #[serde(alias = "price_rereads")]
    pub price_rereads: u64,
    /// How often all records were read anew.
    #[serde(alias = "record_rereads")]
    pub record_rereads: u64,
}

/// How long ago something was; whole milliseconds where it is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "u64", into = "u64")]
pub(crate) struct Age(pub Duration);

impl From<u64> for Age {
    fn from(millis: u64) -> Self {
        Self(Duration::from_millis(millis))
    }
}

impl From<Age> for u64 {
    fn from(age: Age) -> Self {
        Self::try_from(age.0.as_millis()).unwrap_or(Self::MAX)
    }
}

/// Another process, as the source heard of it and tells others of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MemberFacts {
    /// Host and port.
    pub name: String,
    /// Never that of the source.
    pub role: ClusterRole,
    /// How long ago it was heard.
    pub heard_ago: Age,
    /// How many messages with records it had not taken then.
    pub behind: u64,
    /// How long ago it got prices, or a sign of life in their place; `None` before the first.
    pub prices_ago: Option<Age>,
    /// What it received.
    pub counts: ClusterCounts,
}

/// The source, as the others hear it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LeaderFacts {
    /// Host and port.
    pub name: String,
    /// The number of its lease.
    pub epoch: u64,
    /// How long ago it was heard; `None` where it was not since the start.
    pub heard_ago: Option<Age>,
}

/// All that is known of the processes that show one market.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ClusterFacts {
    /// Host and port of this process.
    pub name: String,
    /// Of this process.
    pub role: ClusterRole,
    /// Whether NATS is connected.
    pub connected: bool,
    /// Which process is the source, or was the last; `None` where there was none yet.
    pub source: Option<LeaderFacts>,
    /// How many messages with records this process has not taken yet; `None` at the source.
    pub behind: Option<u64>,
    /// What this process sent or received.
    pub counts: ClusterCounts,
    /// The others, without the source: as it heard of them.
    pub members: Vec<MemberFacts>,
    /// What is wrong, in sentences.
    pub problems: Vec<String>,
}
