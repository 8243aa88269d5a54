//! Lists that their owner shares with others, to read or to write.

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
