//! Sessions and tokens stay invalid after they ended.

use marketdeck::domain::person::PersonId;
use std::path::PathBuf;

use marketdeck::web::Settings;
use serde_json::Value;

use super::{
    FORM, HASH, PAGE, cookies, server_with_password, settings, sign_in, status, tokens::token,
};
use crate::common::{TestServer, now};

/// A browser that signed in both with and without TLS sends two session cookies.
#[tokio::test]
async fn signing_out_ends_every_session_of_the_browser() {
    let server = server_with_password().await;
    let plain = sign_in(&server).await;
    let secure = [FORM, ("x-forwarded-proto", "https")];
    let secure = server
        .request("POST", "/login", &secure, "password=password")
        .await;
    let secure = cookies(&secure);
    let both = format!("{secure}; {plain}");
    for one in [&plain, &secure] {
        assert_eq!(status(&server, "/api/news", ("cookie", one)).await, 200);
    }
    let out = server
        .request("POST", "/logout", &[("cookie", &both)], "")
        .await;
    assert_eq!(out.status, 302);
    for one in [&plain, &secure] {
        assert_eq!(status(&server, "/api/news", ("cookie", one)).await, 401);
    }
    assert!(
        server
            .store
            .of(PersonId::OWNER)
            .credentials()
            .unwrap()
            .is_empty()
    );
}

async fn listed_tokens(server: &TestServer, cookie: (&str, &str)) -> Vec<Value> {
    let list = server
        .request("GET", "/api/access", &[cookie], "")
        .await
        .json();
    list["tokens"].as_array().unwrap().clone()
}

/// If the deletion of a token fails on disk, the token would silently become valid again after a restart.
#[tokio::test]
async fn a_token_revoked_while_the_disk_fails_is_invalid_and_can_be_revoked_again() {
    let server = server_with_password().await;
    let session = sign_in(&server).await;
    let cookie = ("cookie", session.as_str());
    let (bearer, id) = token(&server, &session, "read").await;
    let program = ("authorization", bearer.as_str());
    assert_eq!(status(&server, "/api/news", program).await, 200);
    let path = format!("/api/access/tokens/{id}");
    let file = server.file();
    let moved_file = PathBuf::from(format!("{}.away", file.display()));
    std::fs::rename(&file, &moved_file).unwrap();
    for _ in 0..2 {
        let revoked = server.request("DELETE", &path, &[cookie], "").await;
        assert!(revoked.status >= 500, "{}", revoked.text());
        assert_eq!(status(&server, "/api/news", program).await, 401);
        assert_eq!(listed_tokens(&server, cookie).await.len(), 1);
    }
    std::fs::rename(&moved_file, &file).unwrap();
    let revoked = server.request("DELETE", &path, &[cookie], "").await;
    assert_eq!(revoked.status, 204, "{}", revoked.text());
    assert!(listed_tokens(&server, cookie).await.is_empty());
    let server = server.restart_with(now(), settings()).await;
    assert_eq!(status(&server, "/api/news", program).await, 401);
    assert!(listed_tokens(&server, cookie).await.is_empty());
}

#[tokio::test]
async fn sessions_stay_invalid_when_a_previous_password_returns_and_tokens_stay_valid() {
    let server = server_with_password().await;
    let session = sign_in(&server).await;
    let (bearer, _) = token(&server, &session, "read").await;
    let other = Settings {
        password_hash: HASH.replace("c29tZXNhbHQ", "b3RoZXJzYWx0"),
        ..settings()
    };
    let server = server.restart_with(now(), other).await;
    assert_eq!(
        status(&server, "/api/news", ("cookie", &session)).await,
        401
    );
    let server = server.restart_with(now(), settings()).await;
    assert_eq!(
        status(&server, "/api/news", ("cookie", &session)).await,
        401
    );
    let program = ("authorization", bearer.as_str());
    assert_eq!(status(&server, "/api/news", program).await, 200);
}

/// A proxy that limits headers to 4 kB would fail on a longer redirect.
#[tokio::test]
async fn a_long_path_is_dropped_from_the_redirect_to_the_sign_in() {
    let server = server_with_password().await;
    for (letters, to) in [(3_000, Some("/login")), (900, None)] {
        let path = format!("/news?q={}", "a".repeat(letters));
        let visit = server.request("GET", &path, &[PAGE], "").await;
        let location = visit.header("location").unwrap();
        assert_eq!(visit.status, 302);
        match to {
            Some(to) => assert_eq!(location, to),
            None => assert!(location.starts_with("/login?next=/news%3Fq%3Daaa")),
        }
    }
}
