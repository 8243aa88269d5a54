//! Lists and boards that their owner shares with others, to read or to write.

use serde_json::{Value, json};

use super::{Person, household};

async fn share(owner: &Person<'_>, list: &Value, shares: Value) -> u16 {
    let path = format!("/api/watchlists/{list}/shares");
    let body = json!({ "shares": shares }).to_string();
    owner.send("PUT", &path, &body).await.status
}

async fn names(person: &Person<'_>) -> Vec<(String, String, Value)> {
    let lists = person.get("/api/watchlists").await;
    let lists = lists.as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    lists
        .map(|list| {
            (
                text(&list["name"]),
                text(&list["access"]),
                list["ownerName"].clone(),
            )
        })
        .collect()
}

/// Sends every request that changes a list, and returns the statuses.
async fn change(person: &Person<'_>, list: &Value, entry: &Value) -> [u16; 4] {
    let path = format!("/api/watchlists/{list}");
    let item = format!("/api/watchlist-items/{entry}");
    [
        person
            .send("PATCH", &path, r#"{"name":"Renamed"}"#)
            .await
            .status,
        person
            .send("POST", &format!("{path}/tickers"), r#"{"tickerId":2}"#)
            .await
            .status,
        person
            .send("PATCH", &item, r#"{"quantity":3}"#)
            .await
            .status,
        person.send("DELETE", &path, "").await.status,
    ]
}

#[tokio::test]
async fn a_list_is_shared_to_read_then_to_write_and_then_no_more() {
    let server = household().await;
    let (anna, ben) = (
        Person::sign_in(&server, "Anna").await,
        Person::sign_in(&server, "Ben").await,
    );
    let list = anna.create("/api/watchlists", r#"{"name":"Tech"}"#).await["id"].clone();
    let path = format!("/api/watchlists/{list}/tickers");
    let entry = anna.create(&path, r#"{"tickerId":1}"#).await["watchlistItemId"].clone();
    let id_of_ben = ben.get("/api/me").await["id"].clone();
    assert_eq!(change(&ben, &list, &entry).await, [404, 404, 404, 404]);

    let to_read = json!([{ "personId": id_of_ben, "mayWrite": false }]);
    assert_eq!(share(&anna, &list, to_read.clone()).await, 200);
    let shared = |access: &str| vec![("Tech".to_owned(), access.to_owned(), json!("Anna"))];
    assert_eq!(names(&ben).await, shared("read"));
    assert_eq!(ben.get(&path).await["tickers"].as_array().unwrap().len(), 1);
    assert_eq!(change(&ben, &list, &entry).await, [403, 403, 403, 403]);
    assert_eq!(share(&ben, &list, json!([])).await, 403);

    let to_write = json!([{ "personId": id_of_ben, "mayWrite": true }]);
    assert_eq!(share(&anna, &list, to_write).await, 200);
    // Only the owner of the list can delete it.
    assert_eq!(change(&ben, &list, &entry).await, [200, 201, 200, 403]);
    let changed = anna.get(&path).await;
    assert_eq!(changed["name"], "Renamed");
    assert_eq!(changed["tickers"].as_array().unwrap().len(), 2);
    let kim = Person::sign_in(&server, "Kim").await;
    assert_eq!(names(&kim).await, []);

    assert_eq!(share(&anna, &list, json!([])).await, 200);
    assert_eq!(names(&ben).await, []);
    assert_eq!(ben.send("GET", &path, "").await.status, 404);
}

/// A list for everybody can be read by people who are added later, and an alert on it ends when the list is no longer shared.
#[tokio::test]
async fn a_list_can_be_shared_with_everybody() {
    let server = household().await;
    let owner = Person::sign_in(&server, "Owner").await;
    let list = owner
        .create("/api/watchlists", r#"{"name":"Family"}"#)
        .await["id"]
        .clone();
    let path = format!("/api/watchlists/{list}/tickers");
    owner.create(&path, r#"{"tickerId":1}"#).await;
    let everybody = json!([{ "personId": null, "mayWrite": false }]);
    assert_eq!(share(&owner, &list, everybody).await, 200);
    let new = json!({ "name": "Lea", "password": "password" });
    owner.create("/api/people", &new.to_string()).await;
    let lea = Person::sign_in(&server, "Lea").await;
    assert_eq!(names(&lea).await[0].0, "Family");
    let alert = json!({ "list": list, "type": "price", "condition": "above", "value": 1e6, "frequency": "once" });
    lea.create("/api/alerts", &alert.to_string()).await;
    assert_eq!(lea.get("/api/alerts").await[0]["active"], true);
    assert_eq!(share(&owner, &list, json!([])).await, 200);
    assert_eq!(lea.get("/api/alerts").await[0]["active"], false);
    assert_eq!(owner.get("/api/alerts").await, json!([]));
}

#[tokio::test]
async fn invalid_permissions_change_nothing() {
    let server = household().await;
    let anna = Person::sign_in(&server, "Anna").await;
    let list = anna.create("/api/watchlists", r#"{"name":"Tech"}"#).await["id"].clone();
    let own = anna.get("/api/me").await["id"].clone();
    for invalid in [
        json!([{ "personId": 999, "mayWrite": true }]),
        json!([{ "personId": own, "mayWrite": true }]),
        json!([{ "personId": null, "mayWrite": true }, { "personId": null, "mayWrite": false }]),
    ] {
        assert_eq!(share(&anna, &list, invalid.clone()).await, 422, "{invalid}");
    }
    let lists = anna.get("/api/watchlists").await;
    assert_eq!(lists[0]["shares"], json!([]));
}

async fn titles(person: &Person<'_>) -> Vec<(String, String, Value)> {
    let boards = person.get("/api/boards").await;
    let boards = boards.as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    boards
        .map(|board| {
            (
                text(&board["name"]),
                text(&board["access"]),
                board["ownerName"].clone(),
            )
        })
        .collect()
}

async fn share_board(person: &Person<'_>, name: &str, shares: Value) -> u16 {
    let path = format!("/api/boards/{name}/shares");
    let body = json!({ "shares": shares }).to_string();
    person.send("PUT", &path, &body).await.status
}

/// A shared board has the address `name@owner`; the preset boards of others stay apart from one's own.
#[tokio::test]
async fn a_board_is_shared_to_read_then_to_write_and_then_no_more() {
    let server = household().await;
    let (anna, ben) = (
        Person::sign_in(&server, "Anna").await,
        Person::sign_in(&server, "Ben").await,
    );
    let [id_of_anna, id_of_ben] =
        [anna.get("/api/me").await, ben.get("/api/me").await].map(|me| me["id"].as_u64().unwrap());
    let list = anna.create("/api/watchlists", r#"{"name":"Secret"}"#).await["id"].clone();
    let tile =
        |content: Value| json!({ "x": 0, "y": 0, "width": 4, "height": 4, "content": content });
    let board = json!({ "title": "Kitchen", "tiles": [tile(json!({ "kind": "list", "watchlist": list }))] });
    for name in ["kitchen", "main"] {
        let path = format!("/api/boards/{name}");
        let saved = anna.send("PUT", &path, &board.to_string()).await;
        assert!(saved.status < 300, "{}", saved.text());
    }
    let address = format!("kitchen@{id_of_anna}");
    let path = format!("/api/boards/{address}");
    let own = [
        ("main".to_owned(), "own".to_owned(), Value::Null),
        ("branch".to_owned(), "own".to_owned(), Value::Null),
    ];
    let change = async |person: &Person<'_>, body: &Value| {
        [
            person.send("GET", &path, "").await.status,
            person.send("PUT", &path, &body.to_string()).await.status,
            share_board(person, &address, json!([])).await,
            person.send("DELETE", &path, "").await.status,
        ]
    };
    let renamed = json!({ "name": address, "title": "Renamed", "tiles": board["tiles"] });
    assert_eq!(titles(&ben).await, own);
    assert_eq!(change(&ben, &renamed).await, [404, 404, 404, 404]);

    let to_read = json!([{ "personId": id_of_ben, "mayWrite": false }]);
    assert_eq!(share_board(&anna, "kitchen", to_read).await, 200);
    let shared = |access: &str| {
        let mut all = own.to_vec();
        all.push((address.clone(), access.to_owned(), json!("Anna")));
        all
    };
    assert_eq!(titles(&ben).await, shared("read"));
    assert_eq!(change(&ben, &renamed).await, [200, 403, 403, 403]);
    assert_eq!(ben.get(&path).await["shares"], json!([]));
    // The list on the board stays private, also in an export.
    let rows = format!("/api/watchlists/{list}/tickers");
    assert_eq!(ben.send("GET", &rows, "").await.status, 404);
    let exported = ben.get(&format!("{path}/export")).await;
    assert_eq!(exported["name"], "kitchen");
    assert_eq!(exported["tiles"][0]["content"]["title"], "Private list");

    let to_write = json!([{ "personId": id_of_ben, "mayWrite": true }]);
    assert_eq!(share_board(&anna, "kitchen", to_write).await, 200);
    assert_eq!(titles(&ben).await, shared("write"));
    assert_eq!(change(&ben, &renamed).await, [200, 200, 403, 403]);
    let of_anna = anna.get("/api/boards/kitchen").await;
    assert_eq!(
        json!([of_anna["title"], of_anna["name"], of_anna["shares"]]),
        json!(["Renamed", "kitchen", [{ "personId": id_of_ben, "mayWrite": true }]]),
    );
    // A change of an outdated version is refused here, too.
    let outdated = json!({ "version": 1_000, "title": "Late", "tiles": [] });
    let refused = ben.send("PUT", &path, &outdated.to_string()).await;
    assert_eq!(refused.status, 409);
    assert_eq!(refused.json()["current"]["name"], json!(address));
    let kim = Person::sign_in(&server, "Kim").await;
    assert_eq!(titles(&kim).await, own);

    assert_eq!(share_board(&anna, "kitchen", json!([])).await, 200);
    assert_eq!(titles(&ben).await, own);
    assert_eq!(change(&ben, &renamed).await, [404, 404, 404, 404]);
}

/// A preset board that was never changed can be shared, for example with the screen in the kitchen.
#[tokio::test]
async fn a_preset_board_can_be_shared_with_everybody() {
    let server = household().await;
    let owner = Person::sign_in(&server, "Owner").await;
    let kim = Person::sign_in(&server, "Kim").await;
    let before = owner.get("/api/boards").await;
    let everybody = json!([{ "personId": null, "mayWrite": false }]);
    assert_eq!(share_board(&owner, "main", everybody.clone()).await, 200);
    assert_eq!(share_board(&owner, "none", everybody).await, 404);
    let after = owner.get("/api/boards").await;
    assert_eq!(after[0]["tiles"], before[0]["tiles"]);
    assert_eq!(after[1], before[1]);
    let seen = kim.get("/api/boards/main@1").await;
    assert_eq!(seen["tiles"], before[0]["tiles"]);
    assert_eq!(
        json!([seen["access"], seen["ownerName"]]),
        json!(["read", "Owner"])
    );
    let themselves = json!([{ "personId": 1, "mayWrite": false }]);
    assert_eq!(share_board(&owner, "main", themselves).await, 422);
    // The owner may use this address, too.
    assert_eq!(owner.get("/api/boards/main@1").await["access"], "own");
}
