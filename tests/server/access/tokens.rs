//! API tokens.

use marketdeck::domain::person::PersonId;
use marketdeck::{domain::logo::LogoImage, source::Update, web::Settings};
use serde_json::{Value, json};

use super::{basic, server_with_password, settings, sign_in, status};
use crate::{
    common::{Response, TestServer, now},
    ws::Tab,
};

async fn create_token(server: &TestServer, cookies: &str, body: &Value) -> Response {
    let headers = [("cookie", cookies), ("content-type", "application/json")];
    let body = body.to_string();
    server
        .request("POST", "/api/access/tokens", &headers, &body)
        .await
}

/// Creates a token of this scope. Returns its Authorization header and its id.
pub(crate) async fn token(server: &TestServer, cookies: &str, scope: &str) -> (String, u64) {
    let created = create_token(server, cookies, &json!({ "name": scope, "scope": scope })).await;
    assert_eq!(created.status, 201, "{}", created.text());
    let created = created.json();
    let secret = created["secret"].as_str().unwrap();
    (format!("Bearer {secret}"), created["id"].as_u64().unwrap())
}

async fn add_list(server: &TestServer, authorization: &str) -> u16 {
    let headers = [
        ("authorization", authorization),
        ("content-type", "application/json"),
    ];
    let body = r#"{"name":"Mine","userId":1}"#;
    let created = server
        .request("POST", "/api/watchlists", &headers, body)
        .await;
    created.status
}

#[tokio::test]
async fn a_token_can_read_everything_as_bearer_or_as_password() {
    let server = server_with_password().await;
    let cookies = sign_in(&server).await;
    let (bearer, _) = token(&server, &cookies, "read").await;
    let as_password = basic(bearer.strip_prefix("Bearer ").unwrap());
    for path in [
        "/api/tickers",
        "/api/summary",
        "/metrics",
        "/calendar.ics",
        "/news.atom",
    ] {
        for header in [&bearer, &as_password] {
            let header = ("authorization", header.as_str());
            assert_eq!(status(&server, path, header).await, 200, "{path}");
        }
    }
    let health = [("authorization", bearer.as_str())];
    let health = server.request("GET", "/api/health", &health, "").await;
    assert!(health.json()["version"].is_string());
    let live = Tab::with(&server, &[("authorization", &bearer)]).await;
    assert!(live.is_ok());
    // Node's fetch would follow a redirect to the sign-in page.
    let node = [
        ("authorization", "Bearer mdk_wrong"),
        ("sec-fetch-mode", "cors"),
    ];
    let rejected = server.request("GET", "/api/news", &node, "").await;
    assert_eq!(rejected.status, 401);
    for wrong in ["Bearer mdk_wrong", "Bearer password", "Basic !"] {
        assert_eq!(
            status(&server, "/metrics", ("authorization", wrong)).await,
            401
        );
    }
}

#[tokio::test]
async fn a_read_only_token_can_neither_write_nor_download_a_backup() {
    let server = server_with_password().await;
    let cookies = sign_in(&server).await;
    let (read, _) = token(&server, &cookies, "read").await;
    let (write, _) = token(&server, &cookies, "write").await;
    assert_eq!(add_list(&server, &read).await, 403);
    assert_eq!(add_list(&server, &write).await, 201);
    let channel = r#"{"settings":{"name":"phone","kind":"ntfy","topic":"x"}}"#;
    for (token, expected) in [(&read, 403), (&write, 201)] {
        let headers = [
            ("authorization", token.as_str()),
            ("content-type", "application/json"),
        ];
        let created = server.request("POST", "/api/alert-channels", &headers, channel);
        assert_eq!(created.await.status, expected);
    }
    let password = basic("password");
    assert_eq!(add_list(&server, &password).await, 201);
    for (header, expected) in [
        (("authorization", read.as_str()), 403),
        (("authorization", write.as_str()), 200),
        (("authorization", password.as_str()), 200),
        (("cookie", cookies.as_str()), 200),
    ] {
        assert_eq!(status(&server, "/api/backup", header).await, expected);
    }
}

/// A leaked token must not create another one, which would survive its revocation.
#[tokio::test]
async fn tokens_cannot_list_create_or_revoke_tokens() {
    let server = server_with_password().await;
    let cookies = sign_in(&server).await;
    let (write, id) = token(&server, &cookies, "write").await;
    let headers = [
        ("authorization", write.as_str()),
        ("content-type", "application/json"),
    ];
    let body = json!({ "name": "More", "scope": "write" }).to_string();
    let path = format!("/api/access/tokens/{id}");
    for (method, path, body) in [
        ("GET", "/api/access", ""),
        ("POST", "/api/access/tokens", body.as_str()),
        ("DELETE", path.as_str(), ""),
    ] {
        let response = server.request(method, path, &headers, body).await;
        assert_eq!(response.status, 403, "{method} {path}");
        assert!(response.text().contains("Only a signed-in person"));
    }
    assert_eq!(
        status(
            &server,
            "/api/access",
            ("authorization", &basic("password"))
        )
        .await,
        200
    );
}

