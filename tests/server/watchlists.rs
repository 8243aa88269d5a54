//! The HTTP API of watchlists.

use crate::common::{TestServer, now};
use serde_json::json;

async fn create_list(server: &TestServer, name: &str) -> u64 {
    let response = server
        .send(
            "POST",
            "/api/watchlists",
            &json!({"name": name, "userId": 1}).to_string(),
        )
        .await;
    assert_eq!(response.status, 201, "{}", response.text());
    response.json()["id"].as_u64().unwrap()
}

async fn add_ticker(server: &TestServer, list_id: u64, symbol: &str) -> u64 {
    let body = json!({"tickerId": server.id(symbol)}).to_string();
    let response = server
        .send("POST", &format!("/api/watchlists/{list_id}/tickers"), &body)
        .await;
    assert_eq!(response.status, 201, "{}", response.text());
    response.json()["watchlistItemId"].as_u64().unwrap()
}

async fn symbols(server: &TestServer, list_id: u64) -> Vec<String> {
    let contents = server
        .get(&format!("/api/watchlists/{list_id}/tickers"))
        .await
        .json();
    contents["tickers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["symbol"].as_str().unwrap().to_owned())
        .collect()
}

/// API-01, WTCH-03
#[tokio::test]
async fn a_list_is_created_filled_and_emptied() {
    let server = TestServer::open().await;
    let mine = create_list(&server, "  Mine  ").await;
    let lists = server.get("/api/watchlists?userId=1").await.json();
    assert_eq!(
        lists,
        json!([{"id": mine, "name": "Mine", "userId": 1, "ownerName": null, "access": "own", "shares": [],
            "version": 0, "count": 0}])
    );
    let item = add_ticker(&server, mine, "BTC").await;
    let contents = server
        .get(&format!("/api/watchlists/{mine}/tickers"))
        .await
        .json();
    let row = &contents["tickers"][0];
    assert_eq!(
        (&contents["id"], &contents["name"], &row["watchlistItemId"]),
        (&json!(mine), &json!("Mine"), &json!(item))
    );
    assert_eq!(
        (&row["symbol"], &row["price"]),
        (&json!("BTC"), &json!(90_000.0))
    );
    assert_eq!(
        server
            .request("DELETE", &format!("/api/watchlist-items/{item}"), &[], "")
            .await
            .status,
        204
    );
    assert!(symbols(&server, mine).await.is_empty());
}

#[tokio::test]
async fn adding_a_ticker_twice_is_a_conflict_and_removing_it_twice_returns_404() {
    let server = TestServer::open().await;
    let mine = create_list(&server, "Mine").await;
    let item = add_ticker(&server, mine, "BTC").await;
    let body = json!({"tickerId": server.id("BTC")}).to_string();
    let repeated = server
        .send("POST", &format!("/api/watchlists/{mine}/tickers"), &body)
        .await;
    assert_eq!(
        (repeated.status, repeated.text().as_str()),
        (409, "BTC is in this watchlist already.")
    );
    let path = format!("/api/watchlist-items/{item}");
    assert_eq!(server.request("DELETE", &path, &[], "").await.status, 204);
    assert_eq!(server.request("DELETE", &path, &[], "").await.status, 404);
}

/// WTCH-02, WTCH-03: names of lists.
#[tokio::test]
async fn names_are_never_blank_and_lists_are_renamed_and_deleted() {
    let server = TestServer::open().await;
    let blank = server
        .send("POST", "/api/watchlists", r#"{"name":"  ","userId":1}"#)
        .await;
    assert_eq!(
        (blank.status, blank.text().as_str()),
        (422, "Please enter a name for your watchlist.")
    );
    let mine = create_list(&server, "Mine").await;
    let path = format!("/api/watchlists/{mine}");
    assert_eq!(
        server
            .send("PATCH", &path, r#"{"name":"Ours"}"#)
            .await
            .json()["name"],
        "Ours"
    );
    assert_eq!(server.request("DELETE", &path, &[], "").await.status, 204);
    assert_eq!(server.request("DELETE", &path, &[], "").await.status, 404);
    assert_eq!(server.get("/api/watchlists").await.json(), json!([]));
}

#[tokio::test]
async fn entries_keep_the_users_order() {
    let server = TestServer::open().await;
    let mine = create_list(&server, "Mine").await;
    let (a, b, c) = (
        add_ticker(&server, mine, "AAPL").await,
        add_ticker(&server, mine, "BTC").await,
        add_ticker(&server, mine, "VYM").await,
    );
    let path = format!("/api/watchlists/{mine}/order");
    assert_eq!(
        server
            .send("PUT", &path, &json!({"itemIds": [c, a, b]}).to_string())
            .await
            .status,
        204
    );
    assert_eq!(symbols(&server, mine).await, ["VYM", "AAPL", "BTC"]);
    // Missing or unknown entries are a conflict, because another device may have changed the list. A duplicate entry is invalid.
    for (wrong, status) in [
        (json!([a, b]), 409),
        (json!([a, b, c, 999]), 409),
        (json!([a, b, c, c]), 422),
    ] {
        let response = server
            .send("PUT", &path, &json!({"itemIds": wrong}).to_string())
            .await;
        assert_eq!(response.status, status, "{wrong}");
    }
    assert_eq!(
        symbols(&server, mine).await,
        ["VYM", "AAPL", "BTC"],
        "a rejected order changes nothing"
    );
}

#[tokio::test]
async fn an_exported_list_is_the_same_after_import() {
    let server = TestServer::open().await;
    let mine = create_list(&server, "Mine").await;
    let item = add_ticker(&server, mine, "GC=F").await;
    add_ticker(&server, mine, "AAPL").await;
    let note = json!({"note": "watch the, \"dollar\""}).to_string();
    assert_eq!(
        server
            .send("PATCH", &format!("/api/watchlist-items/{item}"), &note)
            .await
            .status,
        200
    );
    let exported = server
        .get(&format!("/api/watchlists/{mine}/export"))
        .await
        .text();
    let csv = server
        .get(&format!("/api/watchlists/{mine}/export?format=csv"))
        .await;
    assert_eq!(
        csv.text(),
        "symbol,note\nGC=F,\"watch the, \"\"dollar\"\"\"\nAAPL,"
    );
    // Excel recognizes UTF-8 by the first three bytes.
    let path = format!("/api/watchlists/{mine}/export?format=csv&bom=true");
    let with_bom = server.get(&path).await.body;
    assert_eq!(with_bom.strip_prefix(b"\xef\xbb\xbf"), Some(&csv.body[..]));
    assert_eq!(
        csv.header("content-disposition"),
        Some("attachment; filename=\"Mine.csv\"; filename*=UTF-8''Mine.csv")
    );
    assert_eq!(csv.header("cache-control"), Some("no-store"));
    server
        .request("DELETE", &format!("/api/watchlists/{mine}"), &[], "")
        .await;
    let second_list = create_list(&server, "Mine").await;
    let path = format!("/api/watchlists/{second_list}/import");
    let report = server.send("POST", &path, &exported).await.json();
    assert_eq!(
        report,
        json!({"added": 2, "present": [], "unknown": [], "followed": [], "notFollowed": []})
    );
    assert_eq!(
        server
            .get(&format!("/api/watchlists/{second_list}/export"))
            .await
            .text(),
        exported
    );
    let report = server
        .send("POST", &path, r#"[{"symbol":"aapl"},{"symbol":"NOPE"}]"#)
        .await
        .json();
    assert_eq!(
        report,
        json!({"added": 0, "present": ["aapl"], "unknown": ["NOPE"], "followed": [], "notFollowed": []})
    );
}

#[tokio::test]
async fn a_long_list_with_long_notes_is_imported_completely() {
    let server = TestServer::open().await;
    let mine = create_list(&server, "Everything").await;
    let note = "\u{436}".repeat(500);
    let unknown: Vec<String> = (0..150).map(|number| format!("NOPE{number}")).collect();
    let mut entries = vec![json!({"symbol": "BTC", "note": note})];
    entries.extend(
        unknown
            .iter()
            .map(|symbol| json!({"symbol": symbol, "note": note})),
    );
    let body = json!(entries).to_string();
    assert!(
        body.len() > 128 * 1_024,
        "larger than the limit for other requests"
    );
    let path = format!("/api/watchlists/{mine}/import");
    let report = server.send("POST", &path, &body).await.json();
    assert_eq!(
        report,
        json!({"added": 1, "present": [], "unknown": unknown, "followed": [], "notFollowed": []})
    );
    let exported = server
        .get(&format!("/api/watchlists/{mine}/export"))
        .await
        .json();
    assert_eq!(exported, json!(entries[..1]));
}

#[tokio::test]
async fn an_import_with_one_invalid_note_adds_nothing() {
    let server = TestServer::open().await;
    let mine = create_list(&server, "Mine").await;
    let path = format!("/api/watchlists/{mine}/import");
    let long = "x".repeat(501);
    let invalid = json!([{"symbol": "AAPL"}, {"symbol": "BTC", "note": long}]).to_string();
    assert_eq!(server.send("POST", &path, &invalid).await.status, 422);
    assert!(symbols(&server, mine).await.is_empty());
}

#[tokio::test]
async fn an_import_adds_a_repeated_symbol_once_and_reports_it() {
    let server = TestServer::open().await;
    let mine = create_list(&server, "Mine").await;
    let path = format!("/api/watchlists/{mine}/import");
    let duplicates =
        json!([{"symbol": "AAPL", "note": "first"}, {"symbol": "aapl", "note": "second"}]);
    let report = server
        .send("POST", &path, &duplicates.to_string())
        .await
        .json();
    assert_eq!(
        report,
        json!({"added": 1, "present": ["aapl"], "unknown": [], "followed": [], "notFollowed": []})
    );
}

/// Spreadsheets evaluate cells that start with an equals sign as formulas.
#[tokio::test]
async fn a_note_like_a_formula_is_exported_as_text_and_imported_unchanged() {
    let server = TestServer::open().await;
    let mine = create_list(&server, "Mine").await;
    let item = add_ticker(&server, mine, "AAPL").await;
    let note = json!({"note": "=HYPERLINK(\"http://evil.example\")"});
    let path = format!("/api/watchlist-items/{item}");
    server.send("PATCH", &path, &note.to_string()).await;
    let path = format!("/api/watchlists/{mine}/export?format=csv");
    let csv = server.get(&path).await.text();
    assert!(csv.contains("AAPL,\"'=HYPERLINK("), "{csv}");
    let second_list = create_list(&server, "Again").await;
    let entries = json!([{"symbol": "AAPL", "note": "'=HYPERLINK(1)"}]).to_string();
    server
        .send(
            "POST",
            &format!("/api/watchlists/{second_list}/import"),
            &entries,
        )
        .await;
    let exported = server
        .get(&format!("/api/watchlists/{second_list}/export"))
        .await;
    assert_eq!(exported.json()[0]["note"], "=HYPERLINK(1)");
}

/// JSON Schema allows integers to be written as `1.0`, and clients with a single number type may do so.
#[tokio::test]
async fn an_integer_may_be_written_with_a_decimal_point() {
    let server = TestServer::open().await;
    let mine = create_list(&server, "Mine").await;
    let path = format!("/api/watchlists/{mine}/tickers");
    for (number, status) in [("1.0", 201), ("2e0", 201), ("3.5", 400), ("-1.0", 400)] {
        let body = format!(r#"{{"tickerId":{number}}}"#);
        let response = server.send("POST", &path, &body).await;
        assert_eq!(response.status, status, "{number}: {}", response.text());
    }
    assert_eq!(server.get("/api/watchlists?userId=1.0").await.status, 200);
}

#[tokio::test]
async fn an_invalid_name_an_invalid_user_and_the_201st_list_are_rejected() {
    let server = TestServer::open().await;
    for body in [
        json!({"name": "a\u{0}b"}),
        json!({"name": "\u{202e}enim"}),
        json!({"name": "\u{200b}"}),
        json!({"name": "Mine", "userId": 0}),
        json!({"name": "Mine", "userId": 7}),
    ] {
        let response = server
            .send("POST", "/api/watchlists", &body.to_string())
            .await;
        assert_eq!(response.status, 422, "{body}");
    }
    for number in 0..200 {
        create_list(&server, &format!("List {number}")).await;
    }
    let one_more = server
        .send("POST", "/api/watchlists", r#"{"name":"x"}"#)
        .await;
    assert_eq!(one_more.status, 409);
}

/// API-01: a request repeated with the same idempotency key gets the same response and changes nothing, even after a restart. A key
/// belongs to one request.
#[tokio::test]
async fn a_repeated_idempotency_key_changes_nothing_and_belongs_to_one_request() {
    let server = TestServer::open().await;
    let send = async |server: &TestServer, key: &str, name: &str| {
        let body = json!({ "name": name }).to_string();
        let headers = [
            ("content-type", "application/json"),
            ("idempotency-key", key),
        ];
        server
            .request("POST", "/api/watchlists", &headers, &body)
            .await
    };
    let first = send(&server, "k1", "Once").await;
    assert_eq!(first.status, 201);
    let repeated = send(&server, "k1", "Once").await;
    assert_eq!((repeated.status, repeated.text()), (201, first.text()));
    let other = send(&server, "k1", "Twice").await;
    assert_eq!(other.status, 422, "{}", other.text());
    let deleted = server
        .request(
            "DELETE",
            "/api/watchlists/1",
            &[("idempotency-key", "k1")],
            "",
        )
        .await;
    assert_eq!(deleted.status, 422);
    for invalid in ["", "a key", &"k".repeat(101)] {
        assert_eq!(send(&server, invalid, "Bad").await.status, 400);
    }
    let server = server.restart(now()).await;
    let repeated = send(&server, "k1", "Once").await;
    assert_eq!((repeated.status, repeated.text()), (201, first.text()));
    assert_eq!(send(&server, "k2", "Once").await.status, 201);
    let lists = server.get("/api/watchlists").await.json();
    let names: Vec<_> = lists
        .as_array()
        .unwrap()
        .iter()
        .map(|list| list["name"].clone())
        .collect();
    assert_eq!(names, ["Once", "Once"]);
}
