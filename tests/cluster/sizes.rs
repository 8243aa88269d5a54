//! Records that exceed the maximum message size of NATS.

use serde_json::{Value, json};

use crate::{
    nats::Nats,
    process::{ClusterProcess, count},
};

/// Imports a watchlist of all tickers, each with a note of 500 letters: a record of about 100 kB. Returns status and body.
fn import_large_list(process: &ClusterProcess, name: &str) -> (u16, String) {
    let tickers = process.json("/api/tickers");
    let tickers: Vec<Value> = tickers
        .as_array()
        .expect("the tickers are a list")
        .iter()
        .map(|ticker| json!({ "symbol": ticker["symbol"], "note": "n".repeat(500) }))
        .collect();
    assert!(tickers.len() > 120, "{}", tickers.len());
    let list = json!({ "number": 1, "name": name, "tickers": tickers });
    let body = json!({ "format": "marketdeck", "version": 1, "watchlists": [list] });
    let response = process
        .running
        .request("POST", "/api/import", &body.to_string());
    response.expect("the server responds")
}

#[test]
fn a_record_too_large_for_nats_is_rejected_and_an_existing_one_blocks_nothing() {
    let nats = Nats::start();
    let mut source = ClusterProcess::source(&nats).wait_until_source();
    assert_eq!(import_large_list(&source, "Large").0, 200);
    source.running.signal("TERM");
    assert!(source.running.wait().success());
    drop(nats);

    let nats = Nats::with("max_payload: 65536");
    let source = source
        .restart_after_exit("source", &nats.url())
        .wait_until_source();
    let edge = ClusterProcess::edge(&nats).wait_until_complete();
    // All other records are replicated, and the status names those that are not.
    source.wait_for_problem(
        "Some records are too large to replicate and exist only in this process: the watchlist",
    );
    assert_eq!(source.create_list("Small").0, 201);
    edge.wait_for_response("/api/watchlists", |lists| count(lists, "Small") == 1);
    assert!(source.has_list("Large") && !edge.has_list("Large"));

    for process in [&source, &edge] {
        let (status, sentence) = import_large_list(process, "Another");
        assert_eq!(status, 413, "{sentence}");
        assert_eq!(sentence.trim().lines().count(), 1, "{sentence}");
        assert!(!process.has_list("Another"));
    }
    let (_, sentence) = import_large_list(&source, "Another");
    assert!(
        sentence.contains("The watchlist would take") && sentence.contains("63,488"),
        "{sentence}"
    );

    // After a change that makes the record smaller, it is replicated.
    let lists = source.json("/api/watchlists");
    let mut large = lists.as_array().expect("the watchlists are a list").iter();
    let large = large
        .find(|list| list["name"] == "Large")
        .expect("the large list exists");
    let path = format!("/api/watchlists/{}", large["id"]);
    let renamed = source
        .running
        .request("PATCH", &path, &json!({ "name": "L" }).to_string());
    assert_eq!(renamed.expect("the server responds").0, 200);
    let deleted = source.running.request("DELETE", &path, "");
    assert_eq!(deleted.expect("the server responds").0, 204);
    assert_eq!(count(&source.json("/api/watchlists"), "L"), 0);
    assert_eq!(edge.create_list("After").0, 201);
    assert!(edge.has_list("After"));
}
