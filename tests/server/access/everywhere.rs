//! Access checks on every route, including those added later.

use hyper::Method;
use marketdeck::domain::person::PersonId;
use marketdeck::web::{Settings, routes};

use super::{server_with_password, sign_in, tokens::token};
use crate::common::{Response, TestServer};

/// Method and path of every route, with values for its parameters.
fn all_routes() -> impl Iterator<Item = (&'static str, String)> {
    routes::all().map(|(path, method)| {
        let parts = path.split('/');
        let parts = parts.map(|part| if part.starts_with('{') { "1" } else { part });
        (method.as_str(), parts.collect::<Vec<_>>().join("/"))
    })
}

/// Returns true for a sign-in with a passkey, which comes from a browser that is not signed in yet.
fn is_passkey_sign_in(path: &str) -> bool {
    path.starts_with("/api/session/passkey")
}

async fn send(server: &TestServer, method: &str, path: &str, header: (&str, &str)) -> Response {
    let headers = [("content-type", "application/json"), header];
    let body = if method == Method::GET { "" } else { "{}" };
    server.request(method, path, &headers, body).await
}

#[tokio::test]
async fn without_authentication_only_health_and_passkey_sign_ins_are_served() {
    let server = server_with_password().await;
    for (method, path) in all_routes() {
        if (method, path.as_str()) == ("GET", "/api/health") || is_passkey_sign_in(&path) {
            continue;
        }
        for wrong in [
            ("authorization", "Bearer mdk_wrong"),
            ("cookie", "marketdeck_session_sample=wrong"),
            ("x-forwarded-for", "127.0.0.1"),
        ] {
            let response = send(&server, method, &path, wrong).await;
            assert_eq!(response.status, 401, "{method} {path} {wrong:?}");
        }
        // Other methods have no access either.
        for method in ["HEAD", "OPTIONS", "PROPFIND"] {
            let response = send(&server, method, &path, ("accept", "*/*")).await;
            let is_health = path == "/api/health";
            assert_eq!(response.status == 401, !is_health, "{method} {path}");
        }
    }
    for path in ["/api/session/passkey", "/api/session/passkey/options"] {
        for method in ["GET", "HEAD", "PUT", "DELETE", "PROPFIND"] {
            let response = send(&server, method, path, ("accept", "*/*")).await;
            assert_eq!(response.status, 401, "{method} {path}");
        }
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

#[tokio::test]
async fn a_read_only_token_is_rejected_by_every_write() {
    let server = server_with_password().await;
    let cookies = sign_in(&server).await;
    let (bearer, _) = token(&server, &cookies, "read").await;
    for (method, path) in all_routes() {
        let response = send(&server, method, &path, ("authorization", &bearer)).await;
        let is_copy = matches!(path.as_str(), "/api/backup" | "/api/export");
        let is_read = method == "GET" || path == "/api/mcp" || is_passkey_sign_in(&path);
        let is_refused = !is_read || is_copy || path.starts_with("/api/access");
        assert_eq!(response.status == 403, is_refused, "{method} {path}");
    }
}

/// Without a password, cookies and passwords that a browser or a proxy sends for other servers have no effect.
#[tokio::test]
async fn without_a_password_no_access_control_is_visible() {
    let server = TestServer::open().await;
    let pages = ["/", "/news", "/login", "/logout", "/robots.txt", "/sw.js"];
    let pages = pages.map(|path| ("GET", path.to_owned()));
    for (method, path) in all_routes()
        .filter(|(method, _)| *method == "GET")
        .chain(pages)
    {
        let as_html = send(&server, method, &path, ("accept", "text/html")).await;
        assert!(
            !matches!(as_html.status, 302 | 401 | 403),
            "{path} {}",
            as_html.status
        );
        for name in ["set-cookie", "www-authenticate", "location"] {
            assert_eq!(as_html.header(name), None, "{path}");
        }
        for others in [
            ("authorization", "Basic bWU6d3Jvbmc="),
            ("authorization", "Bearer mdk_wrong"),
            ("cookie", "marketdeck_session_sample=wrong"),
        ] {
            for _ in 0..3 {
                let response = send(&server, method, &path, others).await;
                assert_eq!(response.status, as_html.status, "{path} {others:?}");
                let policy = response.header("cache-control");
                assert_eq!(policy, as_html.header("cache-control"), "{path}");
            }
        }
    }
    // Files, settings and connections are open as well.
    let form = [super::FORM];
    for path in ["/login", "/logout"] {
        let posted = server
            .request("POST", path, &form, "password=password")
            .await;
        assert_eq!((posted.status, posted.header("set-cookie")), (405, None));
    }
    assert!(crate::ws::Tab::with(&server, &[]).await.is_ok());
    assert_eq!(
        server.get("/api/config").await.json()["asksPassword"],
        false
    );
    assert!(server.get("/api/health").await.json()["version"].is_string());
    assert!(
        server
            .store
            .of(PersonId::OWNER)
            .credentials()
            .unwrap()
            .is_empty()
    );
}

/// A read-only server with a password still requires a sign-in.
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
        server
            .request("POST", "/logout", &[cookie], "")
            .await
            .status,
        302
    );
    assert_eq!(super::status(&server, "/api/news", cookie).await, 401);
}
