//! The processes that show one market over NATS.

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use crate::runtime::health::{
    Age, ClusterCounts, ClusterFacts, ClusterRole, LeaderFacts, MemberFacts,
};

/// This process among others that show the same market.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClusterStatus {
    /// Host and port of this process.
    name: String,
    /// What this process does.
    role: ClusterRole,
    /// Whether NATS is connected.
    connected: bool,
    /// Which process is the source, or was the last; null where there was none yet.
    source: Option<ClusterSource>,
    /// How many messages with records this process has not taken yet; null at the source.
    behind: Option<u64>,
    /// What this process sent (the source) or received (the others).
    traffic: ClusterCounts,
    /// The others, without the source, as it heard of them; one that is silent stays for an hour.
    members: Vec<Member>,
}

/// The process that imports and writes: it holds the lease.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClusterSource {
    /// Host and port.
    name: String,
    /// The number of its lease: larger than that of every source before.
    epoch: u64,
    /// When this process last heard it; null where it did not since its start.
    #[schema(value_type = Option<String>, format = DateTime)]
    heard_at: Option<Timestamp>,
}

/// Another process.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Member {
    /// Host and port.
    name: String,
    /// What it does.
    role: ClusterRole,
    /// When the source last heard it.
    #[schema(value_type = Option<String>, format = DateTime)]
    heard_at: Option<Timestamp>,
    /// How many messages with records it had not taken then.
    behind: u64,
    /// When it last got prices, or a sign of life in their place; null before the first.
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
