//! Host and origin checks, request limits and security headers, tested over a real socket.

use crate::common::TestServer;
use marketdeck::web::{self, Limits, Settings};
use tokio::{io::AsyncWriteExt as _, net::TcpStream};

const NAME: &str = r#"{"name":"Mine","userId":1}"#;

#[tokio::test]
async fn an_unknown_host_is_rejected_and_a_configured_one_is_accepted() {
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
        let response = server
            .request("GET", "/api/health", &[("host", host)], "")
            .await;
        assert_eq!(response.status, status, "{host}: {}", response.text());
    }
}

#[tokio::test]
async fn a_write_from_another_site_is_rejected() {
    let server = TestServer::open().await;
    let json = ("content-type", "application/json");
    for (header, status) in [
        (("origin", "http://evil.example"), 403),
        (("origin", "null"), 403),
        (("sec-fetch-site", "cross-site"), 403),
        (("sec-fetch-site", "same-origin"), 201),
        (("user-agent", "curl"), 201),
    ] {
        let response = server
            .request("POST", "/api/watchlists", &[json, header], NAME)
            .await;
        assert_eq!(response.status, status, "{header:?}: {}", response.text());
    }
}

#[tokio::test]
async fn a_read_only_server_rejects_every_write() {
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
        let response = server.send(method, path, NAME).await;
        assert_eq!(
            (response.status, response.text().as_str()),
            (403, "This server is read-only."),
            "{method} {path}"
        );
    }
    assert_eq!(server.get("/api/watchlists").await.status, 200);
}

#[tokio::test]
async fn every_response_has_security_headers() {
    let server = TestServer::open().await;
    for path in ["/", "/api/health", "/api/nothing", "/no/page"] {
        let response = server.get(path).await;
        let policy = response
            .header("content-security-policy")
            .expect("the response has a content security policy");
        assert!(
            policy.contains("script-src 'self'") && policy.contains("frame-ancestors 'none'"),
            "{path}: {policy}"
        );
        assert_eq!(
            response.header("x-content-type-options"),
            Some("nosniff"),
            "{path}"
        );
        assert_eq!(
            response.header("referrer-policy"),
            Some("same-origin"),
            "{path}"
        );
    }
}

#[tokio::test]
async fn the_policy_names_exactly_the_inline_scripts_of_the_page() {
    let server = TestServer::open().await;
    let response = server.get("/news").await;
    let page = response.text();
    let scripts = page.split("<script>").skip(1);
    let hashes: Vec<String> = scripts
        .map(|rest| {
            rest.split_once("</script>")
                .expect("the script element is closed")
                .0
        })
        .map(|script| ring::digest::digest(&ring::digest::SHA256, script.as_bytes()))
        .map(|hash| data_encoding::BASE64.encode(hash.as_ref()))
        .map(|hash| format!("'sha256-{hash}'"))
        .collect();
    assert_eq!(
        hashes.len(),
        2,
        "one script for the colors, one for the prerendered variant"
    );
    let policy = response
        .header("content-security-policy")
        .expect("the response has a content security policy");
    let allowed_scripts = format!("script-src 'self' {};", hashes.join(" "));
    assert!(policy.contains(&allowed_scripts), "{policy}");
}

#[tokio::test]
async fn duplicate_host_or_origin_headers_are_rejected() {
    let server = TestServer::open().await;
    for (lines, status) in [
        ("host: localhost\r\n", 200),
        ("host: localhost\r\nhost: localhost\r\n", 400),
        (
            "host: localhost\r\ntransfer-encoding: gzip, chunked\r\n",
            501,
        ),
        ("", 400),
    ] {
        let request = format!("GET /api/icos HTTP/1.1\r\nconnection: close\r\n{lines}\r\n");
        let response = server.raw(request.as_bytes()).await;
        assert_eq!(response.status, status, "{lines}");
    }
    let json = ("content-type", "application/json");
    let own_origin = format!("http://{}", server.address);
    let headers = [json, ("origin", &*own_origin), ("origin", &*own_origin)];
    let response = server
        .request("POST", "/api/watchlists", &headers, NAME)
        .await;
    assert_eq!(response.status, 400, "{}", response.text());
}

