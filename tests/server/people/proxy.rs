//! People whom a trusted proxy names, as Authelia, Authentik and Caddy's `forward_auth` do.

use marketdeck::web::Settings;
use serde_json::json;

use super::{Person, household_with};
use crate::{
    access::settings,
    common::{Response, TestServer},
};

async fn as_user(server: &TestServer, path: &str, name: &str, cookies: &str) -> Response {
    let headers = [("remote-user", name), ("cookie", cookies)];
    server.request("GET", path, &headers, "").await
}

fn with_header(proxies: &[&str]) -> Settings {
    Settings {
        trusted_user_header: "Remote-User".to_owned(),
        trusted_proxies: proxies.iter().map(|proxy| (*proxy).to_owned()).collect(),
        ..settings()
    }
}

#[tokio::test]
async fn a_trusted_proxy_names_the_person() {
    let server = household_with(with_header(&["127.0.0.1"])).await;
    for (name, expected, role) in [
        ("Anna", "Anna", "member"),
        ("aNNA", "Anna", "member"),
        ("Kim", "Kim", "viewer"),
        ("owner", "Owner", "owner"),
    ] {
        let me = as_user(&server, "/api/me", name, "").await.json();
        assert_eq!(
            (&me["name"], &me["role"], &me["signIn"]),
            (&json!(expected), &json!(role), &json!("proxy"))
        );
    }
    for unknown in ["Mallory", "", "Anna, Owner"] {
        let refused = as_user(&server, "/api/me", unknown, "").await;
        assert_eq!(refused.status, 403, "{unknown}");
        assert!(!refused.text().contains("Anna"), "{}", refused.text());
    }
    // Two headers are ambiguous.
    let headers = [("remote-user", "Anna"), ("remote-user", "Owner")];
    let twice = server.request("GET", "/api/me", &headers, "").await;
    assert_eq!(twice.status, 400);
    // Without the header, a password is needed, as for programs that reach the server directly.
    let without = server.request("GET", "/api/me", &[], "").await;
    assert_eq!(without.status, 401);
}

/// The header has precedence over a session, so that a browser that another person used does not keep their data.
#[tokio::test]
async fn the_header_has_precedence_over_a_session() {
    let server = household_with(with_header(&["127.0.0.1"])).await;
    let ben = Person::sign_in(&server, "Ben").await;
    let me = as_user(&server, "/api/me", "Anna", &ben.cookies)
        .await
        .json();
    assert_eq!(me["name"], "Anna");
}

#[tokio::test]
async fn the_header_of_any_other_client_is_ignored() {
    let server = household_with(with_header(&["192.0.2.7"])).await;
    for name in ["Anna", "Owner", "Mallory"] {
        assert_eq!(
            as_user(&server, "/api/me", name, "").await.status,
            401,
            "{name}"
        );
    }
    let ben = Person::sign_in(&server, "Ben").await;
    let me = as_user(&server, "/api/me", "Owner", &ben.cookies)
        .await
        .json();
    assert_eq!(me["name"], "Ben");
    // Without the setting, the header has no meaning even from a trusted proxy.
    let server = household_with(settings()).await;
    assert_eq!(as_user(&server, "/api/me", "Anna", "").await.status, 401);
}

/// Without a password, only the proxy signs people in.
#[tokio::test]
async fn a_proxy_can_be_the_only_way_in() {
    let settings = Settings {
        password_hash: String::new(),
        ..with_header(&["127.0.0.1"])
    };
    let server = household_with(settings).await;
    assert_eq!(as_user(&server, "/api/me", "Anna", "").await.status, 200);
    for path in ["/api/me", "/api/watchlists", "/metrics"] {
        assert_eq!(
            server.request("GET", path, &[], "").await.status,
            401,
            "{path}"
        );
    }
    // The owner has no password, so none is correct.
    let attempt = super::try_sign_in(&server, "Owner", "password").await;
    assert_eq!(attempt.unwrap_err().status, 403);
}
