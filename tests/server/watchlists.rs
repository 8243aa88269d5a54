//! Watchlists over HTTP.

use crate::common::{TestServer, now};
use serde_json::json;

async fn list(server: &TestServer, name: &str) -> u64 {
    let answer = server
        .send(
            "POST",
            "/api/watchlists",
            &json!({"name": name, "userId": 1}).to_string(),
        )
        .await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    answer.json()["id"].as_u64().unwrap()
}

async fn add(server: &TestServer, list: u64, symbol: &str) -> u64 {
    let body = json!({"tickerId": server.id(symbol)}).to_string();
    let answer = server
        .send("POST", &format!("/api/watchlists/{list}/tickers"), &body)
        .await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    answer.json()["watchlistItemId"].as_u64().unwrap()
}

async fn symbols(server: &TestServer, list: u64) -> Vec<String> {
    let contents = server
        .get(&format!("/api/watchlists/{list}/tickers"))
        .await
        .json();
    contents["tickers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["symbol"].as_str().unwrap().to_owned())
        .collect()
}

/// API-01, WTCH-03: the specified requests.
#[tokio::test]
async fn a_list_is_created_filled_and_emptied() {
    let server = TestServer::open().await;
    let mine = list(&server, "  Mine  ").await;
    let lists = server.get("/api/watchlists?userId=1").await.json();
    assert_eq!(
        lists,
        json!([{"id": mine, "name": "Mine", "userId": 1, "count": 0}])
    );
    let item = add(&server, mine, "BTC").await;
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
            .ask("DELETE", &format!("/api/watchlist-items/{item}"), &[], "")
            .await
            .status,
        204
    );
    assert!(symbols(&server, mine).await.is_empty());
}

/// WTCH-03
#[tokio::test]
async fn adding_a_ticker_twice_is_a_conflict_and_removing_it_twice_returns_404() {
    let server = TestServer::open().await;
    let mine = list(&server, "Mine").await;
    let item = add(&server, mine, "BTC").await;
    let body = json!({"tickerId": server.id("BTC")}).to_string();
    let again = server
        .send("POST", &format!("/api/watchlists/{mine}/tickers"), &body)
        .await;
    assert_eq!(
        (again.status, again.text().as_str()),
        (409, "BTC is in this watchlist already.")
    );
    let path = format!("/api/watchlist-items/{item}");
    assert_eq!(server.ask("DELETE", &path, &[], "").await.status, 204);
    assert_eq!(server.ask("DELETE", &path, &[], "").await.status, 404);
}

/// WTCH-02, WTCH-03
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
    let mine = list(&server, "Mine").await;
    let path = format!("/api/watchlists/{mine}");
    assert_eq!(
        server
            .send("PATCH", &path, r#"{"name":"Ours"}"#)
            .await
            .json()["name"],
        "Ours"
    );
    assert_eq!(server.ask("DELETE", &path, &[], "").await.status, 204);
    assert_eq!(server.ask("DELETE", &path, &[], "").await.status, 404);
    assert_eq!(server.get("/api/watchlists").await.json(), json!([]));
}

