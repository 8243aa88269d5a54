//! The state of a cluster as one process knows it.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The role of a process in a cluster.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) enum ClusterRole {
    /// Imports and writes market data.
    Source,
    /// Standby: may become the source.
    StandBy,
    /// Serves what the source publishes.
    #[default]
    Edge,
}

/// Counters between a process and NATS since it took its role.
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
    // 0.2.0 uses this name on the wire.
    #[serde(alias = "price_rereads")]
    pub price_rereads: u64,
    /// Full reloads of all records.
    #[serde(alias = "record_rereads")]
    pub record_rereads: u64,
}

/// Time since an event; serialized as whole milliseconds.
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
    /// The role; never `Source`.
    pub role: ClusterRole,
    /// Time since its last heartbeat.
    pub heard_ago: Age,
    /// Record messages it had not applied at its last heartbeat.
    pub behind: u64,
    /// Time since it received prices or a price heartbeat; `None` before the first.
    pub prices_ago: Option<Age>,
    /// What it received from NATS.
    pub counts: ClusterCounts,
}

/// The source, as other processes know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LeaderFacts {
    /// Host and port.
    pub name: String,
    /// Revision of its lease.
    pub epoch: u64,
    /// Time since its last message; `None` before the first.
    pub heard_ago: Option<Age>,
}

/// Everything one process knows about its cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ClusterFacts {
    /// Host and port of this process.
    pub name: String,
    /// Role of this process.
    pub role: ClusterRole,
    /// Whether NATS is connected.
    pub connected: bool,
    /// The current or last source; `None` before the first.
    pub source: Option<LeaderFacts>,
    /// Record messages not yet applied here; `None` at the source.
    pub behind: Option<u64>,
    /// What this process sent to NATS or received from it.
    pub counts: ClusterCounts,
    /// All other processes except the source, as the source reported them.
    pub members: Vec<MemberFacts>,
    /// Problems, one sentence each.
    pub problems: Vec<String>,
}
