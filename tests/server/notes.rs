//! Notes on tickers, and their export and import.

use serde_json::{Value, json};

use crate::common::{Response, TestServer};

async fn save(server: &TestServer, body: Value) -> Response {
    server.send("POST", "/api/notes", &body.to_string()).await
}

/// Returns the texts of the notes of a query, separated by commas.
async fn texts(server: &TestServer, query: &str) -> String {
    let response = server.get(&format!("/api/notes{query}")).await;
    assert_eq!(response.status, 200, "{}", response.text());
    let notes = response.json();
    let texts = notes.as_array().unwrap().iter();
    let texts: Vec<_> = texts.map(|note| note["text"].as_str().unwrap()).collect();
    texts.join(", ")
}

#[tokio::test]
async fn notes_are_saved_changed_and_deleted() {
    let server = TestServer::open().await;
    let response = save(
        &server,
        json!({"symbol": "aapl", "text": " Waits for margins\r\n"}),
    )
    .await;
    assert_eq!(response.status, 201, "{}", response.text());
    let note = response.json();
    assert_eq!(
        (&note["symbol"], &note["text"], &note["date"]),
        (
            &json!("AAPL"),
            &json!("Waits for margins"),
            &json!("2026-11-20")
        ),
        "the default day is today in New York"
    );
    assert_eq!(note["createdAt"], note["changedAt"]);
    let path = format!("/api/notes/{}", note["id"]);
    let change = server
        .send("PATCH", &path, r#"{"date": "2026-03-02"}"#)
        .await;
    assert_eq!(change.status, 200, "{}", change.text());
    assert_eq!(change.json()["date"], "2026-03-02");
    assert_eq!(change.json()["text"], "Waits for margins");
    save(&server, json!({"symbol": "AAPL", "text": "newer"})).await;
    save(
        &server,
        json!({"symbol": "BTC", "text": "Coins and margins", "date": "2020-01-01"}),
    )
    .await;
    assert_eq!(
        texts(&server, "?symbol=AAPL").await,
        "newer, Waits for margins"
    );
    assert_eq!(
        texts(&server, "?q=MARGINS").await,
        "Waits for margins, Coins and margins"
    );
    assert_eq!(
        texts(&server, "?q=margins%20coins").await,
        "Coins and margins"
    );
    assert_eq!(texts(&server, "?limit=1").await, "newer");
    assert_eq!(server.request("DELETE", &path, &[], "").await.status, 204);
    assert_eq!(server.request("DELETE", &path, &[], "").await.status, 404);
    assert_eq!(texts(&server, "?symbol=AAPL").await, "newer");
    let restarted = server.restart(crate::common::now()).await;
    assert_eq!(texts(&restarted, "").await, "newer, Coins and margins");
}

#[tokio::test]
async fn invalid_notes_have_an_error_of_one_sentence() {
    let server = TestServer::open().await;
    let id = save(&server, json!({"symbol": "AAPL", "text": "x"}))
        .await
        .json()["id"]
        .clone();
    let path = format!("/api/notes/{id}");
    let long = "x".repeat(2_001);
    for (method, path, body, status, error) in [
        (
            "POST",
            "/api/notes",
            json!({"symbol": "NONE", "text": "x"}),
            404,
            "There is no ticker called NONE.",
        ),
        (
            "POST",
            "/api/notes",
            json!({"symbol": "AAPL", "text": " "}),
            422,
            "Please enter the text of the note.",
        ),
        (
            "POST",
            "/api/notes",
            json!({"symbol": "AAPL", "text": long}),
            422,
            "A note can have at most 2000 characters; this one has 2001.",
        ),
        (
            "POST",
            "/api/notes",
            json!({"symbol": "AAPL", "text": "x", "date": "soon"}),
            422,
            "Invalid date 'soon'; expected a day such as 2026-11-20.",
        ),
        (
            "POST",
            "/api/notes",
            json!({"symbol": "AAPL", "text": "x", "date": "1492-10-12"}),
            422,
            "Invalid date 1492-10-12; expected a day from 1900-01-01 to 2199-12-31.",
        ),
        (
            "PATCH",
            &path,
            json!({}),
            422,
            "Nothing to change: send text or date.",
        ),
        (
            "PATCH",
            "/api/notes/99",
            json!({"text": "x"}),
            404,
            "No note with that number.",
        ),
    ] {
        let response = server.send(method, path, &body.to_string()).await;
        assert_eq!(response.status, status, "{}", response.text());
        assert!(response.text().contains(error), "{}", response.text());
    }
    assert_eq!(server.get("/api/notes?limit=0").await.status, 400);
    assert_eq!(server.get("/api/notes?symbol=NONE").await.status, 404);
}

#[tokio::test]
async fn an_export_carries_notes_to_another_server() {
    let source = TestServer::open().await;
    save(
        &source,
        json!({"symbol": "AAPL", "text": "first", "date": "2026-03-02"}),
    )
    .await;
    save(&source, json!({"symbol": "BTC", "text": "second"})).await;
    let export = source.get("/api/export").await.json();
    assert_eq!(export["notes"][0]["symbol"], "AAPL");
    assert_eq!(export["notes"][0]["date"], "2026-03-02");
    let target = TestServer::open().await;
    save(&target, json!({"symbol": "BTC", "text": "second"})).await;
    save(&target, json!({"symbol": "MSFT", "text": "own"})).await;
    let mut file = export.clone();
    let unknown = json!({"symbol": "NONE", "date": "2026-03-02", "text": "lost"});
    file["notes"].as_array_mut().unwrap().push(unknown);
    let file = file.to_string();
    let preview = target
        .send("POST", "/api/import/preview", &file)
        .await
        .json();
    assert_eq!(preview["notes"]["added"], json!(["AAPL 2026-03-02: first"]));
    assert_eq!(
        (&preview["notes"]["same"], &preview["notes"]["removed"]),
        (&json!(1), &json!([]))
    );
    assert_eq!(preview["unknown"], json!(["NONE"]));
    assert_eq!(
        preview["leftOut"],
        json!(["Notes on NONE are left out: unknown ticker."])
    );
    assert_eq!(target.send("POST", "/api/import", &file).await.status, 200);
    assert_eq!(texts(&target, "?symbol=AAPL").await, "first");
    assert_eq!(
        texts(&target, "?symbol=MSFT").await,
        "own",
        "merging keeps notes"
    );
    let replaced = target.send("POST", "/api/import?mode=replace", &file).await;
    assert_eq!(
        replaced.json()["notes"]["removed"],
        json!(["MSFT 2026-11-20: own"])
    );
    assert_eq!(texts(&target, "?symbol=MSFT").await, "");
    assert_eq!(texts(&target, "?symbol=AAPL").await, "first");
}

#[tokio::test]
async fn a_change_of_notes_is_announced_and_refused_on_a_read_only_server() {
    let settings = marketdeck::web::Settings {
        read_only: true,
        ..marketdeck::web::Settings::default()
    };
    let server = TestServer::with(settings).await;
    let response = save(&server, json!({"symbol": "AAPL", "text": "x"})).await;
    assert_eq!(response.status, 403, "{}", response.text());
    assert_eq!(texts(&server, "").await, "");
}
