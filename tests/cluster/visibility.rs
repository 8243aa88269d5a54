//! Changes at one process become visible at the others.

use marketdeck::domain::person::PersonId;
use std::{io::Read as _, path::Path};

use marketdeck::store::Store;
use serde_json::{Value, json};

use crate::{
    nats::{Nats, client, jetstream, run},
    process::{ClusterProcess, count},
};

#[test]
fn prices_bars_and_articles_of_the_source_are_visible_at_every_edge() {
    let nats = Nats::start();
    let source = ClusterProcess::source(&nats).wait_until_source();
    let edges = [
        ClusterProcess::edge(&nats).wait_until_complete(),
        ClusterProcess::edge(&nats).wait_until_complete(),
    ];
    let history = "/api/tickers/1/price-history?timeframe=1Y";
    source.wait_for_response(history, |bars| {
        bars.as_array().is_some_and(|bars| bars.len() > 200)
    });
    source.wait_for_response("/api/news", |news| {
        news.as_array().is_some_and(|news| !news.is_empty())
    });
    let symbols = |all: &Value| -> Vec<String> {
        let all = all.as_array().unwrap().iter();
        all.map(|one| one["symbol"].as_str().unwrap().to_owned())
            .collect()
    };
    for edge in &edges {
        let tickers = symbols(&source.json("/api/tickers"));
        assert!(!tickers.is_empty());
        edge.wait_for_response("/api/tickers", |all| symbols(all) == tickers);
        edge.wait_for_newer_price();
        // The newest day still changes. An edge may have no bars at the first request.
        let finished = |bars: &Value| Some(bars.as_array()?.split_last()?.1.to_vec());
        edge.wait_for_response(history, |body| {
            finished(body) == finished(&source.json(history))
        });
        let news = source.json("/api/news");
        edge.wait_for_response("/api/news", |body| {
            body.as_array()
                .is_some_and(|body| body.iter().any(|one| one == &news[0]))
        });
    }
}

#[test]
fn a_change_at_one_edge_is_on_disk_at_the_source_and_visible_at_every_edge() {
    let nats = Nats::start();
    let source = ClusterProcess::source(&nats).wait_until_source();
    let (edge, other_edge) = (
        ClusterProcess::edge(&nats).wait_until_complete(),
        ClusterProcess::edge(&nats).wait_until_complete(),
    );
    let (status, list) = edge.create_list("Harbours");
    assert_eq!(status, 201, "{list}");
    assert!(
        edge.has_list("Harbours"),
        "the edge that made the change has it immediately"
    );
    let list: Value = serde_json::from_str(&list).unwrap();
    let ticker = edge.json("/api/tickers/BTC")["id"].clone();
    let path = format!("/api/watchlists/{}/tickers", list["id"]);
    let added = edge
        .running
        .request("POST", &path, &json!({ "tickerId": ticker }).to_string());
    assert_eq!(added.unwrap().0, 201);
    other_edge.wait_for_response(&path, |body| body["tickers"][0]["symbol"] == "BTC");
    let alert = json!({
        "symbol": "BTC", "type": "price", "condition": "above", "value": 9e9, "frequency": "once"
    });
    let created = edge
        .running
        .request("POST", "/api/alerts", &alert.to_string())
        .unwrap();
    assert_eq!(created.0, 201, "{created:?}");
    other_edge.wait_for_response("/api/alerts", |alerts| {
        alerts
            .as_array()
            .is_some_and(|all| all.iter().any(|one| one["value"] == 9e9))
    });
    let (status, _) = edge.create_list("Kept");
    assert_eq!(status, 201);
    // The source is killed, as by a power cut; acknowledged changes are on its disk.
    let mut source = source;
    source.running.signal("KILL");
    source.running.wait();
    assert!(stored_lists(source.folder.path()).contains(&"Kept".to_owned()));
}

