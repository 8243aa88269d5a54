//! Prices from a source that nginx serves over TLS: with HTTP/2 if nginx offers it, otherwise with HTTP/1.1.

use std::{fmt::Write as _, fs};

use marketdeck::providers::settings::Providers;
use serde_json::Value;

use crate::{
    certificate::Certificate,
    neighbor::nginx,
    program::{Program, ReservedPort, poll},
};

/// Returns lines of a configuration file that disable all providers.
fn without_providers() -> String {
    let all = serde_json::to_value(Providers::default()).unwrap();
    let mut lines = String::new();
    for (name, table) in all.as_object().unwrap() {
        if table.get("enabled").is_some() {
            writeln!(lines, "[providers.{name}]\nenabled = false").unwrap();
        }
    }
    lines
}

/// Serves a price over TLS, follows it, and returns the protocol of nginx's log.
fn protocol(option: &str) -> Option<String> {
    let (certificate, authority) = Certificate::signed()?;
    let reserved = ReservedPort::new();
    let port = reserved.address.port();
    let (file, key) = (certificate.file.display(), certificate.key.display());
    let log = certificate.folder.path().join("access.log");
    let (_folder, _nginx) = nginx(&format!(
        "log_format protocol '$server_protocol $http_user_agent';\nserver {{\nlisten 127.0.0.1:{port} ssl{option};\
        ssl_certificate {file};\nssl_certificate_key {key};\naccess_log {} protocol;\ndefault_type application/json;\n\
        location / {{ return 200 '{{\"nav\": 10.5}}'; }}\n}}\n",
        log.display()
    ))?;
    poll("nginx to accept connections", || {
        std::net::TcpStream::connect(reserved.address).ok()
    });
    let data = tempfile::tempdir().unwrap();
    let config = data.path().join("marketdeck.toml");
    let text = format!(
        "market = \"live\"\n{}[[sources]]\nsymbol = \"HARBOR\"\nkind = \"stock\"\ncurrency = \"USD\"\n\
        url = \"https://localhost:{port}/\"\nprice = \"/nav\"\n",
        without_providers()
    );
    fs::write(&config, text).unwrap();
    let mut program = Program::new(data.path());
    program.command.arg("--config").arg(&config);
    program.command.env("SSL_CERT_FILE", &authority);
    let server = program.serve();
    let price = poll("the price", || {
        let (status, body) = server.get("/api/tickers/HARBOR");
        let ticker: Value = serde_json::from_str(&body).ok()?;
        ticker["price"].as_f64().filter(|_| status == 200)
    });
    assert!((price - 10.5).abs() < 1e-9, "{price}");
    let lines = poll("the request in the log", || {
        fs::read_to_string(&log)
            .ok()
            .filter(|text| text.contains('\n'))
    });
    lines.split_whitespace().next().map(str::to_owned)
}

#[test]
fn a_source_that_offers_http_2_is_requested_with_http_2() {
    if let Some(protocol) = protocol(" http2") {
        assert_eq!(protocol, "HTTP/2.0");
    }
}

#[test]
fn a_source_that_offers_only_http_1_1_is_requested_with_http_1_1() {
    if let Some(protocol) = protocol("") {
        assert_eq!(protocol, "HTTP/1.1");
    }
}
