//! Sessions and tokens that ended stay ended.

use std::path::PathBuf;

use marketdeck::web::Settings;
use serde_json::Value;

use super::{FORM, HASH, PAGE, cookies, guarded, settings, sign_in, status, tokens::token};
use crate::common::{TestServer, now};

/// A browser that signed in with and without TLS sends two cookies.
#[tokio::test]
async fn signing_out_ends_every_session_of_the_browser() {
    let server = guarded().await;
    let plain = sign_in(&server).await;
    let secure = [FORM, ("x-forwarded-proto", "https")];
    let secure = server
        .ask("POST", "/login", &secure, "password=password")
        .await;
    let secure = cookies(&secure);
    let both = format!("{secure}; {plain}");
    for one in [&plain, &secure] {
        assert_eq!(status(&server, "/api/news", ("cookie", one)).await, 200);
    }
    let out = server
        .ask("POST", "/logout", &[("cookie", &both)], "")
        .await;
    assert_eq!(out.status, 302);
    for one in [&plain, &secure] {
        assert_eq!(status(&server, "/api/news", ("cookie", one)).await, 401);
    }
    assert!(server.store.credentials().unwrap().is_empty());
}

async fn listed(server: &TestServer, cookie: (&str, &str)) -> Vec<Value> {
    let list = server.ask("GET", "/api/access", &[cookie], "").await.json();
    list["tokens"].as_array().unwrap().clone()
}

/// A credential that could not be deleted from the disk would be valid again after a restart, unnoticed.
#[tokio::test]
async fn a_token_revoked_while_the_disk_fails_is_invalid_and_can_be_revoked_again() {
    let server = guarded().await;
    let own = sign_in(&server).await;
    let cookie = ("cookie", own.as_str());
    let (bearer, id) = token(&server, &own, "read").await;
    let program = ("authorization", bearer.as_str());
    assert_eq!(status(&server, "/api/news", program).await, 200);
    let path = format!("/api/access/tokens/{id}");
    let file = server.file();
    let away = PathBuf::from(format!("{}.away", file.display()));
    std::fs::rename(&file, &away).unwrap();
    for _ in 0..2 {
        let revoked = server.ask("DELETE", &path, &[cookie], "").await;
        assert!(revoked.status >= 500, "{}", revoked.text());
        assert_eq!(status(&server, "/api/news", program).await, 401);
        assert_eq!(listed(&server, cookie).await.len(), 1);
    }
    std::fs::rename(&away, &file).unwrap();
    let revoked = server.ask("DELETE", &path, &[cookie], "").await;
    assert_eq!(revoked.status, 204, "{}", revoked.text());
    assert!(listed(&server, cookie).await.is_empty());
    let server = server.restart_with(now(), settings()).await;
    assert_eq!(status(&server, "/api/news", program).await, 401);
    assert!(listed(&server, cookie).await.is_empty());
}

#[tokio::test]
async fn sessions_of_a_former_password_do_not_return_with_it_and_tokens_stay() {
    let server = guarded().await;
    let own = sign_in(&server).await;
    let (bearer, _) = token(&server, &own, "read").await;
    let other = Settings {
        password_hash: HASH.replace("c29tZXNhbHQ", "b3RoZXJzYWx0"),
        ..settings()
    };
    let server = server.restart_with(now(), other).await;
    assert_eq!(status(&server, "/api/news", ("cookie", &own)).await, 401);
    let server = server.restart_with(now(), settings()).await;
    assert_eq!(status(&server, "/api/news", ("cookie", &own)).await, 401);
    let program = ("authorization", bearer.as_str());
    assert_eq!(status(&server, "/api/news", program).await, 200);
}

/// A proxy with a limit of 4 kB of headers would answer with an error of its own.
#[tokio::test]
async fn a_long_path_is_dropped_from_the_redirect_to_the_sign_in() {
    let server = guarded().await;
    for (letters, to) in [(3_000, Some("/login")), (900, None)] {
        let path = format!("/news?q={}", "a".repeat(letters));
        let visit = server.ask("GET", &path, &[PAGE], "").await;
        let location = visit.header("location").unwrap();
        assert_eq!(visit.status, 302);
        match to {
            Some(to) => assert_eq!(location, to),
            None => assert!(location.starts_with("/login?next=/news%3Fq%3Daaa")),
        }
    }
}
