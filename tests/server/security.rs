//! Hosts, origins, limits and headers, on a real socket.

use crate::common::TestServer;
use marketdeck::web::{self, Limits, Settings};
use tokio::{io::AsyncWriteExt as _, net::TcpStream};

const NAME: &str = r#"{"name":"Mine","userId":1}"#;

/// D12
#[tokio::test]
async fn an_unknown_host_is_refused_and_a_configured_one_accepted() {
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
async fn a_read_only_server_refuses_every_write() {
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
        let answer = server.get(path).await;
        let policy = answer.header("content-security-policy").expect("a policy");
        assert!(
            policy.contains("script-src 'self'") && policy.contains("frame-ancestors 'none'"),
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
}

/// The content security policy names the hashes of the page's inline scripts.
#[tokio::test]
async fn the_policy_names_exactly_the_inline_scripts_of_the_page() {
    let server = TestServer::open().await;
    let answer = server.get("/news").await;
    let page = answer.text();
    let scripts = page.split("<script>").skip(1);
    let hashes: Vec<String> = scripts
        .map(|rest| rest.split_once("</script>").expect("its end").0)
        .map(|script| ring::digest::digest(&ring::digest::SHA256, script.as_bytes()))
        .map(|hash| data_encoding::BASE64.encode(hash.as_ref()))
        .map(|hash| format!("'sha256-{hash}'"))
        .collect();
    assert_eq!(hashes.len(), 2, "for the colours, and for what is drawn");
    let policy = answer.header("content-security-policy").expect("a policy");
    let named = format!("script-src 'self' {};", hashes.join(" "));
    assert!(policy.contains(&named), "{policy}");
}

#[tokio::test]
async fn duplicate_host_or_origin_headers_are_refused() {
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
        let answer = server.raw(request.as_bytes()).await;
        assert_eq!(answer.status, status, "{lines}");
    }
    let json = ("content-type", "application/json");
    let own = format!("http://{}", server.address);
    let twice = [json, ("origin", &*own), ("origin", &*own)];
    let answer = server.ask("POST", "/api/watchlists", &twice, NAME).await;
    assert_eq!(answer.status, 400, "{}", answer.text());
}

/// RFC 9112, 3.2.2: with an absolute URL as target, `Host` is ignored.
#[tokio::test]
async fn the_host_of_an_absolute_target_counts() {
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
    let own = format!("http://{}", server.address);
    let own = server.raw(write("evil.com", &own).as_bytes()).await;
    assert_eq!(own.status, 201, "{}", own.text());
}

/// Nginx sends its own Host header by default.
#[tokio::test]
async fn the_error_behind_a_proxy_that_rewrites_host_names_the_fix() {
    let settings = Settings {
        allowed_hosts: vec!["https://listed.example:8443".into()],
        ..Settings::default()
    };
    let server = TestServer::with(settings).await;
    let json = ("content-type", "application/json");
    let ask = async |origin: &str| {
        let headers = [json, ("host", "127.0.0.1:8080"), ("origin", origin)];
        server.ask("POST", "/api/watchlists", &headers, NAME).await
    };
    let refused = ask("http://deck.home").await;
    assert_eq!(refused.status, 403);
    for part in ["http://deck.home", "proxy_set_header Host", "allowed_hosts"] {
        assert!(refused.text().contains(part), "{}", refused.text());
    }
    assert_eq!(ask("https://listed.example:8443").await.status, 201);
}

/// A write is refused before its body arrives.
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
        let answer = server.raw(head.as_bytes()).await;
        assert_eq!(answer.status, status, "{lines}: {}", answer.text());
    }
}

/// hyper answers these itself, with a status and nothing else.
#[tokio::test]
async fn unparsable_requests_are_refused_with_a_bare_status() {
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
        let answer = server.raw(request.as_bytes()).await;
        assert_eq!((answer.status, &*answer.text()), (status, ""));
        assert_eq!(answer.header("content-length"), Some("0"));
    }
    let both = b"GET /api/icos HTTP/1.1\r\nhost: localhost\r\n\r\nno request\r\n\r\n";
    let answers = server.raw(both).await;
    assert_eq!(answers.status, 200);
    let rest = answers.text();
    let (icos, _) = rest.split_once("HTTP/1.1 400").expect("a second answer");
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
    let answer = server.send("POST", "/api/watchlists", NAME).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    // The total size of all bodies is limited as well.
    let long = format!("{{\"name\": \"{}\"}}", "x".repeat(3_000));
    let answer = server.send("POST", "/api/watchlists", &long).await;
    assert_eq!(answer.status, 503, "{}", answer.text());
    slow.clear();
}

#[tokio::test]
async fn a_body_that_stops_arriving_times_out() {
    let limits = Limits {
        stalled_after: std::time::Duration::from_millis(100),
        ..Limits::default()
    };
    let server = TestServer::with(Settings {
        limits,
        ..Settings::default()
    })
    .await;
    let head = "POST /api/watchlists HTTP/1.1\r\nhost: localhost\r\n\
                content-type: application/json\r\ncontent-length: 40\r\n\r\n{";
    let answer = server.raw(head.as_bytes()).await;
    assert_eq!(
        (answer.status, &*answer.text()),
        (408, "Timed out while reading the request body.")
    );
}

#[tokio::test]
async fn too_many_waiting_writes_are_refused_with_retry_after() {
    let limits = Limits {
        waiting_writes: 0,
        ..Limits::default()
    };
    let server = TestServer::with(Settings {
        limits,
        ..Settings::default()
    })
    .await;
    let answer = server.send("POST", "/api/watchlists", NAME).await;
    assert_eq!(
        (answer.status, answer.header("retry-after")),
        (503, Some("2"))
    );
    assert_eq!(server.get("/api/watchlists").await.status, 200);
}

/// An edge forwards writes to the source. It limits their number as a source does, which protects the source's database.
#[tokio::test]
async fn an_edge_limits_the_number_of_forwarded_writes() {
    struct Slow(tokio::sync::mpsc::Sender<()>);
    impl web::Upstream for Slow {
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
    let (asked, mut asks) = tokio::sync::mpsc::channel(4);
    let server = TestServer::edge(settings, std::sync::Arc::new(Slow(asked))).await;
    let mut first = TcpStream::connect(server.address).await.unwrap();
    let length = NAME.len();
    let request = format!(
        "POST /api/watchlists HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{NAME}"
    );
    first.write_all(request.as_bytes()).await.unwrap();
    asks.recv().await.unwrap();
    let second = server.send("POST", "/api/watchlists", NAME).await;
    assert_eq!(
        (second.status, second.header("retry-after")),
        (503, Some("2"))
    );
    assert!(asks.try_recv().is_err(), "the source was not asked");
    drop(first);
}
