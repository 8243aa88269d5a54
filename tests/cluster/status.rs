//! What each process tells of itself and of the others.

use serde_json::Value;

use crate::{deck::Deck, nats::Nats};

/// The sample of a series of `/metrics`.
fn sample(deck: &Deck, series: &str) -> Option<f64> {
    let (_, text) = deck.running.get("/metrics");
    let of = |line: &str| line.strip_prefix(series)?.trim().parse().ok();
    text.lines().find_map(of)
}

#[test]
fn every_process_tells_who_is_the_source_who_else_there_is_and_how_far_each_is() {
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
    // Each says every five seconds how it is: at first it may have got a sign of life, and no price.
    let told = source.shows("/api/status", |now| {
        let members = now["cluster"]["members"].as_array().unwrap();
        members.len() == 2
            && members
                .iter()
                .all(|one| one["behind"] == 0 && one["pricesAt"].is_string() && prices(one) > 0)
    });
    let told = &told["cluster"];
    assert_eq!(told["role"], "source");
    assert_eq!(told["source"]["name"], first.as_str());
    assert!(told["behind"].is_null());
    assert!(prices(told) > 0);
    let role_of = |name: &str| {
        let members = told["members"].as_array().unwrap();
        let member = members.iter().find(|one| one["name"] == name).unwrap();
        member["role"].as_str().unwrap().to_owned()
    };
    assert_eq!(role_of(stand_by), "standBy");
    assert_eq!(role_of(third), "edge");

    // An edge knows the same of the others, from the source.
    let there = edge.shows("/api/status", |now| {
        now["cluster"]["members"]
            .as_array()
            .is_some_and(|members| members.len() == 1 && members[0]["name"] == stand_by.as_str())
    });
    assert_eq!(there["cluster"]["role"], "edge");
    assert_eq!(there["cluster"]["source"]["name"], first.as_str());
    assert!(there["cluster"]["source"]["heardAt"].is_string());

    // Prometheus is told of the members at the source.
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
    // What it knows gets older.
    let members = edge.json("/api/status")["cluster"]["members"].clone();
    assert_eq!(members.as_array().unwrap().len(), 1);
}
