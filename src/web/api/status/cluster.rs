//! Status of the cluster.

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
    /// The current or last source; null if there was none yet.
    source: Option<ClusterSource>,
    /// Number of messages with records that this process has not applied yet; null at the source.
    behind: Option<u64>,
    /// What this process sent (the source) or received (the others).
    traffic: ClusterCounts,
    /// The other processes without the source, as last heard; a silent one stays for an hour.
    members: Vec<Member>,
}

/// The source: the process that imports and writes, and holds the lease.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClusterSource {
    /// Host and port.
    name: String,
    /// Number of its lease: larger than that of every previous source.
    epoch: u64,
    /// When this process last heard from it; null if it has not since its start.
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
    /// When the source last heard from it.
    #[schema(value_type = Option<String>, format = DateTime)]
    heard_at: Option<Timestamp>,
    /// Number of messages with records that it had not applied then.
    behind: u64,
    /// When it last received prices, or a heartbeat in their place; null before the first.
    #[schema(value_type = Option<String>, format = DateTime)]
    prices_at: Option<Timestamp>,
    /// What it received.
    traffic: ClusterCounts,
}

impl ClusterStatus {
    pub(super) fn of(facts: &ClusterFacts, now: Timestamp) -> Self {
        let at = |Age(ago): Age| now.checked_sub(SignedDuration::try_from(ago).ok()?).ok();
        let source = |source: &LeaderFacts| ClusterSource {
            name: source.name.clone(),
            epoch: source.epoch,
            heard_at: source.heard_ago.and_then(at),
        };
        let member = |member: &MemberFacts| Member {
            name: member.name.clone(),
            role: member.role,
            heard_at: at(member.heard_ago),
            behind: member.behind,
            prices_at: member.prices_ago.and_then(at),
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