/// WTCH-03
#[tokio::test]
async fn entries_keep_the_users_order() {
    let server = TestServer::open().await;
    let mine = list(&server, "Mine").await;
    let (a, b, c) = (
        add(&server, mine, "AAPL").await,
        add(&server, mine, "BTC").await,
        add(&server, mine, "VYM").await,
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
    // An order that misses another device's change is a conflict; a duplicate entry is invalid.
    for (wrong, status) in [
        (json!([a, b]), 409),
        (json!([a, b, c, 999]), 409),
        (json!([a, b, c, c]), 422),
    ] {
        let answer = server
            .send("PUT", &path, &json!({"itemIds": wrong}).to_string())
            .await;
        assert_eq!(answer.status, status, "{wrong}");
    }
    assert_eq!(
        symbols(&server, mine).await,
        ["VYM", "AAPL", "BTC"],
        "a refused order changes nothing"
    );
}

#[tokio::test]
async fn an_exported_list_is_the_same_after_import() {
    let server = TestServer::open().await;
    let mine = list(&server, "Mine").await;
    let item = add(&server, mine, "GC=F").await;
    add(&server, mine, "AAPL").await;
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
    let marked = server.get(&path).await.body;
    assert_eq!(marked.strip_prefix(b"\xef\xbb\xbf"), Some(&csv.body[..]));
    assert_eq!(
        csv.header("content-disposition"),
        Some("attachment; filename=\"Mine.csv\"; filename*=UTF-8''Mine.csv")
    );
    assert_eq!(csv.header("cache-control"), Some("no-store"));
    server
        .ask("DELETE", &format!("/api/watchlists/{mine}"), &[], "")
        .await;
    let again = list(&server, "Mine").await;
    let path = format!("/api/watchlists/{again}/import");
    let report = server.send("POST", &path, &exported).await.json();
    assert_eq!(
        report,
        json!({"added": 2, "present": [], "unknown": [], "followed": [], "notFollowed": []})
    );
    assert_eq!(
        server
            .get(&format!("/api/watchlists/{again}/export"))
            .await
            .text(),
        exported
    );
    let twice = server
        .send("POST", &path, r#"[{"symbol":"aapl"},{"symbol":"NOPE"}]"#)
        .await
        .json();
    assert_eq!(
        twice,
        json!({"added": 0, "present": ["aapl"], "unknown": ["NOPE"], "followed": [], "notFollowed": []})
    );
}

#[tokio::test]
async fn a_long_list_with_long_notes_is_imported_completely() {
    let server = TestServer::open().await;
    let mine = list(&server, "Everything").await;
    let note = "\u{436}".repeat(500);
    let unknown: Vec<String> = (0..150).map(|number| format!("NOPE{number}")).collect();
    let mut entries = vec![json!({"symbol": "BTC", "note": note})];
    entries.extend(
        unknown
            .iter()
            .map(|symbol| json!({"symbol": symbol, "note": note})),
    );
    let body = json!(entries).to_string();
    assert!(body.len() > 128 * 1_024, "larger than other bodies may be");
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
async fn an_import_reports_a_duplicate_symbol_and_one_invalid_note_imports_nothing() {
    let server = TestServer::open().await;
    let mine = list(&server, "Mine").await;
    let path = format!("/api/watchlists/{mine}/import");
    let long = "x".repeat(501);
    let bad = json!([{"symbol": "AAPL"}, {"symbol": "BTC", "note": long}]).to_string();
    assert_eq!(server.send("POST", &path, &bad).await.status, 422);
    assert!(symbols(&server, mine).await.is_empty());
    let twice = json!([{"symbol": "AAPL", "note": "first"}, {"symbol": "aapl", "note": "second"}]);
    let report = server.send("POST", &path, &twice.to_string()).await.json();
    assert_eq!(
        report,
        json!({"added": 1, "present": ["aapl"], "unknown": [], "followed": [], "notFollowed": []})
    );
}

/// A spreadsheet computes cells that start with an equals sign.
#[tokio::test]
async fn a_note_like_a_formula_is_exported_as_text_and_imported_unchanged() {
    let server = TestServer::open().await;
    let mine = list(&server, "Mine").await;
    let item = add(&server, mine, "AAPL").await;
    let note = json!({"note": "=HYPERLINK(\"http://evil.example\")"});
    let path = format!("/api/watchlist-items/{item}");
    server.send("PATCH", &path, &note.to_string()).await;
    let path = format!("/api/watchlists/{mine}/export?format=csv");
    let csv = server.get(&path).await.text();
    assert!(csv.contains("AAPL,\"'=HYPERLINK("), "{csv}");
    let again = list(&server, "Again").await;
    let entries = json!([{"symbol": "AAPL", "note": "'=HYPERLINK(1)"}]).to_string();
    server
        .send("POST", &format!("/api/watchlists/{again}/import"), &entries)
        .await;
    let exported = server.get(&format!("/api/watchlists/{again}/export")).await;
    assert_eq!(exported.json()[0]["note"], "=HYPERLINK(1)");
}

/// JSON Schema, and clients with only one number type, write integers like this, too.
#[tokio::test]
async fn an_integer_may_be_written_with_a_decimal_point() {
    let server = TestServer::open().await;
    let mine = list(&server, "Mine").await;
    let path = format!("/api/watchlists/{mine}/tickers");
    for (number, status) in [("1.0", 201), ("2e0", 201), ("3.5", 400), ("-1.0", 400)] {
        let body = format!(r#"{{"tickerId":{number}}}"#);
        let answer = server.send("POST", &path, &body).await;
        assert_eq!(answer.status, status, "{number}: {}", answer.text());
    }
    assert_eq!(server.get("/api/watchlists?userId=1.0").await.status, 200);
}

#[tokio::test]
async fn lists_with_an_invalid_name_or_user_are_refused() {
    let server = TestServer::open().await;
    for body in [
        json!({"name": "a\u{0}b"}),
        json!({"name": "\u{202e}enim"}),
        json!({"name": "\u{200b}"}),
        json!({"name": "Mine", "userId": 0}),
        json!({"name": "Mine", "userId": 7}),
    ] {
        let answer = server
            .send("POST", "/api/watchlists", &body.to_string())
            .await;
        assert_eq!(answer.status, 422, "{body}");
    }
    for number in 0..200 {
        list(&server, &format!("List {number}")).await;
    }
    let one_more = server
        .send("POST", "/api/watchlists", r#"{"name":"x"}"#)
        .await;
    assert_eq!(one_more.status, 409);
}

/// API-01: a change repeated with the same key gets the same response and is not made again, even after a restart; a key belongs to one
/// request.
#[tokio::test]
async fn a_repeated_idempotency_key_changes_nothing_and_belongs_to_one_request() {
    let server = TestServer::open().await;
    let send = async |server: &TestServer, key: &str, name: &str| {
        let body = json!({ "name": name }).to_string();
        let headers = [
            ("content-type", "application/json"),
            ("idempotency-key", key),
        ];
        server.ask("POST", "/api/watchlists", &headers, &body).await
    };
    let first = send(&server, "k1", "Once").await;
    assert_eq!(first.status, 201);
    let again = send(&server, "k1", "Once").await;
    assert_eq!((again.status, again.text()), (201, first.text()));
    let other = send(&server, "k1", "Twice").await;
    assert_eq!(other.status, 422, "{}", other.text());
    let deleted = server
        .ask(
            "DELETE",
            "/api/watchlists/1",
            &[("idempotency-key", "k1")],
            "",
        )
        .await;
    assert_eq!(deleted.status, 422);
    for bad in ["", "a key", &"k".repeat(101)] {
        assert_eq!(send(&server, bad, "Bad").await.status, 400);
    }
    let server = server.restart(now()).await;
    let again = send(&server, "k1", "Once").await;
    assert_eq!((again.status, again.text()), (201, first.text()));
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
