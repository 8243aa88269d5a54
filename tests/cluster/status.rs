//! The status that each process reports about itself and the others.

use serde_json::Value;

use crate::{nats::Nats, process::ClusterProcess};

/// Returns a sample of `/metrics`.
fn sample(process: &ClusterProcess, series: &str) -> Option<f64> {
    let (_, text) = process.running.get("/metrics");
    let parse_sample = |line: &str| line.strip_prefix(series)?.trim().parse().ok();
    text.lines().find_map(parse_sample)
}

#[test]
fn every_process_reports_the_source_the_members_and_their_progress() {
    let mut nats = Nats::start();
    let source = ClusterProcess::source(&nats).wait_until_source();
    let second = ClusterProcess::source(&nats).wait_until_complete();
    let edge = ClusterProcess::edge(&nats).wait_until_complete();
    let names = [&source, &second, &edge].map(|process| {
        let status =
            process.wait_for_response("/api/status", |now| now["cluster"]["connected"] == true);
        status["cluster"]["name"].as_str().unwrap().to_owned()
    });
    let [first, standby, third] = &names;
    let prices = |process: &Value| process["traffic"]["prices"].as_u64().unwrap();
    // Heartbeats are sent every five seconds; the first ones may precede the first price.
    let cluster = source.wait_for_response("/api/status", |now| {
        let members = now["cluster"]["members"].as_array().unwrap();
        members.len() == 2
            && members
                .iter()
                .all(|one| one["behind"] == 0 && one["pricesAt"].is_string() && prices(one) > 0)
    });
    let cluster = &cluster["cluster"];
    assert_eq!(cluster["role"], "source");
    assert_eq!(cluster["source"]["name"], first.as_str());
    assert!(cluster["behind"].is_null());
    assert!(prices(cluster) > 0);
    let role_of = |name: &str| {
        let members = cluster["members"].as_array().unwrap();
        let member = members.iter().find(|one| one["name"] == name).unwrap();
        member["role"].as_str().unwrap().to_owned()
    };
    assert_eq!(role_of(standby), "standBy");
    assert_eq!(role_of(third), "edge");

    // An edge gets the same information from the source.
    let edge_status = edge.wait_for_response("/api/status", |now| {
        now["cluster"]["members"]
            .as_array()
            .is_some_and(|members| members.len() == 1 && members[0]["name"] == standby.as_str())
    });
    assert_eq!(edge_status["cluster"]["role"], "edge");
    assert_eq!(edge_status["cluster"]["source"]["name"], first.as_str());
    assert!(edge_status["cluster"]["source"]["heardAt"].is_string());

    // The metrics of the source list the members.
    let edge_labels = format!("{{member=\"{third}\",role=\"edge\"}}");
    let is_positive = |process, series: &str| sample(process, series).map(|value| value > 0.0);
    let family = "marketdeck_cluster_";
    for (process, role, direction) in [(&source, "source", "sent"), (&edge, "edge", "received")] {
        let role = format!("{family}role{{role=\"{role}\"}}");
        assert_eq!(is_positive(process, &role), Some(true), "{role}");
        for kind in ["prices", "records"] {
            let series = format!("{family}{kind}_total{{direction=\"{direction}\"}}");
            assert_eq!(is_positive(process, &series), Some(true), "{series}");
        }
        let connected = format!("{family}nats_connected");
        assert_eq!(is_positive(process, &connected), Some(true));
    }
    let last_message = format!("{family}member_heard_seconds{edge_labels}");
    assert!(sample(&source, &last_message).is_some());
    assert_eq!(sample(&edge, &last_message), None);
    let behind = format!("{family}member_behind_records{edge_labels}");
    assert!(sample(&source, &behind).is_some());

    nats.kill();
    edge.wait_for_response("/api/status", |now| now["cluster"]["connected"] == false);
    let connected = format!("{family}nats_connected");
    assert_eq!(is_positive(&edge, &connected), Some(false));
    // The last known members stay in the status.
    let members = edge.json("/api/status")["cluster"]["members"].clone();
    assert_eq!(members.as_array().unwrap().len(), 1);
}