#[tokio::test]
async fn a_token_is_shown_once_stored_as_a_hash_and_revoked_at_once() {
    let server = server_with_password().await;
    let cookies = sign_in(&server).await;
    let cookie = ("cookie", cookies.as_str());
    let (bearer, id) = token(&server, &cookies, "read").await;
    let header = ("authorization", bearer.as_str());
    let secret = bearer.strip_prefix("Bearer mdk_").unwrap();
    assert_eq!(secret.len(), 43);
    assert_eq!(status(&server, "/api/news", header).await, 200);
    let list = server.request("GET", "/api/access", &[cookie], "").await;
    assert!(!list.text().contains(secret) && !list.text().contains("hash"));
    let mut listed = list.json()["tokens"].clone();
    assert_eq!(
        listed[0].take(),
        json!({ "id": id, "name": "read", "scope": "read", "madeAt": now(), "usedAt": now() })
    );
    let stored = server.store.of(PersonId::OWNER).credentials().unwrap();
    assert!(
        stored
            .iter()
            .all(|credential| !credential.hash.contains(secret))
    );

    let mut live = Tab::with(&server, &[header]).await.ok().unwrap();
    let path = format!("/api/access/tokens/{id}");
    let revoked = server.request("DELETE", &path, &[cookie], "").await;
    assert_eq!(revoked.status, 204);
    assert_eq!(live.close_code().await, 1008);
    assert_eq!(status(&server, "/api/news", header).await, 401);
    // Revocation survives a restart, and other tokens stay valid.
    let (other, _) = token(&server, &cookies, "write").await;
    let server = server.restart_with(now(), settings()).await;
    assert_eq!(status(&server, "/api/news", header).await, 401);
    assert_eq!(
        status(&server, "/api/news", ("authorization", &other)).await,
        200
    );
}

#[tokio::test]
async fn invalid_tokens_are_rejected_with_an_error_message() {
    let server = server_with_password().await;
    let cookies = sign_in(&server).await;
    let long = "a".repeat(81);
    for (body, status, expected) in [
        (
            json!({ "name": " ", "scope": "read" }),
            422,
            "Please enter a name for the token.",
        ),
        (
            json!({ "name": "a\nb", "scope": "read" }),
            422,
            "A name can't contain control characters.",
        ),
        (
            json!({ "name": long, "scope": "read" }),
            422,
            "A name can have at most 80 characters.",
        ),
        (
            json!({ "name": "a", "scope": "admin" }),
            400,
            "Invalid body",
        ),
    ] {
        let rejected = create_token(&server, &cookies, &body).await;
        assert_eq!(rejected.status, status);
        assert!(rejected.text().starts_with(expected), "{}", rejected.text());
    }
    for _ in 0..100 {
        token(&server, &cookies, "read").await;
    }
    let too_many = create_token(&server, &cookies, &json!({ "name": "a", "scope": "read" })).await;
    assert_eq!(
        (too_many.status, too_many.text().as_str()),
        (409, "There are already 100 tokens; revoke some first.")
    );
}

#[tokio::test]
async fn pages_of_other_sites_and_read_only_servers_create_no_tokens() {
    let server = server_with_password().await;
    let cookies = sign_in(&server).await;
    let headers = [
        ("cookie", cookies.as_str()),
        ("content-type", "application/json"),
        ("origin", "https://evil.example"),
    ];
    let body = json!({ "name": "a", "scope": "write" }).to_string();
    let foreign = server
        .request("POST", "/api/access/tokens", &headers, &body)
        .await;
    assert_eq!(foreign.status, 403);
    let display = Settings {
        read_only: true,
        ..settings()
    };
    let server = server.restart_with(now(), display).await;
    let rejected = create_token(&server, &cookies, &json!({ "name": "a", "scope": "read" })).await;
    assert_eq!(
        (rejected.status, rejected.text().as_str()),
        (403, "This server is read-only.")
    );
}

#[tokio::test]
async fn shared_caches_do_not_store_protected_responses() {
    let server = server_with_password().await;
    let password = basic("password");
    let png = LogoImage::new(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR").unwrap();
    server
        .send_update(Update::Logo {
            symbol: "AAPL".into(),
            image: Some(png),
        })
        .await;
    let path = format!("/api/tickers/{}/logo", server.id("AAPL"));
    let header = ("authorization", password.as_str());
    let logo = server.request("GET", &path, &[header], "").await;
    assert_eq!(logo.status, 200, "{}", logo.text());
    let policy = logo.header("cache-control").unwrap();
    assert!(policy.starts_with("private, max-age="), "{policy}");
}
