//! The cluster in the status of the server.

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use crate::runtime::health::{
    Age, ClusterCounts, ClusterFacts, ClusterRole, LeaderFacts, MemberFacts,
};

/// The state of this process in the cluster.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClusterStatus {
    /// Host and port of this process.
    name: String,
    /// Role of this process.
    role: ClusterRole,
    /// Whether NATS is connected.
    connected: bool,
    /// The current or last source; null if no source is known yet.
    source: Option<ClusterSource>,
    /// Number of messages with database records that this process has not applied yet; null at the source.
    behind: Option<u64>,
    /// Records and prices that this process sent (at the source) or received (at other processes).
    traffic: ClusterCounts,
    /// The other processes except the source, with the state of their last heartbeat. A process is listed for an hour after its last
    /// heartbeat.
    members: Vec<Member>,
}

/// The source of the cluster: the process that holds the lease, receives market data and writes to the database.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClusterSource {
    /// Host and port.
    name: String,
    /// Epoch of the source's lease; larger than the epoch of every previous source.
    epoch: u64,
    /// When this process last received a heartbeat from the source; null before the first heartbeat.
    #[schema(value_type = Option<String>, format = DateTime)]
    heard_at: Option<Timestamp>,
}

/// Another process of the cluster.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Member {
    /// Host and port.
    name: String,
    /// Role of the process.
    role: ClusterRole,
    /// When the source last received a heartbeat from the process.
    #[schema(value_type = Option<String>, format = DateTime)]
    heard_at: Option<Timestamp>,
    /// Number of messages with database records that the process had not applied at its last heartbeat.
    behind: u64,
    /// When the process last received prices, or a heartbeat in their place; null before it received any.
    #[schema(value_type = Option<String>, format = DateTime)]
    prices_at: Option<Timestamp>,
    /// Records and prices that the process received.
    traffic: ClusterCounts,
}

impl ClusterStatus {
    /// Converts ages to times before `now`.
    pub(super) fn of(facts: &ClusterFacts, now: Timestamp) -> Self {
        let time_of = |Age(ago): Age| now.checked_sub(SignedDuration::try_from(ago).ok()?).ok();
        let source = |source: &LeaderFacts| ClusterSource {
            name: source.name.clone(),
            epoch: source.epoch,
            heard_at: source.heard_ago.and_then(time_of),
        };
        let member = |member: &MemberFacts| Member {
            name: member.name.clone(),
            role: member.role,
            heard_at: time_of(member.heard_ago),
            behind: member.behind,
            prices_at: member.prices_ago.and_then(time_of),
            traffic: member.counts,
        };
        Self {
            name: facts.name.clone(),
            role: facts.role,
            connected: facts.connected,
            source: facts.source.as_ref().map(source),
            behind: facts.behind,
            traffic: facts.counts,
            members: facts.members.iter().map(member).collect(),
        }
    }
}
