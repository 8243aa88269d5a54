//! Reverse proxies, host names, and frames.

use marketdeck::web::Settings;

use crate::common::TestServer;

const NAME: &str = r#"{"name":"Mine","userId":1}"#;

#[tokio::test]
async fn an_unknown_host_name_is_rejected_with_the_setting_that_allows_it() {
    let server = TestServer::open().await;
    let headers = [("host", "deck.example.net:8443")];
    let text = server.request("GET", "/", &headers, "").await.text();
    for part in [
        "the host name 'deck.example.net'",
        "allowed_hosts = [\"deck.example.net\"]",
        "MARKETDECK_ALLOWED_HOSTS=deck.example.net",
    ] {
        assert!(text.contains(part), "{text}");
    }
}

/// A proxy that changes the host and strips a path prefix; the same headers from other clients are ignored.
#[tokio::test]
async fn only_a_trusted_proxy_can_set_host_and_prefix() {
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
    let page = server.request("GET", "/news", &headers, "").await.text();
    for part in [
        "<base href=\"/deck/\"",
        "name=\"marketdeck-base\" content=\"/deck/\"",
    ] {
        assert!(page.contains(part), "{page}");
    }
    let created = server
        .request("POST", "/api/watchlists", &headers, NAME)
        .await;
    assert_eq!(created.status, 201, "{}", created.text());
    let feed = server
        .request("GET", "/news.atom", &headers, "")
        .await
        .text();
    let link = |address: &str| format!("<link rel=\"self\" href=\"{address}\"/>");
    let own = link("http://deck.example.net/deck/news.atom");
    assert!(feed.contains(&own), "{feed}");
    let foreign = [("x-forwarded-host", "evil.example")];
    assert_eq!(server.request("GET", "/", &foreign, "").await.status, 421);
    let broken = [("x-forwarded-prefix", "/a\"><script>")];
    assert_eq!(server.request("GET", "/", &broken, "").await.status, 400);
    // From here on, the peer is not a proxy.
    let settings = Settings {
        allowed_hosts: Vec::new(),
        trusted_proxies: vec!["192.0.2.1".into()],
        ..settings
    };
    let server = TestServer::with(settings).await;
    let page = server.request("GET", "/news", &headers, "").await;
    assert!(page.status == 200 && page.text().contains("<base href=\"/\""));
    let feed = server
        .request("GET", "/news.atom", &headers, "")
        .await
        .text();
    assert!(feed.contains(&link("/news.atom")), "{feed}");
    let rejected = server
        .request("POST", "/api/watchlists", &headers, NAME)
        .await;
    assert_eq!(rejected.status, 403);
}

/// Home Assistant's ingress removes the prefix, names it in its own header, and shows the pages in a frame of the same origin.
#[tokio::test]
async fn home_assistants_ingress_reads_pages_and_changes_data() {
    let settings = Settings {
        allowed_hosts: vec!["*".into()],
        trusted_proxies: vec!["127.0.0.0/8".into()],
        frame_ancestors: vec!["'self'".into()],
        ..Settings::default()
    };
    let server = TestServer::with(settings).await;
    let headers = [
        ("host", "home.example.net:8123"),
        ("x-forwarded-host", "home.example.net:8123"),
        ("x-forwarded-proto", "http"),
        ("x-forwarded-for", "192.168.1.20, 172.30.32.1"),
        ("x-ingress-path", "/api/hassio_ingress/s3cret"),
        ("origin", "http://home.example.net:8123"),
        ("content-type", "application/json"),
    ];
    let page = server.request("GET", "/news", &headers, "").await;
    let policy = page.header("content-security-policy").unwrap_or_default();
    assert!(policy.ends_with("frame-ancestors 'self'"), "{policy}");
    let page = page.text();
    assert!(
        page.contains("<base href=\"/api/hassio_ingress/s3cret/\""),
        "{page}"
    );
    let created = server
        .request("POST", "/api/watchlists", &headers, NAME)
        .await;
    assert_eq!(created.status, 201, "{}", created.text());
}

/// Links in a calendar must be absolute: a trusted proxy gives the server's URL, and the configured one takes precedence.
#[tokio::test]
async fn a_calendar_links_to_the_url_of_a_trusted_proxy() {
    let headers = [
        ("host", "127.0.0.1:8080"),
        ("x-forwarded-host", "deck.example.net"),
        ("x-forwarded-prefix", "/deck"),
        ("x-forwarded-proto", "https"),
    ];
    let trusting = Settings {
        allowed_hosts: vec!["deck.example.net".into()],
        trusted_proxies: vec!["127.0.0.0/8".into()],
        ..Settings::default()
    };
    let settings = Settings {
        public_url: "https://home.example/markets".into(),
        ..trusting.clone()
    };
    for (settings, headers, link) in [
        (
            trusting.clone(),
            &headers[..],
            Some("https://deck.example.net/deck/ticker-by-id/"),
        ),
        (
            settings,
            &headers[..],
            Some("https://home.example/markets/ticker-by-id/"),
        ),
        (trusting, &[], None),
    ] {
        let server = TestServer::with(settings).await;
        server.fill().await;
        let path = "/calendar.ics?symbols=AAPL&kinds=earnings";
        let calendar = server.request("GET", path, headers, "").await.text();
        // A folded line continues after a space on the next.
        let calendar = calendar.replace("\r\n ", "");
        let links: Vec<_> = calendar
            .lines()
            .filter_map(|line| line.strip_prefix("URL:"))
            .collect();
        assert_eq!(links.is_empty(), link.is_none(), "{calendar}");
        assert!(
            links
                .iter()
                .all(|found| link.is_some_and(|link| found.starts_with(link))),
            "{links:?}"
        );
    }
}

#[tokio::test]
async fn only_configured_origins_may_frame_pages() {
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
        let response = server.get("/").await;
        let sent = response.header("content-security-policy").unwrap();
        assert!(sent.ends_with(policy), "{sent}");
    }
}
