//! The members of the cluster. Each process sends heartbeats to the source, and the source publishes the list of all members.

use std::{
    collections::HashMap,
    sync::Arc,
    time::{Duration, Instant},
};

use bytes::Bytes;
use serde::{Deserialize, Serialize};

use crate::{
    domain::ticker::TickerId,
    live::hub::{Hub, Subscription},
    runtime::health::{Age, ClusterCounts, ClusterRole, MemberFacts},
};

/// Interval at which each process sends a heartbeat, and the source sends the member list.
pub(super) const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(5);
/// Time without a heartbeat after which the tickers watched at a process no longer count.
const WATCH_TIMEOUT: Duration = Duration::from_secs(15);
/// Time without a heartbeat after which a process is removed from the list.
const MEMBER_TIMEOUT: Duration = Duration::from_secs(3_600);
/// Maximum number of members.
const MAX_MEMBERS: usize = 1_000;

/// A heartbeat. Fields that older versions do not send have a default.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Heartbeat {
    /// Name of the process, as shown to users.
    pub(super) name: String,
    #[serde(default)]
    pub(super) role: ClusterRole,
    /// Sequence of the newest record that the process has applied.
    pub(super) sequence: u64,
    /// Time since the process received a price message.
    #[serde(default)]
    pub(super) prices_ago: Option<Age>,
    #[serde(default)]
    pub(super) counts: ClusterCounts,
    /// Ids of the tickers watched at the process.
    pub(super) watched: Vec<u32>,
}

/// The other processes, as the source knows them.
#[derive(Default)]
pub(super) struct Members(HashMap<String, Member>);

struct Member {
    received_at: Instant,
    role: ClusterRole,
    /// Number of records that the process has not applied yet.
    behind: u64,
    /// Time at which the process last received prices.
    prices_received_at: Option<Instant>,
    counts: ClusterCounts,
    /// Makes the tickers watched at the process count as watched at the source.
    subscription: Option<Subscription>,
}

impl Members {
    /// Records a heartbeat received at `now`; `newest` is the newest sequence of the record stream.
    pub(super) fn record_heartbeat(
        &mut self,
        heartbeat: Heartbeat,
        newest: u64,
        hub: &Arc<Hub>,
        now: Instant,
    ) {
        self.remove_expired(now);
        if self.0.len() >= MAX_MEMBERS && !self.0.contains_key(&heartbeat.name) {
            return;
        }
        let previous = self.0.remove(&heartbeat.name);
        let subscription = previous.and_then(|previous| previous.subscription);
        let subscription = subscription.unwrap_or_else(|| hub.subscribe_process());
        let watched: Vec<TickerId> = heartbeat.watched.iter().map(|id| TickerId(*id)).collect();
        subscription.watch_only(&watched);
        let member = Member {
            received_at: now,
            role: heartbeat.role,
            behind: newest.saturating_sub(heartbeat.sequence),
            prices_received_at: heartbeat.prices_ago.and_then(|ago| now.checked_sub(ago.0)),
            counts: heartbeat.counts,
            subscription: Some(subscription),
        };
        self.0.insert(heartbeat.name, member);
    }

    /// Removes the members and subscriptions that have timed out at `now`.
    pub(super) fn remove_expired(&mut self, now: Instant) {
        self.0.retain(|_, member| {
            let silence = now.saturating_duration_since(member.received_at);
            if silence >= WATCH_TIMEOUT {
                member.subscription = None;
            }
            silence < MEMBER_TIMEOUT
        });
    }

    /// Returns the members at `now`, sorted by name.
    pub(super) fn facts(&self, now: Instant) -> Vec<MemberFacts> {
        let ago = |then: Instant| Age(now.saturating_duration_since(then));
        let facts = self.0.iter().map(|(name, member)| MemberFacts {
            name: name.clone(),
            role: member.role,
            heard_ago: ago(member.received_at),
            behind: member.behind,
            prices_ago: member.prices_received_at.map(ago),
            counts: member.counts,
        });
        let mut facts: Vec<_> = facts.collect();
        facts.sort_by(|left, right| left.name.cmp(&right.name));
        facts
    }
}

/// Encodes the member list that the source publishes.
pub(super) fn encode(members: &[MemberFacts]) -> anyhow::Result<Bytes> {
    Ok(serde_json::to_vec(members)?.into())
}

/// A member list that was received from the source, with the time of arrival.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MemberList {
    received_at: Instant,
    members: Vec<MemberFacts>,
}

impl MemberList {
    /// Decodes a member list received at `received_at`.
    pub(super) fn decode(bytes: &[u8], received_at: Instant) -> anyhow::Result<Self> {
        let mut members: Vec<MemberFacts> = serde_json::from_slice(bytes)?;
        members.truncate(MAX_MEMBERS);
        Ok(Self {
            received_at,
            members,
        })
    }