/// RFC 9112, section 3.2.2: if the request target is an absolute URL, its host counts and the `Host` header is ignored.
#[tokio::test]
async fn host_of_an_absolute_request_target_overrides_the_host_header() {
    let server = TestServer::open().await;
    let write = |host: &str, origin: &str| {
        format!(
            "POST http://{}/api/watchlists HTTP/1.1\r\nconnection: close\r\nhost: {host}\r\norigin: {origin}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{NAME}",
            server.address,
            NAME.len()
        )
    };
    let foreign = server
        .raw(write("evil.com", "http://evil.com").as_bytes())
        .await;
    assert_eq!(foreign.status, 403, "{}", foreign.text());
    let own_origin = format!("http://{}", server.address);
    let same_origin = server.raw(write("evil.com", &own_origin).as_bytes()).await;
    assert_eq!(same_origin.status, 201, "{}", same_origin.text());
}

/// By default, Nginx replaces the Host header, so the request's origin doesn't match its host.
#[tokio::test]
async fn error_behind_a_proxy_that_rewrites_the_host_names_the_fix() {
    let settings = Settings {
        allowed_hosts: vec!["https://listed.example:8443".into()],
        ..Settings::default()
    };
    let server = TestServer::with(settings).await;
    let json = ("content-type", "application/json");
    let send_from = async |origin: &str| {
        let headers = [json, ("host", "127.0.0.1:8080"), ("origin", origin)];
        server
            .request("POST", "/api/watchlists", &headers, NAME)
            .await
    };
    let rejected = send_from("http://deck.home").await;
    assert_eq!(rejected.status, 403);
    for part in ["http://deck.home", "proxy_set_header Host", "allowed_hosts"] {
        assert!(rejected.text().contains(part), "{}", rejected.text());
    }
    assert_eq!(send_from("https://listed.example:8443").await.status, 201);
}

/// An invalid write is rejected before its body arrives.
#[tokio::test]
async fn a_write_is_checked_before_its_body_is_sent() {
    let server = TestServer::open().await;
    for (lines, status) in [
        (
            "content-type: application/json\r\norigin: http://evil.example\r\n",
            403,
        ),
        ("content-type: text/plain\r\n", 415),
        ("content-type: application/jsonp\r\n", 415),
        ("content-type: application/json\r\n", 413),
    ] {
        let head = format!(
            "POST /api/watchlists HTTP/1.1\r\nhost: localhost\r\n{lines}content-length: 9000000\r\n\r\n"
        );
        let response = server.raw(head.as_bytes()).await;
        assert_eq!(response.status, status, "{lines}: {}", response.text());
    }
}

/// hyper itself rejects these requests, with a status and an empty body.
#[tokio::test]
async fn unparsable_requests_are_rejected_with_a_bare_status() {
    let server = TestServer::open().await;
    let long = "x".repeat(70_000);
    for (request, status) in [
        ("no request\r\n\r\n".to_owned(), 400),
        (
            "GET / HTTP/1.1\r\nhost: localhost\r\nbad header\r\n\r\n".to_owned(),
            400,
        ),
        (
            format!("GET / HTTP/1.1\r\nhost: localhost\r\nx-long: {long}\r\n\r\n"),
            431,
        ),
    ] {
        let response = server.raw(request.as_bytes()).await;
        assert_eq!((response.status, &*response.text()), (status, ""));
        assert_eq!(response.header("content-length"), Some("0"));
    }
    let pipelined = b"GET /api/icos HTTP/1.1\r\nhost: localhost\r\n\r\nno request\r\n\r\n";
    let responses = server.raw(pipelined).await;
    assert_eq!(responses.status, 200);
    let rest = responses.text();
    let (icos, _) = rest
        .split_once("HTTP/1.1 400")
        .expect("the second request has a response");
    assert!(icos.starts_with('['), "{rest}");
}

