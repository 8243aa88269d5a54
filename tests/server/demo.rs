//! A public demo: what it refuses, what it hides, and its banner.

use marketdeck::web::{Limits, RequestRate, Settings, routes};
use serde_json::Value;

use crate::common::TestServer;

const INSTALL_URL: &str = "https://deck.example.net/install";
/// An address on the internet, from a trusted proxy.
const STRANGER: (&str, &str) = ("x-forwarded-for", "203.0.113.9");

fn settings() -> Settings {
    Settings {
        demo: true,
        read_only: true,
        metrics: false,
        install_url: INSTALL_URL.to_owned(),
        trusted_proxies: vec!["127.0.0.1".to_owned()],
        ..Settings::default()
    }
}

async fn open(settings: Settings) -> TestServer {
    let server = TestServer::with(settings).await;
    server.fill().await;
    server
}

#[tokio::test]
async fn every_write_and_every_copy_of_the_data_is_refused_with_a_link_to_the_installation() {
    let server = open(settings()).await;
    for (path, method) in routes::all() {
        let is_copy = matches!(path, "/api/backup" | "/api/export");
        let is_read = method == "GET" && !is_copy || path == "/api/mcp";
        // Without a password there are no tokens and no sign-ins.
        if is_read || path.starts_with("/api/access") || path.starts_with("/api/session") {
            continue;
        }
        let path = path.replace("{id}", "1").replace("{name}", "main");
        let path = path.replace("{symbol}", "AAPL");
        let response = server.send(method.as_str(), &path, "{}").await;
        assert_eq!(response.status, 403, "{method} {path}");
        assert_eq!(
            response.text(),
            format!(
                "This is a demo, so nothing can be changed. To use Marketdeck yourself, install it: {INSTALL_URL}"
            ),
            "{method} {path}"
        );
    }
}

#[tokio::test]
async fn nothing_about_the_machine_is_visible() {
    let server = open(settings()).await;
    assert_eq!(server.get("/metrics").await.status, 404);
    let status = server.get("/api/status").await.json();
    assert_eq!(status["store"]["freeBytes"], Value::Null);
    assert_eq!(status["store"]["problem"], Value::Null);
    let tasks = status["tasks"].as_array().unwrap();
    assert!(tasks.iter().all(|task| task["lastError"].is_null()));
    let folder = server.file();
    let folder = folder.parent().unwrap().to_str().unwrap();
    for path in [
        "/api/status",
        "/api/health",
        "/api/config",
        "/api/providers",
    ] {
        let text = server.get(path).await.text();
        assert!(!text.contains(folder), "{path}: {text}");
    }
    // Without a demo, the operator sees the free space.
    let normal = TestServer::open().await;
    let status = normal.get("/api/status").await.json();
    assert!(status["store"]["freeBytes"].is_u64());
}

#[tokio::test]
async fn every_page_has_a_banner_that_links_to_the_installation() {
    let server = open(settings()).await;
    for path in ["/", "/ticker/AAPL", "/no-such-page"] {
        let page = server.get(path).await.text();
        let link = format!("<a href=\"{INSTALL_URL}\" rel=\"noopener\">Install Marketdeck</a>");
        assert_eq!(page.matches(&link).count(), 1, "{path}");
    }
    let normal = TestServer::open().await;
    let page = normal.get("/").await.text();
    assert!(!page.contains("Install Marketdeck"));
    // Search engines may show a demo, but not a home server.
    let robots = server.get("/robots.txt").await.text();
    assert_eq!(robots, "User-agent: *\nDisallow: /api/");
    let robots = normal.get("/robots.txt").await.text();
    assert_eq!(robots, "User-agent: *\nDisallow: /");
}

#[tokio::test]
async fn an_address_with_too_many_requests_waits() {
    let settings = Settings {
        limits: Limits {
            request_rate: Some(RequestRate {
                burst: 5.0,
                per_second: 0.001,
            }),
            ..Limits::default()
        },
        ..settings()
    };
    let server = open(settings).await;
    let mut statuses = Vec::new();
    for _ in 0..7 {
        let response = server.request("GET", "/api/config", &[STRANGER], "").await;
        statuses.push(response.status);
        if response.status == 429 {
            assert_eq!(response.header("retry-after"), Some("1"));
        }
    }
    assert_eq!(statuses, [200, 200, 200, 200, 200, 429, 429]);
    let other = ("x-forwarded-for", "203.0.113.10");
    let response = server.request("GET", "/api/config", &[other], "").await;
    assert_eq!(response.status, 200);
    // The server itself, for health checks.
    assert_eq!(server.get("/api/health").await.status, 200);
}
