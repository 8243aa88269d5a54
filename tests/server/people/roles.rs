//! What owner, members and viewers may do, for every route.

use marketdeck::web::routes;
use serde_json::json;

use super::{JSON, Person, household};

/// Every route says to whom its data belongs, and so every write of the market and of the server is refused to members, and every
/// write to viewers.
#[tokio::test(flavor = "multi_thread")]
async fn each_role_may_only_use_the_routes_of_its_data() {
    let server = household().await;
    for (name, is_viewer) in [("Anna", false), ("Kim", true)] {
        for (template, method, data) in routes::with_data() {
            let person = Person::sign_in(&server, name).await;
            let parts = template.split('/');
            let parts = parts.map(|part| if part.starts_with('{') { "1" } else { part });
            let path = parts.collect::<Vec<_>>().join("/");
            let body = if method == "GET" { "" } else { "{}" };
            let response = person.send(method.as_str(), &path, body).await;
            let changes_nothing =
                template == "/api/mcp" || template.starts_with("/api/session/passkey");
            let is_write = method != "GET" && !changes_nothing;
            let is_refused = match data {
                "market" => is_write,
                "own" => is_write && is_viewer,
                "server" => true,
                other => panic!("{template}: unknown data '{other}'"),
            };
            let text = response.text();
            assert_eq!(
                response.status == 403,
                is_refused,
                "{name}: {method} {path}: {text}"
            );
            if is_refused {
                let reason = if data == "own" {
                    "You may only look: your role on this server is viewer."
                } else {
                    "Only the owner of this server may do this."
                };
                assert_eq!(text, reason, "{name}: {method} {path}");
            }
        }
    }
}

/// A role that changes in the middle of a session applies to the next request.
#[tokio::test]
async fn a_changed_role_applies_at_once() {
    let server = household().await;
    let owner = Person::sign_in(&server, "Owner").await;
    let new = json!({ "name": "Lea", "role": "member", "password": "password" });
    let lea_id = owner.create("/api/people", &new.to_string()).await["id"].clone();
    let lea = Person::sign_in(&server, "Lea").await;
    let token = lea
        .create("/api/access/tokens", r#"{"name":"Script","scope":"write"}"#)
        .await;
    let bearer = format!("Bearer {}", token["secret"].as_str().unwrap());
    lea.create("/api/watchlists", r#"{"name":"First"}"#).await;
    let path = format!("/api/people/{lea_id}");
    let changed = owner.send("PATCH", &path, r#"{"role":"viewer"}"#).await;
    assert_eq!(changed.status, 200, "{}", changed.text());
    let refused = lea
        .send("POST", "/api/watchlists", r#"{"name":"Second"}"#)
        .await;
    assert_eq!(refused.status, 403);
    let headers = [("authorization", bearer.as_str()), JSON];
    let by_token = server.request("POST", "/api/watchlists", &headers, r#"{"name":"Second"}"#);
    assert_eq!(by_token.await.status, 403);
    assert_eq!(lea.get("/api/me").await["role"], "viewer");
    assert_eq!(lea.get("/api/watchlists").await[0]["name"], "First");
}