#[tokio::test]
async fn a_slow_body_does_not_block_other_writes() {
    let limits = Limits {
        waiting_writes: 1,
        all_body_bytes: 2_000,
        ..Limits::default()
    };
    let server = TestServer::with(Settings {
        limits,
        ..Settings::default()
    })
    .await;
    let mut slow = Vec::new();
    for _ in 0..3 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let head = "POST /api/watchlists HTTP/1.1\r\nhost: localhost\r\n\
                    content-type: application/json\r\ncontent-length: 40\r\n\r\n{";
        stream.write_all(head.as_bytes()).await.unwrap();
        slow.push(stream);
    }
    let response = server.send("POST", "/api/watchlists", NAME).await;
    assert_eq!(response.status, 201, "{}", response.text());
    // The total size of all bodies is limited as well.
    let long = format!("{{\"name\": \"{}\"}}", "x".repeat(3_000));
    let response = server.send("POST", "/api/watchlists", &long).await;
    assert_eq!(response.status, 503, "{}", response.text());
    slow.clear();
}

#[tokio::test]
async fn a_body_that_stops_arriving_times_out() {
    let limits = Limits {
        stall_timeout: std::time::Duration::from_millis(100),
        ..Limits::default()
    };
    let server = TestServer::with(Settings {
        limits,
        ..Settings::default()
    })
    .await;
    let head = "POST /api/watchlists HTTP/1.1\r\nhost: localhost\r\n\
                content-type: application/json\r\ncontent-length: 40\r\n\r\n{";
    let response = server.raw(head.as_bytes()).await;
    assert_eq!(
        (response.status, &*response.text()),
        (408, "Timed out while reading the request body.")
    );
}

#[tokio::test]
async fn too_many_waiting_writes_are_rejected_with_retry_after() {
    let limits = Limits {
        waiting_writes: 0,
        ..Limits::default()
    };
    let server = TestServer::with(Settings {
        limits,
        ..Settings::default()
    })
    .await;
    let response = server.send("POST", "/api/watchlists", NAME).await;
    assert_eq!(
        (response.status, response.header("retry-after")),
        (503, Some("2"))
    );
    assert_eq!(server.get("/api/watchlists").await.status, 200);
}

/// An edge forwards writes to the source and limits how many wait, just like a source. The limit protects the source's database.
#[tokio::test]
async fn an_edge_limits_the_number_of_forwarded_writes() {
    struct UnresponsiveUpstream(tokio::sync::mpsc::Sender<()>);
    impl web::Upstream for UnresponsiveUpstream {
        fn send(
            &self,
            _: web::ForwardedRequest,
        ) -> std::pin::Pin<Box<dyn Future<Output = web::UpstreamResult> + Send + '_>> {
            Box::pin(async {
                self.0.send(()).await.unwrap();
                std::future::pending().await
            })
        }
    }
    let limits = Limits {
        waiting_writes: 1,
        ..Limits::default()
    };
    let settings = Settings {
        limits,
        ..Settings::default()
    };
    let (request_sent, mut requests) = tokio::sync::mpsc::channel(4);
    let server = TestServer::edge(
        settings,
        std::sync::Arc::new(UnresponsiveUpstream(request_sent)),
    )
    .await;
    let mut pending_write = TcpStream::connect(server.address).await.unwrap();
    let length = NAME.len();
    let request = format!(
        "POST /api/watchlists HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{NAME}"
    );
    pending_write.write_all(request.as_bytes()).await.unwrap();
    requests.recv().await.unwrap();
    let rejected_write = server.send("POST", "/api/watchlists", NAME).await;
    assert_eq!(
        (rejected_write.status, rejected_write.header("retry-after")),
        (503, Some("2"))
    );
    assert!(
        requests.try_recv().is_err(),
        "the second write must not be forwarded"
    );
    drop(pending_write);
}
