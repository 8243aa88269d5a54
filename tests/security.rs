//! Who may ask, on a real socket.

mod common;

use common::TestServer;
use marketdeck::web::Settings;

const NAME: &str = r#"{"name":"Mine","userId":1}"#;

/// D12
#[tokio::test]
async fn a_foreign_host_name_is_refused_and_a_listed_one_answered() {
    let settings = Settings {
        allowed_hosts: vec!["deck.example.org".into()],
        ..Settings::default()
    };
    let server = TestServer::with(settings).await;
    for (host, status) in [
        ("localhost:8080", 200),
        ("192.168.1.5", 200),
        ("raspberrypi.local:8080", 200),
        ("deck.example.org", 200),
        ("rebinding.example.com", 421),
        ("93.184.216.34", 421),
    ] {
        let answer = server
            .ask("GET", "/api/health", &[("host", host)], "")
            .await;
        assert_eq!(answer.status, status, "{host}: {}", answer.text());
    }
}

/// D12
#[tokio::test]
async fn a_write_from_another_site_is_refused() {
    let server = TestServer::open().await;
    let json = ("content-type", "application/json");
    for (header, status) in [
        (("origin", "http://evil.example"), 403),
        (("origin", "null"), 403),
        (("sec-fetch-site", "cross-site"), 403),
        (("sec-fetch-site", "same-origin"), 201),
        (("user-agent", "curl"), 201),
    ] {
        let answer = server
            .ask("POST", "/api/watchlists", &[json, header], NAME)
            .await;
        assert_eq!(answer.status, status, "{header:?}: {}", answer.text());
    }
}

/// D12
#[tokio::test]
async fn a_public_display_refuses_every_write() {
    let server = TestServer::with(Settings {
        read_only: true,
        ..Settings::default()
    })
    .await;
    for (method, path) in [
        ("POST", "/api/watchlists"),
        ("PATCH", "/api/watchlists/1"),
        ("DELETE", "/api/watchlists/1"),
        ("POST", "/api/watchlists/1/tickers"),
        ("PUT", "/api/watchlists/1/order"),
        ("DELETE", "/api/watchlist-items/1"),
    ] {
        let answer = server.send(method, path, NAME).await;
        assert_eq!(
            (answer.status, answer.text().as_str()),
            (403, "This Marketdeck is for reading only."),
            "{method} {path}"
        );
    }
    assert_eq!(server.get("/api/watchlists").await.status, 200);
}

#[tokio::test]
async fn every_answer_tells_the_browser_what_to_refuse() {
    let server = TestServer::open().await;
    for path in ["/", "/api/health", "/api/nothing", "/no/page"] {
        let answer = server.get(path).await;
        let policy = answer.header("content-security-policy").expect("a policy");
        assert!(
            policy.contains("script-src 'self';") && policy.contains("frame-ancestors 'none'"),
            "{path}: {policy}"
        );
        assert_eq!(
            answer.header("x-content-type-options"),
            Some("nosniff"),
            "{path}"
        );
        assert_eq!(
            answer.header("referrer-policy"),
            Some("same-origin"),
            "{path}"
        );
    }
    let page = server.get("/").await.text();
    assert!(!page.contains("<script>"), "no inline script");
}