/// Holdings are replicated: a change at the source reaches an edge, and one at an edge the source.
#[test]
fn a_change_of_holdings_reaches_the_other_processes() {
    let nats = Nats::start();
    let source = ClusterProcess::source(&nats).wait_until_source();
    let edge = ClusterProcess::edge(&nats).wait_until_complete();
    let (status, list) = source.create_list("Mine");
    assert_eq!(status, 201, "{list}");
    let list: Value = serde_json::from_str(&list).unwrap();
    let ticker = source.json("/api/tickers/BTC")["id"].clone();
    let path = format!("/api/watchlists/{}/tickers", list["id"]);
    let body = json!({ "tickerId": ticker }).to_string();
    let (status, item) = source.running.request("POST", &path, &body).unwrap();
    assert_eq!(status, 201, "{item}");
    let item: Value = serde_json::from_str(&item).unwrap();
    let item = format!("/api/watchlist-items/{}", item["watchlistItemId"]);
    let holdings = format!("/api/watchlists/{}/holdings", list["id"]);
    for (from, to, quantity) in [(&source, &edge, 2.0), (&edge, &source, 3.0)] {
        let body = json!({"quantity": quantity, "cost": 80_000}).to_string();
        let (status, changed) = from.running.request("PATCH", &item, &body).unwrap();
        assert_eq!(status, 200, "{changed}");
        to.wait_for_response(&holdings, |body| {
            let position = &body["positions"][0];
            position["quantity"] == quantity && position["cost"] == 80_000.0
        });
    }
}

fn stored_lists(folder: &Path) -> Vec<String> {
    let store = Store::open(&folder.join("sample.redb")).unwrap();
    let stored_lists = store.of(PersonId::OWNER).watchlists().unwrap();
    let names = stored_lists.into_iter().map(|list| list.name);
    names.collect()
}

#[test]
fn a_repeated_change_gets_the_same_response_and_is_not_made_again() {
    let nats = Nats::start();
    let source = ClusterProcess::source(&nats).wait_until_source();
    let edges = [
        ClusterProcess::edge(&nats).wait_until_complete(),
        ClusterProcess::edge(&nats).wait_until_complete(),
    ];
    let send_as = |edge: &ClusterProcess, key: &str, name: &str| {
        let body = json!({ "name": name }).to_string();
        let mut stream = edge.running.open(&format!(
            "POST /api/watchlists HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\nidempotency-key: {key}\r\ncontent-length: {}\r\n\r\n{body}",
            edge.running.address,
            body.len()
        ));
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        let (header, body) = response.split_once("\r\n\r\n").unwrap();
        (
            header.split(' ').nth(1).unwrap().to_owned(),
            body.to_owned(),
        )
    };
    let send = |edge: &ClusterProcess, key: &str| send_as(edge, key, "Once");
    let first = send(&edges[0], "a-key");
    assert_eq!(first.0, "201", "{first:?}");
    assert_eq!(send(&edges[0], "a-key"), first);
    assert_eq!(
        send(&edges[1], "a-key"),
        first,
        "the same response through another edge"
    );
    assert_eq!(count(&source.json("/api/watchlists"), "Once"), 1);
    assert_ne!(send(&edges[0], "another-key").1, first.1);
    assert_eq!(
        send(&source, "a-key").0,
        "201",
        "at the source, the key is unused"
    );
    assert_eq!(count(&source.json("/api/watchlists"), "Once"), 2);
    // An invalid request has the same status at every process.
    for process in [&source, &edges[0]] {
        assert_eq!(send_as(process, "third-key", " ").0, "422");
    }
    let other = send_as(&edges[0], "a-key", "Twice");
    assert_eq!(other.0, "422", "{other:?}");
    assert_eq!(count(&source.json("/api/watchlists"), "Twice"), 0);
}

/// Forwarded GET requests publish no records.
#[test]
fn reading_through_an_edge_writes_nothing() {
    let nats = Nats::start();
    let source = ClusterProcess::source(&nats).wait_until_source();
    let edge = ClusterProcess::edge(&nats).wait_until_complete();
    edge.create_list_with_retries("Before");
    let records = || {
        run(async {
            let client = client(&nats.url()).await;
            let stream = jetstream(&client).get_stream("md_secrets").await.unwrap();
            stream.get_info().await.unwrap().state.last_sequence
        })
    };
    let before = records();
    for _ in 0..50 {
        edge.json("/api/alert-channels");
    }
    assert_eq!(records(), before);
    drop(source);
}

#[test]
fn an_edge_forwards_what_only_the_source_knows_and_returns_the_same_errors() {
    let nats = Nats::start();
    let source = ClusterProcess::source(&nats).wait_until_source();
    let edge = ClusterProcess::edge(&nats).wait_until_complete();
    for (method, path, body) in [
        ("GET", "/api/alert-channels", ""),
        ("GET", "/api/symbols?query=apple", ""),
        ("POST", "/api/watchlists", "{}"),
        ("POST", "/api/tickers", r#"{"symbol":"NOSUCH"}"#),
        ("DELETE", "/api/alerts/999999", ""),
    ] {
        let expected = source.running.request(method, path, body);
        assert_eq!(edge.running.request(method, path, body), expected, "{path}");
    }
}
