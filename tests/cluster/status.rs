//! What each process reports about itself and the others.

use serde_json::Value;

use crate::{deck::Deck, nats::Nats};

/// Returns a sample of `/metrics`.
fn sample(deck: &Deck, series: &str) -> Option<f64> {
    let (_, text) = deck.running.get("/metrics");
    let of = |line: &str| line.strip_prefix(series)?.trim().parse().ok();
    text.lines().find_map(of)
}

#[test]
fn every_process_reports_the_source_the_members_and_their_progress() {
    let mut nats = Nats::start();
    let source = Deck::source(&nats).once_source();
    let second = Deck::source(&nats).once_complete();
    let edge = Deck::edge(&nats).once_complete();
    let names = [&source, &second, &edge].map(|deck| {
        let status = deck.shows("/api/status", |now| now["cluster"]["connected"] == true);
        status["cluster"]["name"].as_str().unwrap().to_owned()
    });
    let [first, stand_by, third] = &names;
    let prices = |process: &Value| process["traffic"]["prices"].as_u64().unwrap();
    // Heartbeats come every five seconds: at first a process may have got a heartbeat but no price.
    let message = source.shows("/api/status", |now| {
        let members = now["cluster"]["members"].as_array().unwrap();
        members.len() == 2
            && members
                .iter()
                .all(|one| one["behind"] == 0 && one["pricesAt"].is_string() && prices(one) > 0)
    });
    let message = &message["cluster"];
    assert_eq!(message["role"], "source");
    assert_eq!(message["source"]["name"], first.as_str());
    assert!(message["behind"].is_null());
    assert!(prices(message) > 0);
    let role_of = |name: &str| {
        let members = message["members"].as_array().unwrap();
        let member = members.iter().find(|one| one["name"] == name).unwrap();
        member["role"].as_str().unwrap().to_owned()
    };
    assert_eq!(role_of(stand_by), "standBy");
    assert_eq!(role_of(third), "edge");

    // An edge gets the same information from the source.
    let there = edge.shows("/api/status", |now| {
        now["cluster"]["members"]
            .as_array()
            .is_some_and(|members| members.len() == 1 && members[0]["name"] == stand_by.as_str())
    });
    assert_eq!(there["cluster"]["role"], "edge");
    assert_eq!(there["cluster"]["source"]["name"], first.as_str());
    assert!(there["cluster"]["source"]["heardAt"].is_string());

    // Prometheus gets the members from the source.
    let of_edge = format!("{{member=\"{third}\",role=\"edge\"}}");
    let at = |deck, series: &str| sample(deck, series).map(|value| value > 0.0);
    let family = "marketdeck_cluster_";
    for (deck, role, direction) in [(&source, "source", "sent"), (&edge, "edge", "received")] {
        let role = format!("{family}role{{role=\"{role}\"}}");
        assert_eq!(at(deck, &role), Some(true), "{role}");
        for what in ["prices", "records"] {
            let series = format!("{family}{what}_total{{direction=\"{direction}\"}}");
            assert_eq!(at(deck, &series), Some(true), "{series}");
        }
        let connected = format!("{family}nats_connected");
        assert_eq!(at(deck, &connected), Some(true));
    }
    let heard = format!("{family}member_heard_seconds{of_edge}");
    assert!(sample(&source, &heard).is_some());
    assert_eq!(sample(&edge, &heard), None);
    let behind = format!("{family}member_behind_records{of_edge}");
    assert!(sample(&source, &behind).is_some());

    nats.kill();
    edge.shows("/api/status", |now| now["cluster"]["connected"] == false);
    let connected = format!("{family}nats_connected");
    assert_eq!(at(&edge, &connected), Some(false));
    // The information ages.
    let members = edge.json("/api/status")["cluster"]["members"].clone();
    assert_eq!(members.as_array().unwrap().len(), 1);
}