    /// Returns the members at `now`, except the process `own_name`. Ages include the time since the list arrived.
    pub(super) fn others(&self, own_name: &str, now: Instant) -> Vec<MemberFacts> {
        let since = now.saturating_duration_since(self.received_at);
        let others = self.members.iter().filter(|member| member.name != own_name);
        let at_now = |ago: Age| Age(ago.0.saturating_add(since));
        let others = others.map(|member| MemberFacts {
            heard_ago: at_now(member.heard_ago),
            prices_ago: member.prices_ago.map(at_now),
            ..member.clone()
        });
        others
            .filter(|member| member.heard_ago.0 < MEMBER_TIMEOUT)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::fuzz::fuzz;

    fn heartbeat(name: &str, sequence: u64) -> Heartbeat {
        Heartbeat {
            name: name.to_owned(),
            role: ClusterRole::Edge,
            sequence,
            prices_ago: Some(Age(Duration::from_millis(500))),
            counts: ClusterCounts {
                gaps: 2,
                ..ClusterCounts::default()
            },
            watched: vec![7],
        }
    }

    #[tokio::test]
    async fn a_silent_member_stays_in_the_list_but_its_watched_tickers_are_dropped() {
        let (hub, start) = (Hub::new(), Instant::now());
        let mut members = Members::default();
        members.record_heartbeat(heartbeat("b:1", 90), 100, &hub, start);
        members.record_heartbeat(heartbeat("a:1", 101), 100, &hub, start);
        assert_eq!(hub.watched(), [TickerId(7)]);
        let later = start + Duration::from_secs(20);
        members.remove_expired(later);
        assert!(hub.watched().is_empty());
        let facts = members.facts(later);
        let names: Vec<_> = facts
            .iter()
            .map(|member| (&*member.name, member.behind))
            .collect();
        assert_eq!(names, [("a:1", 0), ("b:1", 10)]);
        assert_eq!(facts[0].heard_ago, Age(Duration::from_secs(20)));
        assert_eq!(
            facts[0].prices_ago,
            Some(Age(Duration::from_millis(20_500)))
        );
        members.record_heartbeat(heartbeat("a:1", 101), 100, &hub, later);
        assert_eq!(hub.watched(), [TickerId(7)]);
        let much_later = start + MEMBER_TIMEOUT;
        members.remove_expired(much_later);
        assert_eq!(members.facts(much_later).len(), 1);
    }

    #[tokio::test]
    async fn the_number_of_members_is_limited() {
        let (hub, now) = (Hub::new(), Instant::now());
        let mut members = Members::default();
        for number in 0..=MAX_MEMBERS {
            members.record_heartbeat(heartbeat(&number.to_string(), 0), 0, &hub, now);
        }
        assert_eq!(members.facts(now).len(), MAX_MEMBERS);
    }

    #[tokio::test]
    async fn a_received_member_list_omits_the_receiver_and_its_ages_increase() {
        let (hub, start) = (Hub::new(), Instant::now());
        let mut members = Members::default();
        for name in ["a:1", "b:1"] {
            members.record_heartbeat(heartbeat(name, 90), 100, &hub, start);
        }
        let encoded = encode(&members.facts(start)).unwrap();
        let member_list = MemberList::decode(&encoded, start).unwrap();
        let later = start + Duration::from_secs(3);
        let mut expected = members.facts(later);
        expected.remove(0);
        assert_eq!(member_list.others("a:1", later), expected);
        assert!(member_list.others("a:1", start + MEMBER_TIMEOUT).is_empty());
        fuzz("cluster-members", &[&encoded], |bytes| {
            let _ = MemberList::decode(bytes, start);
        });
    }

    #[test]
    fn heartbeats_of_older_versions_are_accepted() {
        let old = br#"{"name":"a:1","sequence":3,"watched":[]}"#;
        let heartbeat: Heartbeat = serde_json::from_slice(old).unwrap();
        assert_eq!(heartbeat.role, ClusterRole::Edge);
        assert_eq!(heartbeat.prices_ago, None);
        // 0.2.0, with its field names.
        let old = br#"{"name":"a:1","role":"standBy","sequence":3,"prices_ago":1500,"watched":[7],
            "counts":{"records":1,"prices":2,"gaps":3,"price_rereads":4,"record_rereads":5}}"#;
        let heartbeat: Heartbeat = serde_json::from_slice(old).unwrap();
        assert_eq!(
            heartbeat.prices_ago,
            Some(Age(Duration::from_millis(1_500)))
        );
        assert_eq!(heartbeat.counts.price_rereads, 4);
        assert_eq!(heartbeat.counts.record_rereads, 5);
    }

    #[test]
    fn member_lists_of_older_versions_are_accepted() {
        let old = br#"[{"name":"a:1","role":"edge","heard_ago":2000,"behind":0,"prices_ago":null,
            "counts":{"records":1,"prices":2,"gaps":3,"price_rereads":4,"record_rereads":5}}]"#;
        let now = Instant::now();
        let others = MemberList::decode(old, now).unwrap().others("b:1", now);
        assert_eq!(others[0].heard_ago, Age(Duration::from_secs(2)));
        assert_eq!(others[0].counts.record_rereads, 5);
    }
}
