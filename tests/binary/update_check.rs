//! The check for a newer release, tested with the real binary and a server on loopback.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    net::TcpListener,
    path::Path,
    sync::mpsc,
    thread,
};

use crate::program::{Program, Running, poll};
use serde_json::{Value, json};

/// Serves `body` until the test ends. Returns its URL, and the head of each request.
fn release_server(status: &'static str, body: &'static str) -> (String, mpsc::Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/releases/latest", listener.local_addr().unwrap());
    let (sender, requests) = mpsc::channel();
    thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let lines = BufReader::new(&stream).lines().map_while(Result::ok);
            let head: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
            let _ = sender.send(head.join("\n"));
            let length = body.len();
            let _ = write!(
                stream,
                "HTTP/1.1 {status}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
            );
        }
    });
    (url, requests)
}

fn start(data: &Path, url: &str) -> Running {
    let mut program = Program::new(data);
    program.command.env("MARKETDECK_UPDATE_CHECK_URL", url);
    program.serve()
}

/// Waits for the first check, and returns its result.
fn result(server: &Running) -> Value {
    poll("the first check", || {
        let update = server.json("/api/status")["update"].take();
        (!update.is_null()).then_some(update)
    })
}

#[test]
fn without_a_url_nothing_is_checked() {
    let data = tempfile::tempdir().unwrap();
    let server = Program::new(data.path()).serve();
    let status = server.json("/api/status");
    assert_eq!(status["update"], Value::Null);
    let tasks = status["tasks"].as_array().unwrap();
    assert!(tasks.iter().all(|task| task["name"] != "update check"));
}

#[test]
fn a_newer_release_is_in_the_status_with_its_notes() {
    let data = tempfile::tempdir().unwrap();
    let (url, requests) = release_server(
        "200 OK",
        r#"{"tag_name": "v99.0.1", "html_url": "https://example.org/v99.0.1", "body": "Fixed: everything",
            "published_at": "2026-11-19T08:00:00Z", "draft": false, "prerelease": false}"#,
    );
    let server = start(data.path(), &url);
    assert_eq!(
        result(&server)["newest"],
        json!({"version": "99.0.1", "url": "https://example.org/v99.0.1", "notes": "Fixed: everything",
            "publishedAt": "2026-11-19T08:00:00Z"})
    );
    assert!(
        server.log().contains("a newer version is available"),
        "{}",
        server.log()
    );
    assert_eq!(server.json("/api/status")["health"], "ok");
    // The request has no query and no cookie, and so says nothing about the server or its user.
    let request = requests.recv().unwrap();
    assert!(
        request.starts_with("GET /releases/latest HTTP/1.1\n"),
        "{request}"
    );
    let request = request.to_lowercase();
    assert!(!request.contains("cookie") && !request.contains("referer"));
}

#[test]
fn an_older_release_is_no_update_and_a_failed_check_is_reported_without_harm() {
    let data = tempfile::tempdir().unwrap();
    let (url, _requests) = release_server("200 OK", r#"{"tag_name": "v0.1.0"}"#);
    let update = result(&start(data.path(), &url));
    assert_eq!(
        (&update["newest"], &update["problem"]),
        (&Value::Null, &Value::Null)
    );
    let (url, _requests) = release_server("404 Not Found", "");
    let server = start(data.path(), &url);
    let update = result(&server);
    assert_eq!(update["newest"], Value::Null);
    assert_eq!(update["problem"], "the source returned HTTP 404");
    assert_eq!(server.json("/api/status")["health"], "ok");
}
