//! Password protection, and the commands that contact a password-protected server.

use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
    process::{Output, Stdio},
};

use serde_json::Value;

use super::program::{Program, Running, marketdeck};

/// Runs `hash-password` with this standard input.
fn hash(line: &str) -> Output {
    let mut child = marketdeck()
        .arg("hash-password")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(line.as_bytes())
        .unwrap();
    child.wait_with_output().unwrap()
}

/// Sends a request with this header; returns status and body.
fn request(server: &Running, method: &str, path: &str, header: &str, body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(&server.address).unwrap();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\n{header}\r\n\
         content-length: {}\r\n\r\n{body}",
        server.address,
        body.len()
    )
    .unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).unwrap();
    let status = response.split(' ').nth(1).unwrap().parse().unwrap();
    let (_, body) = response.split_once("\r\n\r\n").unwrap();
    (status, body.to_owned())
}

#[test]
fn a_short_password_is_rejected_and_the_hash_is_redacted_when_printed() {
    let short = hash("seven77\n");
    assert_eq!(short.status.code(), Some(1));
    let message = String::from_utf8_lossy(&short.stderr);
    assert!(message.contains("at least 8 characters"), "{message}");

    let line = String::from_utf8(hash("a long one\n").stdout).unwrap();
    assert!(line.starts_with("password_hash = \"$argon2id$"), "{line}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("marketdeck.toml");
    std::fs::write(&file, line).unwrap();
    let print = || {
        marketdeck()
            .args(["config", "print", "--config"])
            .arg(&file)
            .output()
            .unwrap()
    };
    let printed = String::from_utf8(print().stdout).unwrap();
    assert!(printed.contains("password_hash = \"***\""), "{printed}");

    std::fs::write(&file, "password_hash = \"a long one\"").unwrap();
    let output = print();
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(
        message.contains("hash-password") && !message.contains("a long one"),
        "{message}"
    );
}

/// A missing secret must not disable protection.
#[test]
fn the_hash_may_be_in_a_file_and_an_empty_file_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hash");
    let line = hash("a long one\n").stdout;
    let quoted = String::from_utf8(line.clone()).unwrap();
    let bare = quoted.split('"').nth(1).unwrap().to_owned();
    for text in [line, bare.clone().into_bytes()] {
        std::fs::write(&file, text).unwrap();
        let mut program = Program::new(&folder.path().join("data"));
        program.command.env("MARKETDECK_PASSWORD_HASH_FILE", &file);
        let server = program.serve();
        assert_eq!(server.get("/api/tickers").0, 401);
    }
    let check = |also: &str| {
        let mut command = marketdeck();
        command
            .args(["config", "check"])
            .env("MARKETDECK_PASSWORD_HASH_FILE", &file);
        if !also.is_empty() {
            command.env("MARKETDECK_PASSWORD_HASH", also);
        }
        let output = command.output().unwrap();
        let message = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
        (output.status.code(), message.concat())
    };
    let (code, message) = check(&bare);
    assert_eq!(code, Some(2), "{message}");
    assert!(message.contains("remove one of the two"), "{message}");
    std::fs::write(&file, "\n").unwrap();
    let (code, message) = check("");
    assert_eq!(code, Some(2), "{message}");
    assert!(
        message.contains("password_hash_file") && message.contains("not a password hash"),
        "{message}"
    );
    std::fs::remove_file(&file).unwrap();
    let (code, message) = check("");
    assert_eq!(code, Some(2), "{message}");
}

#[test]
fn backup_and_healthcheck_work_with_a_protected_server() {
    let line = String::from_utf8(hash("a long one\n").stdout).unwrap();
    let hash = line
        .trim()
        .trim_start_matches("password_hash = ")
        .trim_matches('"');
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let mut program = Program::new(&data);
    program.command.env("MARKETDECK_PASSWORD_HASH", hash);
    let server = program.serve();
    assert_eq!(server.get("/api/tickers").0, 401);

    let healthcheck = marketdeck()
        .args(["healthcheck", "--listen", &server.address])
        .output()
        .unwrap();
    assert_eq!(healthcheck.status.code(), Some(0));

    // 'me:a long one'
    let owner = "authorization: Basic bWU6YSBsb25nIG9uZQ==";
    let make = |scope: &str| {
        let body = format!("{{\"name\":\"Backups\",\"scope\":\"{scope}\"}}");
        let (status, response) = request(&server, "POST", "/api/access/tokens", owner, &body);
        assert_eq!(status, 201, "{response}");
        let token: Value = serde_json::from_str(&response).unwrap();
        token["secret"].as_str().unwrap().to_owned()
    };
    let copy = folder.path().join("copy.redb");
    let backup = |variable: &str, token: &str| {
        let output = marketdeck()
            .args(["backup", "--listen", &server.address, "--data-dir"])
            .arg(&data)
            .arg(&copy)
            .env(variable, token)
            .output()
            .unwrap();
        let message = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
        (output.status.code(), message.concat())
    };
    let (code, message) = backup("MARKETDECK_TOKEN", "");
    assert_eq!(code, Some(1));
    assert!(message.contains("MARKETDECK_TOKEN"), "{message}");
    let (code, message) = backup("MARKETDECK_TOKEN", &make("read"));
    assert_eq!(code, Some(1));
    assert!(message.contains("read-only") && !copy.exists(), "{message}");
    let (code, message) = backup("MARKETDECK_TOKEN", &make("write"));
    assert_eq!(code, Some(0), "{message}");
    assert!(!message.contains("unknown variable"), "{message}");
    std::fs::remove_file(&copy).unwrap();
    let file = folder.path().join("token");
    std::fs::write(&file, format!("{}\n", make("write"))).unwrap();
    let (code, message) = backup("MARKETDECK_TOKEN_FILE", file.to_str().unwrap());
    assert_eq!(code, Some(0), "{message}");
}
