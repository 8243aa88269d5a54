//! Metrics for the cluster. They have no samples if this process is not part of a cluster.

use super::exposition::{Exposition, bool_value};
use crate::runtime::health::{ClusterFacts, ClusterRole, LeaderFacts, MemberFacts};

fn role_label(role: ClusterRole) -> &'static str {
    match role {
        ClusterRole::Source => "source",
        ClusterRole::StandBy => "stand_by",
        ClusterRole::Edge => "edge",
    }
}

/// Writes the cluster metrics.
pub(super) fn write(text: &mut Exposition, facts: Option<&ClusterFacts>) {
    let mut role = text.gauge(
        "marketdeck_cluster_role",
        "1 for the role of this process in the cluster, else 0.",
    );
    if let Some(facts) = facts {
        for known in [ClusterRole::Source, ClusterRole::StandBy, ClusterRole::Edge] {
            role.sample(
                &[("role", role_label(known))],
                bool_value(facts.role == known),
            );
        }
    }
    text.gauge(
        "marketdeck_cluster_nats_connected",
        "Whether NATS is connected.",
    )
    .value(facts.map(|facts| bool_value(facts.connected)));
    let source = facts.and_then(|facts| facts.source.as_ref());
    text.gauge(
        "marketdeck_cluster_source_heard_seconds",
        "Seconds since the last heartbeat from the source; 0 at the source itself.",
    )
    .value(
        source.and_then(|LeaderFacts { heard_ago, .. }| heard_ago.map(|ago| ago.0.as_secs_f64())),
    );
    text.gauge(
        "marketdeck_cluster_behind_records",
        "Messages with records that this process has not applied yet; no sample at the source.",
    )
    .value(facts.and_then(|facts| facts.behind.map(|behind| behind as f64)));
    write_traffic(text, facts);
    write_members(text, facts);
}

/// Writes the counters of replicated records and prices.
fn write_traffic(text: &mut Exposition, facts: Option<&ClusterFacts>) {
    let counts = facts.map(|facts| facts.counts).unwrap_or_default();
    let direction = match facts.map(|facts| facts.role) {
        Some(ClusterRole::Source) => "sent",
        _ => "received",
    };
    for (name, help, count) in [
        (
            "marketdeck_cluster_records_total",
            "Database records sent or received over NATS.",
            counts.records,
        ),
        (
            "marketdeck_cluster_prices_total",
            "Prices sent or received over NATS.",
            counts.prices,
        ),
    ] {
        let mut counter = text.counter(name, help);
        if facts.is_some() {
            counter.sample(&[("direction", direction)], count as f64);
        }
    }
    text.counter(
        "marketdeck_cluster_gaps_total",
        "Gaps in the messages with prices.",
    )
    .value(facts.map(|_| counts.gaps as f64));
    let mut rereads = text.counter(
        "marketdeck_cluster_rereads_total",
        "Full reloads of all prices, or of all records.",
    );
    if facts.is_some() {
        rereads.sample(&[("what", "prices")], counts.price_rereads as f64);
        rereads.sample(&[("what", "records")], counts.record_rereads as f64);
    }
}

/// Writes the metrics of the other processes. Only the source reports them; otherwise every process would report every other one.
fn write_members(text: &mut Exposition, facts: Option<&ClusterFacts>) {
    let members: &[MemberFacts] = facts
        .filter(|facts| facts.role == ClusterRole::Source)
        .map_or(&[], |facts| &facts.members);
    let mut gauge = |name, help, value: fn(&MemberFacts) -> Option<f64>| {
        let mut gauge = text.gauge(name, help);
        for member in members {
            let labels = [
                ("member", member.name.as_str()),
                ("role", role_label(member.role)),
            ];
            if let Some(value) = value(member) {
                gauge.sample(&labels, value);
            }
        }
    };
    gauge(
        "marketdeck_cluster_member_heard_seconds",
        "Seconds since the last heartbeat from another process; reported for an hour after it stops.",
        |member| Some(member.heard_ago.0.as_secs_f64()),
    );
    gauge(
        "marketdeck_cluster_member_behind_records",
        "Messages with records that another process had not applied at its last heartbeat.",
        |member| Some(member.behind as f64),
    );
    gauge(
        "marketdeck_cluster_member_prices_seconds",
        "Seconds since another process last received prices, or a heartbeat in their place.",
        |member| Some(member.prices_ago?.0.as_secs_f64()),
    );
}
