//! Tests nginx, Caddy and `HAProxy` with the configurations of docs/proxy over TLS: a page, an API call, a change and the live feed work,
//! and forged forwarding headers are removed.

use tempfile::TempDir;

use crate::{
    certificate::Certificate,
    program::{Program, Running, poll_or},
    recipe::{self, Kind, Proxy},
    tls::{NAME, Response, Tls, request},
};

/// Forwarding headers that a client forges.
const FORGED: &str = "X-Forwarded-Host: evil.example\r\nX-Forwarded-Prefix: /evil.example\r\nX-Forwarded-For: 10.9.9.9\r\nX-Forwarded-Proto: gopher\r\nForwarded: for=10.9.9.9;host=evil.example\r\n";

/// Locations behind a proxy (own host name, sub-path, stripped sub-path): suffix of the configuration file, configuration line of
/// Marketdeck, and base path of the pages.
const LOCATIONS: [(&str, &str, &str); 3] = [
    ("", "", "/"),
    ("-path", "base_path = \"/deck\"", "/deck/"),
    ("-stripped", "", "/deck/"),
];

struct Deck {
    server: Running,
    _data: TempDir,
}

/// Starts a Marketdeck server that trusts the proxies on this machine.
fn start_marketdeck(allowed_hosts: &str, lines: &str) -> Deck {
    let data = tempfile::tempdir().unwrap();
    let config = data.path().join("marketdeck.toml");
    let text = format!(
        "trusted_proxies = [\"127.0.0.1\"]\naccess_log = \"log\"\nallowed_hosts = [{allowed_hosts}]\n{lines}\n"
    );
    std::fs::write(&config, text).unwrap();
    let mut program = Program::new(data.path());
    program.command.arg("--config").arg(&config);
    let server = program.serve();
    // With a base path, the address includes that path.
    Deck {
        server,
        _data: data,
    }
}

impl Deck {
    fn address(&self) -> &str {
        self.server.address.split('/').next().unwrap_or_default()
    }
}

fn change(port: u16, base: &str, headers: &str) -> Response {
    let headers =
        format!("Content-Type: application/json\r\nOrigin: https://{NAME}:{port}\r\n{headers}");
    let list = r#"{"name":"Through a proxy"}"#;
    request(
        port,
        "POST",
        &format!("{base}api/watchlists"),
        &headers,
        list,
    )
}

/// Sends a ping over the live feed and returns the response.
fn ping(port: u16, base: &str) -> String {
    let mut connection = Tls::open(port);
    let upgrade = format!(
        "GET {base}ws HTTP/1.1\r\nHost: {NAME}:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: https://{NAME}:{port}\r\n\r\n"
    );
    connection.send(upgrade.as_bytes());
    let header = connection.read_until(Some("\r\n\r\n"));
    if !header.starts_with("HTTP/1.1 101") {
        return header;
    }
    let words = br#"{"type":"ping"}"#;
    // A masked text frame; a mask of zeros leaves the payload unchanged.
    let mut frame = vec![0x81, 0x80 | u8::try_from(words.len()).unwrap(), 0, 0, 0, 0];
    frame.extend_from_slice(words);
    connection.send(&frame);
    connection.read_until(Some(r#"{"type":"pong"}"#))
}

/// Tests all features through a proxy with the base path `base`.
fn test_all_features(proxy: &Proxy, deck: &Deck, base: &str, label: &str) {
    let port = proxy.port;
    for headers in ["", FORGED] {
        let page = request(port, "GET", &format!("{base}news"), headers, "");
        let has_base = page.text.contains(&format!("<base href=\"{base}\""));
        assert!(page.status == 200 && has_base, "{label}: {page:?}");
        assert!(!page.text.contains("evil.example"), "{label}: {page:?}");
        let call = request(port, "GET", &format!("{base}api/health"), headers, "");
        assert_eq!(call.status, 200, "{label}: {call:?}");
        poll_or(&format!("{label}: the market to be loaded"), || {
            let call = request(port, "GET", &format!("{base}api/tickers"), headers, "");
            (call.status == 200)
                .then_some(())
                .ok_or(format!("{call:?}"))
        });
        let changed = change(port, base, headers);
        assert_eq!(changed.status, 201, "{label}: {changed:?}");
    }
    let pong = ping(port, base);
    assert!(pong.contains(r#"{"type":"pong"}"#), "{label}: {pong}");
    let log = deck.server.log();
    assert!(
        log.contains("/news"),
        "the access log has the request: {log}"
    );
    assert!(
        !log.contains("10.9.9.9"),
        "{label}: a client could set its own address"
    );
}

/// Tests every configuration of a proxy, and the error if Marketdeck does not know its public host name.
fn check(kind: Kind, file: impl Fn(&str) -> String) {
    let Some(certificate) = Certificate::self_signed() else {
        return;
    };
    for (suffix, line, base) in LOCATIONS {
        let deck = start_marketdeck(&format!("\"{NAME}\""), line);
        let file = file(suffix);
        let started = recipe::start(kind, &file, &certificate, deck.address(), |text| text);
        let Some(proxy) = started else { return };
        test_all_features(&proxy, &deck, base, &file);
    }
    let untold = start_marketdeck("", "");
    let started = recipe::start(kind, &file(""), &certificate, untold.address(), |text| text);
    let page = request(
        started
            .expect("the proxy started with another configuration before")
            .port,
        "GET",
        "/",
        FORGED,
        "",
    );
    assert_eq!(page.status, 421, "{page:?}");
    assert!(
        page.text.contains("allowed_hosts") && page.text.contains(NAME),
        "the error names the configuration line: {page:?}"
    );
}

#[test]
fn nginx_configurations_work_and_remove_forged_headers() {
    check(Kind::Nginx, |suffix| format!("nginx{suffix}.conf"));
}

#[test]
fn caddy_configurations_work_and_remove_forged_headers() {
    check(Kind::Caddy, |suffix| format!("Caddyfile{suffix}"));
}

#[test]
fn haproxy_configurations_work_and_remove_forged_headers() {
    check(Kind::Haproxy, |suffix| format!("haproxy{suffix}.cfg"));
}

/// If the proxy forwards neither host name nor upgrade, reading works, and the error of a change names the missing line.
#[test]
fn nginx_without_headers_serves_pages_and_the_error_names_the_missing_line() {
    let Some(certificate) = Certificate::self_signed() else {
        return;
    };
    let deck = start_marketdeck("", "");
    let is_kept = |line: &&str| {
        let line = line.trim_start();
        ![
            "proxy_set_header",
            "proxy_http_version",
            "proxy_read_timeout",
        ]
        .iter()
        .any(|name| line.starts_with(name))
    };
    let without_headers =
        |text: String| text.lines().filter(is_kept).collect::<Vec<_>>().join("\n");
    let started = recipe::start(
        Kind::Nginx,
        "nginx.conf",
        &certificate,
        deck.address(),
        without_headers,
    );
    let Some(proxy) = started else { return };
    let page = request(proxy.port, "GET", "/", "", "");
    assert_eq!(page.status, 200, "{page:?}");
    let changed = change(proxy.port, "/", "");
    assert_eq!(changed.status, 403, "{changed:?}");
    assert!(
        changed.text.contains("proxy_set_header Host $http_host"),
        "{changed:?}"
    );
}
