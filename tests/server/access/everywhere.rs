//! Access checks on every route, including those added later.

use hyper::Method;
use marketdeck::web::{Settings, routes};

use super::{guarded, sign_in, tokens::token};
use crate::common::{Answer, TestServer};

/// Method and path of every route, with values for its parameters.
fn all() -> impl Iterator<Item = (&'static str, String)> {
    routes::all().map(|(path, method)| {
        let parts = path.split('/');
        let parts = parts.map(|part| if part.starts_with('{') { "1" } else { part });
        (method.as_str(), parts.collect::<Vec<_>>().join("/"))
    })
}

async fn ask(server: &TestServer, method: &str, path: &str, header: (&str, &str)) -> Answer {
    let headers = [("content-type", "application/json"), header];
    let body = if method == Method::GET { "" } else { "{}" };
    server.ask(method, path, &headers, body).await
}

#[tokio::test]
async fn without_authentication_only_health_is_answered() {
    let server = guarded().await;
    for (method, path) in all() {
        if (method, path.as_str()) == ("GET", "/api/health") {
            continue;
        }
        for wrong in [
            ("authorization", "Bearer mdk_wrong"),
            ("cookie", "marketdeck_session_sample=wrong"),
            ("x-forwarded-for", "127.0.0.1"),
        ] {
            let answer = ask(&server, method, &path, wrong).await;
            assert_eq!(answer.status, 401, "{method} {path} {wrong:?}");
        }
        // Nor with other methods.
        for method in ["HEAD", "OPTIONS", "PROPFIND"] {
            let answer = ask(&server, method, &path, ("accept", "*/*")).await;
            let is_health = path == "/api/health";
            assert_eq!(answer.status == 401, !is_health, "{method} {path}");
        }
    }
    assert!(server.store.credentials().unwrap().is_empty());
}

#[tokio::test]
async fn a_read_only_token_is_refused_by_every_write() {
    let server = guarded().await;
    let cookies = sign_in(&server).await;
    let (bearer, _) = token(&server, &cookies, "read").await;
    for (method, path) in all() {
        let answer = ask(&server, method, &path, ("authorization", &bearer)).await;
        let is_copy = matches!(path.as_str(), "/api/backup" | "/api/export");
        let is_refused = method != "GET" || is_copy || path.starts_with("/api/access");
        assert_eq!(answer.status == 403, is_refused, "{method} {path}");
    }
}

/// Cookies and passwords that a browser or a proxy sends for other servers have no effect either.
#[tokio::test]
async fn without_a_password_nothing_of_access_control_is_visible() {
    let server = TestServer::open().await;
    let pages = ["/", "/news", "/login", "/logout", "/robots.txt", "/sw.js"];
    let pages = pages.map(|path| ("GET", path.to_owned()));
    for (method, path) in all().filter(|(method, _)| *method == "GET").chain(pages) {
        let plain = ask(&server, method, &path, ("accept", "text/html")).await;
        assert!(
            !matches!(plain.status, 302 | 401 | 403),
            "{path} {}",
            plain.status
        );
        for name in ["set-cookie", "www-authenticate", "location"] {
            assert_eq!(plain.header(name), None, "{path}");
        }
        for others in [
            ("authorization", "Basic bWU6d3Jvbmc="),
            ("authorization", "Bearer mdk_wrong"),
            ("cookie", "marketdeck_session_sample=wrong"),
        ] {
            for _ in 0..3 {
                let answer = ask(&server, method, &path, others).await;
                assert_eq!(answer.status, plain.status, "{path} {others:?}");
                let policy = answer.header("cache-control");
                assert_eq!(policy, plain.header("cache-control"), "{path}");
            }
        }
    }
    // Files, settings and connections are unchanged, too.
    let form = [super::FORM];
    for path in ["/login", "/logout"] {
        let posted = server.ask("POST", path, &form, "password=password").await;
        assert_eq!((posted.status, posted.header("set-cookie")), (405, None));
    }
    assert!(crate::ws::Tab::with(&server, &[]).await.is_ok());
    assert_eq!(
        server.get("/api/config").await.json()["asksPassword"],
        false
    );
    assert!(server.get("/api/health").await.json()["version"].is_string());
    assert!(server.store.credentials().unwrap().is_empty());
}

/// A sign-in does not change the market, so it works on a read-only server; viewers still need the password.
#[tokio::test]
async fn a_read_only_display_requires_the_password_too() {
    let settings = Settings {
        read_only: true,
        ..super::settings()
    };
    let server = TestServer::with(settings).await;
    server.fill().await;
    assert_eq!(server.get("/api/news").await.status, 401);
    let cookies = sign_in(&server).await;
    let cookie = ("cookie", cookies.as_str());
    assert_eq!(super::status(&server, "/api/news", cookie).await, 200);
    assert_eq!(
        server.ask("POST", "/logout", &[cookie], "").await.status,
        302
    );
    assert_eq!(super::status(&server, "/api/news", cookie).await, 401);
}
