//! The HTTP client of the providers: its requests, the responses that it rejects, and its errors.

use std::{io::Write as _, time::Duration};

use flate2::{Compression, write::GzEncoder};
use marketdeck::{
    providers::core::client::{Client, HttpOptions, Outcome, Validators},
    source::{SourceError, health::HealthBoard},
};

use crate::{
    program::ReservedPort,
    server::{Reply, Server},
};

fn http_options(base: &str) -> HttpOptions {
    HttpOptions {
        enabled: true,
        base_url: base.to_owned(),
        user_agent: "Test/1.0 (me@example.org)".to_owned(),
        timeout_seconds: 15,
        max_bytes: 10_000,
        min_gap_ms: 0,
        every_seconds: 60,
    }
}

fn client(server: &Server) -> Client {
    Client::new(
        http_options(&server.base),
        HealthBoard::default().record("test"),
    )
}

fn gzip(plain: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(plain).unwrap();
    encoder.finish().unwrap()
}

#[tokio::test]
async fn a_request_has_a_user_agent_and_its_path_is_appended_to_the_base() {
    let server = Server::start(|_| Some(Reply::ok("fine"))).await;
    let mut options = http_options(&server.base);
    options.base_url += "/prefix";
    let client = Client::new(options, HealthBoard::default().record("test"));
    let headers = [("x-key", "secret"), ("x-none", "")];
    assert_eq!(client.get("/v1/a?b=c", &headers).await.unwrap(), "fine");
    let request = &server.requests()[0];
    assert_eq!(request.path, "/prefix/v1/a?b=c");
    assert_eq!(
        request.header("user-agent"),
        Some("test/1.0 (me@example.org)")
    );
    assert_eq!(request.header("x-key"), Some("secret"));
    assert_eq!(request.header("x-none"), None, "an empty key is not sent");
}

#[tokio::test]
async fn a_compressed_response_is_decompressed() {
    let server = Server::start(|request| {
        assert_eq!(request.header("accept-encoding"), Some("gzip"));
        Some(Reply::ok(gzip(b"plain text")).with("Content-Encoding", "gzip"))
    })
    .await;
    assert_eq!(client(&server).get("/", &[]).await.unwrap(), "plain text");
}

#[tokio::test]
async fn a_response_is_read_up_to_the_size_limit_compressed_or_not() {
    let server = Server::start(|request| {
        Some(if request.path == "/packed" {
            Reply::ok(gzip(&vec![0; 100_000])).with("Content-Encoding", "gzip")
        } else {
            Reply::ok(vec![b'x'; 10_001])
        })
    })
    .await;
    for path in ["/plain", "/packed"] {
        let error = client(&server).get(path, &[]).await.unwrap_err();
        assert!(matches!(error, SourceError::TooLarge(10_000)), "{error}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_request_without_response_times_out() {
    let server = Server::start(|_| None).await;
    let error = client(&server).get("/", &[]).await.unwrap_err();
    assert!(
        matches!(error, SourceError::Timeout(limit) if limit == Duration::from_secs(15)),
        "{error}"
    );
}

#[tokio::test]
async fn a_closed_port_is_reported_as_unreachable_with_the_reason() {
    let server = Server::start(|_| None).await;
    let port = ReservedPort::new();
    let mut options = http_options(&server.base);
    options.base_url = format!("http://{}", port.address);
    let client = Client::new(options, HealthBoard::default().record("test"));
    let error = client.get("/", &[]).await.unwrap_err().to_string();
    assert!(error.contains("refused"), "{error}");
}

#[tokio::test]
async fn a_throttled_request_returns_the_retry_after_delay() {
    let server = Server::start(|request| {
        let slow_down = Reply::status(429, "Too Many Requests\r\n");
        Some(match request.path.as_str() {
            "/seconds" => slow_down.with("Retry-After", "120"),
            "/date" => slow_down
                .with("Date", "Fri, 20 Nov 2026 10:00:00 GMT")
                .with("Retry-After", "Fri, 20 Nov 2026 10:05:00 GMT"),
            _ => Reply::status(503, ""),
        })
    })
    .await;
    for (path, expected) in [("/seconds", Some(120)), ("/date", Some(300)), ("/", None)] {
        match client(&server).get(path, &[]).await.unwrap_err() {
            SourceError::Throttled { retry_after, .. } => {
                assert_eq!(retry_after, expected.map(Duration::from_secs), "{path}");
            }
            other => panic!("{path}: {other}"),
        }
    }
}

#[tokio::test]
async fn redirects_are_followed_on_the_same_host_up_to_a_limit() {
    let server = Server::start(|request| {
        Some(match request.path.as_str() {
            "/old" => Reply::status(301, "").with("Location", "/new"),
            "/new" => Reply::ok("here"),
            "/consent" => {
                Reply::status(302, "").with("Location", "https://consent.example/collect?s=1")
            }
            _ => Reply::status(302, "").with("Location", "/circle"),
        })
    })
    .await;
    let client = client(&server);
    assert_eq!(client.get("/old", &[]).await.unwrap(), "here");
    let consent = client.get("/consent", &[]).await.unwrap_err().to_string();
    assert!(consent.contains("consent.example"), "{consent}");
    let before = server.requests().len();
    assert!(client.get("/circle", &[]).await.is_err());
    assert!(
        server.requests().len() - before <= 4,
        "at most three redirects"
    );
}

#[tokio::test]
async fn unchanged_data_is_not_sent_again() {
    let server = Server::start(|request| {
        Some(if request.header("if-none-match") == Some("\"v1\"") {
            assert!(request.header("if-modified-since").is_some());
            Reply::status(304, "")
        } else {
            Reply::ok("news")
                .with("ETag", "\"v1\"")
                .with("Last-Modified", "Fri, 20 Nov 2026 10:00:00 GMT")
        })
    })
    .await;
    let client = client(&server);
    let url = format!("{}/feed", server.base);
    let Outcome::Success(first) = client
        .fetch(&url, &[], &Validators::default())
        .await
        .unwrap()
    else {
        panic!("expected new data");
    };
    assert!(!first.unchanged);
    let Outcome::Success(second) = client.fetch(&url, &[], &first.validators).await.unwrap() else {
        panic!("expected new data");
    };
    assert!(second.unchanged && second.body.is_empty());
}

#[tokio::test]
async fn every_request_is_counted() {
    let server = Server::start(|_| Some(Reply::status(500, ""))).await;
    let board = HealthBoard::default();
    let client = Client::new(http_options(&server.base), board.record("test"));
    for _ in 0..3 {
        assert!(matches!(
            client.get("/", &[]).await,
            Err(SourceError::Status(500))
        ));
    }
    assert_eq!(board.list()[0].requests, 3);
}
