//! Records that exceed the message size of NATS.

use serde_json::{Value, json};

use crate::{
    deck::{Deck, count},
    nats::Nats,
};

/// Imports a list of every ticker, each with a note of 500 letters: about 100 kB in one record. Returns status and body.
fn import_large_list(deck: &Deck, name: &str) -> (u16, String) {
    let tickers = deck.json("/api/tickers");
    let tickers: Vec<Value> = tickers
        .as_array()
        .expect("a list")
        .iter()
        .map(|ticker| json!({ "symbol": ticker["symbol"], "note": "n".repeat(500) }))
        .collect();
    assert!(tickers.len() > 120, "{}", tickers.len());
    let list = json!({ "number": 1, "name": name, "tickers": tickers });
    let body = json!({ "format": "marketdeck", "version": 1, "watchlists": [list] });
    let answer = deck
        .running
        .request("POST", "/api/import", &body.to_string());
    answer.expect("an answer")
}

#[test]
fn a_record_too_large_for_nats_is_rejected_and_an_existing_one_blocks_nothing() {
    let nats = Nats::start();
    let mut source = Deck::source(&nats).once_source();
    assert_eq!(import_large_list(&source, "Large").0, 200);
    source.running.signal("TERM");
    assert!(source.running.wait().success());
    drop(nats);

    let nats = Nats::with("max_payload: 65536");
    let source = source.start_again("source", &nats.url()).once_source();
    let edge = Deck::edge(&nats).once_complete();
    // Everything else is replicated, and the process reports what is not.
    source.says(
        "Some records are too large to replicate and exist on this process only: the watchlist",
    );
    assert_eq!(source.make_list("Small").0, 201);
    edge.shows("/api/watchlists", |lists| count(lists, "Small") == 1);
    assert!(source.has_list("Large") && !edge.has_list("Large"));

    for deck in [&source, &edge] {
        let (status, sentence) = import_large_list(deck, "Another");
        assert_eq!(status, 413, "{sentence}");
        assert_eq!(sentence.trim().lines().count(), 1, "{sentence}");
        assert!(!deck.has_list("Another"));
    }
    let (_, sentence) = import_large_list(&source, "Another");
    assert!(
        sentence.contains("The watchlist would take") && sentence.contains("63,488"),
        "{sentence}"
    );

    // A record that is too large can be made smaller, and is then replicated.
    let lists = source.json("/api/watchlists");
    let mut large = lists.as_array().expect("lists").iter();
    let large = large
        .find(|list| list["name"] == "Large")
        .expect("it is there");
    let path = format!("/api/watchlists/{}", large["id"]);
    let renamed = source
        .running
        .request("PATCH", &path, &json!({ "name": "L" }).to_string());
    assert_eq!(renamed.expect("an answer").0, 200);
    let deleted = source.running.request("DELETE", &path, "");
    assert_eq!(deleted.expect("an answer").0, 204);
    assert_eq!(count(&source.json("/api/watchlists"), "L"), 0);
    assert_eq!(edge.make_list("After").0, 201);
    assert!(edge.has_list("After"));
}
