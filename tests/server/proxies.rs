//! Behind a reverse proxy, under other names, and within pages of others.

use marketdeck::web::Settings;

use crate::common::TestServer;

const NAME: &str = r#"{"name":"Mine","userId":1}"#;

#[tokio::test]
async fn a_name_that_is_not_ours_is_told_with_the_lines_that_let_it_be() {
    let server = TestServer::open().await;
    let asked = [("host", "deck.example.net:8443")];
    let text = server.ask("GET", "/", &asked, "").await.text();
    for part in [
        "the name 'deck.example.net'",
        "allowed_hosts = [\"deck.example.net\"]",
        "MARKETDECK_ALLOWED_HOSTS=deck.example.net",
    ] {
        assert!(text.contains(part), "{text}");
    }
}

/// A proxy that passes another host on and takes the start of the path off; the same headers of anybody else are air.
#[tokio::test]
async fn a_trusted_proxy_says_where_it_stands_and_nobody_else_does() {
    let headers = [
        ("host", "127.0.0.1:8080"),
        ("x-forwarded-host", "deck.example.net"),
        ("x-forwarded-prefix", "/deck/"),
        ("origin", "https://deck.example.net"),
        ("content-type", "application/json"),
    ];
    let settings = Settings {
        allowed_hosts: vec!["deck.example.net".into()],
        trusted_proxies: vec!["127.0.0.0/8".into()],
        ..Settings::default()
    };
    let server = TestServer::with(settings.clone()).await;
    let page = server.ask("GET", "/news", &headers, "").await.text();
    for part in [
        "<base href=\"/deck/\"",
        "name=\"marketdeck-base\" content=\"/deck/\"",
    ] {
        assert!(page.contains(part), "{page}");
    }
    let made = server.ask("POST", "/api/watchlists", &headers, NAME).await;
    assert_eq!(made.status, 201, "{}", made.text());
    let foreign = [("x-forwarded-host", "evil.example")];
    assert_eq!(server.ask("GET", "/", &foreign, "").await.status, 421);
    let broken = [("x-forwarded-prefix", "/a\"><script>")];
    assert_eq!(server.ask("GET", "/", &broken, "").await.status, 400);
    // From here on the peer is no proxy.
    let settings = Settings {
        allowed_hosts: Vec::new(),
        trusted_proxies: vec!["192.0.2.1".into()],
        ..settings
    };
    let server = TestServer::with(settings).await;
    let page = server.ask("GET", "/news", &headers, "").await;
    assert!(page.status == 200 && page.text().contains("<base href=\"/\""));
    let refused = server.ask("POST", "/api/watchlists", &headers, NAME).await;
    assert_eq!(refused.status, 403);
}

#[tokio::test]
async fn only_named_pages_may_frame_ours() {
    for (ancestors, policy) in [
        (vec![], "frame-ancestors 'none'"),
        (
            vec!["'self'".to_owned(), "https://home.example:8123".to_owned()],
            "frame-ancestors 'self' https://home.example:8123",
        ),
    ] {
        let server = TestServer::with(Settings {
            frame_ancestors: ancestors,
            ..Settings::default()
        })
        .await;
        let answer = server.get("/").await;
        let sent = answer.header("content-security-policy").unwrap();
        assert!(sent.ends_with(policy), "{sent}");
    }
}
