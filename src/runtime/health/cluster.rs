//! The state of a cluster from the point of view of one process.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The role of a process in a cluster.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum ClusterRole {
    /// Imports and writes market data.
    Source,
    /// Serves like an edge and may become the source.
    StandBy,
    /// Serves the data that the source publishes.
    #[default]
    Edge,
}

/// Counters of the traffic between a process and NATS since the process took its role.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClusterCounts {
    /// Database records sent or received.
    pub records: u64,
    /// Prices sent or received.
    pub prices: u64,
    /// Gaps in the sequence of price messages.
    pub gaps: u64,
    /// Full reloads of all prices.
    // Version 0.2.0 uses this alias in its messages.
    #[serde(alias = "price_rereads")]
    pub price_rereads: u64,
    /// Full reloads of all records.
    #[serde(alias = "record_rereads")]
    pub record_rereads: u64,
}

/// Time since an event. It is serialized as a whole number of milliseconds.
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

/// Another process, as the source reports it to the cluster.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct MemberFacts {
    /// Host and port.
    pub name: String,
    /// Role of the process, which is never `Source`.
    pub role: ClusterRole,
    /// Time since the last heartbeat of the process.
    pub heard_ago: Age,
    /// Number of record messages that the process had not applied at its last heartbeat.
    pub behind: u64,
    /// Time since the process received prices or a price heartbeat; `None` before the first one.
    pub prices_ago: Option<Age>,
    /// Counters of the messages that the process received from NATS.
    pub counts: ClusterCounts,
}

/// The source from the point of view of another process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LeaderFacts {
    /// Host and port.
    pub name: String,
    /// Revision of the source's lease.
    pub epoch: u64,
    /// Time since the last message of the source; `None` before the first message.
    pub heard_ago: Option<Age>,
}

/// The state of the cluster from the point of view of this process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ClusterFacts {
    /// Host and port of this process.
    pub name: String,
    /// Role of this process.
    pub role: ClusterRole,
    /// True if NATS is connected.
    pub connected: bool,
    /// The current or last source; `None` before the first source.
    pub source: Option<LeaderFacts>,
    /// Number of record messages that this process has not applied yet; `None` for the source.
    pub behind: Option<u64>,
    /// Counters of the messages between this process and NATS.
    pub counts: ClusterCounts,
    /// All other processes except the source, according to the source.
    pub members: Vec<MemberFacts>,
    /// Problems, one sentence each.
    pub problems: Vec<String>,
}
