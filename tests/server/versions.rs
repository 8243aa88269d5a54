//! Versions of boards, settings and watchlists: changes of one device do not overwrite changes of another.

use crate::common::{Response, TestServer, now};
use serde_json::{Value, json};

async fn put(server: &TestServer, path: &str, body: &Value) -> Response {
    server.send("PUT", path, &body.to_string()).await
}

async fn patch(server: &TestServer, path: &str, body: &Value) -> Response {
    server.send("PATCH", path, &body.to_string()).await
}

async fn read(server: &TestServer, path: &str) -> Value {
    server.get(path).await.json()
}

/// Checks the response to a change of an outdated version, and that nothing changed.
async fn assert_conflict(server: &TestServer, path: &str, response: &Response, submitted: &Value) {
    assert_eq!(response.status, 409, "{}", response.text());
    assert_eq!(response.header("content-type"), Some("application/json"));
    let conflict = response.json();
    let message = conflict["message"].as_str().unwrap();
    assert!(
        message.ends_with(" changed on another device. Nothing was saved."),
        "{message}"
    );
    assert_eq!(&conflict["submitted"], submitted);
    assert_eq!(conflict["current"], read(server, path).await);
}

#[tokio::test]
async fn a_board_changed_on_another_device_is_not_overwritten() {
    let server = TestServer::open().await;
    let path = "/api/boards/main";
    let first = read(&server, path).await;
    assert_eq!(first["version"], 0, "a preset board that was never changed");
    let mut kitchen = first.clone();
    kitchen["title"] = json!("Kitchen");
    let saved = put(&server, path, &kitchen).await;
    assert_eq!(saved.status, 200, "{}", saved.text());
    let saved = saved.json();
    assert_eq!(saved, read(&server, path).await);
    assert_ne!(saved["version"], 0);
    // The other device still has the first version.
    let mut office = first;
    office["title"] = json!("Office");
    let rejected = put(&server, path, &office).await;
    assert_conflict(&server, path, &rejected, &office).await;
    // A client that does not know versions replaces any version.
    office.as_object_mut().unwrap().remove("version");
    assert_eq!(put(&server, path, &office).await.status, 200);
    let current = read(&server, path).await;
    assert_eq!(current["title"], "Office");
    assert_ne!(current["version"], saved["version"]);
    let server = server.restart(now()).await;
    assert_eq!(read(&server, path).await, current);
    // An exported board has no version, so that it can be imported into any server.
    let exported = read(&server, "/api/boards/main/export").await;
    assert_eq!(exported.get("version"), None);
}

#[tokio::test]
async fn a_board_deleted_on_another_device_is_not_created_again() {
    let server = TestServer::open().await;
    let path = "/api/boards/office";
    let created = put(&server, path, &json!({"title": "Office"})).await.json();
    server.request("DELETE", path, &[], "").await;
    let rejected = put(&server, path, &created).await;
    assert_eq!(rejected.status, 409);
    assert_eq!(
        json!([
            rejected.json()["message"],
            rejected.json()["current"],
            rejected.json()["submitted"]["title"]
        ]),
        json!([
            "This board was deleted on another device. Nothing was saved.",
            null,
            "Office"
        ])
    );
    assert_eq!(server.get(path).await.status, 404);
    // A new board of the same name has another version than the deleted one.
    let again = put(&server, path, &json!({"title": "Office"})).await.json();
    assert_ne!(again["version"], created["version"]);
    assert_eq!(put(&server, path, &created).await.status, 409);
}

#[tokio::test]
async fn settings_changed_on_another_device_are_not_overwritten() {
    let server = TestServer::open().await;
    let path = "/api/settings";
    assert_eq!(read(&server, path).await["version"], 0);
    let dark = json!({"version": 0, "colorScheme": "dark"});
    let saved = put(&server, path, &dark).await;
    assert_eq!((saved.status, &saved.json()["version"]), (200, &json!(1)));
    let compact = json!({"version": 0, "density": "compact"});
    let rejected = put(&server, path, &compact).await;
    assert_conflict(&server, path, &rejected, &compact).await;
    let merged = json!({"version": 1, "colorScheme": "dark", "density": "compact"});
    assert_eq!(put(&server, path, &merged).await.json()["version"], 2);
    assert_eq!(
        put(&server, path, &json!({"density": "terminal"}))
            .await
            .json()["version"],
        3
    );
    let server = server.restart(now()).await;
    assert_eq!(read(&server, path).await["version"], 3);
}

#[tokio::test]
async fn every_change_of_a_list_has_its_own_version_and_an_outdated_one_is_rejected() {
    let server = TestServer::open().await;
    let list = server
        .send("POST", "/api/watchlists", r#"{"name": "Mine"}"#)
        .await;
    let id = list.json()["id"].as_u64().unwrap();
    let path = format!("/api/watchlists/{id}");
    let tickers = format!("{path}/tickers");
    let mut items = vec![];
    for symbol in ["BTC", "AAPL"] {
        let body = json!({"tickerId": server.id(symbol)}).to_string();
        let added = server.send("POST", &tickers, &body).await.json();
        items.push(added["watchlistItemId"].as_u64().unwrap());
    }
    let version = |contents: &Value| contents["version"].as_u64().unwrap();
    let first = version(&read(&server, &tickers).await);
    assert_eq!(first, 2, "two entries were added");
    let entry = format!("/api/watchlist-items/{}", items[0]);
    let order = json!({"itemIds": [items[1], items[0]], "version": first});
    assert_eq!(
        put(&server, &format!("{path}/order"), &order).await.status,
        204
    );
    // The other device still has the first version.
    let note = json!({"note": "Halving", "version": first});
    let rejected = patch(&server, &entry, &note).await;
    assert_conflict(&server, &tickers, &rejected, &note).await;
    let quantity = json!({"quantity": 2, "version": first});
    let rejected = patch(&server, &entry, &quantity).await;
    assert_conflict(&server, &tickers, &rejected, &quantity).await;
    let name = json!({"name": "Ours", "version": first});
    let rejected = patch(&server, &path, &name).await;
    assert_conflict(&server, &tickers, &rejected, &name).await;
    let order = json!({"itemIds": items, "version": first});
    let rejected = put(&server, &format!("{path}/order"), &order).await;
    assert_conflict(&server, &tickers, &rejected, &order).await;
    // With the current version, and without one, changes are accepted.
    let note = json!({"note": "Halving", "version": first + 1});
    assert_eq!(patch(&server, &entry, &note).await.status, 200);
    assert_eq!(
        patch(&server, &entry, &json!({"quantity": 2})).await.status,
        200
    );
    assert_eq!(
        patch(&server, &path, &json!({"name": "Ours"})).await.status,
        200
    );
    let lists = read(&server, "/api/watchlists").await;
    assert_eq!(lists[0]["version"], first + 4);
}
